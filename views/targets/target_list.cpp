// SPDX-License-Identifier: GPL-3.0-or-later
#include "targets/target_list.h"

#include <QFileInfo>
#include <algorithm>
#include <utility>

#include "base/input_file.h"
#include "base/json_text.h"
#include "base/local_cpu.h"
#include "common/text.h"
#include "common/workbench.h"
#include "target/probe.h"
#include "targets/target_links.h"

namespace nw::views {

namespace {

const QString kPurpose = QStringLiteral("targets"), kProbe = QStringLiteral("connect target"),
              kSource = QStringLiteral("targets");

struct Read {
  std::shared_ptr<const target::Registry> registry;
  Diagnostics diagnostics;
};

Result<TargetFacts> facts_of_file(const std::string& path) {
  Result<std::string> text = read_whole_file(path);
  if (!text.value) return std::move(text.diagnostics);
  JsonProblem problem;
  Result<TargetFacts> facts = target_facts_from_json(read_json(*text, &problem));
  if (!facts.value && !problem.what.empty()) facts.diagnostics.front().because = {problem.what};
  return facts;
}

}  // namespace

TargetList::TargetList(Workbench& workbench, target::Folders folders, QObject* parent)
    : QObject(parent),
      workbench_(workbench),
      links_(new TargetLinks(workbench.jobs(), this)),
      folders_(std::move(folders)) {
  workbench_.addViewer(this);
  countdown_.setInterval(std::chrono::seconds(1));
  connect(&countdown_, &QTimer::timeout, this, &TargetList::updateStates);
  connect(links_, &TargetLinks::changed, this, [this] { workbench_.soon().run(this, [this] { updateStates(); }); });
  refresh();
}

TargetList::~TargetList() {
  workbench_.removeViewer(this);
}

const std::string& TargetList::active() const {
  return workbench_.target().id;
}

void TargetList::reload() {
  workbench_.jobs().run<Read>(
      kPurpose, tr("Reading the list of targets"), this,
      [folders = folders_](const CancelToken&) {
        auto registry = std::make_shared<const target::Registry>(target::Registry::load(folders));
        return Read{registry, registry->diagnostics()};
      },
      [this](const Read& read) {
        const bool first = !registry_;
        registry_ = read.registry;
        refresh();
        if (first && !wanted_.empty()) chooseWanted();
        if (first) followDocument();
      });
}

void TargetList::refresh() {
  static const std::vector<target::Target> only_here = [] {
    target::Target here;
    here.id = kLocalCpu;
    here.state = "found";
    here.facts = local_cpu_facts();
    here.name = here.facts->name;
    here.kind = here.facts->kind;
    return std::vector{here};
  }();
  const workspace::Document* document = workbench_.session().document();
  entries_ = target_entries(registry_ ? registry_->targets() : only_here, of_files_,
                            document ? document->targets() : std::vector<std::string>());
  for (TargetEntry& entry : entries_) entry.of_user = userTarget(entry.id) != nullptr;
  setStates();
  Q_EMIT changed();
}

// Of those that can be connected; what is wrong with the others does not change.
void TargetList::setStates() {
  bool lost = false;
  for (TargetEntry& entry : entries_) {
    const auto state = links_->state(entry.id);
    const int running = links_->running(entry.id);
    if (state || entry.runs()) set_connection(entry, state, running);
    lost |= entry.next_try.has_value();
  }
  if (lost != countdown_.isActive()) lost ? countdown_.start() : countdown_.stop();
}

void TargetList::updateStates() {
  setStates();
  Q_EMIT statesChanged();
}

void TargetList::tryNow(const std::string& id) {
  links_->tryNow(id);
}

// Only for a person who has chosen it: no document starts a connection.
void TargetList::keepActive() {
  const ActiveTarget& target = workbench_.activeTarget();
  if (target.connection)
    links_->keepOnly(*target.connection);
  else
    links_->keepNone();
}

void TargetList::documentChanged() {
  report({});
  refresh();
  followDocument();
}

// Its ids are looked up among what is known here; nothing is connected because a document says so.
void TargetList::followDocument() {
  workspace::Document* document = workbench_.session().document();
  if (!document) return;
  const bool named = std::exchange(named_, false);
  if (named || document->targets().empty()) {
    if (named || !workbench_.activeTarget().here()) document->use_target(active());
    return;
  }
  const std::string& id = document->targets().front();
  if (id == active()) return;
  const TargetEntry* entry = entry_of(entries_, id);
  if (entry && (entry->here() || entry->facts)) return use(*entry);
  if (!registry_) return;  // it may be there
  Q_EMIT workbench_.message(tr("The project was last used with %1, which is not connected here").arg(qs(id)));
  if (const TargetEntry* here = entry_of(entries_, kLocalCpu)) use(*here);
}

void TargetList::choose(const std::string& id) {
  const TargetEntry* entry = entry_of(entries_, id);
  if (!entry || !entry->selectable()) return;
  report({});
  workbench_.jobs().cancel(kProbe);
  if (!entry->here() && !entry->facts) {
    Result<target::Connection> found = connection(id);
    if (!found.value) return report(found.diagnostics);
    if (!found->facts_known) return connectTo(std::move(*found));
  }
  if (workspace::Document* document = workbench_.session().document()) document->use_target(id);
  use(*entry);
  keepActive();
}

void TargetList::chooseNamed(const QString& name) {
  named_ = true;
  if (QFileInfo(name).isFile()) return chooseFile(name);
  wanted_ = ss(name);
  if (registry_) chooseWanted();
}

void TargetList::chooseWanted() {
  const std::string id = std::exchange(wanted_, {});
  if (entry_of(entries_, id)) return choose(id);
  report(registry_->facts(id).diagnostics);
}

Result<target::Connection> TargetList::connection(const target::UserTarget& target) const {
  if (!registry_) return Diagnostics{};
  return target::connect_user_target({folders_, registry_->plugins()}, target);
}

Result<target::Connection> TargetList::connection(const std::string& id) const {
  if (!registry_) return Diagnostics{};
  return registry_->find(id);
}

void TargetList::use(const TargetEntry& entry) {
  if (links_->state(active()) && entry.id != active()) links_->keepNone();
  if (entry.here()) {
    workbench_.setTarget(local_cpu_facts());
    return refresh();
  }
  std::optional<ActiveTarget> target;
  if (!entry.of_file)
    if (Result<target::Connection> found = connection(entry.id); found.value && found->facts_known)
      target.emplace(std::move(*found));
  if (!target) {
    target.emplace(*entry.facts);
    if (!entry.why.isEmpty()) target->why_not_run = entry.why;
  }
  workbench_.setTarget(std::move(*target));
  refresh();
}

// A person has asked for it: the device is connected, and says what it is.
void TargetList::connectTo(target::Connection connection) {
  const QString id = qs(connection.id);
  workbench_.jobs().run<Result<target::Connection>>(
      kProbe, tr("Connecting %1").arg(id), this,
      [connection = std::move(connection)](const CancelToken& cancel) {
        return target::with_facts(connection, cancel);
      },
      [this, id](Result<target::Connection> found) {
        if (!found.value) {
          report(found.diagnostics);
          return Q_EMIT workbench_.message(tr("%1 could not be connected; the problems say why").arg(id));
        }
        if (workspace::Document* document = workbench_.session().document()) document->use_target(found->id);
        workbench_.setTarget(ActiveTarget(std::move(*found)));
        keepActive();
        refresh();
      });
}

void TargetList::chooseFile(const QString& path) {
  Result<TargetFacts> facts = facts_of_file(ss(path));
  if (!facts.value) {
    for (Diagnostic& d : facts.diagnostics) d.message = ss(QFileInfo(path).fileName()) + ": " + d.message;
    report(facts.diagnostics);
    return Q_EMIT workbench_.message(tr("%1 has no facts of a target; the problems say why").arg(path));
  }
  report(facts.diagnostics);
  // Two targets of one name could not be told apart.
  const TargetEntry* other = entry_of(entries_, facts->id);
  if (facts->id.empty() || (other && !other->of_file && other->state != TargetState::NotHere))
    facts->id = ss(QFileInfo(path).fileName());
  std::erase_if(of_files_, [&](const TargetFacts& known) { return known.id == facts->id; });
  of_files_.push_back(std::move(*facts));
  refresh();
  choose(of_files_.back().id);
}

void TargetList::trust(const std::string& plugin) {
  if (!registry_) return;
  workbench_.jobs().run<Read>(
      kPurpose, tr("Trusting the plugin %1").arg(qs(plugin)), this,
      [changed = *registry_, plugin](const CancelToken&) mutable {
        Diagnostics failed = changed.trust(plugin);
        return Read{std::make_shared<const target::Registry>(std::move(changed)), std::move(failed)};
      },
      [this](const Read& read) {
        registry_ = read.registry;
        report(read.diagnostics);
        refresh();
      });
}

const target::UserTarget* TargetList::userTarget(const std::string& id) const {
  return registry_ ? registry_->user_target(id) : nullptr;
}

const target::Plugin* TargetList::plugin(const std::string& id) const {
  if (!registry_) return nullptr;
  const auto& all = registry_->plugins();
  const auto found = std::ranges::find_if(
      all, [&](const target::Plugin& plugin) { return plugin.manifest.id == id && plugin.state != "hidden"; });
  return found == all.end() ? nullptr : &*found;
}

void TargetList::change(target::UserTarget target, const QString& what) {
  const target::UserTarget* own = userTarget(target.name);
  const auto before = own ? std::optional(*own) : std::nullopt;
  Change change{what, target.name, before, std::move(target)};
  apply(change.name, change.after, what, [this, change] { done_.push_back(change); });
}

void TargetList::remove(const std::string& name) {
  const target::UserTarget* own = userTarget(name);
  if (!own) return;
  Change change{tr("removing %1").arg(qs(name)), name, *own, std::nullopt};
  if (name == active()) choose(kLocalCpu);
  apply(name, std::nullopt, change.what, [this, change] { done_.push_back(change); });
}

void TargetList::undo() {
  if (done_.empty()) return;
  const Change change = done_.back();
  apply(change.name, change.before, tr("undoing %1").arg(change.what), [this] { done_.pop_back(); });
}

// Off the UI thread; `done` follows where it is written.
void TargetList::apply(const std::string& name, const std::optional<target::UserTarget>& wanted, const QString& what,
                       std::function<void()> done) {
  if (!registry_) return;
  workbench_.jobs().run<Read>(
      kPurpose, tr("Your list of targets: %1").arg(what), this,
      [changed = *registry_, name, wanted, worker = workbench_.workerOptions().living](const CancelToken&) mutable {
        Diagnostics failed = wanted ? changed.replace(*wanted) : changed.remove(name);
        if (!wanted && !has_errors(failed)) worker->forget(name);  // its runner would go on
        return Read{std::make_shared<const target::Registry>(std::move(changed)), std::move(failed)};
      },
      [this, name, done = std::move(done)](const Read& read) {
        registry_ = read.registry;
        report(read.diagnostics);
        if (!has_errors(read.diagnostics)) done();
        refresh();
        // With other settings it is another connection.
        if (const TargetEntry* entry = entry_of(entries_, name); entry && name == active() && entry->facts) {
          use(*entry);
          keepActive();
        }
      });
}

void TargetList::report(Diagnostics diagnostics) {
  workbench_.session().report(kSource, std::move(diagnostics));
}

}  // namespace nw::views
