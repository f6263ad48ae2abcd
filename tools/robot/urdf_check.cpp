/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Checks what urdfdom does not report about a URDF.
 *
 * It reads the elements that it knows and the first one where it expects one; solids in others would be lost.  It also
 * leaves out links that are joined in a circle.
 */

#include <cctype>
#include <cstring>
#include <map>
#include <set>

#include "robot_xml.hpp"

namespace {

const size_t MOST_LINKS = 2000;

/* The children that are known, and the attributes: names with spaces between. */
const char *const OF_LINK = "inertial visual collision contact sensor surface";
const char *const OF_COLLISION = "origin geometry material verbose surface";
const char *const OF_GEOMETRY = "box sphere cylinder mesh";
const char *const OF_JOINT =
    "origin parent child axis limit mimic dynamics calibration safety_controller safety joint_properties";

struct Attributes {
  const char *element, *names;
};
const Attributes ATTRIBUTES[] = {
    {"link", nullptr}, /* any: those that are read have to be there */
    {"joint", nullptr},
    {"collision", "name group"},
    {"geometry", "name"},
    {"origin", "xyz rpy"},
    {"box", "size"},
    {"sphere", "radius"},
    {"cylinder", "radius length"},
    {"mesh", "filename scale"},
    {"parent", "link"},
    {"child", "link"},
    {"axis", "xyz rpy"},
    {"limit", "lower upper effort velocity acceleration deceleration jerk command_effort current gear_velocity"},
    {"mimic", "joint multiplier offset"},
};

/* Words that say that an element of another kind may hold something solid, or that it stands in another file. */
const char *const SOLID =
    "link joint collision visual geometry geom box sphere cylinder capsule mesh body model robot include";
const char *const FILES = "filename file href uri url src";

/* Returns true if an element holds text alone, as simulators' settings of a link do: <gravity>0</gravity>. */
bool isSetting(const TiXmlElement &element) {
  const TiXmlNode *text = element.FirstChild();
  return element.FirstAttribute() == nullptr && text != nullptr && text->ToText() != nullptr &&
         text->NextSibling() == nullptr;
}

/* Returns true if an attribute is not there, or all its numbers are zero. */
bool isZero(const char *numbers) {
  return numbers == nullptr || std::strspn(numbers, "-0. ") == std::strlen(numbers);
}

/* Returns a name in lower case, without what stands before a colon. */
std::string plainName(const std::string &name) {
  std::string plain = name.substr(name.rfind(':') + 1);
  for (char &c : plain) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return plain;
}

class Checker {
 public:
  explicit Checker(const RobotXml &xml) : xml_(xml) {}

  void check() {
    checkNoText(xml_.root());
    for (const TiXmlElement *e = xml_.root().FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
      if (e->ValueStr() == "link")
        checkLink(*e);
      else if (e->ValueStr() == "joint")
        checkJoint(*e);
      else
        checkOther(*e);
    }
    checkTree();
  }

 private:
  void checkKnown(const TiXmlElement &owner, const char *names) const {
    for (const TiXmlElement *e = owner.FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
      if (robot_is_among(e->Value(), names) || (owner.ValueStr() == "link" && isSetting(*e))) continue;
      if (owner.ValueStr() == "link" && e->ValueStr() == "origin") {
        checkLinkOrigin(*e);
        continue;
      }
      xml_.complain(*e,
                    "is unknown here, and may be solid; give links <collision> with a box, cylinder, sphere or mesh");
    }
  }

  /* Early URDF had an origin in a link, which readers pass over: one that moves nothing can be passed over, too. */
  void checkLinkOrigin(const TiXmlElement &origin) const {
    checkLeaf(origin);
    for (const char *name : {"xyz", "rpy"})
      if (!isZero(origin.Attribute(name)))
        xml_.complain(origin, "moves nothing in a link; move it into the link's <collision>, or remove it");
  }

  /* Text between elements is none of URDF's: an entity of XML, a part marked as text, or what is left of a tag. */
  void checkNoText(const TiXmlElement &owner) const {
    for (const TiXmlNode *n = owner.FirstChild(); n != nullptr; n = n->NextSibling())
      if (n->ToText() != nullptr)
        xml_.complain(owner, "has text between its elements, '" + n->ValueStr().substr(0, 40) +
                                 "', which would not be checked; remove it, or write it as elements");
  }

