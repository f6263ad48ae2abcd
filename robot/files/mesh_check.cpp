/* SPDX-License-Identifier: BSD-3-Clause */

#include "mesh_check.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "collada_check.hpp"
#include "robot_text.h"

namespace {

[[noreturn]] void refuse(long line, const std::string &what) {
  throw std::runtime_error("line " + std::to_string(line) + ": " + what);
}

/* assimp reads a number with more digits before its point as 0. */
const size_t MOST_DIGITS = 18;

/* Hexadecimal numbers are none for other readers. */
bool isNumber(const std::string &word) {
  char *end = nullptr;
  std::strtod(word.c_str(), &end);
  const size_t first = word.find_first_of("+-") == 0 ? 1 : 0;
  const size_t digits = std::min(word.find_first_not_of("0123456789", first), word.size()) - first;
  return end != word.c_str() && *end == 0 && word.find_first_of("xX") == std::string::npos && digits <= MOST_DIGITS;
}

bool isWhole(const std::string &word) {
  const size_t sign = word.find_first_of("+-") == 0 ? 1 : 0;
  return word.size() > sign && word.find_first_not_of("0123456789", sign) == std::string::npos;
}

/* Words of a text, line by line. */
class Lines {
 public:
  explicit Lines(const std::string &text, bool joins = false) : text_(text), joins_(joins) {}

  /* Reads the next line into words; a backslash at its end joins the one behind it, if lines are joined.  False at the
     end of the text. */
  bool next() {
    words.clear();
    bool more = at_ < text_.size();
    const bool any = more;
    number = line_;
    joined = false;
    while (more) {
      const size_t end = std::min(text_.find_first_of("\r\n", at_), text_.size());
      more = joins_ && end > at_ && text_[end - 1] == '\\' && end < text_.size();
      joined = joined || more;
      split(at_, more ? end - 1 : end);
      at_ = end < text_.size() && text_.compare(end, 2, "\r\n") == 0 ? end + 2 : end + 1;
      line_++;
    }
    return any;
  }

  /* The place behind the last line that was read. */
  size_t offset() const { return std::min(at_, text_.size()); }

  long number = 0;     /* of the line that was read, from 1 */
  bool joined = false; /* it is of several */
  std::vector<std::string> words;

 private:
  void split(size_t from, size_t to) {
    while (from < to) {
      const size_t start = std::min(text_.find_first_not_of(" \t\v\f", from), to);
      const size_t end = std::min(text_.find_first_of(" \t\v\f", start), to);
      if (end > start) words.push_back(text_.substr(start, end - start));
      from = end;
    }
  }

