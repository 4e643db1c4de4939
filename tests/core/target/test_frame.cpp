// SPDX-License-Identifier: GPL-3.0-or-later
// Frames: what is written is read, however it is cut apart on the way, and nothing else is taken for a frame.
#include <QTest>

#include "registry.h"
#include "target/frame.h"

using namespace nw::target;
using nlohmann::json;

class TestFrame : public QObject {
  Q_OBJECT

  static std::vector<Frame> parsed(FrameParser& parser) {
    std::vector<Frame> frames;
    while (std::optional<Frame> frame = parser.next()) frames.push_back(std::move(*frame));
    return frames;
  }
  static std::string sizes(uint32_t head, uint32_t body) {
    std::string bytes;
    for (const uint32_t size : {head, body})
      for (int byte = 0; byte < 4; ++byte) bytes += static_cast<char>(size >> (8 * byte) & 0xff);
    return bytes;
  }

 private Q_SLOTS:
  void frames_come_out_as_they_went_in() {
    const std::string body("\0\1\xff", 3);
    const std::string bytes = encode({{"id", 1}, {"do", "ping"}}) + encode({{"id", 2}, {"do", "write"}}, body);
    for (size_t piece = 1; piece <= bytes.size(); ++piece) {
      FrameParser parser;
      std::vector<Frame> frames;
      for (size_t at = 0; at < bytes.size(); at += piece) {
        parser.feed(std::string_view(bytes).substr(at, piece));
        for (Frame& frame : parsed(parser)) frames.push_back(std::move(frame));
      }
      QCOMPARE(frames.size(), size_t{2});
      QVERIFY(!parser.in_a_frame());
      QVERIFY(frames[0].head == json({{"id", 1}, {"do", "ping"}}));
      QCOMPARE(frames[0].body, std::string());
      QCOMPARE(frames[1].body, body);
    }
  }

  void sizes_are_little_endian() { QCOMPARE(encode(json::object(), "b"), sizes(2, 1) + "{}b"); }

  void what_is_no_frame_is_told_and_the_next_is_read_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char* name, const std::string& bytes, const QString& problem) {
      QTest::newRow(name) << QByteArray::fromStdString(bytes) << problem;
    };
    row("no JSON", sizes(3, 0) + "{,}",
        QStringLiteral("the head of a frame is no JSON: syntax error while parsing object key - unexpected ','; "
                       "expected string literal"));
    row("no object", sizes(2, 0) + "[]", QStringLiteral("the head of a frame is no JSON object"));
    row("nested", sizes(600, 0) + std::string(600, '['),
        QStringLiteral("the head of a frame is no JSON: brackets are nested more than 200 levels deep"));
    row("a head that is too large", sizes(kMaxHead + 1, 2) + std::string(kMaxHead + 3, ' '),
        QStringLiteral("a frame of 1048577 and 2 bytes is larger than 1048576 and 67108864"));
  }
  void what_is_no_frame_is_told_and_the_next_is_read() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, problem);
    FrameParser parser;
    parser.feed({bytes.constData(), static_cast<size_t>(bytes.size())});
    parser.feed(encode({{"id", 3}}));
    const std::vector<Frame> frames = parsed(parser);
    QCOMPARE(frames.size(), size_t{2});
    QCOMPARE(QString::fromStdString(frames[0].problem), problem);
    QVERIFY(frames[1].head == json({{"id", 3}}));
  }

  // A greeting of a shell, taken for sizes: four gigabytes are announced, and none of them is waited for in memory.
  void what_was_announced_takes_no_memory() {
    FrameParser parser;
    parser.feed("Welcome to lab1\n");
    QVERIFY(!parser.next()->problem.empty());
    for (int i = 0; i < 1000; ++i) parser.feed(std::string(4096, 'x'));
    QVERIFY(!parser.next().has_value());
    QVERIFY(parser.pending().empty());
    QVERIFY(parser.in_a_frame());
  }
};

NW_TEST(TestFrame);
#include "test_frame.moc"