  void checkAttribute(const TiXmlElement &element, const TiXmlAttribute &a, const char *names) const {
    const std::string value = a.Value();
    if (names != nullptr && !robot_is_among(a.Name(), names) && std::strchr(a.Name(), ':') == nullptr)
      xml_.complain(element,
                    std::string("unknown attribute '") + a.Name() + "'; remove it, or spell it as one of: " + names);
    if (value.find("${") != std::string::npos || value.find("$(") != std::string::npos)
      xml_.complain(element,
                    std::string(a.Name()) + ": '" + value + "' is left of xacro, which has to be expanded first");
  }

  void checkAttributes(const TiXmlElement &element) const {
    for (const Attributes &row : ATTRIBUTES) {
      if (element.ValueStr() != row.element) continue;
      for (const TiXmlAttribute *a = element.FirstAttribute(); a != nullptr; a = a->Next())
        checkAttribute(element, *a, row.names);
    }
  }

  /* An axis is turned by nobody who reads URDF. */
  void checkAxis(const TiXmlElement &axis) const {
    if (!isZero(axis.Attribute("rpy")))
      xml_.complain(axis, "rpy turns no axis in URDF; remove it, and turn xyz or the joint's origin");
  }

  /* An element that says a number or a name, and its like: attributes that are known, and nothing between. */
  void checkLeaf(const TiXmlElement &element) const {
    checkAttributes(element);
    checkNoText(element);
    if (element.FirstChildElement() != nullptr)
      xml_.complain(*element.FirstChildElement(), std::string("cannot stand in ") + element.Value());
  }

  void checkOnce(const TiXmlElement &owner, const char *name) const {
    const TiXmlElement *first = owner.FirstChildElement(name);
    const TiXmlElement *second = first != nullptr ? first->NextSiblingElement(name) : nullptr;
    if (second != nullptr)
      xml_.complain(*second, std::string("a second one in ") + owner.Value() + "; there can be one");
  }

  void checkLink(const TiXmlElement &link) {
    const std::string name = xml_.attribute(link, "name");
    if (!links_.emplace(name, &link).second) xml_.complain(link, "a second link of this name");
    if (links_.size() > MOST_LINKS) xml_.complain(link, "there are more than 2000 links");
    checkKnown(link, OF_LINK);
    checkNoText(link);
    checkAttributes(link);
    for (const TiXmlElement *e = link.FirstChildElement("collision"); e != nullptr;
         e = e->NextSiblingElement("collision"))
      checkCollision(*e, name);
  }

  void checkCollision(const TiXmlElement &collision, const std::string &link) const {
    checkKnown(collision, OF_COLLISION);
    checkNoText(collision);
    checkAttributes(collision);
    checkOnce(collision, "origin");
    checkOnce(collision, "geometry");
    if (collision.FirstChildElement("origin") != nullptr) checkLeaf(*collision.FirstChildElement("origin"));
    const TiXmlElement *geometry = collision.FirstChildElement("geometry");
    if (geometry == nullptr) xml_.complain(collision, "link " + link + " has a collision without geometry");
    checkKnown(*geometry, OF_GEOMETRY);
    checkNoText(*geometry);
    const TiXmlElement *shape = geometry->FirstChildElement();
    if (shape == nullptr) xml_.complain(*geometry, "link " + link + " has a collision with an empty geometry");
    if (shape->NextSiblingElement() != nullptr)
      xml_.complain(*shape->NextSiblingElement(), "a second shape in one geometry; give each a <collision>");
    checkLeaf(*shape);
  }

