// SPDX-License-Identifier: GPL-3.0-or-later
// What a compiled kernel on disk is found by.
#include <QTemporaryDir>
#include <QTest>

#include "base/local_cpu.h"
#include "codegen_llvm/build_id.h"
#include "registry.h"
#include "runtime/kernel_cache.h"

using namespace nw;

class KernelImagesOnDisk : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::string path() const { return folder_.filePath("kernels").toStdString(); }

 private Q_SLOTS:
  void programs_know_their_build() { QVERIFY(!codegen::generator_build_id().empty()); }

  void image_comes_back_without_its_object() {
    const runtime::KernelCache cache(path());
    const nlohmann::json signature = {{"arguments", nlohmann::json::array()}, {"sizes", {"n"}}};
    cache.keep("one", {},
               {"main", "object",
                std::string("\x7f"
                            "ELF\0\n",
                            6),
                signature});
    const auto kernel = cache.find("one", {});
    QVERIFY(kernel);
    QCOMPARE(kernel->entry, std::string("main"));
    QCOMPARE(kernel->image, std::string("\x7f"
                                        "ELF\0\n",
                                        6));
    QCOMPARE(kernel->object, std::string());
    QVERIFY(kernel->signature == signature);
  }

  void script_processor_and_options_decide() {
    const runtime::KernelCache cache(path());
    const std::string script = "A = te.placeholder((4,), name=\"A\")\n";
    cache.keep(script, {}, {"main", {}, "image", nlohmann::json::object()});
    QVERIFY(cache.find(script, {}));
    QVERIFY(!cache.find(script + "\n", {}));
    codegen::Options narrow;
    narrow.vector_bits = 128;
    QVERIFY(!cache.find(script, narrow));
    TargetFacts facts = local_cpu_facts();
    codegen::Options elsewhere;
    elsewhere.target = &facts;
    QVERIFY(!cache.find(script, elsewhere));
    cache.keep(script, elsewhere, {"main", {}, "of the target", nlohmann::json::object()});
    QCOMPARE(cache.find(script, elsewhere)->image, std::string("of the target"));
    facts.compute.vector_registers += 16;
    QVERIFY(!cache.find(script, elsewhere));
  }

  void model_and_group_do_not_decide() {
    const runtime::KernelCache cache(path());
    cache.keep("# nestwright: {\"model\": \"a\", \"group\": 1}\nrest\n", {}, {"main", {}, "image", {}});
    QVERIFY(cache.find("# nestwright: {\"model\": \"b\", \"group\": 7}\nrest\n", {}));
    QVERIFY(!cache.find("# nestwright: {\"model\": \"a\", \"group\": 1}\nother\n", {}));
  }
};

NW_TEST(KernelImagesOnDisk);
#include "test_kernel_cache.moc"
