# SPDX-License-Identifier: GPL-3.0-or-later
# How every target is built: warnings, sanitizers, and one static library a module.

add_library(nw_warnings INTERFACE)
add_library(nw_sanitizers INTERFACE)
add_library(nw_options INTERFACE)
target_link_libraries(nw_options INTERFACE nw_warnings nw_sanitizers)
target_compile_options(nw_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 sees uninitialized members in every moved std::variant that holds a vector.
  target_compile_options(nw_warnings INTERFACE -Wno-maybe-uninitialized)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees overlapping copies in std::string's operator+ where there are none (GCC bug 105651).
  target_compile_options(nw_warnings INTERFACE -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # Third-party headers that GCC accepts in silence are system headers already; this one is about Qt's moc output.
  # The second: Clang 19 calls a part of GCC 12's own std::stable_sort deprecated.
  target_compile_options(nw_warnings INTERFACE -Wno-unknown-warning-option -Wno-deprecated-declarations)
endif()
if(NW_SANITIZE)
  target_compile_options(nw_sanitizers INTERFACE -fsanitize=${NW_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(nw_sanitizers INTERFACE -fsanitize=${NW_SANITIZE})
endif()
target_link_options(nw_options INTERFACE -Wl,--as-needed)  # no program loads a library that it does not use
find_program(MOLD mold)
if(MOLD AND CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  target_link_options(nw_options INTERFACE -fuse-ld=mold)
endif()

# nw_tidy(TARGET): clang-tidy looks at each file of TARGET as it is compiled (the clang preset), so a later build looks only
# at what has changed.
option(NW_TIDY "Run clang-tidy on what is compiled" OFF)
if(NW_TIDY)
  # What moc and others generate is not ours to judge; clang-tidy wants one check at least.
  file(WRITE ${CMAKE_BINARY_DIR}/.clang-tidy "Checks: '-*,misc-unused-using-decls'\n")
endif()
function(nw_tidy TARGET)
  if(NW_TIDY)
    set_target_properties(${TARGET} PROPERTIES CXX_CLANG_TIDY "clang-tidy-19;--quiet")
  endif()
endfunction()

# nw_precompile(TARGET KIND header…): outside headers that most files of TARGET include, parsed once. The first target of a
# KIND makes them, later ones of that kind take them. Our own headers are never among them, and the clang preset builds
# without them, so that a file still has to include what it uses.
function(nw_precompile TARGET KIND)
  get_property(owner GLOBAL PROPERTY nw_precompiled_${KIND})
  if(owner)
    target_precompile_headers(${TARGET} REUSE_FROM ${owner})
  else()
    target_precompile_headers(${TARGET} PRIVATE ${ARGN})
    set_property(GLOBAL PROPERTY nw_precompiled_${KIND} ${TARGET})
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 forgets that a precompiled header is a system header, and raises its false alarms about std::string.
    target_compile_options(${TARGET} PRIVATE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
endfunction()

# nw_depend(TARGET VISIBILITY module…): TARGET links the modules. Each has to be declared above: a name that is misspelt
# would be a library to look for otherwise, or nothing.
function(nw_depend TARGET VISIBILITY)
  foreach(module ${ARGN})
    if(NOT TARGET nw_${module})
      message(FATAL_ERROR "${TARGET} depends on '${module}', and no module of that name is declared above it")
    endif()
    target_link_libraries(${TARGET} ${VISIBILITY} nw_${module})
  endforeach()
endfunction()

# nw_module(NAME DEPS module… LIBS target…): the folder core/NAME as the static library nw_NAME.
# DEPS are modules that its headers may include; LIBS are outside libraries, kept out of its interface.
function(nw_module NAME)
  cmake_parse_arguments(MODULE "" "" "DEPS;LIBS;PUBLIC_LIBS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/core/${NAME}/*.cpp ${CMAKE_SOURCE_DIR}/core/${NAME}/*.h
       ${CMAKE_SOURCE_DIR}/core/${NAME}/*/*.cpp ${CMAKE_SOURCE_DIR}/core/${NAME}/*/*.h)
  if(NOT sources)
    message(FATAL_ERROR "core/${NAME} has no sources")
  endif()
  add_library(nw_${NAME} STATIC ${sources})
  set_target_properties(nw_${NAME} PROPERTIES LINKER_LANGUAGE CXX)
  nw_tidy(nw_${NAME})
  target_include_directories(nw_${NAME} PUBLIC ${CMAKE_SOURCE_DIR}/core)
  target_link_libraries(nw_${NAME} PRIVATE nw_options fmt::fmt nlohmann_json::nlohmann_json ${MODULE_LIBS}
                                   PUBLIC ${MODULE_PUBLIC_LIBS})
  nw_depend(nw_${NAME} PUBLIC ${MODULE_DEPS})
  nw_precompile(nw_${NAME} core <algorithm> <cmath> <cstdint> <functional> <limits> <map> <memory> <optional> <set> <span> <string>
                <string_view> <unordered_map> <utility> <variant> <vector> <fmt/format.h> <fmt/ranges.h> <nlohmann/json.hpp>)
endfunction()

# nw_embed(TARGET …): the error pages compiled into TARGET, as a table sorted by name.
function(nw_embed TARGET LABEL OUTPUT HEADER FOLDER EXTENSION)
  file(GLOB pages CONFIGURE_DEPENDS ${FOLDER}/*.${EXTENSION})
  list(SORT pages)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${OUTPUT})
  add_custom_command(OUTPUT ${generated}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${generated} -DFOLDER=${FOLDER} -DEXTENSION=${EXTENSION} -P ${CMAKE_SOURCE_DIR}/resources/cmake/EmbedPages.cmake
    DEPENDS ${pages} ${CMAKE_SOURCE_DIR}/resources/cmake/EmbedPages.cmake COMMENT "Embedding ${LABEL}")
  target_sources(${TARGET} PRIVATE ${generated})
endfunction()
