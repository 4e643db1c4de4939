// SPDX-License-Identifier: GPL-3.0-or-later
// Models outside of their project's folder that a person has allowed to be read, each for one project. A project that
// was saved here is trusted with its model.
#pragma once

#include <QSettings>
#include <QString>

#include "workspace/document.h"

namespace nw::window {

class TrustedModels {
 public:
  explicit TrustedModels(QSettings* settings) : settings_(settings) {}  // null: nothing is remembered
  void add(const QString& project, const QString& model);
  // For opening this project: those of its models that were added, and all if `trust_all`.
  workspace::Consent consent(const QString& project) const;
  bool trust_all = false;

 private:
  static constexpr int kMax = 500;
  QSettings* settings_;
};

}  // namespace nw::window
