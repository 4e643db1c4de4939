// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/size_names.h"

#include <array>

#include "models/node_text.h"

namespace nw::views {

namespace {

constexpr size_t kMaxOwnText = 10;  // characters of a size that is shown as it is
constexpr std::array kLetters = {"n", "m", "k", "p", "q", "r", "u", "v", "w"};

QString times(const QStringList& parts) {
  return parts.join(QChar(0x00d7));
}

}  // namespace

QString short_label(const QString& text) {
  constexpr qsizetype kMax = SizeNames::kMaxLabel, kEnds = (kMax - 1) / 2;
  return text.size() <= kMax ? text : text.left(kMax - 1 - kEnds) + QChar(0x2026) + text.right(kEnds);
}

SizeNames::SizeNames(const graph::Graph& graph, const std::vector<NodeId>& order) {
  for (const auto& symbol : graph.symbols) taken_.insert(symbol.first);
  for (const NodeId id : order) add(graph.node(id).type);
  taken_.clear();
}

void SizeNames::add(const graph::Type& type) {
  if (type.is_tuple()) {
    constexpr int64_t kMaxLeaves = 64;  // more are not written out
    if (type.fields.leaves() <= kMaxLeaves)
      for (const graph::Type& field : type.fields) add(field);
    return;
  }
  if (!type.is_tensor() || !type.rank_known) return;
  for (const graph::Dim& dim : type.shape) {
    if (!dim.is_dynamic()) continue;
    std::string text = graph::to_string(dim);
    if (text.size() <= kMaxOwnText || known_.contains(text)) continue;
    QString name;
    for (size_t i = all_.size();; ++i) {  // n, m, …, w, n1, m1, …
      name = QString::fromLatin1(kLetters[i % kLetters.size()]);
      if (i >= kLetters.size()) name += QString::number(i / kLetters.size());
      if (taken_.insert(name.toStdString()).second) break;
    }
    known_.emplace(text, all_.size());
    all_.push_back({name, QString::fromStdString(text)});
  }
}

QString SizeNames::shape(const graph::Type& type) const {
  return marked_if_empty(type, dims(type));
}

QString SizeNames::dims(const graph::Type& type) const {
  if (all_.empty() || !type.is_tensor() || !type.rank_known || type.shape.empty()) return shape_text(type);
  QStringList parts;
  for (const graph::Dim& dim : type.shape) {
    const std::string text = graph::to_string(dim);
    if (const auto named = known_.find(text); named != known_.end())
      parts << all_[named->second].name;
    else
      parts << (text.find(' ') == std::string::npos ? QString::fromStdString(text)
                                                    : QStringLiteral("(%1)").arg(QString::fromStdString(text)));
  }
  return times(parts);
}

QString SizeNames::type(const graph::Type& type) const {
  if (all_.empty()) return type_text(type);
  if (type.is_tensor())
    return marked_if_empty(type, dims(type) + QLatin1Char(' ') + QString::fromUtf8(to_string(type.dtype)));
  constexpr int64_t kMaxLeaves = 64;
  if (!type.is_tuple() || type.fields.leaves() > kMaxLeaves) return type_text(type);
  QStringList parts;
  for (const graph::Type& field : type.fields) parts << this->type(field);
  return QLatin1Char('(') + parts.join(QStringLiteral(", ")) + QLatin1Char(')');
}

QString SizeNames::label(const graph::Type& type) const {
  QString text = this->type(type);
  if (text.size() <= kMaxLabel) return text;
  if (type.is_tensor()) text = shape(type);
  if (text.size() <= kMaxLabel) return text;
  return short_label(text);
}

std::vector<size_t> SizeNames::used_by(const graph::Type& type) const {
  std::vector<size_t> used;
  if (all_.empty() || !type.is_tensor() || !type.rank_known) return used;
  for (const graph::Dim& dim : type.shape)
    if (dim.is_dynamic())
      if (const auto named = known_.find(graph::to_string(dim)); named != known_.end()) used.push_back(named->second);
  return used;
}

}  // namespace nw::views
