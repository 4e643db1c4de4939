# SPDX-License-Identifier: GPL-3.0-or-later
# cmake --install, and cpack -G DEB. The programs find each other and their plugins by these folders of one prefix, so the
# prefix can be anywhere. The component "sdk" is what an author of plugins needs to build one.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The programs, and what they start or load.
set(programs nestwright-cli nestwright-worker nestwright-runner nestwright-plugin-check nestwright-dot)
if(TARGET nestwright)
  list(APPEND programs nestwright)
endif()
install(TARGETS ${programs} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
install(TARGETS nwt_cpu nwt_cross_count LIBRARY DESTINATION lib/nestwright/targets COMPONENT programs)
install(DIRECTORY ${CMAKE_BINARY_DIR}/lib/nestwright/runners DESTINATION lib/nestwright COMPONENT programs
        USE_SOURCE_PERMISSIONS OPTIONAL)
install(DIRECTORY ${CMAKE_BINARY_DIR}/share/nestwright/targets.d ${CMAKE_BINARY_DIR}/share/nestwright/cross
        DESTINATION ${CMAKE_INSTALL_DATADIR}/nestwright COMPONENT programs)
install(DIRECTORY resources/samples DESTINATION ${CMAKE_INSTALL_DATADIR}/nestwright COMPONENT programs
        PATTERN "make_*.py" EXCLUDE)
install(FILES resources/install/nestwright.1 resources/install/nestwright-cli.1 resources/install/nestwright-runner.1
              resources/install/nestwright-plugin-check.1
        DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT programs)
install(FILES resources/install/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/nestwright COMPONENT programs)
if(TARGET nestwright)
  install(FILES resources/install/nestwright.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT programs)
  install(FILES resources/install/nestwright.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT programs)
  install(FILES resources/install/nestwright.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT programs)
  install(FILES resources/icons/nestwright.svg
          DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps COMPONENT programs)
endif()

# The SDK. Its version is the plugin interface's (nestwright/target.h), and not that of the programs.
file(STRINGS core/target/sdk/nestwright/target.h interface REGEX "#define NWT_ABI_(MAJOR|MINOR)")
string(REGEX REPLACE ".*NWT_ABI_MAJOR ([0-9]+).*NWT_ABI_MINOR ([0-9]+).*" "\\1.\\2" interface "${interface}")
set(sdk lib/cmake/NestwrightTarget)
configure_package_config_file(resources/cmake/NestwrightTargetConfig.cmake.in NestwrightTargetConfig.cmake
  INSTALL_DESTINATION ${sdk} PATH_VARS CMAKE_INSTALL_INCLUDEDIR NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(NestwrightTargetConfigVersion.cmake VERSION ${interface}
  COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/NestwrightTargetConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/NestwrightTargetConfigVersion.cmake DESTINATION ${sdk} COMPONENT sdk)
install(DIRECTORY core/target/sdk/nestwright DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT sdk)
install(DIRECTORY tests/plugins/example/ DESTINATION ${CMAKE_INSTALL_DATADIR}/nestwright/examples/target COMPONENT sdk
        PATTERN "test_*" EXCLUDE)

# One package of both. What the programs load, dpkg-shlibdeps finds; what they start is named here.
set(CPACK_PACKAGE_NAME nestwright)
set(CPACK_PACKAGE_CONTACT "Nestwright's authors <nestwright@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "workbench for tensor programs")
set(CPACK_PACKAGE_DESCRIPTION "Opens a model, shows its graph and how it fuses, lets the loops of every fused group be shaped
by hand, and compiles, verifies and times them on connected targets.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "qemu-user, openssh-client")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_STRIP_FILES ON)
include(CPack)
