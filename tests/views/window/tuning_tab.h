// SPDX-License-Identifier: GPL-3.0-or-later
// The tab of a search, as tests of it open it.
#pragma once

#include <QFile>
#include <QTableView>
#include <QTemporaryDir>

#include "open_window.h"
#include "script/text.h"
#include "tune/records.h"
#include "tune/tune_view.h"
#include "window/kernel_tabs.h"

namespace nw::test {

// A product of matrices. Its two steps are the start.
inline const char* const kProduct =
    "import tvm\nfrom tvm import te\n\n# computation\n"
    "A = te.placeholder((48, 32), name=\"A\")\nB = te.placeholder((32, 40), name=\"B\")\n"
    "k = te.reduce_axis((0, 32), name=\"k\")\n"
    "C = te.compute((48, 40), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name=\"C\")\n\n"
    "# schedule\ns = te.create_schedule(C.op)\ny, x = s[C].op.axis\nyo, yi = s[C].split(y, factor=8)\n"
    "s[C].reorder(yo, x, yi)\n\n# kernel\ntvm.lower(s, [A, B, C], name=\"product\")\n";

constexpr int kTuningPatience = 120000;  // milliseconds; of a machine that does other things as well

class TuningFolder {
 public:
  QString path(const char* name) const { return folder_.filePath(QString::fromUtf8(name)); }
  QString written(const char* name, const QByteArray& text) const {
    QFile file(path(name));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName() : QString();
  }
  std::vector<tune::TrialRecord> trials(const char* records) const {
    return tune::read_records(views::ss(path(records)))->trials;
  }

 private:
  QTemporaryDir folder_;
};

inline bool reaches(const views::TuneView* view, views::TuneView::Phase phase) {
  return QTest::qWaitFor([&] { return view->phase() == phase; }, kTuningPatience);
}
inline int rows(const views::TuneView* view) {
  return view->trialsTable()->model()->rowCount();
}
inline bool has_rows(const views::TuneView* view, int least) {
  return QTest::qWaitFor([&] { return rows(view) >= least; }, kTuningPatience);
}

// The tab of a search for this script, ready to start or refused; null: there is none.
inline views::TuneView* open_tuning_tab(OpenWindow& w, const QString& path) {
  w.window.files().open(path);
  if (!QTest::qWaitFor([&] { return w.window.kernels().current() && w.window.settled(); }, kTuningPatience))
    return nullptr;
  w.window.actions().tune->trigger();
  auto* view = w.find<views::TuneView>();
  const auto ready = [&] { return view->phase() != views::TuneView::Phase::Preparing; };
  return view && QTest::qWaitFor(ready, kTuningPatience) ? view : nullptr;
}

// On one thread.
inline void limit(views::TuneView* view, int trials, const QString& keep = {}) {
  views::TuneSettings settings = view->options()->settings();
  settings.trials = trials;
  settings.threads = 1;
  settings.keep = keep;
  view->options()->set(settings, 2);
}

}  // namespace nw::test
