# bash completion for repose, printed by tools/print-shell
_repose()
{
    local word=${COMP_WORDS[COMP_CWORD]} commands='run compare check new plot hash bench laws methods measures restitution bounce scale reproduce view film watch report study calibrate fclib export' options=
    COMPREPLY=()
    if ((COMP_CWORD == 1)) || { ((COMP_CWORD == 2)) && [[ ${COMP_WORDS[1]} == help ]]; }; then
        mapfile -t COMPREPLY < <(compgen -W "$commands help version" -- "$word")
        return
    fi
    [[ $word == -* ]] || return 0
    case ${COMP_WORDS[1]} in
    run) options='-o --threads --set --resume --until --force --max-hours --max-steps --quiet' ;;
    compare) options='-o --methods --columns --threads --set --force --quiet --color --forces --azimuth --elevation --title' ;;
    check) options='--set --strict --threads' ;;
    new) options='-o' ;;
    plot) options='-o --time --color --forces --width --height --azimuth --elevation --title --x --log-x --log-y --name --range' ;;
    hash) options='' ;;
    bench) options='--threads --steps --warm --repeat --json' ;;
    laws) options='--markdown --from' ;;
    methods) options='' ;;
    measures) options='--markdown' ;;
    restitution) options='--speed --slip --plot -o --find --json --sticking --from-rolling --young --young2 --poisson --poisson2 --density --density2 --radius --radius2 --effective-mass --effective-radius --alpha --friction --static-friction --restitution --restitution-speed --normal --adhesion-law --tangential --stiffness --damping --damping-per-mass --tension --effective-young --damping-ratio --dissipation --eta1 --eta2 --adhesion --end --atomic-distance --order --contact-time --memory --scheme --accuracy --cluster-order --cluster-size --adhesion-adhesion --adhesion-force --tangential-damping --tangential-damping-per-mass --tangential-stiffness --tangential-stiffness-ratio --tangential-damping-ratio --tangential-elongation --tangential-effective-shear --tangential-exponent --wall --pair' ;;
    bounce) options='--gravity --from --to --plot --json --table' ;;
    scale) options='--young --poisson --density --dissipation --factor --with-young --with-poisson --with-density --json' ;;
    reproduce) options='-o --list --all --data --full --scene' ;;
    view) options='--port --host --no-token --open --threads --set --paused --until-end --quiet' ;;
    film) options='-o --rate --color --forces --width --height --azimuth --elevation --title --quiet' ;;
    watch) options='--every --once' ;;
    report) options='-o --size --title' ;;
    study) options='-o --jobs --threads --job --list --retry --force --quiet' ;;
    calibrate) options='-o --jobs --threads --force --quiet' ;;
    fclib) options='--solver --tolerance --max-iterations --threads --json --write' ;;
    export) options='-o --time --all --checkpoint' ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$options --help" -- "$word")
}
complete -o default -F _repose repose
