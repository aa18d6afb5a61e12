# fish completion for repose, printed by tools/print-shell
complete -c repose -n __fish_use_subcommand -f -a run -d 'run a scene'
complete -c repose -n '__fish_seen_subcommand_from run' -s o -r
complete -c repose -n '__fish_seen_subcommand_from run' -l threads -r
complete -c repose -n '__fish_seen_subcommand_from run' -l set -r
complete -c repose -n '__fish_seen_subcommand_from run' -l resume
complete -c repose -n '__fish_seen_subcommand_from run' -l until -r
complete -c repose -n '__fish_seen_subcommand_from run' -l force
complete -c repose -n '__fish_seen_subcommand_from run' -l max-hours -r
complete -c repose -n '__fish_seen_subcommand_from run' -l max-steps -r
complete -c repose -n '__fish_seen_subcommand_from run' -l quiet
complete -c repose -n __fish_use_subcommand -f -a compare -d 'the same scene by several methods'
complete -c repose -n '__fish_seen_subcommand_from compare' -s o -r
complete -c repose -n '__fish_seen_subcommand_from compare' -l methods -r
complete -c repose -n '__fish_seen_subcommand_from compare' -l columns -r
complete -c repose -n '__fish_seen_subcommand_from compare' -l threads -r
complete -c repose -n '__fish_seen_subcommand_from compare' -l set -r
complete -c repose -n '__fish_seen_subcommand_from compare' -l force
complete -c repose -n '__fish_seen_subcommand_from compare' -l quiet
complete -c repose -n '__fish_seen_subcommand_from compare' -l color -r
complete -c repose -n '__fish_seen_subcommand_from compare' -l forces
complete -c repose -n '__fish_seen_subcommand_from compare' -l azimuth -r
complete -c repose -n '__fish_seen_subcommand_from compare' -l elevation -r
complete -c repose -n '__fish_seen_subcommand_from compare' -l title -r
complete -c repose -n __fish_use_subcommand -f -a check -d 'what can be known before running'
complete -c repose -n '__fish_seen_subcommand_from check' -l set -r
complete -c repose -n '__fish_seen_subcommand_from check' -l strict
complete -c repose -n '__fish_seen_subcommand_from check' -l threads -r
complete -c repose -n __fish_use_subcommand -f -a new -d 'a commented scene to start from'
complete -c repose -n '__fish_seen_subcommand_from new' -s o -r
complete -c repose -n __fish_use_subcommand -f -a plot -d 'a picture of a frame, a series, a profile or the forces'
complete -c repose -n '__fish_seen_subcommand_from plot' -s o -r
complete -c repose -n '__fish_seen_subcommand_from plot' -l time -r
complete -c repose -n '__fish_seen_subcommand_from plot' -l color -r
complete -c repose -n '__fish_seen_subcommand_from plot' -l forces
complete -c repose -n '__fish_seen_subcommand_from plot' -l width -r
complete -c repose -n '__fish_seen_subcommand_from plot' -l height -r
complete -c repose -n '__fish_seen_subcommand_from plot' -l azimuth -r
complete -c repose -n '__fish_seen_subcommand_from plot' -l elevation -r
complete -c repose -n '__fish_seen_subcommand_from plot' -l title -r
complete -c repose -n '__fish_seen_subcommand_from plot' -l x -r
complete -c repose -n '__fish_seen_subcommand_from plot' -l log-x
complete -c repose -n '__fish_seen_subcommand_from plot' -l log-y
complete -c repose -n '__fish_seen_subcommand_from plot' -l name -r
complete -c repose -n '__fish_seen_subcommand_from plot' -l range -r
complete -c repose -n __fish_use_subcommand -f -a hash -d 'the state hash of a checkpoint, recomputed'
complete -c repose -n __fish_use_subcommand -f -a bench -d 'measured rates on this machine'
complete -c repose -n '__fish_seen_subcommand_from bench' -l threads -r
complete -c repose -n '__fish_seen_subcommand_from bench' -l steps -r
complete -c repose -n '__fish_seen_subcommand_from bench' -l warm -r
complete -c repose -n '__fish_seen_subcommand_from bench' -l repeat -r
complete -c repose -n '__fish_seen_subcommand_from bench' -l json
complete -c repose -n __fish_use_subcommand -f -a laws -d 'the contact laws, with parameters; --from: those of a shared object'
complete -c repose -n '__fish_seen_subcommand_from laws' -l markdown
complete -c repose -n '__fish_seen_subcommand_from laws' -l from -r
complete -c repose -n __fish_use_subcommand -f -a methods -d 'the methods of this build, with their options'
complete -c repose -n __fish_use_subcommand -f -a measures -d 'the measures, with units'
complete -c repose -n '__fish_seen_subcommand_from measures' -l markdown
complete -c repose -n __fish_use_subcommand -f -a restitution -d 'coefficients of restitution that contact laws give'
complete -c repose -n '__fish_seen_subcommand_from restitution' -l speed -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l slip -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l plot -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -s o -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l find -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l json
complete -c repose -n '__fish_seen_subcommand_from restitution' -l sticking
complete -c repose -n '__fish_seen_subcommand_from restitution' -l from-rolling -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l young -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l young2 -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l poisson -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l poisson2 -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l density -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l density2 -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l radius -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l radius2 -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l effective-mass -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l effective-radius -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l alpha -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l friction -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l static-friction -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l restitution -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l restitution-speed -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l normal -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l adhesion-law -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l tangential -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l stiffness -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l damping -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l damping-per-mass -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l tension -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l effective-young -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l damping-ratio -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l dissipation -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l eta1 -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l eta2 -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l adhesion -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l end -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l atomic-distance -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l order -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l contact-time -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l memory -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l scheme -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l accuracy -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l cluster-order -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l cluster-size -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l adhesion-adhesion -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l adhesion-force -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l tangential-damping -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l tangential-damping-per-mass -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l tangential-stiffness -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l tangential-stiffness-ratio -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l tangential-damping-ratio -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l tangential-elongation -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l tangential-effective-shear -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l tangential-exponent -r
complete -c repose -n '__fish_seen_subcommand_from restitution' -l wall
complete -c repose -n '__fish_seen_subcommand_from restitution' -l pair -r
complete -c repose -n __fish_use_subcommand -f -a bounce -d 'restitution from the times of a bouncing ball'
complete -c repose -n '__fish_seen_subcommand_from bounce' -l gravity -r
complete -c repose -n '__fish_seen_subcommand_from bounce' -l from -r
complete -c repose -n '__fish_seen_subcommand_from bounce' -l to -r
complete -c repose -n '__fish_seen_subcommand_from bounce' -l plot -r
complete -c repose -n '__fish_seen_subcommand_from bounce' -l json
complete -c repose -n '__fish_seen_subcommand_from bounce' -l table -r
complete -c repose -n __fish_use_subcommand -f -a scale -d 'the equivalent laboratory system of viscoelastic particles'
complete -c repose -n '__fish_seen_subcommand_from scale' -l young -r
complete -c repose -n '__fish_seen_subcommand_from scale' -l poisson -r
complete -c repose -n '__fish_seen_subcommand_from scale' -l density -r
complete -c repose -n '__fish_seen_subcommand_from scale' -l dissipation -r
complete -c repose -n '__fish_seen_subcommand_from scale' -l factor -r
complete -c repose -n '__fish_seen_subcommand_from scale' -l with-young -r
complete -c repose -n '__fish_seen_subcommand_from scale' -l with-poisson -r
complete -c repose -n '__fish_seen_subcommand_from scale' -l with-density -r
complete -c repose -n '__fish_seen_subcommand_from scale' -l json
complete -c repose -n __fish_use_subcommand -f -a reproduce -d 'figures of the papers: draw, compare numbers'
complete -c repose -n '__fish_seen_subcommand_from reproduce' -s o -r
complete -c repose -n '__fish_seen_subcommand_from reproduce' -l list
complete -c repose -n '__fish_seen_subcommand_from reproduce' -l all
complete -c repose -n '__fish_seen_subcommand_from reproduce' -l data -r
complete -c repose -n '__fish_seen_subcommand_from reproduce' -l full
complete -c repose -n '__fish_seen_subcommand_from reproduce' -l scene
complete -c repose -n __fish_use_subcommand -f -a view -d 'runs, or a scene that goes on, in a browser'
complete -c repose -n '__fish_seen_subcommand_from view' -l port -r
complete -c repose -n '__fish_seen_subcommand_from view' -l host -r
complete -c repose -n '__fish_seen_subcommand_from view' -l no-token
complete -c repose -n '__fish_seen_subcommand_from view' -l open
complete -c repose -n '__fish_seen_subcommand_from view' -l threads -r
complete -c repose -n '__fish_seen_subcommand_from view' -l set -r
complete -c repose -n '__fish_seen_subcommand_from view' -l paused
complete -c repose -n '__fish_seen_subcommand_from view' -l until-end
complete -c repose -n '__fish_seen_subcommand_from view' -l quiet
complete -c repose -n __fish_use_subcommand -f -a film -d 'the frames of runs as a film'
complete -c repose -n '__fish_seen_subcommand_from film' -s o -r
complete -c repose -n '__fish_seen_subcommand_from film' -l rate -r
complete -c repose -n '__fish_seen_subcommand_from film' -l color -r
complete -c repose -n '__fish_seen_subcommand_from film' -l forces
complete -c repose -n '__fish_seen_subcommand_from film' -l width -r
complete -c repose -n '__fish_seen_subcommand_from film' -l height -r
complete -c repose -n '__fish_seen_subcommand_from film' -l azimuth -r
complete -c repose -n '__fish_seen_subcommand_from film' -l elevation -r
complete -c repose -n '__fish_seen_subcommand_from film' -l title -r
complete -c repose -n '__fish_seen_subcommand_from film' -l quiet
complete -c repose -n __fish_use_subcommand -f -a watch -d 'a run that goes on, in a terminal'
complete -c repose -n '__fish_seen_subcommand_from watch' -l every -r
complete -c repose -n '__fish_seen_subcommand_from watch' -l once
complete -c repose -n __fish_use_subcommand -f -a report -d 'runs as one page of HTML'
complete -c repose -n '__fish_seen_subcommand_from report' -s o -r
complete -c repose -n '__fish_seen_subcommand_from report' -l size -r
complete -c repose -n '__fish_seen_subcommand_from report' -l title -r
complete -c repose -n __fish_use_subcommand -f -a study -d 'a scene over many values of its keys'
complete -c repose -n '__fish_seen_subcommand_from study' -s o -r
complete -c repose -n '__fish_seen_subcommand_from study' -l jobs -r
complete -c repose -n '__fish_seen_subcommand_from study' -l threads -r
complete -c repose -n '__fish_seen_subcommand_from study' -l job -r
complete -c repose -n '__fish_seen_subcommand_from study' -l list
complete -c repose -n '__fish_seen_subcommand_from study' -l retry
complete -c repose -n '__fish_seen_subcommand_from study' -l force
complete -c repose -n '__fish_seen_subcommand_from study' -l quiet
complete -c repose -n __fish_use_subcommand -f -a calibrate -d 'values of keys that give what was measured'
complete -c repose -n '__fish_seen_subcommand_from calibrate' -s o -r
complete -c repose -n '__fish_seen_subcommand_from calibrate' -l jobs -r
complete -c repose -n '__fish_seen_subcommand_from calibrate' -l threads -r
complete -c repose -n '__fish_seen_subcommand_from calibrate' -l force
complete -c repose -n '__fish_seen_subcommand_from calibrate' -l quiet
complete -c repose -n __fish_use_subcommand -f -a fclib -d 'solves a frictional contact problem of FCLIB'
complete -c repose -n '__fish_seen_subcommand_from fclib' -l solver -r
complete -c repose -n '__fish_seen_subcommand_from fclib' -l tolerance -r
complete -c repose -n '__fish_seen_subcommand_from fclib' -l max-iterations -r
complete -c repose -n '__fish_seen_subcommand_from fclib' -l threads -r
complete -c repose -n '__fish_seen_subcommand_from fclib' -l json
complete -c repose -n '__fish_seen_subcommand_from fclib' -l write -r
complete -c repose -n __fish_use_subcommand -f -a export -d 'particles of a run as CSV or XYZ'
complete -c repose -n '__fish_seen_subcommand_from export' -s o -r
complete -c repose -n '__fish_seen_subcommand_from export' -l time -r
complete -c repose -n '__fish_seen_subcommand_from export' -l all
complete -c repose -n '__fish_seen_subcommand_from export' -l checkpoint
