// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's files as numpy.lib.format describes them; the bytes below were written by hand from that description.
#include <QTest>

#include "data/npy.h"
#include "registry.h"

using namespace nw;

namespace {

// Magic, version 1.0, the header's length in two bytes, the header, the data.
std::string file(const std::string& header, const std::string& data, int version = 1) {
  std::string bytes("\x93NUMPY", 6);
  bytes += static_cast<char>(version);
  bytes += '\0';
  bytes += static_cast<char>(header.size() & 0xff);
  bytes += static_cast<char>(header.size() >> 8);
  if (version > 1) bytes += std::string(2, '\0');
  return bytes + header + data;
}

std::string header(const std::string& type, const std::string& shape, const char* fortran = "False") {
  return "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
}

template <class T>
std::string raw(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

Result<NDArray> read(const std::string& bytes) {
  return data::read_npy(std::as_bytes(std::span(bytes.data(), bytes.size())), "x.npy");
}

std::string message(const std::string& bytes) {
  const Result<NDArray> array = read(bytes);
  return array.ok() || array.diagnostics.size() != 1 ? ""
                                                     : array.diagnostics[0].code + " " + array.diagnostics[0].message;
}

}  // namespace

class TestNpy : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void types_and_versions() {
    const auto floats = read(file(header("<f4", "(2, 3)"), raw<float>({1, 2, 3, 4, 5, -0.5F})));
    QVERIFY(floats.ok());
    QCOMPARE(floats->dtype(), DType::Float(32));
    QCOMPARE(floats->shape(), (std::vector<int64_t>{2, 3}));
    QCOMPARE(floats->at(5), -0.5);
    const auto ints = read(file(header("<i8", "(3,)"), raw<int64_t>({-1, 0, INT64_MAX}), 2));
    QVERIFY(ints.ok());
    QCOMPARE(ints->int_at(2), INT64_MAX);
    const auto bools = read(file(header("|b1", "()"), std::string(1, '\1'), 3));
    QVERIFY(bools.ok() && bools->shape().empty());
    QCOMPARE(bools->int_at(0), int64_t{1});
    QVERIFY(read(file(header("<f2", "(0, 4)"), "")).ok());
    QVERIFY(read(file(header("=u2", "(1L,)"), raw<uint16_t>({65535}))).ok());  // as Python 2 wrote it
  }

  // In the file the first index runs fastest: 11 21 12 22 13 23.
  void fortran_order_is_turned() {
    const auto array = read(file(header("<i4", "(2, 3)", "True"), raw<int32_t>({11, 21, 12, 22, 13, 23})));
    QVERIFY(array.ok());
    const std::span<const int32_t> values = array->as<int32_t>();
    QCOMPARE(std::vector<int32_t>(values.begin(), values.end()), (std::vector<int32_t>{11, 12, 13, 21, 22, 23}));
  }

  void what_is_no_such_file_is_refused() {
    const std::string four = raw<float>({1, 2, 3, 4});
    const std::string begins = "NW4141 'x.npy' cannot be read as a tensor: ";
    QCOMPARE(message(""), begins + "it does not begin as the format does");
    QCOMPARE(message("PK\3\4 an archive"), begins + "it does not begin as the format does");
    QCOMPARE(message(std::string("\x93NUMPY\1\0", 8)), begins + "it ends after 8 bytes, within its header");
    QCOMPARE(message(file(header("<f4", "(4,)"), four, 9)), begins + "its format is of version 9; 1 to 3 are known");
    QCOMPARE(message(file(header("<f4", "(4,)"), four).substr(0, 30)),
             begins + "it ends after 30 bytes, within its header");
    QCOMPARE(message(file(header("<f4", "(5,)"), four)),
             begins + "its shape (5) of float32 takes 20 bytes, but 16 follow the header");
    QCOMPARE(message(file(header("<f4", "(3,)"), four)),
             begins + "its shape (3) of float32 takes 12 bytes, but 16 follow the header");
    QCOMPARE(message(file(header("<f4", "(500000000,)"), four)),
             begins + "its shape (500000000) of float32 takes 2000000000 bytes, but 16 follow the header");
    QCOMPARE(message(file(header("<f4", "(4611686018427387904, 4)"), four)),
             begins + "its shape (4611686018427387904, 4) is impossible");
    QCOMPARE(message(file(header("<f4", "(-4,)"), four)), begins + "its shape (-4) is impossible");
    QCOMPARE(message(file(header(">f4", "(4,)"), four)), begins + "its numbers are big endian ('>f4')");
    QCOMPARE(message(file(header("|O", "(4,)"), four)),
             begins + "it holds pickled Python objects, which are never read");
    QCOMPARE(message(file(header("<c8", "(2,)"), four)), begins + "its element type \"<c8\" is none that is known");
    QCOMPARE(message(file("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (4,)}", four)),
             begins + "its elements are records of several fields");
    QCOMPARE(message(file("{'descr': '<f4', 'shape': (4,)}", four)),
             begins + "its header lacks one of descr, fortran_order and shape");
    QCOMPARE(message(file("__import__('os')", four)), begins + "its header is no dictionary");
  }

  void what_is_written_is_the_format() {
    NDArray array(DType::Float(32), {2, 1});
    array.set(0, 1.5);
    array.set(1, -2);
    const std::string bytes = data::npy_bytes(array);
    QCOMPARE(bytes.size(), size_t{128 + 8});  // the data begins at a multiple of 64
    QCOMPARE(bytes.substr(0, 8), std::string("\x93NUMPY\1\0", 8));
    QCOMPARE(static_cast<int>(bytes[8]), 118);
    QVERIFY(bytes.substr(10).starts_with("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }"));
    QCOMPARE(bytes[127], '\n');
    QCOMPARE(bytes.substr(128), raw<float>({1.5F, -2}));
    QVERIFY(
        data::npy_bytes(NDArray(DType::Int(8), {7})).find("'descr': '|i1', 'fortran_order': False, 'shape': (7,)") !=
        std::string::npos);
    QVERIFY(!data::has_npy_type(DType::BFloat16()));
  }

  // Fixed widths, padded with zeros: code points ("<U3") or bytes ("|S2").
  void strings() {
    const auto points = [](const std::u32string& text) { return raw<char32_t>({text.begin(), text.end()}); };
    const auto words = read(file(header("<U3", "(2,)"), points(std::u32string(U"a\u00e9\0\U0001f600bc", 6))));
    QVERIFY(words.ok());
    QCOMPARE(words->text_at(0), std::string("a\xc3\xa9"));
    QCOMPARE(words->text_at(1), std::string("\xf0\x9f\x98\x80"
                                            "bc"));
    const auto bytes = read(file(header("|S2", "(2, 2)", "True"), std::string("a\0b\0c\0dd", 8)));
    QVERIFY(bytes.ok());
    QCOMPARE(bytes->text_at(1), std::string("c"));  // the first index runs fastest in the file
    QCOMPARE(bytes->text_at(3), std::string("dd"));
    QVERIFY(read(file(header("<U0", "(2,)"), "")).ok());
    QCOMPARE(message(file(header("<U1", "(1,)"), points(U"\xd800"))),
             std::string("NW4141 'x.npy' cannot be read as a tensor: its string 0 is no Unicode"));
    QCOMPARE(message(file(header("<U2", "(3,)"), points(U"abcd"))),
             std::string("NW4141 'x.npy' cannot be read as a tensor: its shape (3) of strings of 8 bytes does not take "
                         "the 16 that follow"));
  }
};

NW_TEST(TestNpy);
#include "test_npy.moc"
