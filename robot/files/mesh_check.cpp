/* SPDX-License-Identifier: BSD-3-Clause */

#include "mesh_check.hpp"

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

bool isNumber(const std::string &word) {
  char *end = nullptr;
  std::strtod(word.c_str(), &end);
  return end != word.c_str() && *end == 0;
}

/* Words of a text, line by line. */
class Lines {
 public:
  explicit Lines(const std::string &text) : text_(text) {}

  /* Reads the next line into words; a backslash at its end joins the one behind it.  False at the end of the text. */
  bool next() {
    words.clear();
    bool joined = at_ < text_.size();
    const bool any = joined;
    number = line_;
    while (joined) {
      const size_t end = std::min(text_.find_first_of("\r\n", at_), text_.size());
      joined = end > at_ && text_[end - 1] == '\\' && end < text_.size();
      split(at_, joined ? end - 1 : end);
      at_ = end < text_.size() && text_.compare(end, 2, "\r\n") == 0 ? end + 2 : end + 1;
      line_++;
    }
    return any;
  }

  long number = 0; /* of the line that was read, from 1 */
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
    throw std::runtime_error("is neither text nor as long as its number of triangles says; export it again");
  Lines lines(text);
  long opened = 0, closed = 0, corners = 0;
  while (lines.next())
    for (const std::string &word : lines.words) {
      if (word == "solid" || word == "endsolid") break; /* a name follows */
      if (!robot_is_among(word.c_str(), "facet normal outer loop vertex endloop endfacet") && !isNumber(word))
        refuse(lines.number, "'" + word.substr(0, 40) + "' is no word of STL");
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

/* Surfaces, curves and other files may be solid; assimp passes over them. */
long checkObj(const std::string &text) {
  static const char *const KNOWN =
      "v vn vt f g o s l p usemtl mtllib mg lod usemap maplib bevel c_interp d_interp shadow_obj trace_obj";
  Lines lines(text);
  long faces = 0;
  while (lines.next()) {
    if (lines.words.empty() || lines.words[0][0] == '#') continue;
    if (!robot_is_among(lines.words[0].c_str(), KNOWN))
      refuse(lines.number, "'" + lines.words[0].substr(0, 40) + "' is not read in OBJ, and may be solid");
    size_t corners = 0; /* a comment may follow */
    while (corners + 1 < lines.words.size() && lines.words[corners + 1][0] != '#') corners++;
    faces += lines.words[0] == "f" && corners > 2;
  }
  return faces;
}

/* ------------------------------------------------------------------ PLY */

/* Refuses a line of a header that means nothing in PLY: assimp can wait without end for what it would be. */
void checkPlyHeader(const Lines &line) {
  static const char *const TYPES =
      "char uchar short ushort int uint float double int8 uint8 int16 uint16 int32 uint32 float32 float64";
  const std::vector<std::string> &w = line.words;
  bool good = robot_is_among(w[0].c_str(), "ply format comment obj_info element property end_header");
  if (w[0] == "element") good = w.size() == 3 && isNumber(w[2]) && std::atol(w[2].c_str()) >= 0;
  if (w[0] == "property" && w.size() == 3) good = robot_is_among(w[1].c_str(), TYPES);
  if (w[0] == "property" && w.size() != 3)
    good =
        w.size() == 5 && w[1] == "list" && robot_is_among(w[2].c_str(), TYPES) && robot_is_among(w[3].c_str(), TYPES);
  if (!good) refuse(line.number, "'" + w[0].substr(0, 40) + "' is no line of PLY's header; export the file again");
}

/* The rest of an ASCII file has a line for each element that its header counts. */
long checkPly(const std::string &text) {
  Lines lines(text);
  long faces = -1, all = 0, found = 0;
  bool header = true, ascii = false;
  while (header && lines.next()) {
    const std::vector<std::string> &w = lines.words;
    if (w.empty()) continue;
    checkPlyHeader(lines);
    header = w[0] != "end_header";
    ascii = ascii || (w.size() > 1 && w[0] == "format" && w[1] == "ascii");
    if (w.size() < 3 || w[0] != "element") continue;
    all += std::atol(w[2].c_str());
    if (w[1] == "face") faces = std::atol(w[2].c_str());
  }
  if (header) refuse(lines.number, "the file ends within its header");
  while (ascii && lines.next()) found += !lines.words.empty();
  if (ascii && found != all)
    refuse(lines.number,
           "the header counts " + std::to_string(all) + " elements, and " + std::to_string(found) + " lines follow");
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
  if (kind == "stl") return checkStl(text);
  if (kind == "obj") return checkObj(text);
  if (kind == "ply" || head.compare(0, 4, "ply\n") == 0) return checkPly(text);
  if (kind == "dae" || head.find("<COLLADA") != std::string::npos) checkCollada(text);
  return -1;
}
