#!/usr/bin/env bash
# Contact dynamics from the command line: check tells how soft a run is, series and summary have the method's columns,
# and a bed is solved within its sweeps.
set -u
fail() { echo "failed: $*"; exit 1; }
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT && cd "$work" || exit 1

cat >scene.yaml <<'Y'
repose: 1
title: Column
dimension: 3
method: contact-dynamics
gravity: [0, 0, -9.81]
materials: {m: {density: 1000}}
interactions: [{between: [m, m], friction: 0.5}]
particles: [{material: m, radius: 0.01, place: {list: [[0, 0, 0.01], [0, 0, 0.03], [0, 0, 0.05]]}}]
walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]
run: {until: 0.05, step: 1.0e-3,
  contact-dynamics: {solver: gauss-seidel, order: random, criterion: iterations, iterations: {max: 3}}}
output: {series: {every: 0.01}}
Y
"$REPOSE" check scene.yaml >check.txt || fail "check"
grep -q "soft regime" check.txt && fail "three sweeps reach 3.1 diameters (Eq. 47)"
"$REPOSE" check scene.yaml --set run.contact-dynamics.iterations.max=1 | grep -q "soft regime" ||
    fail "one sweep does not reach through three"
"$REPOSE" run scene.yaml -o out --quiet || fail "run"
for column in iterations residual unconverged_steps push_reach; do
    head -1 out/series.csv | grep -q ",$column," || fail "no column $column"
    grep -q "\"$column\"" out/summary.json || fail "no $column in the summary"
done
"$REPOSE" run scene.yaml -o bad --set run.contact-dynamics.order=coloured \
    --set run.contact-dynamics.solver=acelerated 2>err && fail "a wrong solver"
grep -q "accelerated" err || fail "no suggestion: $(cat err)"

# A bed of 8000 spheres without forces, friction 0.5: momentum carries it in some 250 sweeps. Plain Gauss-Seidel takes
# thousands, and momentum that is not restarted in time keeps going round.
cold="run={until: 2.5e-4, step: 2.5e-4, contact-dynamics: {iterations: {max: 600}}}"
"$REPOSE" run "$REPOSE_SOURCE/bench/contacts.yaml" -o cold --quiet --set "$cold" || fail "cold bed"
grep -q '"unconverged_steps": 0' cold/summary.json ||
    fail "cold bed: $(grep -E 'residual|carried|iterations' cold/summary.json)"
