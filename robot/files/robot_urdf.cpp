/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * URDF through urdfdom.
 *
 * urdfdom reports errors in a file by console_bridge, without a line; the first such message is kept and shown.  The
 * text is parsed by TinyXML, urdfdom's own parser, as well: it gives lines, of text that is no XML and of the element
 * that an error is about, and urdf_check.cpp checks what urdfdom passes over.
 */

#include "robot_urdf.h"

#include <cmath>
#include <console_bridge/console.h>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <urdf_parser/urdf_parser.h>
#include <vector>

#include "robot_mesh.h"
#include "robot_xml.hpp"

namespace {

/* Keeps the errors. */
class Listener : public console_bridge::OutputHandler {
 public:
  Listener() { console_bridge::useOutputHandler(this); }
  ~Listener() override { console_bridge::restorePreviousOutputHandler(); }
  void log(const std::string &text, console_bridge::LogLevel level, const char *, int) override {
    if (level < console_bridge::CONSOLE_BRIDGE_LOG_ERROR) return;
    if (first.empty()) first = text;
    all += text + "\n";
  }
  std::string first, all;
};

class Reader {
 public:
  Reader(robot *arm, const std::string &file, const robot_packages *packages)
      : arm_(arm), file_(file), packages_(packages), xml_(arm->texts, file) {}

  void read() {
    if (xml_.isExpanded()) robot_note(arm_, "%s: expanded by the program xacro", file_.c_str());
    checkUrdf(xml_, arm_);
    findMarks();
    Listener listener;
    model_ = urdf::parseURDF(xml_.collisionText());
    /* It logs some errors and goes on without the element, which would be an arm with a link too few. */
    if (!model_ || !model_->getRoot() || !listener.first.empty())
      throw Complaint(xml_.file() + ":" + std::to_string(lineOf(listener.all)) +
                      ": not a robot in URDF: " + (listener.first.empty() ? "no root link" : listener.first));
    arm_->name = strdup(model_->getName().c_str());
    addLink(*model_->getRoot(), BMS_WORLD);
    noteGhosts();
    for (int i = 0; i < arm_->mimic_count; i++) bindMimic(arm_->mimic[i]);
    for (int i = 0; i < arm_->link_count; i++)
      if (arm_->link[i].variable < 0) arm_->link[i].variable = arm_->joint_count - 1 - arm_->link[i].variable;
  }

 private:
  /* An error about an element, by its kind and its name attribute. */
  [[noreturn]] void complain(const char *kind, const std::string &name, const std::string &what) const {
    for (const TiXmlElement *e = xml_.root().FirstChildElement(kind); e != nullptr; e = e->NextSiblingElement(kind))
      if (e->Attribute("name") != nullptr && name == e->Attribute("name")) xml_.complain(*e, what);
    throw Complaint(file_ + ": " + kind + " " + name + ": " + what);
  }

  /* The line of the link or joint that urdfdom's errors name, else the robot's. */
  int lineOf(const std::string &errors) const {
    for (const char *kind : {"link", "joint"})
      for (const TiXmlElement *e = xml_.root().FirstChildElement(kind); e != nullptr; e = e->NextSiblingElement(kind)) {
        const std::string name = xml_.attribute(*e, "name");
        for (const std::string &quoted : {"[" + name + "]", "'" + name + "'", "\"" + name + "\""})
          if (errors.find(quoted) != std::string::npos) return e->Row();
      }
    return xml_.root().Row();
  }

  static bms_pose poseOf(const urdf::Pose &pose) {
    const urdf::Vector3 &p = pose.position;
    const urdf::Rotation &q = pose.rotation;
    return {{p.x, p.y, p.z}, {q.w, q.x, q.y, q.z}};
  }

  static bool isNear(const bms_pose &pose) {
    for (double x : pose.position)
      if (!(std::fabs(x) <= ROBOT_GREATEST)) return false;
    for (double x : pose.quaternion)
      if (!std::isfinite(x)) return false;
    return true;
  }

