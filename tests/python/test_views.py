"""Views of arrays: no copy, checked writing, stale views that say so, memory that stays as long as numpy uses it."""
import gc
import pickle

import numpy as np
from _package import FEED, box, main, raises

import repose
from repose._library import lib

# every way to use an array that Python sees
USES = (
    lambda x: x[0],
    lambda x: x + 1,
    lambda x: 1 + x,
    lambda x: -x,
    lambda x: x == 0,
    lambda x: x.sum(),
    lambda x: x.copy(),
    lambda x: x.T,
    lambda x: x.tolist(),
    lambda x: list(x),
    lambda x: np.mean(x),
    lambda x: np.sort(x, axis=0),
    lambda x: np.concatenate([x, x]),
    lambda x: np.linalg.norm(x, axis=1),
    lambda x: x.astype(np.float32),
    pickle.dumps,
)


def new(method="soft"):
    return repose.Simulation(box(method), threads=1)


def test_a_view_is_the_memory_of_the_simulation():
    sim = new()
    for name in ("position", "velocity", "radius", "mass", "id", "group", "image"):
        view = getattr(sim, name)
        array = lib.rp_sim_array(sim._handle.pointer, name.encode())
        assert view.__array_interface__["data"] == (array.data, True), name
        assert view.shape[0] == 61 and view.strides[0] == array.stride
    assert sim.position.unit == "m" and "centre" in sim.position.meaning and sim.position is sim.position
    assert sim.position.dtype == np.float64 and sim.id.dtype == np.uint32
    assert sorted(sim.id) == list(range(61))
    before = sim.position.copy()
    view = sim.position
    sim.step()
    assert not view.stale and (np.asarray(view) != before).any()  # it shows the present state


def test_the_properties_are_the_arrays_of_the_library():
    names, n = set(), 0
    while lib.rp_sim_array_name(n):
        names.add(lib.rp_sim_array_name(n).decode())
        n += 1
    with new() as sim:
        for name in names:
            assert isinstance(getattr(repose.Simulation, name), property), name
        raises(repose.InputError, lambda: sim.array("positoin"), "did you mean 'position'?")
        raises(repose.InputError, lambda: sim.shape, "keeps no array 'shape'")


def stale_after(change):
    sim = new()
    view, part = sim.position, sim.position[:, 1]
    raw = np.asarray(view)
    change(sim)
    assert view.stale and part.stale and "stale" in repr(view)
    for use in USES:
        raises(repose.StaleView, lambda: use(view), "position")
        raises(repose.StaleView, lambda: use(part), "position")
    raises(repose.StaleView, lambda: view.__setitem__(0, 1))
    assert np.isfinite(raw).all()  # memory that is still there
    if not sim.closed:
        assert not sim.position.stale
    return sim, view, raw


def test_views_say_that_they_are_stale():
    stale_after(lambda sim: sim.advance(0.02))  # sorted anew
    stale_after(lambda sim: sim.add([0.05, 0.15], 0.002, "glass"))
    stale_after(lambda sim: sim.remove(5))
    stale_after(lambda sim: sim.rewind(sim.snapshot()))
    stale_after(lambda sim: sim.close())


def test_views_of_a_scene_with_a_source():
    sim = repose.Simulation(FEED + box(), threads=1)
    raw, before = np.asarray(sim.position), sim.position.copy()
    view, count = sim.position, sim.count
    sim.advance(0.01)
    assert sim.count > count and view.stale and len(sim.position) == sim.count
    assert raw.shape == before.shape and np.isfinite(raw).all()  # the arrays have grown; the memory of before is there


def test_memory_stays_as_long_as_an_array_uses_it():
    gc.collect()
    assert repose.memory_bytes() == 0
    sim = new()
    x = np.asarray(sim.position)  # plain: no check
    first = x.copy()
    for _ in range(3):  # the arrays move at every growth
        sim.add(np.column_stack([np.linspace(0.01, 0.09, 15), np.full(15, 0.1 + 0.02 * _)]), 0.002, "glass")
    assert (x == first).all()
    sim.rewind(sim.snapshot())
    sim.close()
    garbage = [np.random.rand(61, 8) for _ in range(200)]  # would overwrite freed memory
    assert (x == first).all()
    del garbage, sim
    gc.collect()
    assert repose.memory_bytes() > 61 * 64
    del x
    gc.collect()
    assert repose.memory_bytes() == 0


def test_a_view_keeps_its_simulation():
    view = new().position
    gc.collect()
    assert not view.stale and view[:, 1].max() > 0
    del view
    gc.collect()
    assert repose.memory_bytes() == 0


def test_writing_goes_through_the_checks_of_the_library():
    sim = new()
    post = sim.slot(0)
    free = np.arange(61) != post
    sim.velocity[free, 0] = 0.25
    assert (sim.velocity[free, 0] == 0.25).all() and sim.velocity[post, 0] == 0
    v = sim.velocity
    new_values = np.array(v)
    new_values[free] *= 2
    sim.velocity = new_values  # the row of the post is the same and is not written
    assert (v[free, 0] == 0.5).all()
    mask = np.where(free, 1.0, 0.0)[:, None]
    v *= mask + 1
    assert (sim.velocity[free, 0] == 1).all()
    before = sim.velocity.copy()
    sim.velocity += mask * [0.5, 0, 0]  # once, not twice
    assert (sim.velocity == before + mask * [0.5, 0, 0]).all()
    raises(repose.InputError, lambda: sim.set("velocity", [1, 0], ids=[0]))  # frozen
    raises(repose.InputError, lambda: sim.velocity.__setitem__((slice(None), 2), 1.0), "two dimensions")
    raises(ValueError, lambda: sim.mass.__setitem__(0, 1), "'mass' is for reading")
    raises(ValueError, lambda: sim.velocity[:, 0].__setitem__(0, 1), "a part of 'velocity'")
    raises(ValueError, lambda: np.add(1, 1, out=sim.mass), "'mass' is for reading")
    raises(repose.InputError, lambda: setattr(sim, "velocity", np.zeros((3, 3))), "(61, 3)")
    raises(repose.InputError, lambda: sim.velocity.__setitem__(4, np.nan))
    kinetic, work = sim.measure("kinetic"), sim.measure("drive_work")
    sim.set("velocity", [3.0, 4.0], ids=[7])
    assert np.array_equal(sim.velocity[sim.slot(7)], [3, 4, 0])
    gained = sim.measure("kinetic") - kinetic
    # the energy that comes in is work of drives: equal but for the rounding of two sums of 61 terms
    assert abs(sim.measure("drive_work") - work - gained) < 1e-12 * abs(gained)
    sim.angular_velocity = np.where(free[:, None], [0, 0, 2.0], 0)
    assert np.allclose(sim.spin[free, 2], 2 * sim.radius[free], rtol=1e-15, atol=0)
    assert np.array_equal(sim.by_id("radius"), sim.radius[np.argsort(sim.id)])


def test_results_are_plain_arrays():
    sim = new()
    for result in (sim.position + 1, np.sqrt(sim.mass), sim.position == 0, np.minimum(sim.mass, 1)):
        assert type(result) is np.ndarray and result.flags.owndata
    copy = sim.position.copy()
    copy[0] = 5  # belongs to Python
    sim.advance(0.02)
    assert copy[0, 0] == 5 and not getattr(copy, "stale", False)


if __name__ == "__main__":
    main(globals())
