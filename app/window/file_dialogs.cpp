// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/file_dialogs.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLineEdit>
#include <QMessageBox>
#include <QTreeView>
#include <algorithm>

namespace nw::window {

namespace {

// ".tir.py" of "TVM tir.Schedule (*.tir.py)".
QString ending_of(const QString& type) {
  return type.section(QStringLiteral("(*"), -1).chopped(1);
}

// Wide enough for names beside their dates, which Qt's own dialog cuts.
void make_room(QFileDialog& dialog) {
  dialog.resize(860, 540);
  auto* list = dialog.findChild<QTreeView*>();  // none in a dialog of the system's
  if (!list) return;
  list->header()->setStretchLastSection(false);
  list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
}

}  // namespace

// ".py" may be a TE script or a tir.Schedule: what is chosen decides, but not over the longer ".tir.py".
int type_of(const QString& path, const QStringList& types, int chosen) {
  const auto has = [&path](const QString& ending) { return path.endsWith(ending, Qt::CaseInsensitive); };
  int longest = -1;
  for (int i = 0; i < types.size(); ++i)
    if (has(ending_of(types[i])) && (longest < 0 || ending_of(types[i]).size() > ending_of(types[longest]).size()))
      longest = i;
  const bool known = longest >= 0 && ending_of(types[longest]).count(QLatin1Char('.')) > 1;
  const QString suffix = QLatin1Char('.') + QFileInfo(path).suffix();
  return !known && ending_of(types[chosen]).endsWith(suffix, Qt::CaseInsensitive) ? chosen : longest;
}

QString ask_for_file(QWidget* parent, const QString& title, const QStringList& types) {
  QFileDialog dialog(parent, title, {}, types.join(QStringLiteral(";;")));
  dialog.setFileMode(QFileDialog::ExistingFile);
  make_room(dialog);
  const bool chosen = dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty();
  return chosen ? dialog.selectedFiles().front() : QString();
}

SaveAs ask_where_to_save(QWidget* parent, const QString& title, const QString& proposed, const QStringList& types) {
  QFileDialog dialog(parent, title, QFileInfo(proposed).path(), types.join(QStringLiteral(";;")));
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  make_room(dialog);
  // The name has the type's ending, and gets another with another type.
  const auto with_ending = [&types](QString name, const QString& ending) {
    qsizetype longest = 0;
    for (const QString& type : types)
      if (const QString known = ending_of(type); name.endsWith(known, Qt::CaseInsensitive))
        longest = std::max(longest, known.size());
    return name.chopped(longest) + ending;
  };
  const auto take = [&](const QString& type) {
    dialog.setDefaultSuffix(ending_of(type).mid(1));
    auto* edit = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    if (edit && !edit->text().isEmpty()) edit->setText(with_ending(edit->text(), ending_of(type)));
  };
  QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, take);
  take(types.front());
  dialog.selectFile(with_ending(QFileInfo(proposed).fileName(), ending_of(types.front())));
  if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return {};
  const QString path = dialog.selectedFiles().front();
  const int chosen = std::max(0, static_cast<int>(types.indexOf(dialog.selectedNameFilter())));
  if (const int type = type_of(path, types, chosen); type >= 0) return {path, type};
  // The dialog has asked about the name without its ending only.
  const QString whole = path + ending_of(types[chosen]);
  const bool taken = QFileInfo::exists(whole) &&
                     QMessageBox::question(
                         parent, title, QFileDialog::tr("%1 already exists.\nDo you want to replace it?").arg(whole)) !=
                         QMessageBox::Yes;
  return taken ? SaveAs() : SaveAs{whole, chosen};
}

}  // namespace nw::window
