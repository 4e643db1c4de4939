// SPDX-License-Identifier: GPL-3.0-or-later
// A dynamic dimension is given a value in the inspector, and shapes follow.
#include <QFile>
#include <QSpinBox>
#include <QTemporaryDir>

#include "common/model_sizes.h"
#include "open_window.h"
#include "registry.h"
#include "window/file_session.h"

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
    w.window.files().open(path);
    QTRY_VERIFY_WITH_TIMEOUT(w.bench().session().model() && w.bench().session().fusion(), 20000);
    QVERIFY(w.settle());
    const auto& symbols = w.bench().session().model()->source().symbols;
    QCOMPARE(symbols.size(), size_t{1});
    const QString name = views::qs(symbols.begin()->first);
    w.bench().session().changeFusion(fusion::FenceChange{"%0"});
    QVERIFY(w.settle());
    auto* sizes = w.find<views::ModelSizes>();
    QVERIFY(sizes->isVisible());
    QSpinBox* box = sizes->box(views::ss(name));
    QVERIFY(box);
    box->setFocus();
    box->selectAll();
    QTest::keyClicks(box, QStringLiteral("4"));
    QVERIFY(w.bench().session().dims().empty());  // until all are given
    QTest::keyClick(box, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(w.bench().session().dims().size(), size_t{1}, 20000);
    QVERIFY(w.settle());
    const graph::Graph& graph = *w.bench().session().graph();
    QCOMPARE(graph::to_string(graph.node(graph.find("%0")).type), std::string("Tensor[(4, 8), float32]"));
    QCOMPARE(w.bench().session().document()->choices().fusion.fences, std::vector<std::string>{"%0"});

    // A step like any other: undo takes it back, and the file is made again without it.
    QCOMPARE(w.bench().session().document()->history().undo_label(), views::ss(name) + " = 4");
    w.window.actions().undo->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(w.bench().session().dims().empty(), 20000);
    QVERIFY(w.settle());
    QCOMPARE(sizes->box(views::ss(name))->value(), 0);
    const graph::Graph& before = *w.bench().session().graph();
    QCOMPARE(graph::to_string(before.node(before.find("%0")).type), "Tensor[(" + views::ss(name) + ", 8), float32]");
    QCOMPARE(w.bench().session().document()->choices().fusion.fences, std::vector<std::string>{"%0"});
    w.window.actions().undo->trigger();
    QVERIFY(w.bench().session().document()->choices().fusion.fences.empty());
  }

  // Two dimensions are typed one after the other and given in one step; both can be taken away again at once.
  void all_sizes_are_given_at_once() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("net.relay"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#[version = \"0.0.5\"]\nfn (%x: Tensor[(?, ?), float32]) {\n  %0 = exp(%x);\n  tanh(%0)\n}\n");
    file.close();
    test::OpenWindow w;
    w.window.files().open(path);
    QTRY_VERIFY_WITH_TIMEOUT(w.bench().session().model() && w.bench().session().fusion(), 20000);
    QVERIFY(w.settle());
    auto* sizes = w.find<views::ModelSizes>();
    const QList<QSpinBox*> boxes = sizes->findChildren<QSpinBox*>();
    QCOMPARE(boxes.size(), 2);
    boxes[0]->setFocus();
    boxes[0]->selectAll();
    QTest::keyClicks(boxes[0], QStringLiteral("3"));
    QTest::keyClick(boxes[0], Qt::Key_Tab);
    QTRY_VERIFY(boxes[1]->hasFocus());
    QTest::keyClicks(boxes[1], QStringLiteral("5"));
    QTest::mouseClick(test::button(sizes, QStringLiteral("Apply")), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(w.bench().session().dims().size(), size_t{2}, 20000);
    QVERIFY(w.settle());
    const graph::Graph& graph = *w.bench().session().graph();
    QVERIFY(!graph.node(graph.find("%0")).type.is_dynamic());
    QVERIFY(!test::button(sizes, QStringLiteral("Apply"))->isEnabled());
    QTest::mouseClick(test::button(sizes, QStringLiteral("All dynamic")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(w.bench().session().dims().empty(), 20000);
    QVERIFY(w.settle());
    QVERIFY(w.bench().session().graph()->node(w.bench().session().graph()->find("%0")).type.is_dynamic());
  }

  // One goes on where one was: what is selected, the way back to it, the open scopes, and what is in sight.
  void the_place_stays_when_shapes_change() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("net.relay"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QByteArray text = "#[version = \"0.0.5\"]\nfn (%x: Tensor[(?, 8), float32]) {\n  %0 = exp(%x);\n";
    for (int i = 1; i < 60; ++i)
      text += "  %" + QByteArray::number(i) + " = tanh(%" + QByteArray::number(i - 1) + ");\n";
    file.write(text + "  exp(%59)\n}\n");
    file.close();
    test::OpenWindow w;
    w.window.files().open(path);
    QTRY_VERIFY_WITH_TIMEOUT(w.bench().session().model() && w.bench().session().fusion(), 20000);
    QVERIFY(w.settle());
    const NodeId tenth = w.bench().session().graph()->find("%10"), last = w.bench().session().graph()->find("%50");
    w.bench().session().select(views::Selection::of_node(tenth));
    w.bench().session().select(views::Selection::of_node(last));
    const QPoint place = w.at(last);
    const double scale = w.canvas()->view().scale;
    const std::string name = w.bench().session().model()->source().symbols.begin()->first;
    w.bench().session().setDims({{name, 4}});
    QTRY_COMPARE_WITH_TIMEOUT(w.bench().session().dims().size(), size_t{1}, 20000);
    QVERIFY(w.settle());
    const graph::Graph& graph = *w.bench().session().graph();
    QCOMPARE(w.bench().session().selection(), views::Selection::of_node(graph.find("%50")));
    const auto item = static_cast<size_t>(w.picture().item_of(graph.find("%50")));
    QCOMPARE(w.canvas()->view().scale, scale);
    QVERIFY((w.canvas()->view().to_view(w.picture().items[item].rect().center()).toPoint() - place).manhattanLength() <
            40);
    QVERIFY(w.bench().session().canGoBack());
    w.bench().session().goBack();
    QCOMPARE(w.bench().session().selection(), views::Selection::of_node(graph.find("%10")));
  }
};

NW_TEST(TestSizes);
#include "test_sizes.moc"
