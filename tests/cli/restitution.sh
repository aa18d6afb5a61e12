# repose restitution, bounce, scale: numbers by hand, the table's shape, and what is said about wrong options.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "restitution.sh: $*" >&2; exit 1; }
near() { # value, expected, tolerance
    awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; exit !(d < t && -d < t) }' || fail "$1 is not $2 within $3"
}
field() { sed -n "s/.*\"$1\": \([^,}]*\).*/\1/p"; }

# c = 10, k = 1e5, m = 0.01: damping ratio 0.158114, eps by Eq. 13
line=$("$REPOSE" restitution --normal linear --stiffness 1e5 --damping 10 --effective-mass 0.01 --speed 1 --json)
near "$(echo "$line" | field eps_n)" 0.636222415823 1e-9
near "$(echo "$line" | field contact_time)" 0.000904414133 1e-10
[ "$(echo "$line" | field sticks)" = false ] || fail "sticks"

"$REPOSE" restitution --normal viscoelastic --young 7e10 --poisson 0.24 --dissipation 1e-5 --density 2500 \
    --radius 1e-3 --wall --speed 0.01:10:log5 --plot eps.png >eps.csv
[ "$(wc -l <eps.csv)" = 6 ] || fail "rows of the table"
head -1 eps.csv | grep -qx 'speed,slip,eps_n,eps_t,contact_time,max_overlap,max_force,sticks,switches' || fail "heading"
head -c 4 eps.png | grep -q PNG || fail "the picture"

# there and back
glass="--normal viscoelastic --young 7e10 --poisson 0.24 --density 2500 --radius 1e-3"
value=$("$REPOSE" restitution $glass --find dissipation --restitution 0.8 --speed 0.5 | cut -d' ' -f2)
near "$("$REPOSE" restitution $glass --dissipation "$value" --speed 0.5 --json | field eps_n)" 0.8 1e-9

# a dashpot that may pull: ln eps = -pi zeta / sqrt(1 - zeta^2), c = 2 zeta sqrt(k m); overdamped it never ends
for eps in 0.9 0.5 0.49 0.3 0.1 0.01 1e-4; do
    pull="--normal linear --stiffness 1e5 --tension true --effective-mass 0.01 --speed 1"
    value=$("$REPOSE" restitution $pull --find damping --restitution $eps | cut -d' ' -f2)
    near "$value" "$(python3 -c "
from math import hypot, log, pi, sqrt
print(2*sqrt(1e5*0.01)*log(1/$eps)/hypot(pi, log($eps)))")" 1e-8
done
for eps in 0.4 0.01; do # other laws: there and back
    for law in "hertz damping_ratio --damping-ratio" "viscoelastic dissipation --dissipation"; do
        set -- $law
        pull="--normal $1 --effective-young 1e9 --tension true --radius 1e-3 --density 2500 --speed 1"
        value=$("$REPOSE" restitution $pull --find $2 --restitution $eps | cut -d' ' -f2)
        near "$("$REPOSE" restitution $pull $3 "$value" --json | field eps_n)" $eps 1e-9
    done
done

# the laws of a scene
line=$("$REPOSE" restitution "$REPOSE_SOURCE/examples/bounce.yaml" --pair glass --wall --speed 1 --json)
near "$(echo "$line" | field eps_n)" 0.9 1e-9

# discs: m_eff = m/2, alpha = 1/3; sliding throughout takes mu (1 + eps_n) / alpha off the slip (Eq. 74)
cat >discs.yaml <<END
repose: 1
dimension: 2
method: soft
materials: {m: {density: 1000}}
interactions: [{between: [m, m], friction: 0.1, restitution: 0.5, normal: {law: linear, stiffness: 1.0e7},
    tangential: {law: coulomb}}]
particles: [{name: a, material: m, radius: 0.01, place: {list: [[0, 0], [1, 0]]}}]
run: {until: 1}
END
line=$("$REPOSE" restitution discs.yaml --speed 1 --slip 3 --json)
near "$(echo "$line" | field eps_n)" 0.5 1e-9
near "$(echo "$line" | field eps_t)" 0.85 1e-9

