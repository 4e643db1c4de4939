// SPDX-License-Identifier: GPL-3.0-or-later
// Two lists beside the nest: next steps for the selected loop or stage, or where nothing is selected for all of them,
// best first, each with its reason, and steps that are better taken away; and a description of every step of the
// schedule in prose.
#pragma once

#include <QTableView>

#include "advise/advice.h"
#include "advise/next_steps.h"
#include "common/jobs.h"

namespace nw::views {

class RowsModel;

class NextSteps : public QTableView {
  Q_OBJECT

 public:
  explicit NextSteps(const TargetFacts& target, QWidget* parent = nullptr);
  void setTarget(const TargetFacts& target) { target_ = target; }  // for the candidates that come next
  // Legal steps in `preview` for the selection. Ranked only while the list is visible.
  void setCandidates(std::shared_ptr<const kernel::KernelPreview> preview, std::vector<advise::Candidate> candidates,
                     std::map<std::string, int64_t> sizes);
  bool settled() const { return jobs_.idle(); }
  const std::shared_ptr<const kernel::KernelPreview>& shownPreview() const { return preview_; }
  // The steps that promise a gain; behind them a row that shows and hides those that do not.
  size_t promising() const;

 Q_SIGNALS:
  void chosen(const nw::advise::Candidate& candidate);
  void previewed(const nw::script::TextChange& change);
  // Several steps at once, or one taken away.
  void changeWanted(const nw::script::TextChange& change);

 protected:
  void showEvent(QShowEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void rank();
  void showRows();
  void choose(const QModelIndex& index);

  TargetFacts target_;
  RowsModel* rows_;
  Jobs jobs_;
  std::shared_ptr<const kernel::KernelPreview> preview_;
  std::vector<advise::Candidate> candidates_;
  std::map<std::string, int64_t> sizes_;  // values of symbolic ones
  std::vector<advise::Advice> advice_;
  std::vector<advise::NextSteps>
      steps_;  // of all stages, and what is better taken away; behind `advice_` by their keys
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
