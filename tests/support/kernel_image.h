// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel written in C, compiled and linked as kernels are: a shared object without dependencies whose entry is
// `kernel`. It sees `buffers`, `sizes` and `runtime` as codegen/abi.h has them.
#pragma once

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <string>

namespace nw::test {

// `body` of the kernel, after `before`. Empty, with the compiler's words as a warning, where it cannot be compiled.
inline std::string kernel_image(const std::string& body, const std::string& before = {},
                                const QStringList& options = {},
                                const QString& compiler = QStringLiteral(NW_C_COMPILER)) {
  const QTemporaryDir folder;
  const QString source = folder.filePath(QStringLiteral("kernel.c")), image = folder.filePath(QStringLiteral("image"));
  QFile file(source);
  if (!file.open(QIODevice::WriteOnly)) return {};
  file.write(("#include \"codegen/abi.h\"\n" + before +
              "\nint kernel(void* const* buffers, const int64_t* sizes, const nw_runtime* runtime) {\n"
              "  (void)buffers; (void)sizes; (void)runtime;\n" +
              body + "\n}\n")
                 .c_str());
  file.close();
  QProcess process;
  process.start(compiler,
                QStringList{QStringLiteral("-O1"), QStringLiteral("-fPIC"), QStringLiteral("-fno-stack-protector"),
                            QStringLiteral("-ffreestanding"), QStringLiteral("-shared"), QStringLiteral("-nostdlib"),
                            QStringLiteral("-Wl,-Bsymbolic,-z,now,-e,kernel"),
                            QStringLiteral("-I" NW_SOURCE_DIR "/core"), source, QStringLiteral("-o"), image} +
                    options);
  process.waitForFinished();
  QFile made(image);
  if (process.exitCode() != 0 || !made.open(QIODevice::ReadOnly)) {
    qWarning("%s", process.readAllStandardError().constData());
    return {};
  }
  return made.readAll().toStdString();
}

}  // namespace nw::test