  void checkJoint(const TiXmlElement &joint) {
    if (!joints_.insert(xml_.attribute(joint, "name")).second) xml_.complain(joint, "a second joint of this name");
    for (const TiXmlElement *e = joint.FirstChildElement(); e != nullptr; e = e->NextSiblingElement())
      if (!robot_is_among(e->Value(), OF_JOINT))
        xml_.complain(*e,
                      "is unknown in a joint, and may move a link; remove it, or spell it as origin, parent, child, "
                      "axis, limit, mimic, dynamics, calibration or safety_controller");
    checkNoText(joint);
    checkAttributes(joint);
    for (const char *name : {"origin", "parent", "child", "axis", "limit", "mimic"}) {
      checkOnce(joint, name);
      if (joint.FirstChildElement(name) != nullptr) checkLeaf(*joint.FirstChildElement(name));
    }
    if (joint.FirstChildElement("axis") != nullptr) checkAxis(*joint.FirstChildElement("axis"));
    const TiXmlElement *parent = joint.FirstChildElement("parent"), *child = joint.FirstChildElement("child");
    if (parent == nullptr || child == nullptr) xml_.complain(joint, "has no parent or no child");
    const std::string below = xml_.attribute(*child, "link");
    if (!above_.emplace(below, Joint{xml_.attribute(*parent, "link"), &joint}).second)
      xml_.complain(joint, "link " + below + " has a second parent; robots with loops cannot be read");
  }

  /* Elsewhere, links and solids are in extensions of simulators, which have names of their own. */
  void checkOther(const TiXmlElement &other) const {
    static const char *const KNOWN = "material transmission gazebo sensor ros2_control";
    if (!robot_is_among(other.Value(), KNOWN)) checkNothingSolid(other, other);
    if (other.ValueStr() == "gazebo") checkGazebo(other);
  }

  /* Geometry that Gazebo adds to a link can be solid; what is only seen, sensors and plugins are not. */
  void checkGazebo(const TiXmlElement &outer) const {
    for (const TiXmlElement *e = outer.FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
      const bool is_shape = e->ValueStr() == "geometry" && outer.ValueStr() == "collision";
      if (is_shape || robot_is_among(e->Value(), "include model"))
        xml_.complain(*e,
                      "is solid in Gazebo, and would not be checked; give a link of the robot a <collision> for it");
      if (!robot_is_among(e->Value(), "visual sensor plugin")) checkGazebo(*e);
    }
  }

  void checkNothingSolid(const TiXmlElement &outer, const TiXmlElement &inner) const {
    if (robot_is_among(plainName(inner.ValueStr()).c_str(), SOLID))
      xml_.complain(outer, "is unknown here, and holds what may be solid; links belong directly into <robot>");
    for (const TiXmlAttribute *a = inner.FirstAttribute(); a != nullptr; a = a->Next())
      if (robot_is_among(plainName(a->Name()).c_str(), FILES))
        xml_.complain(outer,
                      "is unknown here, and names a file, which would not be read; put what is in it into <robot>");
    for (const TiXmlElement *e = inner.FirstChildElement(); e != nullptr; e = e->NextSiblingElement())
      checkNothingSolid(outer, *e);
  }

  struct Joint {
    std::string parent;
    const TiXmlElement *element;
  };

  /* All links hang on one root. */
  void checkTree() const {
    const TiXmlElement *root = nullptr;
    for (const auto &joint : above_) {
      if (links_.count(joint.first) == 0)
        xml_.complain(*joint.second.element, "there is no link " + joint.first + ", its child");
      if (links_.count(joint.second.parent) == 0)
        xml_.complain(*joint.second.element, "there is no link " + joint.second.parent + ", its parent");
    }
    for (const auto &link : links_) {
      if (above_.count(link.first) != 0) continue;
      if (root != nullptr)
        xml_.complain(*link.second, std::string("no joint leads to it, nor to link ") + root->Attribute("name") +
                                        "; a robot has one root");
      root = link.second;
    }
    checkReached();
  }

  /* Going up from a link more often than there are links is going round. */
  void checkReached() const {
    for (const auto &link : links_) {
      std::string at = link.first;
      size_t steps = 0;
      for (auto up = above_.find(at); up != above_.end(); up = above_.find(at)) {
        at = up->second.parent;
        if (++steps > links_.size()) xml_.complain(*link.second, "its joints lead round in a circle");
      }
    }
  }

  const RobotXml &xml_;
  std::map<std::string, const TiXmlElement *> links_;
  std::map<std::string, Joint> above_; /* the joint above each child link */
  std::set<std::string> joints_;
};

}  // namespace

void checkUrdf(const RobotXml &xml) {
  Checker(xml).check();
}
