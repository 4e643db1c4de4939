// SPDX-License-Identifier: GPL-3.0-or-later
// Every operator that the registry can type has a reference operator, and the other way round.
#include <QSet>
#include <QTest>

#include "op/registry.h"
#include "reference/operators.h"
#include "registry.h"

using namespace nw;

class TestCoverage : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The list only ever gets shorter.
  void every_typed_operator_has_a_reference() {
    const std::map<std::string, std::string> without{
        {"call_lowered", "calls functions that are no operators any more"},
        {"memory.alloc_storage", "has no value"},
        {"memory.alloc_tensor", "has no value before it is written"},
        {"memory.kill", "has no value"},
        {"vm.invoke_tvm_op", "calls functions that are no operators any more"},
        {"vm.shape_func", "calls functions that are no operators any more"},
        {"random.multinomial", "any numbers are right"},
        {"random.normal", "any numbers are right"},
        {"random.threefry_generate", "any numbers are right"},
        {"random.threefry_split", "any numbers are right"},
        {"random.uniform", "any numbers are right"},
        {"auto_scheduler_layout_transform", "its layouts are a tuner's"},
        {"nn.contrib_conv2d_gemm_weight_transform", "its weights' order is a kernel's own"},
        {"nn.contrib_conv2d_gemm_without_weight_transform", "its weights' order is a kernel's own"},
        {"nn.contrib_conv2d_winograd_nnpack_weight_transform", "its weights' order is a kernel's own"},
        {"nn.contrib_conv2d_winograd_weight_transform", "its weights' order is a kernel's own"},
        {"nn.contrib_conv2d_winograd_without_weight_transform", "its weights' order is a kernel's own"},
        {"nn.contrib_conv3d_winograd_weight_transform", "its weights' order is a kernel's own"},
        {"nn.contrib_conv3d_winograd_without_weight_transform", "its weights' order is a kernel's own"},
        {"nn.bitpack", "bit planes: no importer makes them, and no kernel computes them"},
        {"nn.bitserial_conv2d", "bit planes: no importer makes them, and no kernel computes them"},
        {"nn.bitserial_dense", "bit planes: no importer makes them, and no kernel computes them"},
        {"sparse_fill_empty_rows", "no kernel computes it"},
        {"vision.proposal", "no kernel computes it"},
    };
    QStringList wrong;
    for (const auto& [name, info] : op::Registry::standard().ops()) {
      const bool has = reference::Table::standard().find(name) != nullptr;
      if (info.type && has == (without.count(name) > 0)) wrong << QString::fromStdString(name);
    }
    QCOMPARE(wrong.join(QLatin1Char(' ')), QString());
  }

  void every_reference_is_of_a_registered_operator() {
    QStringList unknown;
    for (const auto& [name, function] : reference::Table::standard().all())
      if (!op::Registry::standard().find(name)) unknown << QString::fromStdString(name);
    QCOMPARE(unknown.join(QLatin1Char(' ')), QString());
  }
};

NW_TEST(TestCoverage);
#include "test_coverage.moc"
