// SPDX-License-Identifier: GPL-3.0-or-later
// A part of the loop tree's menu: candidate steps, disabled with the reason if they are not legal. Its entries are
// created when it opens: most are never seen, and laying out all their reasons takes many frames.
#pragma once

#include <QMenu>
#include <functional>
#include <vector>

#include "advise/candidates.h"

namespace nw::views {

// What is not legal, with its reason in full: on several lines where it is long.
QAction* add_refused(QMenu* menu, const QString& text, const QString& why);

using TakeCandidate = std::function<void(const advise::Candidate&)>;
void add_candidate(QMenu* menu, const advise::Candidate& candidate, const QString& text, const TakeCandidate& take);

class CandidatesMenu : public QMenu {
  Q_OBJECT

 public:
  CandidatesMenu(const QString& title, TakeCandidate take, QWidget* parent);
  void add(const advise::Candidate& candidate, const QString& text);
  void addRefused(const QString& text, const QString& why);  // where there is no candidate
  bool hasCandidates() const { return any_; }
  void fill();

 private:
  TakeCandidate take_;
  bool any_ = false;
  std::vector<std::function<void()>> waiting_;
};

}  // namespace nw::views
