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
const char *const OF_LINK = "inertial visual collision contact sensor surface gazebo";
const char *const OF_COLLISION = "origin geometry material verbose surface";
const char *const OF_GEOMETRY = "box sphere cylinder capsule drake:capsule mesh";
const char *const OF_JOINT =
    "origin parent child axis limit mimic dynamics calibration safety_controller safety joint_properties";

struct Attributes {
  const char *element, *names;
};
const Attributes ATTRIBUTES[] = {
    {"link", nullptr}, /* any: those that are read have to be there */
    {"joint", nullptr},
    {"collision", "name group mask concave"},
    {"geometry", "name"},
    {"origin", "xyz rpy"},
    {"box", "size"},
    {"sphere", "radius"},
    {"cylinder", "radius length"},
    {"capsule", "radius length"},
    {"drake:capsule", "radius length"},
    {"mesh", "filename scale"},
    {"parent", "link"},
    {"child", "link"},
    {"axis", "xyz rpy"},
    {"limit",
     "lower upper effort velocity acceleration deceleration jerk command_effort current gear_velocity damping "
     "friction"},
    {"mimic", "joint multiplier offset"},
};

/* Elements that other programs read and that do not concern contacts, with their meaning. */
struct Harmless {
  const char *owner, *name, *meaning;
};
const Harmless HARMLESS[] = {
    {"link", "self_collision_checking", "a coarser shape of the link against itself; <collision> is checked"},
    {"link", "self_filter", "a shape that is cut out of the robot's own sensor data; <collision> is checked"},
    {"link", "collision_checking", "a wish to take shapes as capsules or hulls; they are checked as written"},
    {"link", "dynamics", "damping and friction of a simulator"},
    {"link", "audio_source", "sounds of a simulator"},
    {"collision", "drake:proximity_properties", "how stiff and rough contacts are"},
    {"collision", "contact_coefficients", "how stiff and rough contacts are"},
    {"collision", "max_contacts", "how many contacts a simulator computes"},
    {"collision", "sdf", "how fine a simulator's field of distances is; the shape is checked as written"},
    {"mesh", "drake:declare_convex", "the mesh is its hull for Drake; its triangles are checked as written"},
    {"geometry", "drake:declare_convex", "the mesh is its hull for Drake; its triangles are checked as written"},
    {"joint", "controller_gains", "gains of a controller"},
    {"joint", "traits", "springs and the like of a simulator"},
    {"joint", "anchor", "a point for a simulator's solver; the joint's origin counts"},
    {"joint", "hardwareInterface", "the interface of a driver"},
    {"robot", "xacro:property", "nothing in the file uses a property of xacro"},
    {"robot", "xacro:arg", "nothing in the file uses an argument of xacro"},
    {"robot", "force_element", "springs and dampers of a simulator"},
    {"robot", "loop_joint", "joins two links into a loop; the joints of the loop are checked as if they moved freely"},
};

/* Words by which an element of another kind may hold something solid, or be in another file. */
const char *const SOLID =
    "link joint collision visual geometry geom box sphere cylinder capsule mesh body model robot include";
const char *const FILES = "filename file href uri url src";

/* Returns true if an element holds text alone, as simulators' settings of a link do: <gravity>0</gravity>. */
bool isSetting(const TiXmlElement &element) {
  const TiXmlNode *text = element.FirstChild();
  return element.FirstAttribute() == nullptr && text != nullptr && text->ToText() != nullptr &&
         text->NextSibling() == nullptr;
}

