# Wide sources are compiled once per instruction set (src/base/wide.h): RP_ISA 0 baseline, 1 AVX2, 2 AVX-512.

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$")
    set(REPOSE_ISA_BUILT 3)
else()
    set(REPOSE_ISA_BUILT 1)
endif()

set(REPOSE_ISA_FLAGS_0 "")
set(REPOSE_ISA_FLAGS_1 -mavx2 -mfma -mbmi2)
set(REPOSE_ISA_FLAGS_2 -mavx512f -mavx512dq -mavx512vl -mavx512bw -mavx2 -mfma -mbmi2 -mprefer-vector-width=512)

function(repose_add_wide library)
    if(NOT ARGN)
        return()
    endif()
    math(EXPR last "${REPOSE_ISA_BUILT} - 1")
    foreach(isa RANGE ${last})
        set(objects ${library}_wide_${isa})
        add_library(${objects} OBJECT ${ARGN})
        set_target_properties(${objects} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
        target_include_directories(${objects} PRIVATE ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src)
        target_compile_definitions(${objects} PRIVATE RP_ISA=${isa} RP_ISA_BUILT=${REPOSE_ISA_BUILT})
        # inlined vectors cross no ABI; threaded jumps turn one choice in a loop over lanes into many
        target_compile_options(${objects} PRIVATE -Wno-psabi $<$<C_COMPILER_ID:GNU>:-fno-thread-jumps>
                               ${REPOSE_ISA_FLAGS_${isa}})
        target_link_libraries(${objects} PRIVATE OpenMP::OpenMP_C)
        list(APPEND wide_objects $<TARGET_OBJECTS:${objects}>)
    endforeach()
    set(REPOSE_WIDE_OBJECTS ${wide_objects} PARENT_SCOPE)
endfunction()
