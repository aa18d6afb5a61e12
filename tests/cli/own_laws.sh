# Laws of a shared object that a scene names: they run, in this program and in another one; errors say what is wrong.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "own_laws.sh: $*" >&2; exit 1; }
near() {
    awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; exit !(d < t && -d < t) }' || fail "$1 is not $2 within $3"
}
objects=$(dirname "$REPOSE")/tests/examples

# added by a program, and by the scene's shared object: the same bits, and those of the closed form
"$objects/own_law" >program || fail "own_law: $(cat program)"
"$objects/own_law" "$objects/power_law.so" >object || fail "own_law power_law.so: $(cat object)"
cmp program object

cp "$objects/power_law.so" "$objects/bad_laws.so" .
scene() { # laws, method, rest of the interaction
    cat <<END
repose: 1
dimension: 3
method: $2
laws: [$1]
materials: {steel: {density: 7800}}
interactions: [{between: [steel, steel], $3}]
particles: [{name: ball, material: steel, radius: 0.01, velocity: [0, 0, -1], place: {list: [[0, 0, 0.011]]}}]
walls: [{name: floor, material: steel, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}]
run: {until: 0.003, step: 1.0e-6}
output: {series: {every: 0.001}}
END
}
law='normal: {law: power, factor: 1.0e9, damping: 0.5}'

# eps of a v (1 + eps) = ln((1 + a v) / (1 - a v eps)) at a v = 0.5, by the integrator of impacts
scene power_law.so soft "$law" >ball.yaml
eps=$("$REPOSE" restitution ball.yaml --wall --speed 1 --json | sed -n 's/.*"eps_n": \([^,]*\).*/\1/p')
near "$eps" 0.7484349316 1e-8
near "$eps" "$(sed 's/restitution \([^,]*\),.*/\1/' program)" 1e-4

# a run from another directory, broken off and resumed, ends with the same bits
mkdir elsewhere && cd elsewhere
"$REPOSE" run ../ball.yaml -o whole --quiet
"$REPOSE" run ../ball.yaml -o parts --quiet --max-hours 1e-9 && fail "a stopped run has exit code 0"
"$REPOSE" run --resume -o parts --quiet
[ "$("$REPOSE" hash whole)" = "$("$REPOSE" hash parts)" ] || fail "a resumed run has other bits"
grep -q "$work/elsewhere/../power_law.so" parts/scene.yaml || fail "the kept scene has no absolute path"
cd ..

# hard methods take the restitution that the law implies
for method in contact-dynamics event-driven; do
    scene power_law.so $method "$law" | sed 's/step: 1.0e-6/step: 1.0e-4/' >hard.yaml
    "$REPOSE" run hard.yaml -o $method --quiet
    speed=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "kinetic") k = i }
                     END { print sqrt(2 * $k / (7800 * 4 / 3 * 3.14159265358979 * 1e-6)) }' $method/series.csv)
    near "$speed" "$eps" 2e-3 # the table of speeds is linear between its rows
done

# a restitution beside a law that makes no use of it is named, and changes nothing by any method
for method in soft contact-dynamics event-driven; do
    scene power_law.so $method "restitution: 0.3, $law" | sed 's/step: 1.0e-6/step: 1.0e-5/' >given.yaml
    scene power_law.so $method "$law" | sed 's/step: 1.0e-6/step: 1.0e-5/' >free.yaml
    "$REPOSE" run given.yaml -o given --quiet --force
    "$REPOSE" run free.yaml -o free --quiet --force
    [ "$("$REPOSE" hash given)" = "$("$REPOSE" hash free)" ] || fail "$method: restitution acts beside power"
    "$REPOSE" check given.yaml | grep -q 'without effect:.* restitution.normal' || fail "$method: no word in check"
    grep -q 'without effect.* restitution.normal' given/log.txt || fail "$method: the log does not name it"
done

"$REPOSE" laws --from power_law.so | grep -q '^  power$' || fail "laws --from"
"$REPOSE" laws --from power_law.so | grep -q walton && fail "laws --from lists built-in laws"

refused() { # words, command
    words=$1; shift
    code=0; "$REPOSE" "$@" >out 2>err || code=$?
    [ $code = 2 ] || fail "exit code $code for $*"
    grep -q -- "$words" err || fail "$(cat err) does not say: $words"
}
refused_scene() { # words, arguments of scene
    told=$1; shift
    scene "$@" >bad.yaml
    refused "$told" check bad.yaml
    grep -q '^repose: bad.yaml:[0-9]*:[0-9]*: \(laws.0\|interactions.0\)' err || fail "$(cat err) has no line and key"
}
refused_scene "missing file" none.so soft "$law"
refused_scene "cannot be loaded" ball.yaml soft "$law"
refused_scene "made for version 2" bad_laws.so soft "$law"
refused_scene "did you mean 'power'" power_law.so soft 'normal: {law: powr, factor: 1.0e9}'
refused_scene "a number >= 1" power_law.so soft 'normal: {law: power, factor: 1.0e9, exponent: 0.5}'
refused_scene "needs a factor" power_law.so soft 'normal: {law: power}'
scene "power_law.so, power_law.so" soft "$law" >twice.yaml
refused "normal law 'power' already" check twice.yaml
refused "no function rp_laws_export" laws --from "$(ldd "$REPOSE" | sed -n 's/.*=> \(.*libm\.so[^ ]*\).*/\1/p')"
