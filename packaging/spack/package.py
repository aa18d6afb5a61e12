# A copy of this file as var/spack/repos/.../packages/repose/package.py, then: spack dev-build repose@0.2.0
from spack.package import *


class Repose(CMakePackage):
    """Granular matter by soft particles, contact dynamics and events."""

    license("Apache-2.0")

    version("0.2.0")

    variant("view", default=False, description="repose view, by civetweb")

    depends_on("c", type="build")
    depends_on("cmake@3.20:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("libyaml")
    depends_on("hdf5~mpi")
    depends_on("zlib-api")
    depends_on("cairo+png")
    depends_on("civetweb", when="+view")

    def cmake_args(self):
        return ["-DREPOSE_VIEWER=OFF", "-DREPOSE_MPI=OFF"]  # its page needs packages of npm while it is built

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_installed(self):
        repose = Executable(self.prefix.bin.repose)
        repose("check", join_path(self.prefix.share, "repose", "examples", "bounce.yaml"))