  void addJoint(const urdf::Joint &joint, bms_link &link) {
    link.frame = poseOf(joint.parent_to_joint_origin_transform);
    if (!isNear(link.frame)) complain("joint", joint.name, "its origin is not finite, or beyond 1e9 m");
    if (joint.type == urdf::Joint::FIXED) {
      if (robot_add_fixed(arm_, joint.name.c_str()) < 0) throw std::bad_alloc();
      return;
    }
    if (joint.type == urdf::Joint::PLANAR || joint.type == urdf::Joint::FLOATING) return addParts(joint, link);
    if (joint.type == urdf::Joint::REVOLUTE || joint.type == urdf::Joint::CONTINUOUS)
      link.joint = BMS_JOINT_REVOLUTE;
    else if (joint.type == urdf::Joint::PRISMATIC)
      link.joint = BMS_JOINT_PRISMATIC;
    else
      complain("joint", joint.name,
               "is not fixed, revolute, continuous, prismatic, planar or floating; make it one of these kinds");
    const urdf::Vector3 &axis = joint.axis;
    link.axis[0] = axis.x;
    link.axis[1] = axis.y;
    link.axis[2] = axis.z;
    const double square = axis.x * axis.x + axis.y * axis.y + axis.z * axis.z;
    if (!(square > 0)) complain("joint", joint.name, "its axis is zero");
    if (!std::isfinite(square)) complain("joint", joint.name, "its axis is not finite");
    link.variable = joint.mimic ? -1 - addMimic(joint) : addVariable(joint);
  }

  /* One of the joints that a planar or floating joint is made of. */
  struct Part {
    const char *name;
    bms_joint_kind kind;
    int axis;
  };

  /* Makes a planar or floating joint of joints about one axis each: all but the last one carry links without shapes. */
  void addParts(const urdf::Joint &joint, bms_link &link) {
    static const Part PLANAR[] = {
        {"/x", BMS_JOINT_PRISMATIC, 0}, {"/y", BMS_JOINT_PRISMATIC, 1}, {"/theta", BMS_JOINT_REVOLUTE, 2}};
    static const Part FLOATING[] = {{"/trans_x", BMS_JOINT_PRISMATIC, 0}, {"/trans_y", BMS_JOINT_PRISMATIC, 1},
                                    {"/trans_z", BMS_JOINT_PRISMATIC, 2}, {"/yaw", BMS_JOINT_REVOLUTE, 2},
                                    {"/pitch", BMS_JOINT_REVOLUTE, 1},    {"/roll", BMS_JOINT_REVOLUTE, 0}};
    const bool isPlanar = joint.type == urdf::Joint::PLANAR;
    const int count = isPlanar ? 3 : 6;
    if (isPlanar && (std::fabs(joint.axis.x) > 0 || std::fabs(joint.axis.y) > 0) && declaresAxis(joint.name))
      robot_note(arm_, "%s: joint %.60s moves in the x-y plane of its own frame, whatever its axis, as for MoveIt",
                 file_.c_str(), joint.name.c_str());
    for (int i = 0; i < count; i++) {
      const Part &part = isPlanar ? PLANAR[i] : FLOATING[i];
      const std::string name = joint.name + part.name;
      robot_joint added = {};
      added.continuous = part.kind == BMS_JOINT_REVOLUTE;
      added.orients = !isPlanar && i == 3;
      link.joint = part.kind;
      for (int k = 0; k < 3; k++) link.axis[k] = k == part.axis;
      link.variable = robot_add_joint(arm_, name.c_str(), &added);
      if (link.variable < 0) throw std::bad_alloc();
      if (i + 1 == count) break;
      const int index = robot_add_link(arm_, name.c_str(), &link);
      if (index < 0) throw std::bad_alloc();
      link.parent = index;
      link.frame = {{0, 0, 0}, {1, 0, 0, 0}};
    }
  }

  bool declaresAxis(const std::string &name) const {
    for (const TiXmlElement *e = xml_.root().FirstChildElement("joint"); e != nullptr;
         e = e->NextSiblingElement("joint"))
      if (xml_.attribute(*e, "name") == name) return e->FirstChildElement("axis") != nullptr;
    return false;
  }

