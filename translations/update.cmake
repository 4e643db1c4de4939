# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DLUPDATE=PATH [-DFOLDER=translations] -P translations/update.cmake, in the root of the sources: brings the
# files of the folder to the texts of the sources. English has only plurals; every other text is its own translation.
if(NOT FOLDER)
  set(FOLDER translations)
endif()
# NW_TEXT (core/base/sentence.h) marks the templates of core's sentences.
set(sources app views core)
set(common -tr-function-alias QT_TRANSLATE_NOOP+=NW_TEXT -silent -locations none -no-obsolete)
foreach(language de zh_CN)
  execute_process(COMMAND ${LUPDATE} ${common} ${sources} -target-language ${language} -ts
                          ${FOLDER}/nestwright_${language}.ts COMMAND_ERROR_IS_FATAL ANY)
endforeach()
execute_process(COMMAND ${LUPDATE} ${common} -pluralonly ${sources} -target-language en_US -ts
                        ${FOLDER}/nestwright_en.ts COMMAND_ERROR_IS_FATAL ANY)
