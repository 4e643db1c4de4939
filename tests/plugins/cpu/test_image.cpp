// SPDX-License-Identifier: GPL-3.0-or-later
// The loader of kernel images, on images that a linker has made of C, whole and damaged.
#include <elf.h>

#include <QTest>
#include <cmath>
#include <cstring>
#include <random>

#include "cpu/functions.h"
#include "cpu/image.h"
#include "kernel_image.h"
#include "registry.h"

using namespace nw;

class TestImage : public QObject {
  Q_OBJECT

  static cpu::Outcome<cpu::Image> load(const std::string& bytes) {
    return cpu::Image::load({reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()});
  }
  static std::string problem_of(const std::string& bytes) {
    const auto loaded = load(bytes);
    const auto* problem = std::get_if<cpu::Problem>(&loaded);
    return problem ? problem->message : "";
  }
  static int run(const std::string& bytes, std::vector<void*> buffers, const std::vector<int64_t>& sizes = {}) {
    const auto loaded = load(bytes);
    if (const auto* problem = std::get_if<cpu::Problem>(&loaded)) {
      qWarning("%s", problem->message.c_str());
      return -1;
    }
    return std::get<cpu::Image>(loaded).entry()(buffers.data(), sizes.data(), nullptr);
  }

 private Q_SLOTS:
  void kernel_computes_on_its_buffers() {
    std::vector<float> x{1, 2, 3}, y(3);
    const std::string image = test::kernel_image(
        "const float* x = buffers[0]; float* y = buffers[1];\n"
        "for (int64_t i = 0; i < sizes[0]; ++i) y[i] = 2 * x[i];\n"
        "return 0;");
    QCOMPARE(run(image, {x.data(), y.data()}, {3}), 0);
    QCOMPARE(y, (std::vector<float>{2, 4, 6}));
  }

  void constants_variables_and_addresses_are_relocated() {
    int sum = 0;
    const std::string image =
        test::kernel_image("count += 1; *(int*)buffers[0] = table[1](4) + *where[1] + count; return 7;",
                           "static int count = 10; static int a = 100, b = 200; static int* const where[] = {&a, &b};\n"
                           "static int twice(int x) { return 2 * x; } static int thrice(int x) { return 3 * x; }\n"
                           "static int (*const volatile table[])(int) = {twice, thrice};");
    QCOMPARE(run(image, {&sum}), 7);
    QCOMPARE(sum, 12 + 200 + 11);
  }

  void library_functions_are_bound_by_name() {
    double values[] = {1.0, 2.0, 0.5};
    char bytes[64] = {1, 2, 3};
    const std::string image = test::kernel_image(
        "double* v = buffers[0]; char* b = buffers[1];\n"
        "v[0] = exp(v[0]); v[1] = pow(v[1], 10.0); v[2] = erff((float)v[2]); memcpy(b + 32, b, 32); return 0;",
        "double exp(double); double pow(double, double); float erff(float);\n"
        "void* memcpy(void*, const void*, unsigned long);");
    QCOMPARE(run(image, {values, bytes}), 0);
    QCOMPARE(values[0], std::exp(1.0));
    QCOMPARE(values[1], 1024.0);
    QCOMPARE(values[2], static_cast<double>(std::erf(0.5F)));
    QCOMPARE(bytes[34], char{3});
  }

  void functions_of_the_table_are_found_by_name_and_place() {
    QVERIFY(cpu::function_by_name("tanhf"));
    QVERIFY(cpu::function_by_name("__udivti3"));
    QVERIFY(!cpu::function_by_name("system"));
    QVERIFY(!cpu::function_by_name("exit"));
    QVERIFY(!cpu::function_at(reinterpret_cast<uintptr_t>(cpu::function_by_name("tanhf")) + 1).empty());
    QCOMPARE(cpu::function_at(16), std::string_view());
  }

  void other_functions_are_refused_by_name() {
    const std::string image = test::kernel_image("return system(\"true\");", "int system(const char*);");
    QCOMPARE(problem_of(image),
             std::string("the kernel image cannot be loaded: it calls 'system', which kernels cannot call here"));
  }

