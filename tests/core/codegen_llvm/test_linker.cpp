// SPDX-License-Identifier: GPL-3.0-or-later
// Objects become images without a trace in any folder, and not after the linker has crashed.
#include <QDir>
#include <QTest>
#include <atomic>
#include <thread>

#include "codegen/symbol_name.h"
#include "codegen_llvm/image.h"
#include "codegen_llvm/linker.h"
#include "codegen_llvm/machine_code.h"
#include "nests.h"
#include "registry.h"

using namespace nw;

class TestLinker : public QObject {
  Q_OBJECT

  static QString text_of(const Diagnostics& diagnostics) {
    std::string all;
    for (const Diagnostic& d : diagnostics) all += format(d);
    return QString::fromStdString(all);
  }
  static QStringList traces() {
    return QDir(QStringLiteral("/dev/shm")).entryList({QStringLiteral("nestwright*")}) +
           QDir::temp().entryList({QStringLiteral("nestwright-??????")});
  }

 private Q_SLOTS:
  void nothing_is_in_a_folder_while_an_image_is_linked() {
    const test::Buffer a = test::buffer("A", DType::Float(32), {13}), b = test::buffer("B", DType::Float(32), {13});
    const test::Var i = tir::make_var("i");
    const lower::LoopNest nest = test::nest({a}, {b}, test::loop(i, 13, tir::make_store(b, test::at(a, {i}), {i})));
    const Result<std::string> object = codegen::object_file(nest);
    QVERIFY(object.ok());
    const QStringList before = traces();
    QStringList during;
    std::atomic<bool> done = false;
    std::thread watcher([&] {
      while (!done) during += traces();
    });
    std::string first;
    bool equal = true;
    for (int round = 0; round < 50; ++round) {
      const Result<std::string> image = codegen::link_image(*object, codegen::symbol_name(nest));
      if (first.empty() && image.ok()) first = *image;
      equal = equal && image.ok() && *image == first;
    }
    done = true;
    watcher.join();
    QVERIFY(equal && first.starts_with("\x7f"
                                       "ELF"));
    during.removeIf([&](const QString& name) { return before.contains(name); });
    QCOMPARE(during, QStringList());
  }

  void what_is_no_object_is_refused_in_the_linkers_words() {
    const QString said = text_of(codegen::link_image("no object", "main").diagnostics);
    QVERIFY2(said.contains(QStringLiteral("[NW9102]")) && said.contains(QStringLiteral("ld.lld: error:")),
             qPrintable(said));
    QVERIFY(codegen::can_link_images());
  }

  void a_linker_that_has_crashed_is_not_called_again() {
    int calls = 0;
    codegen::Linker linker([&](const std::vector<const char*>&) {
      ++calls;
      return codegen::Linker::Outcome{139, false, "lld: Segmentation fault"};
    });
    QVERIFY(linker.usable());
    QCOMPARE(text_of(linker.link("object", "main").diagnostics),
             QStringLiteral(
                 "error: compiled code could not be loaded: the linker crashed: lld: Segmentation fault [NW9102]\n"));
    QVERIFY(!linker.usable());
    QCOMPARE(text_of(linker.link("object", "main").diagnostics),
             QStringLiteral("error: compiled code could not be loaded: the linker has crashed in this process before, "
                            "and is not called again [NW9102]\n"));
    QCOMPARE(calls, 1);
  }
};

NW_TEST(TestLinker);
#include "test_linker.moc"
