// SPDX-License-Identifier: GPL-3.0-or-later
// A dynamic dimension is given a value in the inspector, and shapes follow.
#include <QFile>
#include <QInputDialog>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTimer>

#include "common/inspector_panel.h"
#include "open_window.h"
#include "registry.h"

using namespace nw;

class TestSizes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void shapes_follow_a_value_and_what_was_decided_stays() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("net.relay"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#[version = \"0.0.5\"]\nfn (%x: Tensor[(?, 8), float32]) {\n  %0 = exp(%x);\n  tanh(%0)\n}\n");
    file.close();
    test::OpenWindow w;
    w.window.openFile(path);
    QTRY_VERIFY_WITH_TIMEOUT(w.bench().model() && w.bench().fusion(), 20000);
    QVERIFY(w.settle());
    const auto& symbols = w.bench().model()->source().symbols;
    QCOMPARE(symbols.size(), size_t{1});
    const QString name = views::qs(symbols.begin()->first);
    w.bench().editFusion(workspace::set_fence({}, "%0", true));
    QVERIFY(w.settle());
    QTimer::singleShot(0, qApp, [] {
      auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
      if (!dialog) return;
      dialog->setIntValue(4);
      dialog->accept();
    });
    Q_EMIT w.find<views::InspectorPanel>()->anchorClicked(QUrl(QStringLiteral("dim:") + name));
    QTRY_COMPARE_WITH_TIMEOUT(w.bench().dims().size(), size_t{1}, 20000);
    QVERIFY(w.settle());
    const graph::Graph& graph = *w.bench().graph();
    QCOMPARE(graph::to_string(graph.node(graph.find("%0")).type), std::string("Tensor[(4, 8), float32]"));
    QCOMPARE(w.bench().document()->choices().fusion.fences, std::vector<std::string>{"%0"});
  }
};

NW_TEST(TestSizes);
#include "test_sizes.moc"