refused() { # words, arguments
    words=$1; shift
    code=0; "$REPOSE" restitution "$@" >out 2>err || code=$?
    [ $code = 2 ] || fail "exit code $code for $*"
    grep -q -- "$words" err || fail "$(cat err) does not say: $words"
}
refused "did you mean 'linear'" --normal linaer
refused "did you mean '--stiffness'" --normal linear --stifness 1
refused "effective mass" --normal linear --stiffness 1e5
refused "a range" --normal linear --stiffness 1e5 --effective-mass 1 --speed 1:2
refused "size of the bodies" --normal hertz --young 1e9 --poisson 0.3 --effective-mass 1
refused "no parameter" --normal linear --stiffness 1e5 --effective-mass 1 --dissipation 1

# materials that never meet, or that no rule is for
sed 's/materials: {m: {density: 1000}}/materials: {m: {density: 1000}, wood: {density: 500}, stone: {density: 2600}}/' \
    discs.yaml >strangers.yaml
refused "no interaction between 'wood' and 'stone'" strangers.yaml --pair wood,stone --speed 1
refused "between: \[m, wood\]" strangers.yaml --pair m,wood --speed 1
refused "did you mean 'wood'" strangers.yaml --pair m,wodo --speed 1

# rolling friction and restitution [Poschel2008, Eq. 55]: b = 2.283, there and back
spheres="--young 7e10 --poisson 0.24 --radius 5e-3 --density 2500 --speed 0.5"
length=$("$REPOSE" restitution $spheres --find rolling --restitution 0.9 --json | field rolling)
near "$length" "$(python3 -c '
from math import pi, sqrt
rho, m = 2*7e10*sqrt(2.5e-3)/(3 - 3*0.24**2), 4/3*pi*2500*5e-3**3
print(0.1*0.5/(2.2830*(rho/m)**0.4*0.5**0.2))')" 1e-10
near "$("$REPOSE" restitution $spheres --from-rolling "$length" --json | field eps_n)" 0.9 1e-10
refused "either restitution or rolling friction is given" $spheres --find rolling --from-rolling 1e-7
refused "for spheres of one material" --from-rolling 1e-7

# the hereditary law: exact with sliding friction, refused where nothing is known
fractional='{law: fractional, order: 0.3, contact_time: 1.0e-4}'
sed "s/restitution: 0.5, normal: {[^}]*}/restitution: 0.9, normal: $fractional/" discs.yaml >memory.yaml
near "$("$REPOSE" restitution memory.yaml --speed 1 --slip 9 --json | field eps_n)" 0.361801817 1e-8
sed 's/tangential: {law: coulomb}/tangential: {law: cundall-strack, stiffness: 10}/' memory.yaml >springs.yaml
refused "known for sliding friction only" springs.yaml --speed 1 --slip 9
sed 's/tangential: {law: coulomb}/adhesion: {law: constant, force: 1}, tangential: {law: coulomb}/' \
    memory.yaml >sticky.yaml
refused "not known with an adhesion law" sticky.yaml --speed 1

# 0.5 at every impact, from 2 m/s under 10 m/s^2
printf 'time\n0\n0.2\n0.3\n0.35\n' >times.csv
"$REPOSE" bounce times.csv --gravity 10 | tail -1 | {
    IFS=, read -r speed eps
    near "$speed" 0.5 1e-9
    near "$eps" 0.5 1e-9
}

line=$("$REPOSE" scale --young 20.6e10 --poisson 0.29 --density 7700 --factor 0.1 --json)
near "$(echo "$line" | field stiffness)" 2.921e6 1e3
"$REPOSE" reproduce --list | grep -q '^poschel2008-fig7 ' || fail "the list of figures"
"$REPOSE" reproduce poschel2008-fig1 -o fig >out || fail "fig1"
[ "$(grep -c '"verdict": "pass"' fig/numbers.json)" = 4 ] || fail "numbers of fig1"
# A statement of a paper that does not come out is named, and is no failure.
"$REPOSE" reproduce leszczynski2003-fig2 -o differs >out || fail "leszczynski2003-fig2"
grep -q '^  differs .*the paper: 2 within 0 (errata 55)' out || fail "differs: $(cat out)"
[ "$(grep -c '"errata": 55, "verdict": "differs"' differs/numbers.json)" = 2 ] || fail "errata in numbers.json"
