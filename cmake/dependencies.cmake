# Finds what Repose is built from. Everything missing is named at once, with the command that installs it on Debian.

set(missing "")

macro(repose_need target module package)
    pkg_search_module(${target} IMPORTED_TARGET ${module})
    if(${target}_FOUND)
        list(APPEND REPOSE_LIBRARIES PkgConfig::${target})
        list(APPEND REPOSE_PC_REQUIRES ${${target}_MODULE_NAME})
    else()
        list(APPEND missing ${package})
    endif()
endmacro()

find_package(PkgConfig)
if(PkgConfig_FOUND)
    repose_need(YAML yaml-0.1 libyaml-dev)
    repose_need(HDF5 "hdf5-serial;hdf5" libhdf5-dev)
    repose_need(ZLIB zlib zlib1g-dev)
    repose_need(PNG libpng libpng-dev)
    repose_need(CAIRO cairo libcairo2-dev)
    if(REPOSE_TESTS)
        pkg_search_module(CMOCKA IMPORTED_TARGET cmocka)
        if(NOT CMOCKA_FOUND)
            list(APPEND missing libcmocka-dev)
        endif()
    endif()
else()
    list(APPEND missing pkg-config)
endif()

find_package(OpenMP COMPONENTS C)
if(NOT OpenMP_C_FOUND)
    message(FATAL_ERROR "The C compiler ${CMAKE_C_COMPILER} has no OpenMP. gcc has it; clang needs libomp.")
endif()

if(missing)
    list(JOIN missing " " packages)
    message(FATAL_ERROR "Missing packages: ${packages}\n"
                        "On Debian or Ubuntu:  sudo apt-get install ${packages}\n"
                        "or let tools/install do it.")
endif()
list(JOIN REPOSE_PC_REQUIRES " " REPOSE_PC_REQUIRES)
