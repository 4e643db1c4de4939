// SPDX-License-Identifier: GPL-3.0-or-later
// Which names a source file defines in unnamed namespaces. A unity build reads several files of a module as one, where
// two definitions of one name clash; functions may share a name if their parameters differ.
#pragma once

#include <QList>
#include <QRegularExpression>
#include <QString>
#include <QStringList>
#include <utility>

namespace nw::test {

class UnnamedNames {
 public:
  // "nw::script::is_digit(char)", "nw::views::kGap": with the namespaces around, functions with their parameters'
  // types.
  static QStringList of(const QString& source) {
    UnnamedNames reader(source);
    reader.read_scope({}, false);
    reader.found_.removeDuplicates();
    return reader.found_;
  }

 private:
  explicit UnnamedNames(QString text) {
    static const QRegularExpression noise(
        QStringLiteral(
            "R\"(\\w*)\\(.*?\\)\\1\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])+'|//[^\\n]*|/\\*.*?\\*/"
            "|^[ \\t]*#(?:[^\\\\\\n]|\\\\\\n|\\\\.)*"),
        QRegularExpression::DotMatchesEverythingOption | QRegularExpression::MultilineOption);
    text.replace(QRegularExpression(QStringLiteral("(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])")), QString());  // 100'000
    text.replace(noise, QStringLiteral(" 0 "));
    text.replace(QStringLiteral(" 0 \n"), QStringLiteral(" \n"));
    static const QRegularExpression token(QStringLiteral("\\w+|::|\\S"));
    for (auto it = token.globalMatch(text); it.hasNext();) tokens_ << it.next().captured();
  }

  const QString& next() const {
    static const QString end;
    return at_ < tokens_.size() ? tokens_[at_] : end;
  }
  static bool is_word(const QString& token) { return !token.isEmpty() && (token[0].isLetter() || token[0] == u'_'); }

  // Behind the bracket that closes the one that stands here; what is in between is skipped.
  QStringList skip_brackets() {
    QStringList inside;
    int depth = 0;
    do {
      const QString token = next();
      if (token.isEmpty()) break;
      if (QStringLiteral("([{").contains(token)) ++depth;
      if (QStringLiteral(")]}").contains(token)) --depth;
      inside << token;
      ++at_;
    } while (depth > 0);
    return inside.mid(1, inside.size() - 2);
  }

  // To the end of a scope or of the file.
  void read_scope(const QString& around, bool unnamed) {
    while (at_ < tokens_.size() && next() != QStringLiteral("}")) {
      if (next() == QStringLiteral("namespace") || next() == QStringLiteral("inline"))
        read_namespace(around, unnamed);
      else
        read_declaration(around, unnamed);
    }
    ++at_;
  }

  void read_namespace(const QString& around, bool unnamed) {
    const qsizetype begin = at_;
    while (next() == QStringLiteral("inline")) ++at_;
    if (next() != QStringLiteral("namespace")) {
      at_ = begin + 1;
      return read_declaration(around, unnamed);
    }
    QString name;
    for (++at_; is_word(next()) || next() == QStringLiteral("::"); ++at_) name += next();
    if (next() != QStringLiteral("{")) {  // an alias
      while (at_ < tokens_.size() && next() != QStringLiteral(";")) ++at_;
      ++at_;
      return;
    }
    ++at_;
    read_scope(name.isEmpty() ? around : around + name + QStringLiteral("::"), unnamed || name.isEmpty());
  }

  void read_declaration(const QString& around, bool unnamed) {
    QStringList head, parameters, stands_for;
    bool function = false, value = false;
    for (;;) {
      const QString token = next();
      if (token.isEmpty() || token == QStringLiteral("}")) return;
      if (token == QStringLiteral(";")) break;
      if (token == QStringLiteral("=")) value = true;
      if (token == QStringLiteral("template") && head.isEmpty()) {
        skip_template();
        continue;
      }
      if (token == QStringLiteral("(") || token == QStringLiteral("[") || token == QStringLiteral("{")) {
        const bool body = token == QStringLiteral("{") && !value;
        const QStringList inside = skip_brackets();
        if (value) stands_for << inside;
        if (token == QStringLiteral("(") && !function && !value && !head.isEmpty() && is_word(head.last())) {
          function = true;
          parameters = inside;
        }
        if (!body) continue;
        if (function) {  // its end; members before a body are initialized with braces
          if (next() == QStringLiteral(",") || next() == QStringLiteral("{")) continue;
          if (unnamed) add(around, head, function, parameters);
          return;
        }
        value = true;  // a type's body, or a value in braces: up to the semicolon
        continue;
      }
      ++at_;
      if (value && token != QStringLiteral("=")) stands_for << token;
      if (!function && !value) head << token;
    }
    ++at_;
    if (unnamed && (value || function)) add(around, head, function, parameters, stands_for);
  }

  void skip_template() {
    int depth = 0;
    ++at_;
    do {
      if (next() == QStringLiteral("<")) ++depth;
      if (next() == QStringLiteral(">")) --depth;
      ++at_;
    } while (depth > 0 && at_ < tokens_.size());
  }

  void add(const QString& around, const QStringList& head, bool function, const QStringList& parameters,
           const QStringList& stands_for = {}) {
    if (head.isEmpty()) return;
    static const QStringList kinds{QStringLiteral("struct"), QStringLiteral("class"), QStringLiteral("enum"),
                                   QStringLiteral("union")};
    if (kinds.contains(head[0]) && !function) {
      qsizetype at = 1;
      while (at < head.size() && (kinds.contains(head[at]) || !is_word(head[at]))) ++at;
      if (at < head.size()) found_ << around + head[at];
      return;
    }
    if (head[0] == QStringLiteral("using")) {
      if (head.size() == 2) found_ << around + head[1] + QStringLiteral(" = ") + stands_for.join(u' ');
      return;
    }
    qsizetype begin = head.size() - 1;
    while (begin >= 2 && head[begin - 1] == QStringLiteral("::") && is_word(head[begin - 2])) begin -= 2;
    if (head.size() == 1 && function) return;  // a macro's call
    const QString name = head.mid(begin).join(QString());
    if (is_word(name)) found_ << around + name + (function ? u'(' + types(parameters) + u')' : QString());
  }

  // Without the parameters' names and values.
  static QString types(const QStringList& parameters) {
    QStringList all;
    QStringList one;
    int depth = 0;
    bool value = false;
    const auto end = [&] {
      static const QStringList parts{QStringLiteral("const"), QStringLiteral("unsigned"), QStringLiteral("long")};
      if (one.size() > 1 && is_word(one.last()) && one[one.size() - 2] != QStringLiteral("::") &&
          !parts.contains(one[one.size() - 2]))
        one.removeLast();
      else if (one.size() > 2 && is_word(one.last()) && one[one.size() - 2] == QStringLiteral("const"))
        one.removeLast();
      all << one.join(u' ');
      one.clear();
      value = false;
    };
    for (const QString& token : parameters) {
      if (QStringLiteral("<([{").contains(token)) ++depth;
      if (QStringLiteral(">)]}").contains(token)) --depth;
      if (token == QStringLiteral("=")) value = true;
      if (token == QStringLiteral(",") && depth == 0)
        end();
      else if (!value)
        one << token;
    }
    if (!one.isEmpty()) end();
    return all.join(QStringLiteral(", "));
  }

  QStringList tokens_;
  qsizetype at_ = 0;
  QStringList found_;
};

}  // namespace nw::test
