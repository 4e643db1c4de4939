// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/session_store.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <utility>

#include "base/atomic_file.h"
#include "common/text.h"

namespace nw::window {

using views::ss;

namespace {
const QString kVersion = QStringLiteral("nestwright_session"), kDocuments = QStringLiteral("documents"),
              kActive = QStringLiteral("active"), kClosed = QStringLiteral("closed"), kFile = QStringLiteral("file"),
              kTitle = QStringLiteral("title"), kText = QStringLiteral("text"), kView = QStringLiteral("view"),
              kUnsaved = QStringLiteral("unsaved"), kRecover = QStringLiteral("recover");
}  // namespace

QByteArray write_session(const OpenSession& session) {
  QJsonArray documents;
  for (const OpenDocument& each : session.documents) {
    QJsonObject document;
    if (each.file.isEmpty()) {
      document[kTitle] = each.title;
      document[kText] = each.text;
    } else {
      document[kFile] = each.file;
    }
    if (!each.view_state.isEmpty()) document[kView] = each.view_state;
    if (each.unsaved) document[kUnsaved] = true;
    if (each.recover) document[kRecover] = true;
    documents.append(document);
  }
  const QJsonObject all{{kVersion, 1}, {kDocuments, documents}, {kActive, session.active}, {kClosed, session.closed}};
  return QJsonDocument(all).toJson();
}

OpenSession read_session(const QByteArray& text) {
  OpenSession session;
  const QJsonObject all = QJsonDocument::fromJson(text).object();
  if (all.value(kVersion).toInt() != 1) return session;
  session.closed = all.value(kClosed).toBool();
  const QJsonArray documents = all.value(kDocuments).toArray();
  for (const auto& value : documents) {
    const QJsonObject from = value.toObject();
    OpenDocument document{from.value(kFile).toString(), from.value(kTitle).toString(), from.value(kText).toString(),
                          from.value(kView).toString(), from.value(kUnsaved).toBool(), from.value(kRecover).toBool()};
    if (!document.empty()) session.documents.push_back(std::move(document));
  }
  session.active = all.value(kActive).toInt();
  if (session.active < 0 || session.active >= static_cast<int>(session.documents.size())) session.active = 0;
  return session;
}

SessionStore::SessionStore(const QString& folder)
    : path_(folder + QStringLiteral("/session.json")), lock_(ss(folder), ss(path_)) {
  writer_.setMaxThreadCount(1);
}

SessionStore::~SessionStore() {
  finish();
}

OpenSession SessionStore::read() const {
  QFile file(path_);
  return ours() && file.open(QIODevice::ReadOnly) ? read_session(file.readAll()) : OpenSession();
}

void SessionStore::write(const OpenSession& session) {
  if (!ours()) return;
  QByteArray text = write_session(session);
  if (text == written_) return;
  written_ = text;
  writer_.start([path = ss(path_), text] { (void)write_whole_file(path, text.toStdString(), 0600); });
}

void SessionStore::finish() {
  writer_.waitForDone();
}

}  // namespace nw::window