/* Returns true if a text is of letters, hyphens and spaces alone. */
bool isWords(const std::string &text) {
  return text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ- \t\r\n") == std::string::npos;
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
  Checker(const RobotXml &xml, robot *arm) : xml_(xml), arm_(arm) {}

  void check() {
    checkOnlyWords(xml_.root());
    for (const TiXmlElement *e = xml_.root().FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
      if (e->ValueStr() == "link")
        checkLink(*e);
      else if (e->ValueStr() == "joint")
        checkJoint(*e);
      else
        checkOther(*e);
    }
    checkTree();
    notePassed();
  }

 private:
  /* Passes an element over, for a reason that is noted. */
  void pass(const TiXmlElement &owner, const TiXmlElement &element, const char *meaning) {
    Passed &passed = passed_[element.ValueStr()];
    const char *name = owner.Attribute("name");
    if (passed.count++ == 0) passed.row = element.Row();
    passed.meaning = meaning;
    if (name == nullptr || &owner == &xml_.root() || passed.owners.count(name) != 0) return;
    if (passed.owners.size() < 4) passed.names += (passed.owners.empty() ? "" : ", ") + std::string(name);
    passed.owners.insert(name);
  }

  /* Passes an element over that the caller names, or that is known to be harmless; else returns false. */
  bool passOver(const TiXmlElement &owner, const TiXmlElement &element) {
    const std::string &name = element.ValueStr();
    if (robot_passes_over(arm_, name.c_str())) {
      pass(owner, element, "--pass-over names it; its content is not checked");
      return true;
    }
    const bool hasShape = whatIsSolid(element) != nullptr;
    for (const Harmless &known : HARMLESS)
      if (owner.ValueStr() == known.owner && name == known.name) {
        if (hasShape && owner.ValueStr() == "collision") return false;
        if (hasShape && owner.ValueStr() == "link" && owner.FirstChildElement("collision") == nullptr)
          xml_.complain(element, "holds a shape of link " + xml_.attribute(owner, "name") +
                                     ", which has no <collision>; add one, or give --pass-over " + name);
        pass(owner, element, known.meaning);
        return true;
      }
    const bool isForeign = name.find(':') != std::string::npos && !hasShape;
    if (isForeign) pass(owner, element, "an extension for another program, without a shape");
    return isForeign;
  }

  /* A note for each name: its first place, and what it would have meant. */
  void notePassed() const {
    for (const auto &one : passed_) {
      const Passed &passed = one.second;
      std::string names = passed.names;
      if (passed.owners.size() > 4) names += ", ...";
      robot_note(arm_, "%s:%d: %.80s is passed over%s%s%s: %s", xml_.file().c_str(), passed.row, one.first.c_str(),
                 passed.count > 1 ? (" in " + std::to_string(passed.count) + " places").c_str() : "",
                 names.empty() ? "" : ", of ", names.c_str(), passed.meaning);
    }
  }

  void checkKnown(const TiXmlElement &owner, const char *names) {
    for (const TiXmlElement *e = owner.FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
      if (robot_is_among(e->Value(), names) || (owner.ValueStr() == "link" && isSetting(*e))) continue;
      if (owner.ValueStr() == "link" && e->ValueStr() == "origin") {
        checkLinkOrigin(*e);
        continue;
      }
      if (passOver(owner, *e)) continue;
      xml_.complain(*e,
                    "is unknown here, and may be solid; give links <collision> with a box, cylinder, sphere, capsule "
                    "or mesh, or give --pass-over " +
                        e->ValueStr());
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

  /* Words between the elements of a robot, a link or a collision hold no number and no tag: they can be ignored. */
  void checkOnlyWords(const TiXmlElement &owner) const {
    for (const TiXmlNode *n = owner.FirstChild(); n != nullptr; n = n->NextSibling())
      if (n->ToText() != nullptr && !isWords(n->ValueStr())) return checkNoText(owner);
    for (const TiXmlNode *n = owner.FirstChild(); n != nullptr; n = n->NextSibling())
      if (n->ToText() != nullptr)
        robot_note(arm_, "%s:%d: %s has text between its elements, '%.40s', which is ignored", xml_.file().c_str(),
                   owner.Row(), owner.Value(), n->Value());
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

  /* An element with a number or a name, and its like: attributes that are known, and nothing between. */
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
    checkOnlyWords(link);
    checkAttributes(link);
    for (const TiXmlElement *e = link.FirstChildElement("gazebo"); e != nullptr; e = e->NextSiblingElement("gazebo"))
      checkGazebo(*e);
    for (const TiXmlElement *e = link.FirstChildElement("collision"); e != nullptr;
         e = e->NextSiblingElement("collision"))
      checkCollision(*e, name);
  }

  void checkCollision(const TiXmlElement &collision, const std::string &link) {
    checkKnown(collision, OF_COLLISION);
    checkOnlyWords(collision);
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
    for (const TiXmlElement *e = shape->NextSiblingElement(); e != nullptr; e = e->NextSiblingElement())
      if (robot_is_among(e->Value(), OF_GEOMETRY))
        xml_.complain(*e, "a second shape in one geometry; give each a <collision>");
    checkAttributes(*shape);
    checkNoText(*shape);
    for (const TiXmlElement *e = shape->FirstChildElement(); e != nullptr; e = e->NextSiblingElement())
      if (!passOver(*shape, *e)) xml_.complain(*e, std::string("cannot stand in ") + shape->Value());
  }

  void checkJoint(const TiXmlElement &joint) {
    if (!joints_.insert(xml_.attribute(joint, "name")).second) xml_.complain(joint, "a second joint of this name");
    for (const TiXmlElement *e = joint.FirstChildElement(); e != nullptr; e = e->NextSiblingElement())
      if (!robot_is_among(e->Value(), OF_JOINT) && !passOver(joint, *e))
        xml_.complain(*e,
                      "is unknown in a joint, and may move a link; remove it, or spell it as origin, parent, child, "
                      "axis, limit, mimic, dynamics, calibration or safety_controller, or give --pass-over " +
                          e->ValueStr());
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
  void checkOther(const TiXmlElement &other) {
    static const char *const KNOWN = "material transmission gazebo sensor ros2_control";
    static const char *const OF_SRDF =
        "group group_state virtual_joint end_effector passive_joint joint_property disable_collisions "
        "disable_default_collisions enable_collisions link_sphere_approximation";
    if (xml_.root().FirstChildElement("link") == nullptr && robot_is_among(other.Value(), OF_SRDF))
      xml_.complain(other, "belongs to an SRDF; the robot's URDF has to be the first file, its SRDF the second");
    if (robot_is_among(other.Value(), KNOWN) || passOver(xml_.root(), other)) {
    } else if (const char *fault = whatIsSolid(other)) {
      xml_.complain(other, std::string("is unknown here, and ") + fault + "; or give --pass-over " + other.ValueStr());
    } else {
      pass(xml_.root(), other, "it is unknown, and holds nothing solid");
    }
    if (other.ValueStr() == "gazebo") checkGazebo(other);
  }

  /* Geometry that Gazebo adds to a link can be solid; visuals, sensors and plugins are not. */
  void checkGazebo(const TiXmlElement &outer) const {
    for (const TiXmlElement *e = outer.FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
      const bool is_shape = e->ValueStr() == "geometry" && outer.ValueStr() == "collision";
      if (is_shape || robot_is_among(e->Value(), "include model"))
        xml_.complain(*e,
                      "is solid in Gazebo, and would not be checked; give a link of the robot a <collision> for it");
      if (!robot_is_among(e->Value(), "visual sensor plugin")) checkGazebo(*e);
    }
  }

  /* Returns what an element holds that may be solid, with what to do; or null. */
  static const char *whatIsSolid(const TiXmlElement &element) {
    if (robot_is_among(plainName(element.ValueStr()).c_str(), SOLID))
      return "holds what may be solid; links belong directly into <robot>";
    for (const TiXmlAttribute *a = element.FirstAttribute(); a != nullptr; a = a->Next())
      if (robot_is_among(plainName(a->Name()).c_str(), FILES))
        return "names a file, which would not be read; put what is in it into <robot>";
    for (const TiXmlElement *e = element.FirstChildElement(); e != nullptr; e = e->NextSiblingElement())
      if (const char *fault = whatIsSolid(*e)) return fault;
    return nullptr;
  }

  struct Joint {
    std::string parent;
    const TiXmlElement *element;
  };

  /* All links hang on one root. */
  void checkTree() {
    const TiXmlElement *root = nullptr;
    if (impliesWorld(xml_.root())) {
      links_.emplace("world", &xml_.root());
      robot_note(arm_, "%s: there is no link world, which joints name as a parent; it is taken as the root",
                 xml_.file().c_str());
    }
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

  /* The elements of one name that are passed over. */
  struct Passed {
    int count = 0, row = 0;
    const char *meaning = nullptr;
    std::set<std::string> owners;
    std::string names; /* of the first owners */
  };

  const RobotXml &xml_;
  robot *arm_;
  std::map<std::string, Passed> passed_;
  std::map<std::string, const TiXmlElement *> links_;
  std::map<std::string, Joint> above_; /* the joint above each child link */
  std::set<std::string> joints_;
};

}  // namespace

void checkUrdf(const RobotXml &xml, robot *arm) {
  Checker(xml, arm).check();
}
