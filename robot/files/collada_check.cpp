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
#include <utility>
#include <vector>

#include "robot_xml.hpp"

namespace {

const char *const SPACE = " \t\r\n";
const long MOST_NUMBERS = 1 << 30, MOST_INPUTS = 64, MOST_NODES = 100000;

/* The elements that assimp passes over where it does not know them, though they would place a mesh, and their known
   children.  Children of others are not checked, or are by themselves. */
struct Known {
  const char *owner, *children;
};
const Known KNOWN[] = {
    {"library_geometries", "asset geometry extra"},
    {"library_nodes", "asset node extra"},
    {"library_visual_scenes", "asset visual_scene extra"},
    {"visual_scene", "asset node evaluate_scene extra"},
    {"node",
     "asset lookat matrix rotate scale skew translate instance_camera instance_controller instance_geometry "
     "instance_light instance_node node extra"},
    {"scene", "instance_visual_scene instance_physics_scene instance_kinematics_scene extra"},
};

const char *const IN_COLLADA =
    "asset scene extra library_animation_clips library_animations library_articulated_systems library_cameras "
    "library_controllers library_effects library_force_fields library_formulas library_geometries library_images "
    "library_joints library_kinematics_models library_kinematics_scenes library_lights library_materials library_nodes "
    "library_physics_materials library_physics_models library_physics_scenes library_visual_scenes";

/* How many numbers place a node. */
struct Transform {
  const char *name;
  long count;
};
const Transform TRANSFORMS[] = {{"lookat", 9}, {"matrix", 16}, {"rotate", 4}, {"scale", 3}, {"translate", 3}};

/* The kinds of instances, and of the elements that their urls name. */
struct Instance {
  const char *name, *of;
};
const Instance INSTANCES[] = {{"instance_geometry", "geometry"},
                              {"instance_node", "node"},
                              {"instance_controller", "controller"},
                              {"instance_visual_scene", "visual_scene"}};

class Checker {
 public:
  void check(const TiXmlElement &root) {
    collect(root);
    checkRoot(root);
    checkAll(root);
    for (const auto &node : nodes_) extentOf(*node.second, 0);
    for (const TiXmlElement *scene : scenes_) extentOf(*scene, 0); /* all their roots together */
  }

 private:
  [[noreturn]] static void refuse(const TiXmlElement &at, const std::string &what) {
    throw std::runtime_error("line " + std::to_string(at.Row()) + ": " + at.Value() + ": " + what);
  }

  void collect(const TiXmlElement &at) {
    const char *id = at.Attribute("id");
    if (id != nullptr) ids_.insert({at.ValueStr(), id});
    if (id != nullptr && at.ValueStr() == "node") nodes_[id] = &at;
    if (id != nullptr && at.ValueStr() == "source") sources_[id] = &at;
    if (at.ValueStr() == "visual_scene") scenes_.push_back(&at);
    if (at.ValueStr() == "float_array") {
      const long count = checkArray(at);
      if (id != nullptr) numbers_[id] = count;
    }
    for (const TiXmlElement *e = at.FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) collect(*e);
  }

  void checkAll(const TiXmlElement &at) const {
    const std::string &kind = at.ValueStr();
    for (const Known &known : KNOWN)
      if (kind == known.owner) checkKnown(at, known.children);
    for (const Transform &transform : TRANSFORMS)
      if (kind == transform.name) checkTransform(at, transform.count);
    for (const Instance &instance : INSTANCES)
      if (kind == instance.name) checkInstance(at, instance.of);
    if (kind == "geometry")
      checkGeometry(at);
    else if (kind == "mesh")
      checkMesh(at);
    else if (kind == "vertices")
      checkVertices(at);
    else if (kind == "unit")
      checkUnit(at);
    else if (kind == "accessor")
      checkAccessor(at);
    else if (kind == "skew")
      refuse(at, "cannot be read; write it as a matrix");
    for (const TiXmlElement *e = at.FirstChildElement(); e != nullptr; e = e->NextSiblingElement())
      if (e->ValueStr() != "extra") checkAll(*e); /* data of other programs */
  }

  static void checkRoot(const TiXmlElement &root) {
    for (const TiXmlElement *e = root.FirstChildElement(); e != nullptr; e = e->NextSiblingElement())
      if (!robot_is_among(e->Value(), IN_COLLADA)) refuse(*e, "is unknown in COLLADA, and may be solid");
  }

  static void checkKnown(const TiXmlElement &at, const char *children) {
    for (const TiXmlElement *e = at.FirstChildElement(); e != nullptr; e = e->NextSiblingElement())
      if (!robot_is_among(e->Value(), children))
        refuse(*e, "is unknown in a " + at.ValueStr() + ", and may be solid or move a solid");
  }

  static void checkTransform(const TiXmlElement &at, long wanted) {
    const Sum found = numbersOf(at);
    if (found.count != wanted) refuse(at, "expected " + std::to_string(wanted) + " numbers");
    if (at.ValueStr() == "scale" && found.zeros > 0) refuse(at, "has a 0, which leaves nothing of a solid");
  }

