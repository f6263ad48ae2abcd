/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * URDF through urdfdom.
 *
 * urdfdom says what is wrong with a file by console_bridge, without a line; the first such message is kept and shown.
 * The text is parsed by TinyXML, urdfdom's own parser, as well: it tells lines, of what is no XML and of the element that
 * an error is about.
 */

#include "robot.h"

#include <cmath>
#include <console_bridge/console.h>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tinyxml.h>
#include <urdf_parser/urdf_parser.h>
#include <vector>

namespace {

struct Complaint : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/* Keeps the first error. */
class Listener : public console_bridge::OutputHandler {
 public:
  Listener() { console_bridge::useOutputHandler(this); }
  ~Listener() override { console_bridge::restorePreviousOutputHandler(); }
  void log(const std::string &text, console_bridge::LogLevel level, const char *, int) override {
    if (level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR && first.empty()) first = text;
  }
  std::string first;
};

std::string textOf(const std::string &file) {
  std::ifstream in(file);
  std::stringstream text;
  if (!in || !(text << in.rdbuf())) throw Complaint(file + ": cannot be read, or is empty");
  return text.str();
}

class Reader {
 public:
  Reader(robot *arm, const std::string &file) : arm_(arm), file_(file) {}

  void read() {
    const std::string text = textOf(file_);
    document_.Parse(text.c_str());
    if (document_.Error())
      throw Complaint(file_ + ":" + std::to_string(document_.ErrorRow()) + ": not XML: " + document_.ErrorDesc());
    Listener listener;
    model_ = urdf::parseURDF(text);
    /* It logs some errors and goes on without the element, which would be an arm with a link too few. */
    if (!model_ || !model_->getRoot() || !listener.first.empty())
      throw Complaint(file_ + ": not a robot in URDF: " + (listener.first.empty() ? "no root link" : listener.first));
    addLink(*model_->getRoot(), BMS_WORLD);
  }

 private:
  /* An error about an element, by its kind and its name attribute. */
  [[noreturn]] void complain(const char *kind, const std::string &name, const std::string &what) const {
    const TiXmlElement *root = document_.RootElement();
    int row = 0;
    for (const TiXmlElement *e = root->FirstChildElement(kind); e != nullptr; e = e->NextSiblingElement(kind))
      if (e->Attribute("name") != nullptr && name == e->Attribute("name")) row = e->Row();
    throw Complaint(file_ + ":" + std::to_string(row) + ": " + kind + " " + name + ": " + what);
  }

  static bms_pose poseOf(const urdf::Pose &pose) {
    const urdf::Vector3 &p = pose.position;
    const urdf::Rotation &q = pose.rotation;
    return {{p.x, p.y, p.z}, {q.w, q.x, q.y, q.z}};
  }

  void addJoint(const urdf::Joint &joint, bms_link &link) {
    link.frame = poseOf(joint.parent_to_joint_origin_transform);
    if (joint.type == urdf::Joint::FIXED) return;
    if (joint.mimic) complain("joint", joint.name, "mimics another joint, which is not supported");
    if (joint.type == urdf::Joint::REVOLUTE || joint.type == urdf::Joint::CONTINUOUS)
      link.joint = BMS_JOINT_REVOLUTE;
    else if (joint.type == urdf::Joint::PRISMATIC)
      link.joint = BMS_JOINT_PRISMATIC;
    else
      complain("joint", joint.name, "is not fixed, revolute, continuous or prismatic");
    const urdf::Vector3 &axis = joint.axis;
    link.axis[0] = axis.x;
    link.axis[1] = axis.y;
    link.axis[2] = axis.z;
    if (!(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z > 0)) complain("joint", joint.name, "its axis is zero");
    link.variable = arm_->chain.variable_count;
    if (!robot_add_variable(arm_, joint.name.c_str())) throw std::bad_alloc();
  }

  void addBox(const std::string &link, int index, const urdf::Collision &collision) {
    const bms_pose pose = poseOf(collision.origin);
    bms_box box = {};
    const urdf::Geometry *geometry = collision.geometry.get();
    if (geometry == nullptr) complain("link", link, "a collision element has no geometry");
    if (geometry->type == urdf::Geometry::BOX) {
      const urdf::Vector3 &size = static_cast<const urdf::Box *>(geometry)->dim;
      box = bms_box_centred(size.x, size.y, size.z);
    } else if (geometry->type == urdf::Geometry::CYLINDER) {
      const auto *cylinder = static_cast<const urdf::Cylinder *>(geometry);
      box = bms_box_centred(2 * cylinder->radius, 2 * cylinder->radius, cylinder->length);
    } else if (geometry->type == urdf::Geometry::SPHERE) {
      const double width = 2 * static_cast<const urdf::Sphere *>(geometry)->radius;
      box = bms_box_centred(width, width, width);
    } else {
      complain("link", link, "its collision geometry is a mesh; give it boxes, cylinders or spheres instead");
    }
    for (int i = 0; i < 3; i++)
      if (!(box.min[i] <= box.max[i])) complain("link", link, "a size of its geometry is negative");
    const bms_convex convex = bms_convex_box(&box, 0);
    const bms_placed_shape placed = bms_placed_convex(index, &convex, &pose);
    if (!robot_add_shape(arm_, link.c_str(), &placed)) throw std::bad_alloc();
  }

  void addLink(const urdf::Link &link, int parent) {
    bms_link added = {};
    added.parent = parent;
    added.joint = BMS_JOINT_FIXED;
    added.frame.quaternion[0] = 1;
    if (link.parent_joint) addJoint(*link.parent_joint, added);
    const int index = arm_->chain.link_count;
    if (!robot_add_link(arm_, link.name.c_str(), &added)) throw std::bad_alloc();
    for (const auto &collision : link.collision_array)
      if (collision) addBox(link.name, index, *collision);
    for (const auto &child : link.child_links) addLink(*child, index);
  }

  robot *arm_;
  std::string file_;
  TiXmlDocument document_;
  urdf::ModelInterfaceSharedPtr model_;
};

}  // namespace

bool robot_read_urdf(robot *arm, const char *file, char *error, size_t size) {
  try {
    Reader(arm, file).read();
    return true;
  } catch (const Complaint &complaint) {
    std::snprintf(error, size, "%s", complaint.what());
  } catch (const std::exception &failure) {
    std::snprintf(error, size, "%s: %s", file, failure.what());
  }
  return false;
}
