"""Three hosts: network namespaces joined by a bridge on this machine, and mpirun across them over TCP. The same hash;
where the kernel can delay and lose packets, too. Needs root and OpenMPI."""
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
import _ranks
from _ranks import Test, need_mpi, run, same_files, scenes

need_mpi()
HOSTS, NET = 3, "10.77.0"
NAME = f"rp{os.getpid()}"


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def system(command, needed=True):
    p = subprocess.run(command, shell=True, capture_output=True, text=True)
    if needed and p.returncode:
        down()
        skip(f"{command}: {p.stderr.strip()}")
    return p


def up():
    system(f"ip link add {NAME} type bridge")
    system(f"ip addr add {NET}.254/24 dev {NAME} && ip link set {NAME} up")
    for n in range(1, HOSTS + 1):
        inside = f"ip netns exec {NAME}-{n}"
        system(f"ip netns add {NAME}-{n}")
        system(f"ip link add {NAME}v{n} type veth peer name eth0 netns {NAME}-{n}")
        system(f"ip link set {NAME}v{n} master {NAME} up")
        system(f"{inside} ip addr add {NET}.{n}/24 dev eth0 && {inside} ip link set eth0 up")
        system(f"{inside} ip link set lo up")


def down():
    for n in range(1, HOSTS + 1):
        system(f"ip netns del {NAME}-{n}", False)
    system(f"ip link del {NAME}", False)


def received():
    """Bytes that the hosts have sent to the bridge."""
    total = 0
    for n in range(1, HOSTS + 1):
        with open(f"/sys/class/net/{NAME}v{n}/statistics/rx_bytes") as f:
            total += int(f.read())
    return total


def agent(t):
    """What mpirun starts its daemon on a host by, in place of ssh."""
    path = t.path("agent")
    with open(path, "w") as f:
        f.write("#!/bin/sh\nn=${1##*.}\nshift\n")
        f.write(f'exec ip netns exec {NAME}-$n unshare --uts sh -c "hostname {NAME}-$n; $*"\n')
    os.chmod(path, 0o755)
    return path


def across(t, scene, name):
    hosts = ",".join(f"{NET}.{n}" for n in range(1, HOSTS + 1))
    options = {
        "plm_rsh_agent": agent(t),
        "oob_tcp_if_include": f"{NET}.0/24",
        "btl_tcp_if_include": f"{NET}.0/24",
        "btl": "tcp,self",
        "pml": "ob1",
        "mpi_yield_when_idle": "1",
    }
    words = [word for key, value in options.items() for word in ("--mca", key, value)]
    command = [_ranks.MPIRUN, "--allow-run-as-root", "--bind-to", "none", "--host", hosts, *words, "-n", str(HOSTS)]
    command += [os.path.abspath(_ranks.PROGRAM), "run", scene, "-o", t.path(name), "--threads", "1", "--quiet"]
    before = received()
    p = subprocess.run(command, capture_output=True, text=True, timeout=1800)
    t.equal(p.returncode, 0, f"exit code of {name}: {p.stderr}")
    s = _ranks.summary(t.path(name))
    sent = sum(rank[kind]["sent"] for rank in s["ranks"] for kind in ("rows", "halo"))
    t.check(received() - before > sent, f"{name}: {received() - before} bytes on the bridge, {sent} were traded")
    return s


if "Open MPI" not in _ranks.LIBRARY:
    skip("the options of mpirun are those of OpenMPI")
if os.geteuid() or not shutil.which("ip") or not shutil.which("unshare"):
    skip("network namespaces need root, ip and unshare")
t = Test()
up()
try:
    scene = scenes(t)["mesh"]
    run(t, scene, "one", "--threads", 1)
    across(t, scene, "hosts")
    same_files(t, "one", "hosts")
    slow = [system(f"tc qdisc add dev {NAME}v{n} root netem delay 1ms loss 0.5%", False) for n in range(1, HOSTS + 1)]
    if any(p.returncode for p in slow):
        print(f"without delay and loss: {slow[0].stderr.strip()}")
    else:
        across(t, scene, "slow")
        same_files(t, "one", "slow")
finally:
    down()
t.end()
