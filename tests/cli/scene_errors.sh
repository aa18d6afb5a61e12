#!/bin/bash
# A wrong scene: exit code 2, a message with file:line:column, and nothing written, from `run` and from `check`.
set -u
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

# expect NAME TEXT...: the scene NAME.yaml is refused, and the message holds each TEXT.
expect() {
    local name=$1 command message code part
    shift
    for command in "run $name.yaml -o out" "check $name.yaml"; do
        message=$("$REPOSE" $command 2>&1 </dev/null)
        code=$?
        if [ $code -ne 2 ]; then echo "repose $command: exit code $code"; failures=$((failures + 1)); fi
        for part in "$@"; do
            case $message in
            *"$part"*) ;;
            *) echo "repose $command: '$part' is not in: ${message:0:500}"; failures=$((failures + 1)) ;;
            esac
        done
        if [ -e out ]; then echo "repose $command: wrote something"; failures=$((failures + 1)); rm -rf out; fi
    done
}

change() { sed "$2" "$REPOSE_SOURCE/examples/heap.yaml" >"$1.yaml"; }

expect missing "missing.yaml"
change key 's/density:/densty:/'
expect key "key.yaml:$(grep -n densty key.yaml | cut -d: -f1):" "unknown key 'densty'" "did you mean 'density'"
change unit 's/radius: 0.0025/radius: 2.5 mm/'; expect unit "unit.yaml:" "wrong unit" "2.5 mm" "unit m"
change negative 's/radius: 0.0025/radius: -1/'; expect negative "out of range" "-1"
change nan 's/-9.81/.nan/';                     expect nan "not a finite number"
change name 's/glued: floor/glued: flor/';      expect name "unknown wall 'flor'" "did you mean 'floor'"
change room 's/count: 1500/count: 150000/';     expect room "room for"
cat >mesh.yaml <<'END'
repose: 1
dimension: 3
method: soft
materials: {m: {density: 1900}}
interactions: [{between: [m, m], restitution: 0.6, normal: {law: fractional, order: 0.15, contact_time: 1.0e-4}}]
particles: [{material: m, radius: 1.0e-3, place: {list: [[0, 0, 2.0e-3]]}}]
walls: [{name: w, mesh: {file: floor.obj}, material: m}]
run: {until: 1}
END
printf 'v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n' >floor.obj
expect mesh "mesh.yaml:7:" "walls.w.mesh" "the law fractional" "from triangle to triangle" "contact-dynamics"
: >empty.yaml;                                  expect empty "empty.yaml:1:1" "empty"
head -c 10485760 /dev/urandom >bytes.yaml;      expect bytes "bytes.yaml:"
cat >bomb.yaml <<'END'
a: &a [x, x, x, x, x, x, x, x, x, x]
b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
END
expect bomb "bomb.yaml:2:8" "aliases"
cat >rest.yaml <<'END'
repose: 1
title: At rest
dimension: 3
method: soft
domain: {lower: [-1, -1, -1], upper: [1, 1, 1]}
materials: {bead: {density: 1000, young: 1.0e7, poisson: 0.3}}
interactions: [{between: [bead, bead], normal: {law: hertz}}]
particles: [{name: b, material: bead, radius: 0.01,
    place: {lattice: {type: cubic, lower: [0, 0, 0], upper: [0.1, 0.1, 0.1], spacing: 0.02}}}]
run: {until: 1}
END
expect rest "step: auto needs something that moves" "gravity" "step in seconds"

message=$("$REPOSE" run "$REPOSE_SOURCE/examples/heap.yaml" -o out --set interactions.0.frcition=1 2>&1)
if [ $? -ne 2 ] || [[ $message != *"did you mean 'friction'"* ]] || [ -e out ]; then
    echo "--set: $message"
    failures=$((failures + 1))
fi

[ $failures -eq 0 ]
