// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions of documents: several alive at once, one that waits behind an aside, and who is notified of a change.
#include <QTest>

#include "common/workbench.h"
#include "graphs.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

namespace {

workspace::Opened two_blocks() {
  auto model = std::make_shared<model::Model>();
  model->snapshots.push_back({"source", "Source", test::two_blocks(), {}});
  workspace::Opened opened;
  opened.model = model;
  opened.path = "two_blocks";
  return opened;
}

Selection node(const DocumentSession& session, const char* name) {
  return Selection::of_node(session.graph()->find(name));
}

workspace::FusionEdit without_fusion() {
  workspace::FusionEdit edit;
  edit.choices.opt_level = 0;
  edit.label = "opt level 0";
  return edit;
}

struct Counter : Viewer {
  int documents = 0, selections = 0;
  void documentChanged() override { ++documents; }
  void selectionChanged(const Selection&) override { ++selections; }
};

}  // namespace

class TestDocumentSession : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void nothing_is_open_at_first() {
    Workbench bench;
    const DocumentSession& session = bench.session();
    QVERIFY(!session.document() && !session.model() && !session.graph() && !session.openFailed());
    QVERIFY(!session.canUndo() && session.diagnostics().empty());
  }

  void two_sessions_do_not_know_of_each_other() {
    Jobs jobs, other_jobs;
    const TargetFacts target = local_cpu_facts();
    DocumentSession one(std::make_unique<workspace::Document>(two_blocks()), jobs, target);
    DocumentSession two(std::make_unique<workspace::Document>(two_blocks()), other_jobs, target);
    one.start();
    two.start();
    one.select(node(one, "sum"));
    one.editFusion(without_fusion());
    QVERIFY(two.selection().empty() && !two.canUndo());
    QTRY_VERIFY(one.fusion() && two.fusion() && jobs.idle() && other_jobs.idle());
    QVERIFY(one.fusion()->groups.size() > two.fusion()->groups.size());
  }

  void the_view_that_asked_is_left_out() {
    Workbench bench;
    Counter one, two;
    bench.addViewer(&one);
    bench.addViewer(&two);
    bench.adopt(two_blocks());
    bench.session().select(node(bench.session(), "sum"), &one);
    QCOMPARE(std::pair(one.selections, two.selections), std::pair(0, 1));
    QCOMPARE(std::pair(one.documents, two.documents), std::pair(1, 1));
  }

  void what_waits_behind_an_aside_comes_back_as_it_was() {
    Workbench bench;
    bench.adopt(two_blocks());
    const workspace::Document* document = bench.session().document();
    bench.session().editFusion(without_fusion());
    bench.openAside(QStringLiteral("from tvm import te\n"), QStringLiteral("aside.py"));
    QTRY_VERIFY(bench.waiting());
    QVERIFY(bench.waiting() == document && bench.session().document()->is_script());
    bench.backFromAside();
    QVERIFY(bench.session().document() == document && !bench.waiting() && bench.session().canUndo());
    QTRY_VERIFY(bench.session().fusion());
  }

  void another_document_ends_the_waiting() {
    Workbench bench;
    bench.adopt(two_blocks());
    bench.openAside(QStringLiteral("from tvm import te\n"), QStringLiteral("aside.py"));
    QTRY_VERIFY(bench.waiting());
    bench.adopt(two_blocks());
    QVERIFY(!bench.waiting() && bench.session().model());
  }
};

NW_TEST(TestDocumentSession);
#include "test_document_session.moc"
