# SPDX-License-Identifier: GPL-3.0-or-later
# nw_static_runner(ARCHITECTURE COMPILER OPTION…): lib/nestwright/runners/nestwright-runner-ARCHITECTURE, a runner that needs
# nothing of the system that it runs on: one file, with the plugin cpu built in. It is compiled whole, by a compiler that
# CMake knows nothing of. Of headers beside the compiler's own it sees nlohmann/json only.
find_path(NLOHMANN_INCLUDE nlohmann/json.hpp REQUIRED)
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/include ${CMAKE_BINARY_DIR}/lib/nestwright/runners)
file(CREATE_LINK ${NLOHMANN_INCLUDE}/nlohmann ${CMAKE_CURRENT_BINARY_DIR}/include/nlohmann SYMBOLIC)

function(nw_static_runner ARCHITECTURE COMPILER)
  set(runner ${CMAKE_BINARY_DIR}/lib/nestwright/runners/nestwright-runner-${ARCHITECTURE})
  set(object ${CMAKE_CURRENT_BINARY_DIR}/runner-${ARCHITECTURE}.o)
  cmake_parse_arguments(PARSE_ARGV 2 STATIC "" "" "DEFINES;LIBS")
  list(TRANSFORM STATIC_DEFINES PREPEND -D)
  add_custom_command(OUTPUT ${object}
    COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${COMPILER} -std=c++20 -Os -DNDEBUG -DNW_STATIC_RUNNER -DNW_VERSION="${PROJECT_VERSION}"
            ${STATIC_DEFINES} -I${CMAKE_SOURCE_DIR}/core -I${CMAKE_SOURCE_DIR}/plugins -I${CMAKE_SOURCE_DIR}/core/target/sdk
            -isystem ${CMAKE_CURRENT_BINARY_DIR}/include -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables
            -fno-pie -pthread -Wall -Wextra -Werror -Wno-unknown-warning-option -Wno-restrict -Wno-maybe-uninitialized
            -MD -MF ${object}.d -MT ${object} -c ${static_source} -o ${object}
    DEPENDS ${static_source} ${static_sources} DEPFILE ${object}.d VERBATIM
    COMMENT "Compiling the static runner for ${ARCHITECTURE}")
  add_custom_command(OUTPUT ${runner}
    COMMAND ${COMPILER} -static -no-pie -pthread -s -Wl,--gc-sections ${object} -o ${runner} ${STATIC_LIBS}
    DEPENDS ${object} VERBATIM COMMENT "Linking the static runner for ${ARCHITECTURE}")
  add_custom_target(nestwright-runner-${ARCHITECTURE} ALL DEPENDS ${runner})
endfunction()

set(static_sources ${sources} ${NW_CPU_PLUGIN_SOURCES})
list(REMOVE_DUPLICATES static_sources)
set(static_source ${CMAKE_CURRENT_BINARY_DIR}/static_runner.cpp)
set(text "// All sources of the static runner.\n")
foreach(source ${static_sources})
  string(APPEND text "#include \"${source}\"\n")
endforeach()
file(CONFIGURE OUTPUT ${static_source} CONTENT "${text}" @ONLY)

find_library(SECCOMP_STATIC NAMES libseccomp.a)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  if(SECCOMP_STATIC)
    nw_static_runner(x86_64 ${CMAKE_CXX_COMPILER} DEFINES NW_SECCOMP LIBS ${SECCOMP_STATIC})
  else()
    nw_static_runner(x86_64 ${CMAKE_CXX_COMPILER})
  endif()
endif()
foreach(architecture aarch64 riscv64)
  find_program(NW_COMPILER_${architecture} ${architecture}-linux-gnu-g++)
  if(NW_COMPILER_${architecture})
    nw_static_runner(${architecture} ${NW_COMPILER_${architecture}})
  endif()
endforeach()
