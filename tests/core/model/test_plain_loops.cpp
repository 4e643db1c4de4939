// SPDX-License-Identifier: GPL-3.0-or-later
// A group as its operators are defined, with no step: what a person shapes from the start.
#include <QTest>

#include "base/local_cpu.h"
#include "import/relay.h"
#include "model/model.h"
#include "registry.h"

using namespace nw;

namespace {

// The computation and the schedule of a program's only group.
QString plain(const std::string& relay) {
  auto graph = import::read_relay(relay);
  const auto m = model::build_model(std::move(*graph.value), {}, "");
  const fusion::Fusion fusion = model::fuse(*m);
  const auto kernel = model::group_kernel(m->optimized(), fusion, fusion.groups.front().id, local_cpu_facts(),
                                          model::DefaultSchedule::None);
  const QString script = QString::fromStdString(kernel->script);
  return script.mid(script.indexOf(QLatin1String("# computation")));
}

}  // namespace

class PlainLoops : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_convolution_sums_over_its_window() {
    QCOMPARE(plain("fn (%x: Tensor[(1, 8, 14, 14), float32], %w: Tensor[(16, 8, 3, 3), float32]) {\n"
                   "  nn.relu(nn.conv2d(%x, %w))\n}\n"),
             QStringLiteral(
                 "# computation\n"
                 "p0 = te.placeholder((1, 8, 14, 14), name=\"p0\")\n"
                 "p1 = te.placeholder((16, 8, 3, 3), name=\"p1\")\n"
                 "ic = te.reduce_axis((0, 8), name=\"ic\")\n"
                 "kh = te.reduce_axis((0, 3), name=\"kh\")\n"
                 "kw = te.reduce_axis((0, 3), name=\"kw\")\n"
                 "conv2d = te.compute((1, 16, 12, 12), lambda n, c, h, w: te.sum(p0[n, ic, h + kh, w + kw] * "
                 "p1[c, ic, kh, kw], axis=[ic, kh, kw]), name=\"conv2d\", tag=\"conv2d_nchw\", attrs={\"node\": 0})\n"
                 "relu = te.compute((1, 16, 12, 12), lambda n, c, h, w: tir.max(0.0, conv2d[n, c, h, w]), "
                 "name=\"relu\", tag=\"elemwise\", attrs={\"node\": 1})\n"
                 "\n"
                 "# schedule\n"
                 "s = te.create_schedule(relu.op)\n"
                 "\n"
                 "# kernel\n"
                 "tvm.lower(s, [p0, p1, relu], name=\"main\")\n"));
  }

  void a_matrix_is_not_packed() {
    QCOMPARE(
        plain("fn (%x: Tensor[(64, 32), float32], %w: Tensor[(48, 32), float32]) {\n  nn.dense(%x, %w)\n}\n"),
        QStringLiteral("# computation\n"
                       "p0 = te.placeholder((64, 32), name=\"p0\")\n"
                       "p1 = te.placeholder((48, 32), name=\"p1\")\n"
                       "k = te.reduce_axis((0, 32), name=\"k\")\n"
                       "dense = te.compute((64, 48), lambda i, j: te.sum(p0[i, k] * p1[j, k], axis=k), name=\"dense\", "
                       "tag=\"matmul\", attrs={\"node\": 0})\n"
                       "\n"
                       "# schedule\n"
                       "s = te.create_schedule(dense.op)\n"
                       "\n"
                       "# kernel\n"
                       "tvm.lower(s, [p0, p1, dense], name=\"main\")\n"));
  }
};

NW_TEST(PlainLoops);
#include "test_plain_loops.moc"