  void images_of_other_kinds_are_refused_data() {
    QTest::addColumn<QByteArray>("image");
    QTest::addColumn<QString>("why");
    const QByteArray image = QByteArray::fromStdString(test::kernel_image("return 0;"));
    const auto changed = [&](auto change) {
      QByteArray copy = image;
      change(*reinterpret_cast<Elf64_Ehdr*>(copy.data()));
      return copy;
    };
    QTest::newRow("empty") << QByteArray() << QStringLiteral("it has only 0 bytes");
    QTest::newRow("text") << QByteArray(100, 'x') << QStringLiteral("it is no ELF file");
    QTest::newRow("truncated") << image.left(200) << QStringLiteral("its program headers lie outside of it");
    QTest::newRow("cut in its segments") << image.left(image.indexOf(QByteArray("\0", 1), 700))
                                         << QStringLiteral("lies outside of it");
    QTest::newRow("32 bits") << changed([](Elf64_Ehdr& h) { h.e_ident[EI_CLASS] = ELFCLASS32; })
                             << QStringLiteral("it is no 64-bit little-endian shared object");
    QTest::newRow("an object") << changed([](Elf64_Ehdr& h) { h.e_type = ET_REL; })
                               << QStringLiteral("it is no 64-bit little-endian shared object");
    QTest::newRow("another processor") << changed([](Elf64_Ehdr& h) { h.e_machine = EM_S390; })
                                       << QStringLiteral("it is not for ");
    QTest::newRow("no entry") << changed([](Elf64_Ehdr& h) { h.e_entry = 0; })
                              << QStringLiteral("its entry is not in its code");
    QTest::newRow("an entry outside") << changed([](Elf64_Ehdr& h) { h.e_entry = UINT64_MAX; })
                                      << QStringLiteral("its entry is not in its code");
    QTest::newRow("many headers") << changed([](Elf64_Ehdr& h) { h.e_phnum = 0xffff; })
                                  << QStringLiteral("its program headers lie outside of it");
    QTest::newRow("a thread-local variable")
        << QByteArray::fromStdString(test::kernel_image("return ++seen;", "__thread int seen = 3;"))
        << QStringLiteral("it has thread-local variables");
    QTest::newRow("a library beside") << QByteArray::fromStdString(test::kernel_image(
                                             "return puts(\"x\");", "int puts(const char*);",
                                             {QStringLiteral("-Wl,--no-as-needed"), QStringLiteral("-lc")}))
                                      << QStringLiteral("it needs another library");
    QTest::newRow("a constructor")
        << QByteArray::fromStdString(test::kernel_image(
               "return 0;", "volatile int seen; __attribute__((constructor)) void before(void) { seen = 1; }"))
        << QStringLiteral("it has code to run when it is loaded");
  }
  void images_of_other_kinds_are_refused() {
    QFETCH(QByteArray, image);
    QFETCH(QString, why);
    const QString problem = QString::fromStdString(problem_of(image.toStdString()));
    QVERIFY2(problem.startsWith(QStringLiteral("the kernel image cannot be loaded: ")) && problem.contains(why),
             qPrintable(problem));
  }

  // What is loaded is not run: a damaged image may do anything. Loading itself has to keep within its memory.
  void damaged_images_are_loaded_or_refused() {
    const std::string image =
        test::kernel_image("count += (int)exp(1.0) + *where; return count;",
                           "double exp(double); static int count = 10, a = 1; static int* const volatile where = &a;");
    std::mt19937 random(17);
    int refused = 0;
    for (int i = 0; i < 20'000; ++i) {
      std::string damaged = image;
      const int changes = 1 + static_cast<int>(random() % 4);
      for (int change = 0; change < changes; ++change) {
        // Headers and tables decide more than code does.
        const size_t at = random() % (random() % 2 ? std::min<size_t>(damaged.size(), 512) : damaged.size());
        damaged[at] = static_cast<char>(random() % 3 ? random() : 0xff);
      }
      if (random() % 16 == 0) damaged.resize(random() % damaged.size());
      refused += problem_of(damaged).empty() ? 0 : 1;
    }
    QVERIFY(refused > 1000);
  }
};

NW_TEST(TestImage);
#include "test_image.moc"
