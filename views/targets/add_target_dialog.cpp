// SPDX-License-Identifier: GPL-3.0-or-later
#include "targets/add_target_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>

#include "common/text.h"
#include "common/workbench.h"
#include "target/address.h"
#include "target/probe.h"
#include "targets/target_list.h"

namespace nw::views {

namespace {

const QString kProbeNew = QStringLiteral("probe new target");

QString facts_text(const TargetFacts& facts) {
  return AddTargetDialog::tr("It answers: %1, %n unit(s), %2", nullptr, facts.compute.units)
      .arg(qs(facts.name.empty() ? facts.id : facts.name), qs(facts.code.triple));
}

QString first_problem(const Diagnostics& problems) {
  QStringList lines;
  for (const Diagnostic& problem : problems) {
    lines << qs(problem.message);
    for (const std::string& because : problem.because) lines << AddTargetDialog::tr("because %1").arg(qs(because));
    if (!problem.legal.empty()) {
      QStringList legal;
      for (const std::string& each : problem.legal) legal << qs(each);
      lines << AddTargetDialog::tr("possible: %1").arg(legal.join(QStringLiteral(", ")));
    }
  }
  return lines.join(QLatin1Char('\n'));
}

std::vector<std::string> words_of(const QString& line) {
  std::vector<std::string> words;
  for (const QString& word : QProcess::splitCommand(line)) words.push_back(ss(word));
  return words;
}

}  // namespace

AddTargetDialog::AddTargetDialog(Workbench& workbench, TargetList& targets, QWidget* parent)
    : QDialog(parent), workbench_(workbench), targets_(targets) {
  setWindowTitle(tr("Add a target"));
  setMinimumWidth(520);
  build();
  fillDevices();
  connect(carrier_, &QComboBox::currentIndexChanged, this, &AddTargetDialog::showFields);
  connect(emulated_, &QComboBox::currentIndexChanged, this, &AddTargetDialog::refresh);
  connect(&workbench_.jobs(), &Jobs::changed, this, [this] {
    if (!probing_ || workbench_.jobs().busy(kProbeNew)) return;
    probing_ = false;
    answer_ = tr("Probing was stopped");
    refresh();
  });
  showFields();
}

AddTargetDialog::~AddTargetDialog() {
  workbench_.jobs().disconnect(this);
  if (probing_) workbench_.jobs().cancel(kProbeNew);
}

QLineEdit* AddTargetDialog::field(QFormLayout* form, const QString& label, const QString& hint) {
  auto* edit = new QLineEdit(this);
  edit->setPlaceholderText(hint);
  edit->setAccessibleName(label);
  form->addRow(label, edit);
  connect(edit, &QLineEdit::textChanged, this, [this] {
    facts_.reset();  // they are of what was written before
    answer_.clear();
    refresh();
  });
  return edit;
}

void AddTargetDialog::build() {
  form_ = new QFormLayout;
  name_ = field(form_, tr("Name"), tr("what you call it: lab1"));
  carrier_ = new QComboBox(this);
  carrier_->addItems({tr("Emulated device (qemu)"), tr("Another machine (ssh)"), tr("A command that starts a runner")});
  carrier_->setAccessibleName(tr("Carrier"));
  form_->addRow(tr("Carrier"), carrier_);
  emulated_ = new QComboBox(this);
  emulated_->setAccessibleName(tr("Emulated device"));
  form_->addRow(tr("Device"), emulated_);
  host_ = field(form_, tr("Address"), tr("[USER@]HOST, as ssh takes it"));
  options_ = field(form_, tr("Options of ssh"), QStringLiteral("-oPort=2222 -oIdentityFile=~/.ssh/lab"));
  command_ = field(form_, tr("Command"), QStringLiteral("srun -n1 {runner}"));
  runner_ = field(form_, tr("Runner there"), tr("its path; empty: ours"));
  device_ = field(form_, tr("Plugin and device"), tr("PLUGIN[:DEVICE]; empty: cpu"));
  state_ = new QLabel(this);
  state_->setObjectName(QStringLiteral("answer"));
  state_->setWordWrap(true);
  state_->setTextFormat(Qt::PlainText);
  state_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  state_->setAccessibleName(tr("What is missing, or what the device says"));
  state_->setMinimumHeight(3 * fontMetrics().lineSpacing());
  state_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  probe_ = buttons->addButton(tr("Probe"), QDialogButtonBox::ActionRole);
  probe_->setToolTip(tr("Connects to it and asks what it is"));
  add_ = buttons->addButton(tr("Add"), QDialogButtonBox::AcceptRole);
  add_->setToolTip(tr("Writes it into your list of targets; nothing is connected"));
  add_->setDefault(true);
  for (QPushButton* button : {probe_, buttons->button(QDialogButtonBox::Cancel)}) button->setAutoDefault(false);
  connect(probe_, &QPushButton::clicked, this, [this] { probing_ ? stop() : probe(); });
  connect(buttons, &QDialogButtonBox::accepted, this, &AddTargetDialog::add);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = new QVBoxLayout(this);
  column->addLayout(form_);
  column->addWidget(state_);
  column->addWidget(buttons);
}

void AddTargetDialog::fillDevices() {
  const target::Registry* registry = targets_.registry();
  if (!registry) return;
  for (const target::Plugin& plugin : registry->plugins()) {
    if (!plugin.usable()) continue;
    for (const target::EmulatedDevice& device : plugin.manifest.devices)
      emulated_->addItem(qs(plugin.manifest.id + ":" + device.device));
  }
}

void AddTargetDialog::showFields() {
  const int carrier = carrier_->currentIndex();
  const auto show = [this](QWidget* field, bool shown) { form_->setRowVisible(field, shown); };
  show(emulated_, carrier == Emulated);
  show(host_, carrier == Ssh);
  show(options_, carrier == Ssh);
  show(command_, carrier == Command);
  show(runner_, carrier != Emulated);
  show(device_, carrier != Emulated);
  facts_.reset();
  answer_.clear();
  refresh();
  adjustSize();
}

target::UserTarget AddTargetDialog::target() const {
  target::UserTarget target;
  target.name = ss(name_->text().trimmed());
  const int carrier = carrier_->currentIndex();
  target.carrier = carrier == Emulated ? "child" : carrier == Ssh ? "ssh" : "command";
  const QString device = (carrier == Emulated ? emulated_->currentText() : device_->text()).trimmed();
  if (!device.isEmpty()) {
    target.plugin = ss(device.section(QLatin1Char(':'), 0, 0));
    target.device = ss(device.section(QLatin1Char(':'), 1));
  }
  if (carrier == Ssh) {
    target.host = ss(host_->text().trimmed());
    target.options = words_of(options_->text());
  }
  if (carrier == Command) target.command = words_of(command_->text());
  if (carrier != Emulated) target.runner = ss(runner_->text().trimmed());
  target.facts = facts_;
  return target;
}

QString AddTargetDialog::problem() const {
  const target::UserTarget wanted = target();
  if (wanted.name.empty()) return tr("It needs a name.");
  if (const TargetEntry* other = entry_of(targets_.entries(), wanted.name);
      other && other->state != TargetState::NotHere)
    return tr("There is a target “%1” already.").arg(qs(wanted.name));
  return first_problem(target::check_user_target(wanted));
}

void AddTargetDialog::refresh() {
  const QString wrong = problem();
  state_->setText(!wrong.isEmpty() ? wrong : probing_ ? tr("Connecting…") : answer_);
  probe_->setText(probing_ ? tr("Stop") : tr("Probe"));
  probe_->setEnabled(probing_ || wrong.isEmpty());
  add_->setEnabled(wrong.isEmpty() && !probing_);
}

void AddTargetDialog::probe() {
  const Result<target::Connection> connection = targets_.connection(target());
  if (!connection.value) {
    answer_ = first_problem(connection.diagnostics);
    return refresh();
  }
  probing_ = true;
  refresh();
  workbench_.jobs().run<Result<target::Connection>>(
      kProbeNew, tr("Probing %1").arg(name_->text()), this,
      [connection = *connection](const CancelToken& cancel) { return target::with_facts(connection, cancel); },
      [this](Result<target::Connection> found) { probed(std::move(found)); });
}

void AddTargetDialog::stop() {
  workbench_.jobs().cancel(kProbeNew);
}

void AddTargetDialog::probed(Result<target::Connection> found) {
  probing_ = false;
  if (found.value) {
    facts_ = found->facts;
    answer_ = facts_text(found->facts);
  } else {
    facts_.reset();
    answer_ = first_problem(found.diagnostics);
  }
  refresh();
}

void AddTargetDialog::add() {
  if (!problem().isEmpty() || probing_) return;
  const target::UserTarget added = target();
  targets_.change(added, tr("adding %1").arg(qs(added.name)));
  accept();
}

}  // namespace nw::views
