// SPDX-License-Identifier: GPL-3.0-or-later
// What a project file keeps of how the document was looked at: written, read again, and whatever else may be in it.
#include <QTest>

#include "graph/graph_view_state.h"
#include "registry.h"
#include "window/kernel_tab_state.h"

using namespace nw;
using nw::window::KernelTabState;

class TestViewState : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void kernel_tabs_are_read_as_they_were_written() {
    const std::vector<KernelTabState> tabs = {{"conv", 0, false}, {"relu", 12, true}};
    const std::string json = window::with_kernel_tabs(R"({"bookmarks":["sum"]})", tabs);
    QCOMPARE(window::read_kernel_tabs(json), tabs);
    QCOMPARE(views::read_graph_view_state(json).bookmarks, std::vector<std::string>{"sum"});
  }

  void without_tabs_nothing_is_written() { QCOMPARE(window::with_kernel_tabs("{}", {}), std::string("{}")); }

  void what_is_no_tab_is_left_out() {
    QVERIFY(window::read_kernel_tabs("").empty());
    QVERIFY(window::read_kernel_tabs(R"({"kernels": 7})").empty());
    const auto tabs = window::read_kernel_tabs(
        R"({"kernels": [3, {"node": 4}, {"stop_after_line": 2}, {"node": "a", "stop_after_line": "x", "active": 1}]})");
    QCOMPARE(tabs, (std::vector<KernelTabState>{{"a", 0, false}}));
  }

  void the_graph_is_read_as_it_was_written() {
    const views::GraphViewState state{
        {"conv", "sum"}, std::vector<std::string>{"block1"}, views::GraphPlace{1.5, -7, 0.3}};
    QCOMPARE(views::read_graph_view_state(views::to_json(state)), state);
    QVERIFY(!views::read_graph_view_state(views::to_json({})).open);
    QVERIFY(!views::read_graph_view_state(views::to_json({})).place);
    QVERIFY(!views::read_graph_view_state(R"({"place": {"x": 1, "y": "2", "scale": 1}})").place);
    QVERIFY(!views::read_graph_view_state(R"({"place": {"x": 1, "y": 2, "scale": 0}})").place);
  }

  void what_is_no_text_is_left_out() {
    const views::GraphViewState state = views::read_graph_view_state(R"({"bookmarks": [1, "a"], "open": "block1"})");
    QCOMPARE(state.bookmarks, std::vector<std::string>{"a"});
    QVERIFY(state.open && state.open->empty());
  }
};

NW_TEST(TestViewState);
#include "test_view_state.moc"
