// SPDX-License-Identifier: GPL-3.0-or-later
// Groups as they come out of a model, with the schedules nobody has shaped: they read without a warning and compute
// what the operators say.
#include <QTest>

#include "base/local_cpu.h"
#include "import/relay.h"
#include "model/model.h"
#include "registry.h"
#include "run_script.h"

using namespace nw;

namespace {

// The script of a program's only group, or the diagnostics.
std::string script_of(const std::string& relay) {
  auto graph = import::read_relay(relay);
  if (!graph.ok()) return format(graph.diagnostics.front());
  const auto m = model::build_model(std::move(*graph.value), {}, "");
  const fusion::Fusion fusion = model::fuse(*m);
  const auto kernel = model::group_kernel(m->optimized(), fusion, fusion.groups.front().id, local_cpu_facts());
  return kernel.value ? kernel->script : format(kernel.diagnostics.front());
}

std::string conv(const std::string& data, const std::string& weight, const std::string& attributes) {
  const std::string channels = weight.substr(1, weight.find(',') - 1);
  return "fn (%x: Tensor[" + data + ", float32], %w: Tensor[" + weight + ", float32], %b: Tensor[(" + channels +
         ", 1, 1), float32]) {\n  %0 = nn.conv2d(%x, %w" + attributes + ");\n  %1 = add(%0, %b);\n  nn.relu(%1)\n}\n";
}

}  // namespace

