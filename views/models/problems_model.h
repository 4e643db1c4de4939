// SPDX-License-Identifier: GPL-3.0-or-later
// Diagnostics as a tree: one row a diagnostic, or a code with its occurrences below, so a thousand alike are one line.
// Below each diagnostic is one row for its details (DetailsRole), which the view fills.
#pragma once

#include <QAbstractItemModel>
#include <vector>

#include "base/diagnostic.h"

namespace nw::views {

class ProblemsModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { MessageColumn, PlaceColumn, CodeColumn, ColumnCount };
  // SeverityRole: 0 error, 1 warning, 2 note; absent in the row of details.
  enum Role { SeverityRole = Qt::UserRole + 1, NodeRole, LineRole, DetailsRole };

  using QAbstractItemModel::QAbstractItemModel;
  bool setDiagnostics(Diagnostics diagnostics);                    // false: the same as before
  const Diagnostics& diagnostics() const { return diagnostics_; }  // sorted by severity
  // Null for a row that only counts others; of a row of details that of the row above.
  const Diagnostic* diagnostic(const QModelIndex& index) const;
  int errors() const { return errors_; }
  int warnings() const { return warnings_; }
  int notes() const { return static_cast<int>(diagnostics_.size()) - errors_ - warnings_; }

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  // Where a row is: a top row, a member of one that counts several, or the details of either.
  struct Place {
    enum class Kind : uint8_t { Top, Member, Details } kind = Kind::Top;
    size_t top = 0, member = 0;
  };
  static Place place_of(const QModelIndex& index);
  QModelIndex at(int row, int column, const Place& place) const;
  bool single(size_t top) const { return groups_[top].size() == 1; }

  Diagnostics diagnostics_;
  std::vector<std::vector<int>> groups_;  // indices; a group of one is shown as itself
  int errors_ = 0, warnings_ = 0;
};

// "line 12", "node /layer1/conv", "stage relu, axis yo".
QString place_text(const Diagnostic& diagnostic);
// Because and legal, as lists; empty: there are none.
QString causes_html(const Diagnostic& diagnostic);
// The whole of it for people: message, place, because, legal.
QString details_html(const Diagnostic& diagnostic);

}  // namespace nw::views
