/* Small scenes that together take what scenes can have: every method, shape of particles, kind of wall, place, source,
 * sink, law with memory, observer and kind of domain. For tests of failures: a run of one takes some milliseconds. */
#ifndef RP_TESTS_SCENES_H
#define RP_TESTS_SCENES_H

#define SCENES_FLAT                                                                                                    \
    "repose: 1\ntitle: flat\ndimension: 2\ngravity: [0, -9.81]\nthickness: 0.01\n"                                     \
    "materials: {m: {density: 1000, young: 1.0e+6, poisson: 0.3}, w: {}}\n"                                            \
    "domain: {lower: [0, -0.1], upper: [0.1, 0.3], periodic: [x]}\n"
#define SCENES_SOLID                                                                                                   \
    "repose: 1\ntitle: solid\ndimension: 3\ngravity: [0, 0, -9.81]\n"                                                  \
    "materials: {m: {density: 1000, young: 1.0e+6, poisson: 0.3}, w: {young: 1.0e+6, poisson: 0.3}}\n"                 \
    "domain: {lower: [-0.1, -0.1, -0.1], upper: [0.1, 0.1, 0.2]}\n"
#define SCENES_LINEAR                                                                                                  \
    "interactions: [{between: [any, any], friction: 0.5, restitution: 0.5, normal: {law: linear, stiffness: 1000}}]\n"
/* Every observer but those of one method. */
#define SCENES_OUTPUT(across, lower, upper)                                                                            \
    "output:\n  series: {every: 6.0e-4, derived: {all: \"kinetic + rotational\"}}\n"                                   \
    "  frames: {every: 1.0e-3, contacts: true}\n  dump: {every: 1.0e-3}\n  checkpoint: {every: 1.0e-3}\n"              \
    "  regions: [{name: core, box: {lower: " lower ", upper: " upper "}}, {name: bottom, slab: {axis: " across         \
    ", from: 0, to: 0.02}}]\n"                                                                                         \
    "  profiles: [{name: up, along: " across ", lower: 0, upper: 0.05, bins: 5, every: 4.0e-4, window: 8.0e-4}]\n"     \
    "  displacement: {every: 1.0e-3}\n"