class DefaultSchedules : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void convolutions_data() {
    QTest::addColumn<QString>("data");
    QTest::addColumn<QString>("weight");
    QTest::addColumn<QString>("attributes");
    QTest::addColumn<QString>("stage");  // that the sums have
    const auto row = [](const char* name, const char* data, const char* weight, const char* attributes,
                        const char* stage = "conv2d_tiles") {
      QTest::newRow(name) << QString::fromLatin1(data) << QString::fromLatin1(weight) << QString::fromLatin1(attributes)
                          << QString::fromLatin1(stage);
    };
    row("3x3", "(1, 5, 14, 14)", "(16, 5, 3, 3)", ", padding=[1, 1, 1, 1]");
    row("3x3, no padding, odd plane", "(1, 4, 13, 11)", "(6, 4, 3, 3)", "");
    row("3x3, stride 2", "(1, 4, 28, 28)", "(8, 4, 3, 3)", ", strides=[2, 2], padding=[1, 1, 1, 1]");
    row("7x7, stride 2", "(1, 3, 30, 30)", "(12, 3, 7, 7)", ", strides=[2, 2], padding=[3, 3, 3, 3]");
    row("1x1 where the data lies", "(1, 9, 8, 8)", "(16, 9, 1, 1)", "");
    row("1x1 with a tail", "(1, 9, 7, 7)", "(16, 9, 1, 1)", "");
    row("1x1, stride 2", "(1, 6, 28, 28)", "(8, 6, 1, 1)", ", strides=[2, 2]");
    row("strides that differ", "(1, 4, 16, 24)", "(8, 4, 3, 3)", ", strides=[1, 3], padding=[1, 1, 1, 1]");
    row("1x7, two images", "(2, 4, 17, 17)", "(8, 4, 1, 7)", ", padding=[0, 3, 0, 3]");
    row("padding on one side", "(1, 4, 15, 15)", "(8, 4, 2, 2)", ", padding=[0, 0, 1, 1]");
    row("dilation", "(1, 4, 16, 16)", "(8, 4, 3, 3)", ", dilation=[2, 2], padding=[2, 2, 2, 2]");
    row("groups", "(1, 8, 14, 14)", "(12, 4, 3, 3)", ", groups=2, padding=[1, 1, 1, 1]");
    row("a channel alone", "(1, 4, 20, 20)", "(1, 4, 3, 3)", ", padding=[1, 1, 1, 1]");
    row("few pixels", "(1, 24, 2, 2)", "(16, 24, 1, 1)", "", "conv2d_block");
    row("one pixel", "(1, 64, 1, 1)", "(48, 64, 1, 1)", "", "conv2d_rf");
    row("one pixel, few channels", "(1, 24, 1, 1)", "(18, 24, 1, 1)", "", "conv2d");
    row("one pixel of a window", "(1, 8, 3, 3)", "(16, 8, 3, 3)", "", "conv2d");
    row("depthwise, rows with a tail", "(1, 6, 14, 14)", "(6, 1, 3, 3)", ", groups=6, padding=[1, 1, 1, 1]", "conv2d");
  }
  void convolutions() {
    QFETCH(QString, data);
    QFETCH(QString, weight);
    QFETCH(QString, attributes);
    QFETCH(QString, stage);
    const std::string script = script_of(conv(data.toStdString(), weight.toStdString(), attributes.toStdString()));
    QVERIFY2(script.find("\n" + stage.toStdString() + " = ") != std::string::npos, script.c_str());
    const std::string fault = nw::test::fault_of(script);
    QVERIFY2(fault.empty(), (fault + script).c_str());
  }

  void convolutions_with_channels_innermost_data() {
    QTest::addColumn<QString>("data");
    QTest::addColumn<QString>("weight");
    QTest::addColumn<QString>("attributes");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const char* data, const char* weight, const char* attributes,
                        const char* after = "nn.relu(add(%0, %b))") {
      QTest::newRow(name) << QString::fromLatin1(data) << QString::fromLatin1(weight) << QString::fromLatin1(attributes)
                          << QString::fromLatin1(after);
    };
    row("3x3", "(1, 14, 14, 8)", "(3, 3, 8, 64)", ", padding=[1, 1, 1, 1]");
    row("3x3, nothing after it", "(1, 14, 14, 8)", "(3, 3, 8, 32)", ", padding=[1, 1, 1, 1]", "%0");
    row("3x3, stride 2, odd plane", "(1, 13, 11, 4)", "(3, 3, 4, 48)", ", strides=[2, 2]");
    row("1x1, two images, half a vector", "(2, 7, 7, 9)", "(1, 1, 9, 8)", "");
    row("a width with a tail", "(1, 5, 29, 4)", "(3, 3, 4, 16)", ", padding=[1, 1, 1, 1]");
    row("three channels", "(1, 9, 9, 4)", "(3, 3, 4, 3)", "");
  }
  void convolutions_with_channels_innermost() {
    QFETCH(QString, data);
    QFETCH(QString, weight);
    QFETCH(QString, attributes);
    QFETCH(QString, after);
    const std::string channels = weight.section(QLatin1Char(' '), -1).chopped(1).toStdString();
    const bool bias = after.contains(QLatin1String("%b"));
    const std::string script =
        script_of("fn (%x: Tensor[" + data.toStdString() + ", float32], %w: Tensor[" + weight.toStdString() +
                  ", float32]" + (bias ? ", %b: Tensor[(" + channels + "), float32]" : std::string()) +
                  ") {\n  %0 = nn.conv2d(%x, %w, data_layout=\"NHWC\", kernel_layout=\"HWIO\"" +
                  attributes.toStdString() + ");\n  " + after.toStdString() + "\n}\n");
    if (channels != "3") QVERIFY(script.find("vectorize") != std::string::npos);  // three fill half a vector, or less
    const std::string fault = nw::test::fault_of(script);
    QVERIFY2(fault.empty(), (fault + script).c_str());
  }

  // Quotients and remainders of a reshape are no hindrance where whole vectors lie side by side.
  void reshapes_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<bool>("vectors");
    QTest::newRow("heads") << QStringLiteral("reshape(transpose(%x, axes=[1, 0, 2]), newshape=[64, 256])") << true;
    QTest::newRow("rows shorter than a vector")
        << QStringLiteral("reshape(transpose(%x, axes=[1, 2, 0]), newshape=[64, 256])") << false;
    QTest::newRow("two heads a row") << QStringLiteral("reshape(transpose(%x, axes=[1, 0, 2]), newshape=[128, 128])")
                                     << true;
  }
  void reshapes() {
    QFETCH(QString, body);
    QFETCH(bool, vectors);
    const std::string script = script_of("fn (%x: Tensor[(4, 64, 64), float32]) {\n  " + body.toStdString() + "\n}\n");
    QVERIFY2((script.find(".vectorize(") != std::string::npos) == vectors, script.c_str());
    const std::string fault = nw::test::fault_of(script);
    QVERIFY2(fault.empty(), (fault + script).c_str());
  }

  // Rows that are long are summed in the lanes of vectors, also where the sum is the result itself.
  // Rows of 7 are no vectors, planes of 49 neither; 232 planes are. Where an operand has one value a plane, or a
  // condition names the row, as many axes as lie side by side are fused.
  void short_rows_that_lie_side_by_side_are_one_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("fused");  // the step, or nothing
    // 24 planes are whole vectors of 8, and two images those of 16.
    QTest::newRow("elementwise") << QStringLiteral("add(%x, nn.relu(%x))")
                                 << (local_cpu_facts().vector_width() == 64 ? QStringLiteral("fuse(n, c, h, w)")
                                                                            : QStringLiteral("fuse(c, h, w)"));
    QTest::newRow("one value a plane") << QStringLiteral("add(%x, %b)") << QStringLiteral("fuse(h, w)");
    QTest::newRow("some planes")
        << QStringLiteral("strided_slice(%x, begin=[0, 8, 0, 0], end=[1, 24, 7, 7], strides=[1, 1, 1, 1])")
        << QStringLiteral("fuse(c, h, w)");
    QTest::newRow("some rows") << QStringLiteral(
                                      "strided_slice(%x, begin=[0, 0, 1, 0], end=[2, 24, 7, 7], strides=[1, 1, 1, 1])")
                               << QStringLiteral("fuse(h, w)");
    QTest::newRow("every second plane")
        << QStringLiteral("strided_slice(%x, begin=[0, 0, 0, 0], end=[2, 24, 7, 7], strides=[1, 2, 1, 1])")
        << QStringLiteral("fuse(h, w)");
    QTest::newRow("another order") << QStringLiteral("transpose(%x, axes=[0, 1, 3, 2])") << QString();
  }
  void short_rows_that_lie_side_by_side_are_one() {
    QFETCH(QString, body);
    QFETCH(QString, fused);
    const std::string script =
        script_of("fn (%x: Tensor[(2, 24, 7, 7), float32], %b: Tensor[(24, 1, 1), float32]) {\n  " +
                  body.toStdString() + "\n}\n");
    if (fused.isEmpty())
      QVERIFY2(script.find(".fuse(") == std::string::npos, script.c_str());
    else
      QVERIFY2(script.find(fused.toStdString()) != std::string::npos, script.c_str());
    const std::string fault = nw::test::fault_of(script);
    QVERIFY2(fault.empty(), (fault + script).c_str());
  }

  // One row times a matrix: partial sums in the lanes of a vector, in as many as divide the depth and are filled often
  // enough.
  void a_row_times_a_matrix_sums_in_lanes_data() {
    QTest::addColumn<int>("depth");
    QTest::addColumn<bool>("lanes");
    QTest::newRow("whole vectors") << 512 << true;
    QTest::newRow("short") << 32 << true;
    QTest::newRow("four divide it") << 100 << true;
    QTest::newRow("odd") << 45 << false;
  }
  void a_row_times_a_matrix_sums_in_lanes() {
    QFETCH(int, depth);
    QFETCH(bool, lanes);
    const std::string k = std::to_string(depth);
    const std::string script = script_of("fn (%x: Tensor[(1, " + k + "), float32], %w: Tensor[(10, " + k +
                                         "), float32], %b: Tensor[(10), float32]) {\n  add(nn.dense(%x, %w), %b)\n}\n");
    QCOMPARE(script.find("s[dense_rf].vectorize(") != std::string::npos, lanes);
    const std::string fault = nw::test::fault_of(script);
    QVERIFY2(fault.empty(), (fault + script).c_str());
  }

  // A matrix whose rows are the columns' neighbours is read as it lies: columns as vectors, sums in registers.
  void a_row_times_a_matrix_by_rows_takes_columns_as_vectors_data() {
    QTest::addColumn<QString>("program");
    QTest::newRow("one row") << QStringLiteral(
        "%x: Tensor[(1, 33), float32], %w: Tensor[(33, 80), float32]) {\n  "
        "nn.matmul(%x, %w)");
    QTest::newRow("three rows") << QStringLiteral(
        "%x: Tensor[(3, 64), float32], %w: Tensor[(64, 20), float32]) {\n  "
        "nn.relu(nn.matmul(%x, %w))");
    QTest::newRow("a batch") << QStringLiteral(
        "%x: Tensor[(4, 1, 9), float32], %w: Tensor[(4, 9, 64), float32]) {\n  "
        "nn.batch_matmul(%x, %w, transpose_b=False)");
  }
  void a_row_times_a_matrix_by_rows_takes_columns_as_vectors() {
    QFETCH(QString, program);
    const std::string script = script_of("fn (" + program.toStdString() + "\n}\n");
    QVERIFY2(script.find("rfactor") == std::string::npos && script.find(".vectorize(j") != std::string::npos,
             script.c_str());
    const std::string fault = nw::test::fault_of(script);
    QVERIFY2(fault.empty(), (fault + script).c_str());
  }

  void reductions_data() {
    QTest::addColumn<QString>("shape");
    QTest::addColumn<QString>("result");
    QTest::newRow("rows") << QStringLiteral("(64, 256)") << QStringLiteral("sum(%x, axis=[1])");
    QTest::newRow("rows with a tail") << QStringLiteral("(7, 301)") << QStringLiteral("max(%x, axis=[1])");
    QTest::newRow("all elements") << QStringLiteral("(1000)") << QStringLiteral("sum(%x, axis=[0], keepdims=True)");
    QTest::newRow("what comes after") << QStringLiteral("(64, 256)") << QStringLiteral("sqrt(sum(%x, axis=[1]))");
    QTest::newRow("axis between others") << QStringLiteral("(8, 256, 5)") << QStringLiteral("sum(%x, axis=[1])");
  }
  void reductions() {
    QFETCH(QString, shape);
    QFETCH(QString, result);
    const std::string script =
        script_of("fn (%x: Tensor[" + shape.toStdString() + ", float32]) {\n  " + result.toStdString() + "\n}\n");
    const bool in_lanes = script.find(".rfactor(") != std::string::npos;
    QVERIFY2(in_lanes == !shape.contains(QLatin1String(", 5)")), script.c_str());
    const std::string fault = nw::test::fault_of(script);
    QVERIFY2(fault.empty(), (fault + script).c_str());
  }

  // A large concatenation is computed at root; bounds do not know of the conditions of one that reads parts of it.
  void parts_of_a_large_stage_are_joined_again() {
    std::string program = "fn (%x: Tensor[(5, 4), float32]) {\n";
    std::string parts;
    for (int i = 0; i < 48; ++i) {
      program += "  %" + std::to_string(i) + " = multiply(%x, " + std::to_string(i + 1) + "f);\n";
      parts += (parts.empty() ? "%" : ", %") + std::to_string(i);
    }
    program += "  %48 = (" + parts + ");\n  %49 = concatenate(%48, axis=0);\n";
    program += "  %50 = strided_slice(%49, begin=[0, 0], end=[240, 2]);\n";
    program += "  %51 = strided_slice(%49, begin=[0, 2], end=[240, 4]);\n";
    program += "  %52 = subtract(%50, %51);\n  %53 = add(%50, %51);\n  %54 = (%52, %53);\n";
    const std::string script = script_of(program + "  concatenate(%54, axis=1)\n}\n");
    QVERIFY2(script.find("s[concatenate].op.axis") != std::string::npos, script.c_str());
    const std::string fault = nw::test::fault_of(script);
    QVERIFY2(fault.empty(), (fault + script).c_str());
  }

  // Starting threads takes longer than a small kernel on one core.
  void threads_are_started_where_they_pay() {
    const auto shared_out = [](const std::string& script) { return script.find(".parallel(") != std::string::npos; };
    const std::string small = script_of(conv("(1, 4, 8, 8)", "(4, 4, 3, 3)", ", padding=[1, 1, 1, 1]"));
    QVERIFY2(!shared_out(small), small.c_str());
    const std::string large = script_of(conv("(1, 64, 112, 112)", "(64, 64, 3, 3)", ", padding=[1, 1, 1, 1]"));
    QVERIFY2(shared_out(large), large.c_str());
    const auto added = [](const char* shape) {
      return script_of(std::string("fn (%x: Tensor[") + shape + ", float32]) {\n  nn.relu(add(%x, 1f))\n}\n");
    };
    const std::string row = added("(64, 64)");
    QVERIFY2(!shared_out(row) && row.find(".fuse(") == std::string::npos, row.c_str());
    QVERIFY(shared_out(added("(4096, 4096)")));
    QVERIFY(shared_out(script_of("fn (%x: Tensor[(?, 64), float32]) {\n  nn.relu(%x)\n}\n")));
  }
};

NW_TEST(DefaultSchedules);
#include "test_default_schedules.moc"
