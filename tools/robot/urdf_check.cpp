/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Checks what urdfdom does not report about a URDF.
 *
 * It reads the elements that it knows and the first one where it expects one; solids in others would be lost.  It also
 * leaves out links that are joined in a circle.
 */

#include <cstring>
#include <map>
#include <set>

#include "robot_xml.hpp"

namespace {

const size_t MOST_LINKS = 2000;

/* The children that are known: names with a space before and behind each. */
const char *const OF_LINK = " inertial visual collision contact sensor ";
const char *const OF_COLLISION = " origin geometry material verbose ";
const char *const OF_GEOMETRY = " box sphere cylinder mesh ";

class Checker {
 public:
  explicit Checker(const RobotXml &xml) : xml_(xml) {}

  void check() {
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
      if (std::strstr(names, (" " + e->ValueStr() + " ").c_str()) != nullptr) continue;
      xml_.complain(*e,
                    "is unknown here, and may be solid; give links <collision> with a box, cylinder, sphere or mesh");
    }
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
    for (const TiXmlElement *e = link.FirstChildElement("collision"); e != nullptr;
         e = e->NextSiblingElement("collision")) {
      checkKnown(*e, OF_COLLISION);
      checkOnce(*e, "origin");
      checkOnce(*e, "geometry");
      const TiXmlElement *geometry = e->FirstChildElement("geometry");
      if (geometry == nullptr) xml_.complain(*e, "link " + name + " has a collision without geometry");
      checkKnown(*geometry, OF_GEOMETRY);
      const TiXmlElement *shape = geometry->FirstChildElement();
      if (shape == nullptr) xml_.complain(*geometry, "link " + name + " has a collision with an empty geometry");
      if (shape->NextSiblingElement() != nullptr)
        xml_.complain(*shape->NextSiblingElement(), "a second shape in one geometry; give each a <collision>");
    }
  }

  void checkJoint(const TiXmlElement &joint) {
    if (!joints_.insert(xml_.attribute(joint, "name")).second) xml_.complain(joint, "a second joint of this name");
    for (const char *name : {"origin", "parent", "child", "axis", "limit", "mimic"}) checkOnce(joint, name);
    const TiXmlElement *parent = joint.FirstChildElement("parent"), *child = joint.FirstChildElement("child");
    if (parent == nullptr || child == nullptr) xml_.complain(joint, "has no parent or no child");
    const std::string below = xml_.attribute(*child, "link");
    if (!above_.emplace(below, Joint{xml_.attribute(*parent, "link"), &joint}).second)
      xml_.complain(joint, "link " + below + " has a second parent; robots with loops cannot be read");
  }

  /* Elsewhere, links and solids are in extensions of simulators, which have names of their own. */
  void checkOther(const TiXmlElement &other) const {
    static const char *const KNOWN = " material transmission gazebo sensor ros2_control ";
    const std::string &name = other.ValueStr();
    if (std::strstr(KNOWN, (" " + name + " ").c_str()) == nullptr) checkNothingSolid(other, other);
  }

  void checkNothingSolid(const TiXmlElement &outer, const TiXmlElement &inner) const {
    for (const char *name : {"link", "collision", "Link", "Collision", "geometry", "joint"})
      if (inner.ValueStr() == name || inner.FirstChildElement(name) != nullptr)
        xml_.complain(outer, "is unknown here, and holds what may be solid; links belong directly into <robot>");
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