  const std::string &text_;
  const bool joins_;
  size_t at_ = 0;
  long line_ = 1;
};

/* ------------------------------------------------------------------ STL */

/* In a binary file the number of triangles stands behind 80 bytes, in little-endian order. */
bool isBinaryStl(const std::string &text) {
  if (text.size() < 84) return false;
  uint64_t count = 0;
  for (size_t i = 0; i < 4; i++) count |= uint64_t(static_cast<unsigned char>(text[80 + i])) << (8 * i);
  return text.size() == 84 + 50 * count;
}

long checkStl(const std::string &text) {
  if (isBinaryStl(text)) return -1;
  if (text.find('\0') != std::string::npos)
    throw std::runtime_error("is neither text nor as long as its number of triangles requires; export it again");
  Lines lines(text);
  long opened = 0, closed = 0, corners = 0, numbers = 0; /* that have to follow */
  while (lines.next())
    for (const std::string &word : lines.words) {
      const bool is_number = isNumber(word);
      if (is_number ? numbers == 0 : numbers > 0)
        refuse(lines.number, "expected three numbers for each vertex and normal, and none elsewhere");
      if (word == "solid" || word == "endsolid") break; /* a name follows */
      if (!is_number && !robot_is_among(word.c_str(), "facet normal outer loop vertex endloop endfacet"))
        refuse(lines.number, "'" + word.substr(0, 40) + "' is no word of STL");
      if (is_number)
        numbers--;
      else if (word == "vertex" || word == "normal")
        numbers = 3;
      opened += word == "facet";
      closed += word == "endfacet";
      corners += word == "vertex";
      if (word == "endfacet" && (opened != closed || corners != 3 * closed))
        refuse(lines.number, "a facet without three vertices");
    }
  if (opened != closed) refuse(lines.number, "the file ends within a facet");
  return closed;
}

/* ------------------------------------------------------------------ OBJ */

/* Returns true for a word that assimp counts as a number of a vertex: it goes by the first character. */
bool isCounted(const std::string &word) {
  return word.find_first_of("+-0123456789") == 0;
}

/* Refuses a vertex of which assimp would count another number of numbers, comments included: it leaves out those that
   are not 3, 4 or 6, and all later corners are of other vertices.  It divides by a weight. */
void checkObjVertex(const Lines &line, size_t count) {
  bool good = count == 3 || count == 4 || count == 6;
  for (size_t i = 1; i < line.words.size(); i++)
    good = good && (i <= count ? isNumber(line.words[i]) && isCounted(line.words[i]) : !isCounted(line.words[i]));
  if (good && count == 4) good = !(std::fabs(std::strtod(line.words[4].c_str(), nullptr) - 1) > 0);
  if (!good)
    refuse(
        line.number,
        "expected three numbers for a vertex (0.5, not .5), a weight of 1 or colours, and a comment without numbers");
}

/* Surfaces, curves and other files may be solid; assimp passes over them. */
long checkObj(const std::string &text) {
  static const char *const KNOWN =
      "v vn vt f g o s l p usemtl mtllib mg lod usemap maplib bevel c_interp d_interp shadow_obj trace_obj";
  Lines lines(text, true);
  long faces = 0;
  while (lines.next()) {
    if (lines.words.empty()) continue;
    if (lines.words[0][0] == '#') {
      if (lines.joined) refuse(lines.number, "a comment that ends in a backslash hides the line behind it");
      continue;
    }
    if (!robot_is_among(lines.words[0].c_str(), KNOWN))
      refuse(lines.number, "'" + lines.words[0].substr(0, 40) + "' is not read in OBJ, and may be solid");
    size_t corners = 0; /* a comment may follow */
    while (corners + 1 < lines.words.size() && lines.words[corners + 1][0] != '#') corners++;
    if (lines.words[0] == "v") checkObjVertex(lines, corners);
    faces += lines.words[0] == "f" && corners > 2;
  }
  return faces;
}

/* ------------------------------------------------------------------ PLY */

struct PlyProperty {
  std::string type, count, name; /* count: the type of a list's length, empty for a number */
};
struct PlyElement {
  std::string name;
  long count;
  std::vector<PlyProperty> properties;
};

/* Returns how many bytes a number of this type has, or 0 if there is no such type. */
size_t plySize(const std::string &type) {
  if (robot_is_among(type.c_str(), "char uchar int8 uint8")) return 1;
  if (robot_is_among(type.c_str(), "short ushort int16 uint16")) return 2;
  if (robot_is_among(type.c_str(), "int uint float int32 uint32 float32")) return 4;
  return robot_is_among(type.c_str(), "double float64") ? 8 : 0;
}

bool isPlyReal(const std::string &type) {
  return robot_is_among(type.c_str(), "float double float32 float64");
}

/* Reads a line of a header.  Refuses one that means nothing in PLY: assimp can wait without end for it. */
void readPlyHeader(const Lines &line, std::vector<PlyElement> &elements) {
  const std::vector<std::string> &w = line.words;
  bool good = robot_is_among(w[0].c_str(), "ply format comment obj_info element property end_header");
  if (w[0] == "element") {
    good = w.size() == 3 && isWhole(w[2]) && std::atol(w[2].c_str()) >= 0;
    if (good) elements.push_back({w[1], std::atol(w[2].c_str()), {}});
  } else if (w[0] == "property") {
    const bool is_list = w.size() == 5 && w[1] == "list" && plySize(w[2]) > 0 && !isPlyReal(w[2]);
    good = !elements.empty() && (is_list || w.size() == 3) && plySize(w[w.size() - 2]) > 0;
    if (good) elements.back().properties.push_back({w[w.size() - 2], is_list ? w[2] : "", w.back()});
  }
  if (!good) refuse(line.number, "'" + w[0].substr(0, 40) + "' is no line of PLY's header; export the file again");
}

/* Returns how many properties of an element have one of the names, as a list or as numbers. */
int countPly(const PlyElement &element, const char *names, bool lists) {
  int count = 0;
  for (const PlyProperty &p : element.properties)
    count += p.count.empty() != lists && robot_is_among(p.name.c_str(), names);
  return count;
}

/* Refuses elements that may be solid, and vertices and faces that assimp would read as others.  Returns the number of
   faces. */
long checkPlyElements(long line, const std::vector<PlyElement> &elements) {
  long faces = 0;
  std::string names;
  for (const PlyElement &e : elements) {
    if (!robot_is_among(e.name.c_str(), "vertex face edge material") || robot_is_among(e.name.c_str(), names.c_str()))
      refuse(line, "element '" + e.name.substr(0, 40) + "' is unknown or a second one, and may be solid");
    if (e.name == "vertex" && countPly(e, "x y z", false) != 3)
      refuse(line, "expected properties x, y and z of a vertex");
    if (e.name == "face" && countPly(e, "vertex_indices vertex_index", true) != 1)
      refuse(line, "expected a list vertex_indices of a face");
    if (e.properties.empty()) refuse(line, "element '" + e.name.substr(0, 40) + "' has no properties");
    if (e.name == "face") faces = e.count;
    names += " " + e.name;
  }
  return faces;
}

/* Checks that a line has as many numbers as its element. */
void checkPlyLine(const Lines &line, const PlyElement &element) {
  const std::vector<std::string> &w = line.words;
  size_t at = 0;
  for (const PlyProperty &p : element.properties) {
    size_t count = 1;
    if (!p.count.empty() && at < w.size() && isWhole(w[at])) count = std::strtoul(w[at++].c_str(), nullptr, 10);
    for (; count > 0 && at < w.size(); count--, at++)
      if (isPlyReal(p.type) ? !isNumber(w[at]) : !isWhole(w[at]))
        refuse(line.number, "'" + w[at].substr(0, 40) + "' is no " + p.type);
    if (count > 0) at = w.size() + 1;
  }
  if (at != w.size())
    refuse(line.number, "expected the numbers of a " + element.name + ", as the header has them, and no others");
}

/* The rest of an ASCII file has a line for each element that its header counts. */
void checkPlyLines(Lines &lines, const std::vector<PlyElement> &elements) {
  long all = 0, found = 0, before = 0;
  size_t i = 0;
  for (const PlyElement &e : elements) all += e.count;
  for (; lines.next(); found += !lines.words.empty()) {
    if (lines.words.empty()) continue;
    for (; i < elements.size() && found >= before + elements[i].count; i++) before += elements[i].count;
    if (i < elements.size()) checkPlyLine(lines, elements[i]);
  }
  if (found != all)
    refuse(lines.number,
           "the header counts " + std::to_string(all) + " elements, and " + std::to_string(found) + " lines follow");
}

/* Returns a whole number of some bytes. */
size_t plyLength(const std::string &text, size_t at, size_t size, bool little) {
  size_t value = 0;
  for (size_t i = 0; i < size; i++)
    value = value << 8 | static_cast<unsigned char>(text[little ? at + size - 1 - i : at + i]);
  return value;
}

/* The rest of a binary file has the bytes of all elements, and no others. */
void checkPlyBytes(const std::string &text, size_t at, bool little, const std::vector<PlyElement> &elements) {
  static const char *const WRONG = "is shorter or longer than its header requires; export it again";
  for (const PlyElement &e : elements)
    for (long i = 0; i < e.count; i++)
      for (const PlyProperty &p : e.properties) {
        const size_t length = plySize(p.count), size = plySize(p.type);
        if (length > text.size() - at) throw std::runtime_error(WRONG);
        const size_t count = length > 0 ? plyLength(text, at, length, little) : 1;
        at += length;
        if (count > (text.size() - at) / size) throw std::runtime_error(WRONG);
        at += count * size;
      }
  if (at != text.size()) throw std::runtime_error(WRONG);
}

long checkPly(const std::string &text) {
  Lines lines(text);
  std::vector<PlyElement> elements;
  std::string format;
  bool header = true;
  while (header && lines.next()) {
    if (lines.words.empty()) continue;
    readPlyHeader(lines, elements);
    header = lines.words[0] != "end_header";
    if (lines.words[0] == "format" && lines.words.size() > 1) format = lines.words[1];
  }
  if (header) refuse(lines.number, "the file ends within its header");
  const long faces = checkPlyElements(lines.number, elements);
  if (format == "ascii")
    checkPlyLines(lines, elements);
  else
    checkPlyBytes(text, lines.offset(), format == "binary_little_endian", elements);
  return faces;
}

std::string ending(const std::string &name) {
  const size_t dot = name.rfind('.');
  std::string lower = dot == std::string::npos ? "" : name.substr(dot + 1);
  for (char &c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

}  // namespace

long checkMeshText(const std::string &name, const std::string &text) {
  const std::string kind = ending(name), head = text.substr(0, 4096);
  if (head.compare(0, 23, "version https://git-lfs") == 0)
    throw std::runtime_error("is a pointer of Git LFS; git lfs pull fetches the file");
  if (kind != "dae" && head.compare(0, 3, "\xef\xbb\xbf") == 0)
    throw std::runtime_error("begins with the mark of UTF-8, which its reader does not know; save it without");
  if (kind == "stl") return checkStl(text);
  if (kind == "obj") return checkObj(text);
  if (kind == "ply" || head.compare(0, 4, "ply\n") == 0) return checkPly(text);
  if (kind == "dae" || head.find("<COLLADA") != std::string::npos) checkCollada(text);
  return -1;
}
