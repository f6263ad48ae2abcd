/* SPDX-License-Identifier: BSD-3-Clause */

#include "collada_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <stdexcept>
#include <tinyxml.h>

#include "robot_xml.hpp"

namespace {

const char *const SPACE = " \t\r\n";
const long MOST_NUMBERS = 1 << 30, MOST_INPUTS = 64;

class Checker {
 public:
  void check(const TiXmlElement &root) {
    collect(root);
    checkAll(root);
  }

 private:
  [[noreturn]] static void refuse(const TiXmlElement &at, const std::string &what) {
    throw std::runtime_error("line " + std::to_string(at.Row()) + ": " + at.Value() + ": " + what);
  }

  void collect(const TiXmlElement &at) {
    const char *id = at.Attribute("id");
    if (id != nullptr) ids_.insert(id);
    if (at.ValueStr() == "float_array") {
      const long count = checkArray(at);
      if (id != nullptr) numbers_[id] = count;
    }
    for (const TiXmlElement *e = at.FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) collect(*e);
  }

  void checkAll(const TiXmlElement &at) const {
    const std::string &kind = at.ValueStr();
    if (kind == "instance_geometry" || kind == "instance_node" || kind == "instance_controller")
      checkInstance(at);
    else if (kind == "geometry")
      checkGeometry(at);
    else if (kind == "mesh")
      checkMesh(at);
    else if (kind == "unit")
      checkUnit(at);
    else if (kind == "accessor")
      checkAccessor(at);
    else if (kind == "skew")
      refuse(at, "cannot be read; write it as a matrix");
    for (const TiXmlElement *e = at.FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) checkAll(*e);
  }

  void checkInstance(const TiXmlElement &at) const {
    const std::string url = at.Attribute("url") != nullptr ? at.Attribute("url") : "";
    if (url.size() < 2 || url[0] != '#') refuse(at, "url: expected #ID of something in this file");
    if (ids_.count(url.substr(1)) == 0) refuse(at, "url: there is no '" + url.substr(0, 60) + "' in this file");
  }

  static void checkGeometry(const TiXmlElement &at) {
    for (const TiXmlElement *e = at.FirstChildElement(); e != nullptr; e = e->NextSiblingElement())
      if (e->ValueStr() != "mesh" && e->ValueStr() != "asset" && e->ValueStr() != "extra")
        refuse(*e, "cannot be read, and may be solid; write it as a <mesh>");
  }

  static void checkMesh(const TiXmlElement &at) {
    static const std::set<std::string> filled = {"triangles", "polylist", "polygons", "tristrips", "trifans"};
    static const std::set<std::string> others = {"source", "vertices", "lines", "linestrips", "extra"};
    for (const TiXmlElement *e = at.FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
      const bool empty = e->FirstChildElement("p") == nullptr && e->FirstChildElement("ph") == nullptr;
      const char *count = e->Attribute("count");
      if (filled.count(e->ValueStr()) == 0 && others.count(e->ValueStr()) == 0)
        refuse(*e, "cannot be read in a mesh, and may be solid");
      if (filled.count(e->ValueStr()) != 0 && !empty && (count == nullptr || std::atol(count) < 1))
        refuse(*e, "count: expected a number from 1");
      if (filled.count(e->ValueStr()) != 0) checkCorners(*e);
    }
  }

  /* Corners have to be as many as the polygons need, all of them whole numbers: else assimp asks for all memory there
     is. */
  static void checkCorners(const TiXmlElement &at) {
    Sum indices, corners;
    long inputs = 1;
    for (const TiXmlElement *e = at.FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
      if (e->ValueStr() == "input") inputs = std::max(inputs, 1 + wholeOr(*e, "offset", 0));
      if (e->ValueStr() == "p") add(*e, indices);
      if (e->ValueStr() == "vcount") add(*e, corners);
    }
    const long count = wholeOr(at, "count", -1);
    if (inputs > MOST_INPUTS || indices.count % inputs != 0) refuse(at, "its inputs and indices do not fit together");
    const long each = indices.count / inputs;
    if (at.ValueStr() == "triangles" && each != 3 * count)
      refuse(at, "count: there are " + std::to_string(each) + " corners");
    if (at.ValueStr() == "polylist" && (corners.count != count || corners.sum != each))
      refuse(at, "vcount: there are " + std::to_string(each) + " corners");
  }

