// SPDX-License-Identifier: GPL-3.0-or-later
// From another target being chosen to what that changes being painted: the loop nest under the target's rules, then
// all other faces, then the advice for the selected loop. Usage: bench_target [FILE]…; sgemm.py where no file is
// named. Other arguments are ignored.
#include <QAbstractItemModel>
#include <QTabWidget>
#include <QTest>
#include <cstdio>

#include "common/text.h"
#include "common/theme.h"
#include "kernel/guidance.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/loop_tree_view.h"
#include "kernel/next_steps_page.h"
#include "painted.h"
#include "window/file_session.h"
#include "window/kernel_tabs.h"
#include "window/main_window.h"

using namespace nw;
using namespace nw::views;
using bench::PaintedApplication;
using bench::Times;

namespace {

TargetFacts gpu() {
  TargetFacts facts;
  facts.id = facts.name = "gpu";
  facts.kind = "gpu";
  facts.code.dialect = "ptx";
  facts.code.lowering = "device";
  facts.threads.levels = {{"blockIdx.x", 0}, {"threadIdx.x", 1024}};
  facts.threads.block = 1024;
  facts.caches = {{2, 50 << 20}};
  return facts;
}

TargetFacts riscv() {
  TargetFacts facts;
  facts.id = facts.name = "riscv64-v";
  facts.kind = "cpu";
  facts.code.dialect = "elf";
  facts.code.triple = "riscv64-unknown-linux-gnu";
  facts.code.lowering = "cpu";
  facts.compute.vector_bytes = 32;
  facts.compute.vector_registers = 32;
  facts.caches = {{1, 32 << 10, 64}, {2, 1 << 20, 64}};
  return facts;
}

class Bench {
 public:
  explicit Bench(PaintedApplication& app) : app_(app), window_(theme_, nullptr) {
    theme_.setMode(ThemeSource::Mode::Light);
    window_.resize(1280, 800);
    window_.show();
    app_.window = &window_;
  }

  bool measure(const QString& path) {
    window_.files().open(path);
    if (!QTest::qWaitFor([this] { return window_.workbench().session().document() && window_.settled(); }, 60000))
      return false;
    QTest::qWait(50);
    KernelPage* page = window_.kernels().current();
    if (!page || !QTest::qWaitFor([&] { return page->settled(); }, 20000)) return false;
    view_ = page->view();
    view_->nextStepsPage()->setScope(NextSteps::Scope::Selection);
    view_->detailTabs()->setCurrentWidget(view_->nextStepsPage());
    LoopTreeView* tree = view_->treeView();
    tree->setCurrentIndex(tree->model()->index(0, 0, tree->model()->index(tree->model()->rowCount() - 1, 0)));
    if (!settle()) return false;
    QObject::connect(view_, &KernelView::previewChanged, view_, [this] { faces_ = follows(); });
    Times nest, faces, advice;
    const std::vector<TargetFacts> targets = {gpu(), riscv(), local_cpu_facts()};
    for (size_t i = 0; i < 3 * kRounds; ++i) {
      const TargetFacts& to = targets[i % targets.size()];
      const bool measured = i % 9 < 3   ? choose(to, nest, [this] { return follows(); })
                            : i % 9 < 6 ? choose(to, faces, [this] { return faces_; })
                                        : choose(to, advice, [this] { return faces_ && advised(); });
      if (!measured) return false;
    }
    const QString name = page->title();
    nest.print(name + QStringLiteral(", rules and loop nest"));
    faces.print(name + QStringLiteral(", all faces"));
    advice.print(name + QStringLiteral(", advice"));
    return true;
  }

 private:
  static constexpr size_t kRounds = 36;

  bool settle() {
    return QTest::qWaitFor([this] { return complete(); }, 20000);
  }
  bool advised() const { return view_->nextSteps()->settled() && view_->treeView()->candidatesKnown(); }
  bool complete() const { return view_->settled() && advised(); }
  bool follows() { return view_->preview()->target == window_.workbench().activeTarget().rules; }

  bool choose(const TargetFacts& facts, Times& times, std::function<bool()> done) {
    QTest::qWait(30);
    faces_ = false;
    app_.start();
    window_.workbench().setTarget(facts);
    app_.wanted = done;
    while (app_.wanted && app_.clock.elapsed() < 5000) {
      QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
      if (app_.wanted && done()) view_->update();  // where nothing that is painted differs
    }
    times.ms.push_back(app_.milliseconds);
    times.processor.push_back(app_.processor + view_->preview()->micros / 1000);
    return !app_.wanted && settle();
  }

  PaintedApplication& app_;
  ThemeSource theme_;
  window::MainWindow window_;
  KernelView* view_ = nullptr;
  bool faces_ = false;  // all faces show the target's preview
};

}  // namespace

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  PaintedApplication app(argc, argv);
  QStringList files;
  for (int i = 1; i < argc; ++i)
    if (argv[i][0] != '-') files << QString::fromLocal8Bit(argv[i]);
  if (files.isEmpty()) files = {QStringLiteral(NW_SAMPLES "/kernels/sgemm.py")};
  Bench bench(app);
  for (const QString& file : files)
    if (!bench.measure(file)) {
      std::fprintf(stderr, "%s: no target could be followed\n", qPrintable(file));
      return 1;
    }
  return 0;
}
