// SPDX-License-Identifier: GPL-3.0-or-later
// Names of targets, and the hosts that they may have.
#include <QTest>

#include "registry.h"
#include "target/address.h"
#include "texts.h"

using namespace nw;
using target::Address;

class TestAddress : public QObject {
  Q_OBJECT

  static std::string refusal(const std::string& text) {
    const Result<Address> address = target::parse_address(text);
    return address.value ? "(none)" : address.diagnostics.front().message;
  }

 private Q_SLOTS:
  void addresses_have_four_parts() {
    QVERIFY(*target::parse_address("cpu").value == (Address{{}, {}, "cpu", {}}));
    QVERIFY(*target::parse_address("cross:riscv64-v").value == (Address{{}, {}, "cross", "riscv64-v"}));
    QVERIFY(*target::parse_address("ssh:me@lab1/cuda:0").value == (Address{"ssh", "me@lab1", "cuda", "0"}));
    QVERIFY(*target::parse_address("ssh:[::1]/cpu").value == (Address{"ssh", "[::1]", "cpu", {}}));
    QVERIFY(*target::parse_address("board:usb/3:1").value == (Address{{}, {}, "board", "usb/3:1"}));
  }
  void addresses_are_written_as_they_were() {
    for (const char* text : {"cpu", "opencl:0", "ssh:lab1/cuda:0", "board:usb/3:1"})
      QCOMPARE(to_string(*target::parse_address(text).value), std::string(text));
  }
  void what_is_no_address() {
    for (const char* text : {"", ":", "cpu:", ":0", "a b", "-cpu", "../cpu", "/etc/passwd", "cpu\n", "cpu:-x",
                             "ssh:/cpu", "ssh:lab1/", "ssh:lab1/../x", "$(x)"})
      QVERIFY2(!target::parse_address(text).value, text);
    QCOMPARE(refusal(std::string(100'000, 'a')).size(), std::string("there is no target ''").size() + 200);
    QVERIFY(!target::parse_address(std::string("cpu\0x", 5)).value);
  }
  void a_host_that_a_program_could_take_for_an_option() {
    for (const char* host : {"-oProxyCommand=touch canary", "me@-oProxyCommand=x", "-", "lab1 -oProxyCommand=x"})
      QVERIFY2(!target::check_host(host).empty(), host);
    QCOMPARE(refusal("ssh:-oProxyCommand=x/cpu"),
             std::string("'-oProxyCommand=x' cannot be reached: a host name that begins with '-' could be taken for an "
                         "option"));
  }
  void a_host_that_a_shell_could_take_for_more_than_a_word() {
    for (const char* host : {"a;b", "a`b`", "$(a)", "a|b", "a'b", "a\"b", "a\nb", "a%h", "", "me@", "a b"})
      QVERIFY2(!target::check_host(host).empty(), host);
    for (const char* host : {"lab1", "me@lab1.example.org", "192.168.0.7", "[2001:db8::1]", "a_b-c"})
      QVERIFY2(target::check_host(host).empty(), host);
  }
};

NW_TEST(TestAddress);
#include "test_address.moc"
