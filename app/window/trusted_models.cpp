// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/trusted_models.h"

#include <QFileInfo>
#include <QStringList>
#include <set>

#include "common/text.h"

namespace nw::window {

namespace {
const QString kTrustedKey = QStringLiteral("trustedModels");  // "PROJECT\nMODEL", newest first

QString prefix(const QString& project) {
  return QFileInfo(project).absoluteFilePath() + QLatin1Char('\n');
}
}  // namespace

void TrustedModels::add(const QString& project, const QString& model) {
  if (!settings_) return;
  const QString entry = prefix(project) + model;
  QStringList all = settings_->value(kTrustedKey).toStringList();
  all.removeAll(entry);
  all.prepend(entry);
  settings_->setValue(kTrustedKey, QStringList(all.mid(0, kMax)));
}

workspace::Consent TrustedModels::consent(const QString& project) const {
  if (trust_all) return [](const std::string&) { return true; };
  std::set<std::string> models;
  const QString start = prefix(project);
  if (settings_)
    for (const QString& entry : settings_->value(kTrustedKey).toStringList())
      if (entry.startsWith(start)) models.insert(views::ss(entry.mid(start.size())));
  return [models = std::move(models)](const std::string& model) { return models.contains(model); };
}

}  // namespace nw::window
