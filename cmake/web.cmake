# The page of the viewer: web/ bundled by esbuild into one HTML file, which becomes a C source of the library.
# REPOSE_PAGE is that source. Node's packages go to the build directory, once for each version of the lock file.

set(REPOSE_VIEWER AUTO CACHE STRING "The viewer in the browser: AUTO (built where Node is there), ON, OFF")
set(REPOSE_PAGE ${CMAKE_BINARY_DIR}/page.c)
set(REPOSE_WEB ${CMAKE_BINARY_DIR}/web)
set(reason "")

# Runs npm ci unless it was run for this lock file. Sets `reason` if it fails.
function(repose_install_packages npm)
    set(omit --omit=dev)
    if(REPOSE_TESTS)
        set(omit --include=dev)
    endif()
    file(SHA256 ${CMAKE_SOURCE_DIR}/web/package-lock.json hash)
    set(stamp "${hash} ${omit}")
    if(EXISTS ${REPOSE_WEB}/stamp)
        file(READ ${REPOSE_WEB}/stamp done)
        if(done STREQUAL stamp)
            return()
        endif()
    endif()
    foreach(name package.json package-lock.json .npmrc)
        configure_file(${CMAKE_SOURCE_DIR}/web/${name} ${REPOSE_WEB}/${name} COPYONLY)
    endforeach()
    execute_process(COMMAND ${npm} ci ${omit} --loglevel=error WORKING_DIRECTORY ${REPOSE_WEB} TIMEOUT 120
                    RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(code EQUAL 0)
        file(WRITE ${REPOSE_WEB}/stamp "${stamp}")
    else()
        set(reason "npm could not install the packages of web/:\n${output}" PARENT_SCOPE)
    endif()
endfunction()

if(REPOSE_VIEWER STREQUAL "OFF")
    set(reason "REPOSE_VIEWER is OFF")
else()
    find_program(REPOSE_NODE NAMES node nodejs)
    find_program(REPOSE_NPM npm)
    if(NOT REPOSE_NODE OR NOT REPOSE_NPM)
        set(reason "it needs Node and npm (Debian: nodejs npm, or tools/install viewer)")
    else()
        repose_install_packages(${REPOSE_NPM})
    endif()
endif()

if(NOT reason)
    file(GLOB web_sources CONFIGURE_DEPENDS web/src/* web/build.mjs)
    add_custom_command(OUTPUT ${REPOSE_PAGE} DEPENDS ${web_sources} ${REPOSE_WEB}/stamp VERBATIM
                       COMMAND ${REPOSE_NODE} ${CMAKE_SOURCE_DIR}/web/build.mjs ${REPOSE_WEB}/node_modules
                               ${REPOSE_PAGE})
elseif(REPOSE_VIEWER STREQUAL "ON")
    message(FATAL_ERROR "The viewer cannot be built: ${reason}")
else()
    message(STATUS "Without the viewer: ${reason}")
    set(REPOSE_PAGE ${CMAKE_BINARY_DIR}/no_page.c) # a name of its own: it must not pass for the page once Node is there
    file(CONFIGURE OUTPUT ${REPOSE_PAGE} CONTENT
         "#include \"view/page.h\"\nconst char rp_page_bytes[] = {0}; /* built without Node */\n")
endif()

# The server of `repose view` is the program's, not the library's.
find_package(Threads REQUIRED)
find_library(REPOSE_CIVETWEB civetweb)
find_path(REPOSE_CIVETWEB_HEADER civetweb.h)
if(NOT REPOSE_CIVETWEB OR NOT REPOSE_CIVETWEB_HEADER)
    unset(REPOSE_CIVETWEB CACHE)
    message(STATUS "Without repose view: it needs civetweb (Debian: libcivetweb-dev, or tools/install viewer)")
endif()