static const struct {
    const char *name, *text;
} fault_scenes[] = {
    {"soft discs", SCENES_FLAT
     "method: soft\n"
     "interactions:\n"
     "  - {between: [any, any], friction: {static: 0.6, sliding: 0.5}, restitution: 0.5, normal: {law: "
     "linear, stiffness: 1000}, tangential: {law: cundall-strack, damping_ratio: 0.2}, rolling: {law: "
     "spring-dashpot, length: 1.0e-4, damping_ratio: 0.3}, adhesion: {law: constant, force: 1.0e-3}}\n"
     "  - {between: [m, w], friction: {table: [[0, 0.5], [1, 0.3]]}, restitution: 0.5, normal: {law: linear, "
     "stiffness: 1000}}\n"
     "particles:\n"
     "  - {name: bump, material: m, radius: 0.005, place: {list: [[0.02, 0], [0.045, 0]]}, glued: floor}\n"
     "  - {name: grains, material: m, count: 6, radius: {uniform: [0.004, 0.006]}, place: {random: {lower: "
     "[0, 0.006], upper: [0.1, 0.04]}}, velocity: {thermal: 0.1}}\n"
     "  - {name: pusher, material: m, radius: 0.004, place: {list: [[0.05, 0.06]]}, driven: {velocity: "
     "{table: [[0, 0, -1], [1, 0, -1]]}}}\n"
     "groups: [{name: some, select: {from: grains, upper: [0.05, 1]}, force: {table: [[0, 0, 0], [1, 1, "
     "0]]}, torque: 1.0e-5, lock: [rotation]}]\n"
     "walls:\n"
     "  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: w, velocity: {table: [[0, 0, 0], "
     "[0.01, 0.1, 0]]}}\n"
     "  - {name: lid, plane: {point: [0, 0.09], normal: [0, -1]}, material: w, mass: 0.1, load: {pressure: "
     "{table: [[0, 100], [1, 200]]}}}\n"
     "  - {name: arm, segment: {from: [0.03, 0.05], to: [0.05, 0.045]}, material: w, inertia: 1.0e-4, "
     "mass: 0.1, load: {axes: [x, y], force: [0, 0.1], torque: 0.01}}\n"
     "  - {name: pipe, cylinder: {point: [0.08, 0.02], radius: 0.01, side: outside}, material: w, "
     "rotation: {speed: 1}, until: 0.003}\n"
     "stages:\n"
     "  - {until: {unbalanced_force: 1.0e-6, after: 1.0e-3}, at_most: 2.0e-3}\n"
     "  - {until: {wall: {name: lid, displacement: 0.01}}, at_most: 1.0e-3, walls: {floor: {vibration: "
     "{amplitude: [0, 1.0e-4], frequency: 50}}, lid: {load: 10}, arm: {force: [0, 1], torque: 1}, pipe: "
     "{spin: 2}}, groups: {bump: {free: true}}, interactions: [{between: [m, m], friction: 0.1}]}\n"
     "  - {until: 2.0e-3, gravity: [1, -9.81], remove: [arm], groups: {pusher: {frozen: true}}}\n"
     "run: {step: 2.0e-4}\nview: {sliders: [{gravity: [0, 20]}, {wall: floor, speed: [0, 1], along: [1, 0]}, {wall: "
     "lid, "
     "load: [0, 10]}, {friction: [0, 1], between: [m, any]}]}\n" SCENES_OUTPUT(
         "y", "[0, 0]", "[0.1, 0.03]") "  forces: {every: 4.0e-4, window: 8.0e-4}\n"},
    {"soft polygons", SCENES_FLAT
     "method: soft\n" SCENES_LINEAR "particles:\n"
     "  - {name: stones, material: m, count: 3, radius: 0.006, shape: {polygon: {sides: [4, 6], "
     "angularity: 0.5}}, angle: random, place: {random: {lower: [0, 0.05], upper: [0.1, 0.09]}}}\n"
     "  - {name: cells, shape: polygon, material: m, place: {voronoi: {lower: [0, 0], upper: [0.1, 0.04], "
     "cells: [6, 2]}}}\n"
     "  - {name: own, material: m, shape: {polygon: {vertices: [[0, 0], [0.01, 0], [0, 0.01]]}}, place: "
     "{list: [[0.02, 0.12]]}, velocity: [0, -1]}\n"
     "  - {name: balls, material: m, radius: 0.004, place: {list: [[0.05, 0.045]]}}\n"
     "walls:\n  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: w}\n"
     "  - {name: arm, segment: {from: [0.03, 0.1], to: [0.05, 0.1]}, material: w, rotation: {speed: 1}}\n"
     "  - {name: pipe, cylinder: {point: [0.08, 0.1], radius: 0.01, side: outside}, material: w}\n"
     "run: {step: 2.0e-4, until: 2.0e-3, soft: {integrator: gear-5}}\n" SCENES_OUTPUT("y", "[0, 0]", "[0.1, 0.03]")},
    {"soft spheres, a mesh, what comes and goes", SCENES_SOLID
     "method: soft\n"
     "interactions: [{between: [any, any], friction: 0.4, restitution: 0.5, normal: {law: hertz}, "
     "tangential: {law: mindlin}, rolling: {law: constant-torque, friction: 0.1}}]\n"
     "particles: [{name: rows, material: m, place: {file: rows.csv, copies: [2, 1, 1], period: [0.03, 0, "
     "0]}}, {name: one, material: m, radius: 0.004, place: {list: [[0.05, -0.05, 0.01]]}}, {name: spots, material: m, "
     "radius: {file: radii.csv}, place: {list: [[0.03, 0.03, 0.05], "
     "[-0.03, 0.03, 0.05]]}}]\n"
     "sources:\n"
     "  - {name: rain, box: {lower: [-0.05, -0.05, 0.05], upper: [0.05, 0.05, 0.1]}, particles: [{name: "
     "coarse, share: 0.7, material: m, radius: 0.005}, {name: fine, material: m, radius: {sieve: [[0.004, "
     "0], [0.006, 1]]}}], shares: mass, rate: {count: 2000}, amount: {count: 12}, every: 1.0e-3, velocity: "
     "{mean: [0, 0, -2], spread: 0.1}}\n"
     "  - {name: skin, mesh: {file: tetra.obj, scale: 0.02, move: [0, 0, 0.15]}, particles: {material: m, "
     "radius: 0.004}, amount: {count: 2}}\n"
     "  - {name: spot, disc: {point: [0, 0, 0.12], normal: [0, 0, 1], radius: 0.02}, particles: one, "
     "rate: {mass: 0.01}, active: false}\n"
     "sinks:\n"
     "  - {name: low, plane: {point: [0, 0, -0.05], normal: [0, 0, 1]}}\n"
     "  - {name: gate, plane: {point: [0, 0, 0.06], normal: [0, 0, 1]}, pass: true}\n"
     "  - {name: hit, wall: hill}\n"
     "  - {name: part, mesh: {file: tetra.obj, scale: 0.01, move: [0.05, 0.05, 0.02]}}\n"
     "walls:\n  - {name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: w}\n"
     "  - {name: hill, mesh: {file: tetra.obj, scale: 0.02, rotate: {axis: [0, 0, 1], angle: 1}, move: [0, "
     "0, 0]}, material: w, velocity: [0, 0.1, 0]}\n"
     "  - {name: round, cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 0.09}, material: w, "
     "rotation: {speed: 3}}\n"
     "  - {name: funnel, cone: {point: [0, 0, 0.02], axis: [0, 0, 1], radii: [0.03, 0.08], height: 0.03}, "
     "material: w}\n"
     "  - {name: plate, disc: {point: [0, 0.05, 0.03], normal: [0, 0, 1], radius: 0.02}, material: w}\n"
     "  - {name: tray, rectangle: {corner: [0.03, -0.06, 0.03], sides: [[0.03, 0, 0], [0, 0.03, 0]]}, "
     "material: w}\n"
     "stages: [{until: 2.0e-3}, {until: 2.0e-3, sources: {spot: true}, sinks: {low: false}}]\n"
     "run: {step: 2.0e-4}\n" SCENES_OUTPUT("z", "[-0.1, -0.1, 0]", "[0.1, 0.1, 0.03]")},
    {"soft clumps and polyhedra",
     SCENES_SOLID "method: soft\n" SCENES_LINEAR "particles:\n"
                  "  - {name: twins, shape: {clump: {spheres: [[-0.002, 0, 0, 0.003], [0.002, 0, 0, 0.003]]}}, angle: "
                  "random, count: 3, material: m, place: {random: {lower: [-0.03, -0.03, 0.0], upper: [0.03, 0.03, "
                  "0.02]}}, velocity: [0, 0, -1], torque: [0, 0, 1.0e-5]}\n"
                  "  - {name: read, shape: {clump: {file: clump.csv}}, material: m, radius: 0.006, place: {list: [[0, "
                  "0.05, 0.01]]}}\n"
                  "  - {name: dice, shape: {polyhedron: {solid: cube}}, radius: 0.006, angle: random, count: 3, "
                  "material: m, place: {random: {lower: [-0.03, -0.03, 0.03], upper: [0.03, 0.03, 0.05]}}, velocity: "
                  "[0, 0, -2]}\n"
                  "  - {name: stones, shape: {polyhedron: {random: [8, 12]}}, radius: 0.006, count: 2, material: m, "
                  "place: {random: {lower: [-0.03, -0.03, 0.05], upper: [0.03, 0.03, 0.07]}}}\n"
                  "  - {name: boxes, shape: {polyhedron: {box: [0.01, 0.01, 0.01]}}, material: m, place: {list: "
                  "[[0.05, 0, 0.005], [0.05, 0, 0.0149]]}}\n"
                  "  - {name: scans, shape: {polyhedron: {file: tetra.obj}}, radius: 0.006, material: m, place: {list: "
                  "[[0.05, 0.03, 0.005]]}}\n"
                  "  - {name: balls, material: m, radius: 0.004, place: {list: [[0.05, 0.003, 0.0235]]}}\n"
                  "walls:\n  - {name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: w}\n"
                  "  - {name: hill, mesh: {file: tetra.obj, scale: 0.02, move: [0, 0, 0.02]}, material: w}\n"
                  "  - {name: round, cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 0.09}, material: w}\n"
                  "run: {step: 2.0e-4, until: 2.0e-3}\n" SCENES_OUTPUT("z", "[-0.1, -0.1, 0]", "[0.1, 0.1, 0.03]")},
    {"soft contacts with memory", SCENES_FLAT
     "method: soft\n"
     "interactions: [{between: [any, any], friction: 0.5, normal: {law: fractional, order: 0.2, "
     "cluster_order: 0.6, cluster_size: 5, stiffness: 1000, damping: 1}, tangential: {law: cundall-strack, "
     "stiffness: 100}}]\n"
     "particles: [{name: balls, shape: sphere, material: m, radius: 0.005, place: {lattice: {type: "
     "triangular, lower: [0, 0], upper: [0.1, 0.03]}}, velocity: {thermal: 0.2}}]\n"
     "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: w}]\n"
     "run: {step: 2.0e-4, until: 2.0e-3}\noutput: {series: {every: 1.0e-3}, checkpoint: {every: 2.0e-3}}\n"},
    {"soft necks",
     SCENES_SOLID "method: soft\n"
                  "interactions: [{between: [any, any], friction: 0.5, normal: {law: jkr, adhesion: 0.05}, tangential: "
                  "{law: coulomb}, rolling: {law: viscoelastic, dissipation: 1.0e-5}}]\n"
                  "particles: [{name: balls, material: m, radius: 0.005, place: {lattice: {type: hexagonal, lower: [0, "
                  "0, 0], upper: [0.04, 0.04, 0.03], jitter: 0.1}}, velocity: {thermal: 0.2}}]\n"
                  "walls: [{name: box, box: {lower: [0, 0, 0], upper: [0.04, 0.04, 0.04]}, material: w}]\n"
                  "run: {step: 2.0e-4, until: 2.0e-3, soft: {integrator: symplectic-euler}}\noutput: {series: {every: "
                  "1.0e-3}}\n"},
    {"soft, Runge-Kutta",
     SCENES_FLAT "method: soft\n" SCENES_LINEAR
                 "particles: [{name: balls, material: m, radius: {normal: {mean: 0.005, deviation: 1.0e-4}}, count: 6, "
                 "place: {random: {lower: [0, 0], upper: [0.1, 0.03]}}, velocity: {thermal: 0.2}}]\n"
                 "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: w}, {name: lid, plane: "
                 "{point: [0, 0.04], normal: [0, -1]}, material: w, mass: 0.1, load: {force: 1}}]\n"
                 "run: {step: 2.0e-4, until: 2.0e-3, soft: {integrator: runge-kutta-4}}\noutput: {series: {every: "
                 "1.0e-3}}\n"},
    {"soft cell",
     "repose: 1\ndimension: 2\nmethod: soft\nthickness: 0.01\nmaterials: {m: {density: 1000}}\n"
     "domain: {lower: [0, 0], upper: [0.06, 0.06], periodic: [x, y], stress: {yy: 100}, rate: {xy: 10}}\n" SCENES_LINEAR
     "particles: [{name: balls, material: m, radius: 0.005, count: 20, place: {compressed: {lower: [0, 0], upper: "
     "[0.06, 0.06]}}}]\nstages: [{until: 1.0e-3}, {until: 1.0e-3, domain: {stress: {yy: 50}, rate: {xy: 5}}}]\n"
     "run: {step: 1.0e-4}\noutput: {series: {every: 1.0e-3}, frames: {every: 1.0e-3}, pairs: {every: 5.0e-4, up_to: "
     "0.02}, checkpoint: {every: 1.0e-3}}\n"},
    {"rigid discs and polygons", SCENES_FLAT
     "method: contact-dynamics\n"
     "interactions: [{between: [any, any], friction: 0.5, restitution: 0.2, adhesion: {law: "
     "constant, force: 1.0e-3}}]\n"
     "particles:\n"
     "  - {name: stones, material: m, count: 4, radius: 0.006, shape: {polygon: {sides: 5}}, place: "
     "{random: {lower: [0, 0.02], upper: [0.1, 0.05]}}, velocity: [0, -1]}\n"
     "  - {name: balls, material: m, radius: 0.005, place: {lattice: {lower: [0, 0], upper: [0.1, 0.011]}}}\n"
     "  - {name: pusher, material: m, radius: 0.004, place: {list: [[0.05, 0.06]]}, driven: {velocity: [0, "
     "-1]}}\n"
     "walls:\n  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: w}\n"
     "  - {name: lid, plane: {point: [0, 0.07], normal: [0, -1]}, material: w, mass: 0.1, load: {force: "
     "1}}\n  - {name: arm, segment: {from: [0.03, 0.06], to: [0.05, 0.055]}, material: w, rotation: {speed: "
     "1}}\n"
     "run: {step: 5.0e-4, until: 3.0e-3, without: [adhesion]}\n" SCENES_OUTPUT(
         "y", "[0, 0]", "[0.1, 0.03]") "  forces: {every: 1.0e-3}\n  fclib: {every: 2.0e-3}\n"},
    {"rigid discs that roll and stick",
     SCENES_FLAT "method: contact-dynamics\n"
                 "interactions: [{between: [any, any], friction: 0.5, normal: {law: linear, stiffness: 1000, damping: "
                 "0.1}, rolling: {law: constant-torque, length: 1.0e-4}, adhesion: {law: constant, force: 1.0e-3}}]\n"
                 "particles:\n"
                 "  - {name: balls, material: m, radius: {uniform: [0.004, 0.005]}, count: 8, place: {random: {lower: "
                 "[0, 0], upper: [0.1, 0.03]}}}\n"
                 "walls:\n  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: w}\n"
                 "run: {step: auto, until: 3.0e-3, contact-dynamics: {stepping: midpoint, solver: gauss-seidel, order: "
                 "random, criterion: local-force}}\noutput: {series: {every: 1.0e-3}, checkpoint: {every: 2.0e-3}}\n"},
    {"rigid polyhedra, clumps, spheres", SCENES_SOLID
     "method: contact-dynamics\ninteractions: [{between: [any, any], friction: 0.5, restitution: 0.2}]\n"
     "particles:\n"
     "  - {name: dice, shape: {polyhedron: {solid: octahedron}}, radius: 0.006, angle: random, count: 2, "
     "material: m, place: {random: {lower: [-0.03, -0.03, 0.03], upper: [0.03, 0.03, 0.05]}}, velocity: "
     "[0, 0, -2]}\n"
     "  - {name: boxes, shape: {polyhedron: {box: [0.01, 0.01, 0.01]}}, material: m, place: {list: "
     "[[0.05, 0, 0.005], [0.05, 0, 0.0149], [0.05, 0.04, 0.036]]}}\n"
     "  - {name: twins, shape: {clump: {spheres: [[-0.002, 0, 0, 0.003], [0.002, 0, 0, 0.003]]}}, angle: "
     "random, count: 2, material: m, place: {random: {lower: [-0.03, -0.03, 0.0], upper: [0.03, 0.03, "
     "0.02]}}}\n"
     "  - {name: balls, material: m, radius: 0.004, place: {list: [[0.05, 0, 0.0235], [0, 0.05, 0.0041]]}}\n"
     "sources: [{name: rain, cylinder: {point: [0, 0, 0.1], axis: [0, 0, 1], radius: 0.03, from: 0, to: "
     "0.05}, particles: {material: m, radius: 0.005}, rate: {count: 1000}, amount: {count: 3}}]\n"
     "sinks: [{name: out, box: {lower: [-0.1, -0.1, -0.1], upper: [-0.02, 0.1, 0.02]}}]\n"
     "walls:\n  - {name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: w}\n"
     "  - {name: hill, mesh: {file: tetra.obj, scale: 0.02, move: [0, 0, 0.02]}, material: w, mass: 0.1, "
     "load: {axes: [z], gravity: true, force: [0, 0, 1]}}\n"
     "  - {name: tray, rectangle: {corner: [0.04, 0.03, 0.03], sides: [[0.03, 0, 0], [0, 0.03, 0]]}, "
     "material: w}\n"
     "  - {name: funnel, cone: {point: [0, 0, 0.06], axis: [0, 0, 1], radii: [0.03, 0.08], height: 0.03}, "
     "material: w}\n"
     "run: {step: 5.0e-4, until: 3.0e-3}\n" SCENES_OUTPUT(
         "z", "[-0.1, -0.1, 0]", "[0.1, 0.1, 0.03]") "  forces: {every: 1.0e-3}\n  fclib: {every: 2.0e-3}\n"},
    {"rigid cell",
     "repose: 1\ndimension: 3\nmethod: contact-dynamics\nmaterials: {m: {density: 1000}}\n"
     "domain: {lower: [0, 0, 0], upper: [0.04, 0.04, 0.04], periodic: [x, y, z], stress: 100}\n"
     "interactions: [{between: [any, any], friction: 0.5, restitution: 0}]\n"
     "particles: [{name: balls, material: m, radius: 0.005, count: 40, place: {compressed: {lower: [0, 0, 0], upper: "
     "[0.04, 0.04, 0.04]}}}]\nrun: {step: 1.0e-3, until: 3.0e-3}\noutput: {series: {every: 1.0e-3}, pairs: {every: "
     "1.0e-3, up_to: 0.015}, checkpoint: {every: 2.0e-3}}\n"},
    {"events with laws", SCENES_FLAT
     "method: event-driven\n"
     "interactions: [{between: [any, any], friction: 0.3, restitution: 0.5, normal: {law: linear, "
     "stiffness: 1000}, tangential: {law: cundall-strack, stiffness_ratio: 0.5}}]\n"
     "particles: [{name: balls, material: m, radius: {uniform: [0.004, 0.005]}, count: 8, place: {random: "
     "{lower: [0, 0], upper: [0.1, 0.03]}}, velocity: {thermal: 0.5}}]\n"
     "walls:\n  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: w, vibration: {amplitude: "
     "[0, 0.001], frequency: 30}}\n"
     "  - {name: lid, plane: {point: [0, 0.04], normal: [0, -1]}, material: w, heated: {temperature: "
     "1.0e-5, accommodation: 0.5}}\n"
     "  - {name: arm, segment: {from: [0.03, 0.05], to: [0.05, 0.045]}, material: w}\n"
     "run: {step: 1.0e-3, until: 0.02, event-driven: {collapse: tc, contact_time: 1.0e-5, search: lists, "
     "coefficient_error: 0.1}}\n"
     "output: {series: {every: 5.0e-3}, frames: {every: 0.01}, events: {}, checkpoint: {every: 0.01}, "
     "displacement: {every: 0.01}, profiles: [{name: up, along: y, lower: 0, upper: 0.05, bins: 3, every: "
     "0.01}]}\n"},
    {"events, a mesh, what comes and goes", SCENES_SOLID
     "method: event-driven\ninteractions: [{between: [any, any], restitution: {measured: [[0, 1, 0.5, 0.6], "
     "[1, 10, 0.4, 0.5]]}}]\n"
     "particles: [{name: balls, material: m, radius: {lognormal: {median: 0.004, sigma: 0.05}}, count: 8, "
     "place: {random: {lower: [-0.05, -0.05, 0.03], upper: [0.05, 0.05, 0.08]}}, velocity: {thermal: 0.5}}, "
     "{name: big, material: m, radius: 0.02, place: {list: [[0.06, 0.06, 0.1]]}, frozen: true}]\n"
     "sources: [{name: rain, box: {lower: [-0.05, -0.05, 0.1], upper: [0.05, 0.05, 0.15]}, particles: "
     "{material: m, radius: 0.005}, rate: {count: 500}, velocity: [0, 0, -1]}]\n"
     "sinks: [{name: low, wall: floor}]\n"
     "walls:\n  - {name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: w}\n"
     "  - {name: hill, mesh: {file: tetra.obj, scale: 0.02}, material: w}\n"
     "  - {name: box, box: {lower: [-0.1, -0.1, -0.1], upper: [0.1, 0.1, 0.2]}, material: w}\n"
     "run: {step: 1.0e-3, until: 0.02, event-driven: {collapse: sleep, still_speed: 1.0e-3, search: cells, "
     "stale: graph}}\n"
     "output: {series: {every: 5.0e-3}, checkpoint: {every: 0.01}}\n"},
    {"events of a gas",
     "repose: 1\ndimension: 3\nmethod: event-driven\nmaterials: {m: {density: 1000}}\n"
     "domain: {lower: [0, 0, 0], upper: [0.04, 0.04, 0.04], periodic: [x, y, z]}\n"
     "interactions: [{between: [any, any], restitution: {normal: 0.9, tangential: 0.2}}]\n"
     "particles: [{name: balls, material: m, radius: 0.003, count: 40, place: {random: {lower: [0, 0, 0], upper: "
     "[0.04, "
     "0.04, 0.04]}}, velocity: {thermal: 0.5}}]\nrun: {step: 1.0e-3, until: 0.01, event-driven: {fluctuation_below: "
     "0.1, fluctuation_above: 0.05}}\noutput: {series: {every: 5.0e-3}, pairs: {every: 1.0e-3, up_to: 0.02}, "
     "checkpoint: "
     "{every: 5.0e-3}}\n"},
};

enum { FAULT_SCENES = sizeof fault_scenes / sizeof *fault_scenes };

static const struct {
    const char *name, *text;
} fault_files[] = {
    {"tetra.obj", "v 1 1 1\nv 1 -1 -1\nv -1 1 -1\nv -1 -1 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n"},
    {"rows.csv", "id,x,y,z,radius,vx,vy,vz\n0,-0.05,-0.05,0.004,0.004,0,0,0\n1,-0.05,-0.04,0.004,0.004,0,0,-1\n"},
    {"radii.csv", "radius\n0.004\n0.005\n"},
    {"clump.csv", "x,y,z,radius\n-0.002,0,0,0.003\n0.002,0,0,0.003\n"},
};

enum { FAULT_FILES = sizeof fault_files / sizeof *fault_files };

#endif