  robot_limits limitsOf(const urdf::Joint &joint) {
    if (!joint.limits || joint.type == urdf::Joint::CONTINUOUS) return {};
    if (unlimited_.count(joint.name) != 0) {
      robot_note(arm_, "%s: joint %.60s has no <limit>; it is taken as unlimited", file_.c_str(), joint.name.c_str());
      return {};
    }
    return {true, joint.limits->lower, joint.limits->upper};
  }

  int addVariable(const urdf::Joint &joint) {
    robot_joint added = {};
    const robot_limits limits = added.limits = limitsOf(joint);
    if (limits.limited && !(limits.lower <= limits.upper))
      complain("joint", joint.name, "its lower limit is above its upper one; swap them");
    added.continuous = joint.type == urdf::Joint::CONTINUOUS;
    if (limits.limited && (limits.lower > 0 || limits.upper < 0)) added.rest = limits.lower / 2 + limits.upper / 2;
    const int index = robot_add_joint(arm_, joint.name.c_str(), &added);
    if (index < 0) throw std::bad_alloc();
    return index;
  }

  int addMimic(const urdf::Joint &joint) {
    const robot_mimic added = {nullptr, -1, joint.mimic->multiplier, joint.mimic->offset, limitsOf(joint)};
    if (!std::isfinite(added.multiplier) || !std::isfinite(added.offset))
      complain("joint", joint.name, "its multiplier or offset is not finite");
    source_[joint.name] = joint.mimic->joint_name;
    const int index = robot_add_mimic(arm_, joint.name.c_str(), &added);
    if (index < 0) throw std::bad_alloc();
    return index;
  }

  /* Finds the free joint at the end of a row of mimics. */
  void bindMimic(robot_mimic &mimic) {
    const std::string name = mimic.name;
    std::string of = source_[name];
    for (size_t steps = 0; source_.count(of) != 0; steps++) {
      const auto next = model_->getJoint(of);
      if (steps > source_.size()) complain("joint", name, "mimics itself, by way of others");
      mimic.offset += mimic.multiplier * next->mimic->offset;
      mimic.multiplier *= next->mimic->multiplier;
      of = source_[of];
    }
    mimic.joint = robot_find_joint(arm_, of.c_str());
    if (mimic.joint < 0) complain("joint", name, "mimics joint " + of + ", which is not there, or does not move");
    checkMimicLimits(mimic);
  }

  /* Leaves out limits that keep the joint that is mimicked where it is, such as limits of 0 that nobody has written. */
  void checkMimicLimits(robot_mimic &mimic) {
    const robot_joint &joint = arm_->joint[mimic.joint];
    const double a = (mimic.limits.lower - mimic.offset) / mimic.multiplier;
    const double b = (mimic.limits.upper - mimic.offset) / mimic.multiplier;
    double lower = std::fmin(a, b), upper = std::fmax(a, b);
    if (joint.limits.limited) lower = std::fmax(lower, joint.limits.lower);
    if (joint.limits.limited) upper = std::fmin(upper, joint.limits.upper);
    if (!mimic.limits.limited || (mimic.limits.lower <= mimic.limits.upper && upper - lower > 1e-6)) return;
    mimic.limits.limited = false;
    robot_note(arm_, "%s: joint %.60s mimics %.60s, which its limits [%g, %g] would not let move; they are not checked",
               file_.c_str(), mimic.name, joint.name, mimic.limits.lower, mimic.limits.upper);
  }

  void readShape(const std::string &link, const urdf::Geometry &geometry, robot_solid &solid) {
    if (geometry.type == urdf::Geometry::BOX) {
      const urdf::Vector3 &size = static_cast<const urdf::Box &>(geometry).dim;
      solid.form = ROBOT_BOX;
      solid.size[0] = size.x;
      solid.size[1] = size.y;
      solid.size[2] = size.z;
    } else if (geometry.type == urdf::Geometry::CYLINDER) {
      const auto &cylinder = static_cast<const urdf::Cylinder &>(geometry);
      solid.form = ROBOT_CYLINDER;
      solid.size[0] = cylinder.length;
      solid.size[1] = cylinder.radius;
    } else if (geometry.type == urdf::Geometry::SPHERE) {
      solid.form = ROBOT_SPHERE;
      solid.size[0] = static_cast<const urdf::Sphere &>(geometry).radius;
    } else if (geometry.type == urdf::Geometry::MESH) {
      const auto &mesh = static_cast<const urdf::Mesh &>(geometry);
      const double scale[3] = {mesh.scale.x, mesh.scale.y, mesh.scale.z};
      char reason[512];
      solid.form = ROBOT_MESH;
      if (!robot_mesh_read(&solid.mesh, packages_, file_.c_str(), mesh.filename.c_str(), scale, reason, sizeof reason))
        complain("link", link, reason);
    } else {
      complain("link", link, "its collision geometry is of an unknown kind");
    }
  }

