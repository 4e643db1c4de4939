// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "import/onnx_docs.h"
#include "registry.h"

using nw::import::onnx_doc;

class TestOnnxDocs : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void an_operator_is_told_as_its_opset_has_it() {
    const auto old = onnx_doc("Softmax", "", 11);
    const auto now = onnx_doc("Softmax", "", 13);
    QCOMPARE(old.since, int64_t{11});
    QCOMPARE(now.since, int64_t{13});
    QVERIFY(!now.text.empty() && old.text != now.text);
    QCOMPARE(now.inputs.front().name, std::string("input"));
    QCOMPARE(now.attributes.front().name, std::string("axis"));
  }
  void what_onnx_does_not_have_has_no_page() {
    QVERIFY(onnx_doc("Nonsense", "", 13).op.empty());
    QVERIFY(onnx_doc("Conv", "com.example", 1).op.empty());
  }
};

NW_TEST(TestOnnxDocs);
#include "test_onnx_docs.moc"
