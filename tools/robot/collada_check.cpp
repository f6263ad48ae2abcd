/* SPDX-License-Identifier: BSD-3-Clause */

#include "collada_check.hpp"

#include <cmath>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <tinyxml.h>

#include "robot_xml.hpp"

namespace {

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
    if (at.Attribute("id") != nullptr) ids_.insert(at.Attribute("id"));
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
    }
  }

  static void checkUnit(const TiXmlElement &at) {
    const char *text = at.Attribute("meter");
    char *end = nullptr;
    const double metres = text != nullptr ? std::strtod(text, &end) : 1;
    if ((text != nullptr && (end == text || *end != 0)) || !(metres > 0) || !std::isfinite(metres))
      refuse(at, "meter: expected a positive number");
  }

  std::set<std::string> ids_;
};

}  // namespace

void checkCollada(const std::string &text) {
  TiXmlDocument document;
  if (levelsOf(text) > MOST_XML_LEVELS) throw std::runtime_error("elements are nested more than 100 deep");
  document.Parse(text.c_str());
  if (document.Error())
    throw std::runtime_error("line " + std::to_string(document.ErrorRow()) + ": not XML: " + document.ErrorDesc());
  if (document.RootElement() != nullptr) Checker().check(*document.RootElement());
}