  /* Keeps what the text for urdfdom has not: which collisions are capsules, which links are seen only, and which joints
     have no limits. */
  void findMarks() {
    for (const TiXmlElement *link = xml_.root().FirstChildElement("link"); link != nullptr;
         link = link->NextSiblingElement("link")) {
      const std::string name = xml_.attribute(*link, "name");
      size_t count = 0;
      for (const TiXmlElement *e = link->FirstChildElement("collision"); e != nullptr;
           e = e->NextSiblingElement("collision"), count++)
        if (capsuleOf(const_cast<TiXmlElement &>(*e)) != nullptr) capsules_.insert({name, count});
      if (count == 0 && link->FirstChildElement("visual") != nullptr) ghosts_.push_back(name);
    }
    for (const TiXmlElement *joint = xml_.root().FirstChildElement("joint"); joint != nullptr;
         joint = joint->NextSiblingElement("joint"))
      if (joint->FirstChildElement("limit") == nullptr) unlimited_.insert(xml_.attribute(*joint, "name"));
  }

  void addSolid(const std::string &link, int index, const urdf::Collision &collision, bool isCapsule) {
    robot_solid solid = {};
    solid.link = solid.object = index;
    solid.pose = poseOf(collision.origin);
    if (!collision.geometry) complain("link", link, "a collision element has no geometry");
    readShape(link, *collision.geometry, solid);
    if (isCapsule) solid.form = ROBOT_CAPSULE;
    const char *fault = robot_solid_fault(arm_, &solid);
    if (fault != nullptr) {
      robot_mesh_free(&solid.mesh);
      complain("link", link, fault);
    }
    robot_claim(arm_, index, index);
    if (robot_add_solid(arm_, &solid) < 0) throw std::bad_alloc();
  }

  void addLink(const urdf::Link &link, int parent) {
    bms_link added = {};
    added.parent = parent;
    added.joint = BMS_JOINT_FIXED;
    added.frame.quaternion[0] = 1;
    if (link.parent_joint) addJoint(*link.parent_joint, added);
    const int index = robot_add_link(arm_, link.name.c_str(), &added);
    if (index < 0) throw std::bad_alloc();
    for (size_t i = 0; i < link.collision_array.size(); i++)
      if (link.collision_array[i])
        addSolid(link.name, index, *link.collision_array[i], capsules_.count({link.name, i}) != 0);
    for (const auto &child : link.child_links) addLink(*child, index);
  }

  /* A shape that is seen and not solid may have been forgotten. */
  void noteGhosts() const {
    if (ghosts_.empty()) return;
    std::string names;
    for (size_t i = 0; i < ghosts_.size() && i < 5; i++) names += (i == 0 ? "" : ", ") + ghosts_[i];
    if (ghosts_.size() > 5) names += ", ...";
    robot_note(arm_, "%s: links that have a <visual> and no <collision> meet nothing: %s", file_.c_str(),
               names.c_str());
  }

  robot *arm_;
  std::string file_;
  const robot_packages *packages_;
  RobotXml xml_;
  urdf::ModelInterfaceSharedPtr model_;
  std::map<std::string, std::string> source_;         /* the joint that a joint mimics, by its name */
  std::set<std::string> unlimited_;                   /* joints without limits */
  std::vector<std::string> ghosts_;                   /* links with a visual and no collision */
  std::set<std::pair<std::string, size_t>> capsules_; /* the link, and the place among its collisions */
};

}  // namespace

bool robot_read_urdf(robot *arm, const char *file, const robot_packages *packages, char *error, size_t size) {
  return readOrComplain(file, error, size, [&] { Reader(arm, file, packages).read(); });
}