  struct Sum {
    long count = 0, sum = 0;
  };

  /* Counts the numbers of an element and adds them up; each is whole and not negative. */
  static void add(const TiXmlElement &at, Sum &out) {
    const char *text = at.GetText() != nullptr ? at.GetText() : "";
    for (const char *word = text + std::strspn(text, SPACE); *word != 0; word += std::strspn(word, SPACE)) {
      char *end = nullptr;
      const long value = std::strtol(word, &end, 10);
      const size_t length = std::strcspn(word, SPACE);
      if (end != word + length || value < 0 || value > MOST_NUMBERS)
        refuse(at, "'" + std::string(word, length).substr(0, 40) + "' is no number of a corner");
      word = end;
      out.count++;
      out.sum += value;
    }
  }

  /* Returns how many numbers an array has; it has to state it, as assimp reads no more than that. */
  static long checkArray(const TiXmlElement &at) {
    long found = 0;
    const char *text = at.GetText() != nullptr ? at.GetText() : "";
    for (const char *word = text + std::strspn(text, SPACE); *word != 0; word += std::strspn(word, SPACE)) {
      word += std::strcspn(word, SPACE);
      found++;
    }
    if (wholeOr(at, "count", -1) != found) refuse(at, "count: there are " + std::to_string(found) + " numbers");
    return found;
  }

  /* An accessor that goes beyond the end of its array would be given whatever stands there. */
  void checkAccessor(const TiXmlElement &at) const {
    const char *source = at.Attribute("source");
    const auto array = source != nullptr && source[0] == '#' ? numbers_.find(source + 1) : numbers_.end();
    const long count = wholeOr(at, "count", -1), stride = wholeOr(at, "stride", 1), offset = wholeOr(at, "offset", 0);
    if (array == numbers_.end()) return; /* of names, or of what is not read */
    if (count < 0 || stride < 1 || offset < 0 || count > MOST_NUMBERS || stride > MOST_NUMBERS ||
        offset > MOST_NUMBERS || offset + count * stride > array->second)
      refuse(at, "goes beyond the end of its array");
  }

  /* Returns the whole number that an attribute is, `missing` without it, and -1 if it is none. */
  static long wholeOr(const TiXmlElement &at, const char *name, long missing) {
    const char *text = at.Attribute(name);
    char *end = nullptr;
    if (text == nullptr) return missing;
    const long value = std::strtol(text, &end, 10);
    return end == text || *end != 0 ? -1 : value;
  }

  static void checkUnit(const TiXmlElement &at) {
    const char *text = at.Attribute("meter");
    char *end = nullptr;
    const double metres = text != nullptr ? std::strtod(text, &end) : 1;
    if ((text != nullptr && (end == text || *end != 0)) || !(metres > 0) || !std::isfinite(metres))
      refuse(at, "meter: expected a positive number");
  }

  std::set<std::string> ids_;
  std::map<std::string, long> numbers_; /* in each array, by its id */
};

}  // namespace

void checkCollada(const std::string &text) {
  TiXmlDocument document;
  if (levelsOf(text) > MOST_XML_LEVELS) throw std::runtime_error("elements are nested more than 100 deep");
  document.Parse(text.c_str());
  if (document.Error())
    throw std::runtime_error("line " + std::to_string(lineOfError(document)) + ": not XML: " + document.ErrorDesc());
  if (document.RootElement() != nullptr) Checker().check(*document.RootElement());
}