  void checkInstance(const TiXmlElement &at, const char *of) const {
    const std::string url = urlOf(at);
    if (url.size() < 2 || url[0] != '#') refuse(at, "url: expected #ID of something in this file");
    if (ids_.count({of, url.substr(1)}) == 0)
      refuse(at, std::string("url: there is no ") + of + " '" + url.substr(0, 60) + "' in this file");
  }

  static std::string urlOf(const TiXmlElement &at) { return at.Attribute("url") != nullptr ? at.Attribute("url") : ""; }

  /* The size of a node with all that is below it and instanced in it. */
  struct Extent {
    long nodes = 1;
    int levels = 1;
  };

  /* Refuses a node that contains itself by way of instances, or that makes too many: assimp would not end. */
  Extent extentOf(const TiXmlElement &at, int above) {
    const auto known = extents_.find(&at);
    Extent out = known != extents_.end() ? known->second : Extent();
    if (above + out.levels > MOST_XML_LEVELS) refuse(at, "contains itself by instances, or is nested too deep");
    if (known != extents_.end()) return out;
    for (const TiXmlElement *e = at.FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
      const auto found = e->ValueStr() == "instance_node" ? nodes_.find(urlOf(*e).substr(1)) : nodes_.end();
      if (found == nodes_.end() && e->ValueStr() != "node") continue;
      const Extent below = extentOf(found != nodes_.end() ? *found->second : *e, above + 1);
      out.nodes += below.nodes;
      out.levels = std::max(out.levels, below.levels + 1);
    }
    if (out.nodes > MOST_NODES) refuse(at, "makes more than 100000 nodes by instances");
    return extents_[&at] = out;
  }

  /* Coordinates that are not named X, Y and Z in this order may be taken for others. */
  void checkVertices(const TiXmlElement &at) const {
    for (const TiXmlElement *e = at.FirstChildElement("input"); e != nullptr; e = e->NextSiblingElement("input")) {
      const char *semantic = e->Attribute("semantic"), *source = e->Attribute("source");
      if (semantic == nullptr || std::strcmp(semantic, "POSITION") != 0) continue;
      const auto found = source != nullptr && source[0] == '#' ? sources_.find(source + 1) : sources_.end();
      if (found == sources_.end()) refuse(*e, "source: expected #ID of a source in this file");
      const TiXmlElement *common = found->second->FirstChildElement("technique_common");
      const TiXmlElement *accessor = common != nullptr ? common->FirstChildElement("accessor") : nullptr;
      if (accessor == nullptr) refuse(*found->second, "has no accessor");
      checkCoordinates(*accessor);
    }
  }

  static void checkCoordinates(const TiXmlElement &accessor) {
    std::string names;
    for (const TiXmlElement *e = accessor.FirstChildElement("param"); e != nullptr; e = e->NextSiblingElement("param"))
      names += e->Attribute("name") != nullptr ? e->Attribute("name") : "?";
    if (names != "XYZ" || wholeOr(accessor, "stride", 1) < 3)
      refuse(accessor, "expected params named X, Y and Z, and a stride of 3 or more");
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
    long count = 0, sum = 0, zeros = 0;
  };

  /* Counts the numbers of an element; refuses other words, of which assimp may read a part. */
  static Sum numbersOf(const TiXmlElement &at) {
    Sum out;
    const char *text = at.GetText() != nullptr ? at.GetText() : "";
    for (const char *word = text + std::strspn(text, SPACE); *word != 0; word += std::strspn(word, SPACE)) {
      char *end = nullptr;
      const double value = std::strtod(word, &end);
      const size_t length = std::strcspn(word, SPACE);
      if (end != word + length) refuse(at, "'" + std::string(word, length).substr(0, 40) + "' is no number");
      word = end;
      out.count++;
      out.zeros += !(std::fabs(value) > 0);
    }
    return out;
  }

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
    const long found = numbersOf(at).count;
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
    for (const TiXmlAttribute *a = at.FirstAttribute(); a != nullptr; a = a->Next())
      if (!robot_is_among(a->Name(), "meter name")) refuse(at, std::string("unknown attribute '") + a->Name() + "'");
    const char *text = at.Attribute("meter");
    char *end = nullptr;
    const double metres = text != nullptr ? std::strtod(text, &end) : 1;
    if ((text != nullptr && (end == text || *end != 0)) || !(metres > 0) || !std::isfinite(metres))
      refuse(at, "meter: expected a positive number");
  }

  std::set<std::pair<std::string, std::string>> ids_;           /* of each element: its kind and its id */
  std::map<std::string, const TiXmlElement *> nodes_, sources_; /* by their ids */
  std::vector<const TiXmlElement *> scenes_;
  std::map<const TiXmlElement *, Extent> extents_;
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
