// SPDX-License-Identifier: GPL-3.0-or-later
// Two lists beside the nest: next steps of all stages or of what is selected, best first, each with its reason, and
// steps that are better taken away; and a description of every step of the schedule in prose.
#pragma once

#include <QTableView>
#include <optional>

#include "advise/hottest_loop.h"
#include "advise/next_steps.h"
#include "common/jobs.h"

namespace nw::views {

class RowsModel;

class NextSteps : public QTableView {
  Q_OBJECT

 public:
  enum class Scope { AllStages, Selection };

  explicit NextSteps(const TargetFacts& target, QWidget* parent = nullptr);
  void setTarget(const TargetFacts& target) { target_ = target; }  // for the preview that comes next
  void setScope(Scope scope);
  Scope scope() const { return scope_; }
  // `of_selection`: legal steps in `preview` for what is selected; empty: nothing is selected; none: they are being
  // looked for. Ranked only while the list is visible.
  void setCandidates(std::shared_ptr<const kernel::KernelPreview> preview,
                     std::optional<std::vector<advise::Candidate>> of_selection, std::map<std::string, int64_t> sizes);
  // Of a run of that preview; null: it has not run.
  void setHeat(std::shared_ptr<const kernel::NestHeat> heat);
  bool settled() const { return jobs_.idle(); }
  const std::shared_ptr<const kernel::KernelPreview>& shownPreview() const { return preview_; }
  // The steps that promise a gain; behind them a row that shows and hides those that do not.
  size_t promising() const;

 Q_SIGNALS:
  void changeWanted(const nw::script::TextChange& change);
  void loopWanted(nw::StageId stage, nw::AxisId axis);  // the hottest, to be selected

 protected:
  void showEvent(QShowEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void restart();
  void rank();
  void extend();
  void showRows();
  void fitStepColumn();
  void keepRowAndShow();
  bool hasSubject() const;
  QString whyNone() const;
  struct Hottest {
    advise::HottestLoop loop;
    bool measured = false;  // else by the estimate
  };
  std::optional<Hottest> hottest() const;
  void choose(const QModelIndex& index);

  TargetFacts target_;
  Scope scope_ = Scope::AllStages;
  RowsModel* rows_;
  Jobs jobs_;
  std::shared_ptr<const kernel::KernelPreview> preview_;
  std::optional<std::vector<advise::Candidate>> candidates_;  // of the selection
  std::map<std::string, int64_t> sizes_;                      // values of symbolic ones
  std::shared_ptr<const kernel::KernelPreview> ranked_of_;    // that `steps_` are of
  std::vector<advise::NextSteps> steps_;                      // as they were ranked; keys of rows are their places
  std::optional<advise::HottestLoop> estimated_;              // the hottest loop by the estimate
  std::shared_ptr<const kernel::NestHeat> heat_;
  bool ranked_ = true;
  bool all_shown_ = false;  // also the steps that promise no gain
};

class Explained : public QTableView {
  Q_OBJECT

 public:
  explicit Explained(QWidget* parent = nullptr);
  // sizes: values of symbolic ones
  void setPreview(const kernel::KernelPreview& preview, const std::map<std::string, int64_t>& sizes);

 Q_SIGNALS:
  void lineWanted(int line);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  RowsModel* rows_;
};

}  // namespace nw::views
