/* SPDX-License-Identifier: BSD-3-Clause */

#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <string>

#include "robot_urdf.h"
#include "robot_xml.hpp"

namespace {

class Reader {
 public:
  Reader(robot *arm, const std::string &file) : arm_(arm), file_(file), xml_(arm->texts, file) {}

  void read() {
    arm_->touching.is_told = true;
    const char *name = xml_.root().Attribute("name");
    if (robot_is_other_name(arm_, name))
      note(xml_.root(), std::string("the SRDF is of a robot ") + name + ", and the URDF of " + arm_->name);
    for (const TiXmlElement *e = xml_.root().FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
      const std::string &kind = e->ValueStr();
      if (kind == "disable_collisions" || kind == "enable_collisions")
        readPair(*e, kind == "disable_collisions");
      else if (kind == "disable_default_collisions")
        freeLink(*e);
      else if (kind == "virtual_joint")
        readVirtualJoint(*e);
      else if (kind == "group")
        addGroup(*e);
      else
        checkOther(*e, kind);
    }
    for (const auto &group : groups_) fillOrFault(group.first, *group.second);
    for (const TiXmlElement *e = xml_.root().FirstChildElement("group_state"); e != nullptr;
         e = e->NextSiblingElement("group_state"))
      readState(*e);
    if (!disables_ && arm_->touching.may.count == 0)
      robot_note(arm_,
                 "%s: disables no pair of links, so all pairs are checked, also links that a joint connects; "
                 "--suggest-srdf writes the pairs that always or never meet",
                 file_.c_str());
  }

 private:
  void note(const TiXmlElement &at, const std::string &what) {
    robot_note(arm_, "%s:%d: %s: %s", file_.c_str(), at.Row(), at.Value(), what.c_str());
  }

  /* Refuses elements that would need more checks, or that may be solid.  The ones of Pinocchio (rotor_params) and of
     the Humanoid Path Planner (gripper, specificities) do not concern collisions. */
  void checkOther(const TiXmlElement &at, const std::string &kind) {
    static const char *const PASSED[] = {
        "group_state",  "end_effector",  "passive_joint", "joint_property", "link_sphere_approximation", "gripper",
        "rotor_params", "specificities", "link"};
    for (const char *name : PASSED)
      if (kind == name) {
        if (kind == "link") xml_.complain(at, "a second robot: give the URDF first, then one SRDF, then scenes");
        return;
      }
    if (robot_passes_over(arm_, kind.c_str())) return note(at, "is passed over, as --pass-over wants");
    xml_.complain(
        at,
        "is unknown in SRDF; remove it, or spell it as disable_collisions, disable_default_collisions, "
        "enable_collisions, group, group_state, end_effector, virtual_joint, passive_joint or joint_property");
  }

  /* Returns the link that an attribute names; or -1 if the robot has none of this name, which makes nothing worse. */
  int linkOrNote(const TiXmlElement &at, const char *attribute) {
    const std::string name = xml_.attribute(at, attribute);
    const int link = robot_link(arm_, name.c_str());
    if (link < 0) note(at, "the robot has no link " + name + "; this is not used");
    return link;
  }

  /* Reads a pair that may touch, or that may not where one of the two usually may touch everything. */
  void readPair(const TiXmlElement &at, bool may) {
    robot_touching &touching = arm_->touching;
    int link[2];
    for (int i = 0; i < 2; i++) {
      const char *attribute = i == 0 ? "link1" : "link2";
      link[i] = may ? linkOrNote(at, attribute) : linkOf(at, attribute);
      if (link[i] < 0) return;
    }
    const bool added = may ? robot_touching_allow(&touching, link[0], link[1], ROBOT_SRDF)
                           : robot_touching_forbid(&touching, link[0], link[1]);
    if (!added) throw std::bad_alloc();
    disables_ |= may;
  }

  void freeLink(const TiXmlElement &at) {
    const int link = linkOrNote(at, "link");
    disables_ = true;
    if (link >= 0 && !robot_touching_allow_all(&arm_->touching, link)) throw std::bad_alloc();
  }

  void readVirtualJoint(const TiXmlElement &at) {
    const std::string name = xml_.attribute(at, "name"), type = xml_.attribute(at, "type");
    const std::string parent = xml_.attribute(at, "parent_frame"), child = xml_.attribute(at, "child_link");
    if (arm_->base != nullptr) xml_.complain(at, "a second virtual joint; a robot has one root");
    if (type != "fixed" && type != "planar" && type != "floating")
      xml_.complain(at, "type: '" + type + "' is not fixed, planar or floating");
    baseMoves_ = type != "fixed";
    if (arm_->link_count == 0 || child != arm_->object_name[0]) {
      note(at, "child_link: '" + child + "' is not the root of the robot; this is not used");
      return;
    }
    const bms_pose identity = {{0, 0, 0}, {1, 0, 0, 0}};
    arm_->base = strdup(name.c_str());
    if (arm_->base == nullptr) throw std::bad_alloc();
    if (robot_link(arm_, parent.c_str()) < 0 && robot_add_frame(arm_, parent.c_str(), BMS_WORLD, &identity) < 0)
      throw std::bad_alloc();
  }

  void addGroup(const TiXmlElement &at) {
    const std::string name = xml_.attribute(at, "name");
    const bool isFirst = groups_.emplace(name, &at).second;
    const int group = isFirst ? robot_add_group(arm_, name.c_str()) : robot_find_group(arm_, name.c_str());
    if (group < 0) throw std::bad_alloc();
    if (!isFirst) fault(at, arm_->group[group].fault, "a second group of this name");
  }

  /* Keeps what is wrong with a group or a state, which is an error if it is used, and notes it. */
  void fault(const TiXmlElement &at, char *&kept, const std::string &what) {
    try {
      xml_.complain(at, what);
    } catch (const Complaint &complaint) {
      keep(kept, complaint.what());
    }
  }
  void keep(char *&kept, const std::string &what) {
    robot_note(arm_, "%s; it cannot be used", what.c_str());
    if (kept == nullptr) kept = strdup(what.c_str());
  }

  /* Fills in a group, or keeps what is wrong with it. */
  void fillOrFault(const std::string &name, const TiXmlElement &at) {
    robot_group &group = arm_->group[robot_find_group(arm_, name.c_str())];
    if (group.fault != nullptr) return;
    try {
      fillGroup(name, at);
    } catch (const Complaint &complaint) {
      keep(group.fault, std::string(complaint.what()) + ", in group " + name);
    }
  }

  /* The joint that carries a link belongs to a group that has the link. */
  void include(int group, int link) {
    const int variable = arm_->link[link].joint == BMS_JOINT_FIXED ? -1 : arm_->link[link].variable;
    if (variable >= 0 && variable < arm_->joint_count) arm_->group[group].joint[variable] = true;
  }

  int linkOf(const TiXmlElement &at, const char *attribute) {
    const std::string name = xml_.attribute(at, attribute);
    const int link = robot_link(arm_, name.c_str());
    if (link < 0) xml_.complain(at, std::string(attribute) + ": the robot has no link '" + name + "'");
    return link;
  }

  void includeChain(const TiXmlElement &at, int group) {
    const int base = linkOf(at, "base_link"), tip = linkOf(at, "tip_link");
    int i = tip;
    for (; i != base && i != BMS_WORLD; i = arm_->link[i].parent) include(group, i);
    if (i != base) xml_.complain(at, "tip_link is not below base_link");
  }

  /* Refuses a name that is of no joint at all: of what moves by itself, the caller knows.  Notes the virtual joint if
     it moves. */
  void checkStill(const TiXmlElement &at, const std::string &name) {
    const bool is_base = arm_->base != nullptr && name == arm_->base;
    if (is_base && baseMoves_)
      note(at, name + " is the virtual joint, of which groups and states have no values here; --base places the robot");
    if (!is_base && robot_find_fixed(arm_, name.c_str()) < 0 && robot_find_mimic(arm_, name.c_str()) < 0)
      xml_.complain(at, "the robot has no joint of this name; spell it as the URDF does, or remove it");
  }

  void includeJoint(const TiXmlElement &at, int group) {
    const std::string name = xml_.attribute(at, "name");
    bool any = false;
    for (int i = 0; i < arm_->joint_count; i++) {
      const std::string own = arm_->joint[i].name; /* of a part of a planar or floating joint: NAME/x and so on */
      if (own != name && own.compare(0, name.size() + 1, name + "/") != 0) continue;
      arm_->group[group].joint[i] = any = true;
    }
    if (!any) checkStill(at, name);
  }

  /* Fills in what belongs to a group, and to the groups in it before.  Returns its index. */
  int fillGroup(const std::string &name, const TiXmlElement &at) {
    const int group = robot_find_group(arm_, name.c_str());
    if (filled_.count(name) != 0) return group;
    if (!filling_.insert(name).second) xml_.complain(at, "contains itself, by way of others");
    for (const TiXmlElement *e = at.FirstChildElement(); e != nullptr; e = e->NextSiblingElement())
      includeAny(*e, group);
    filled_.insert(name);
    return group;
  }

  void includeAny(const TiXmlElement &at, int group) {
    const std::string &kind = at.ValueStr();
    if (kind == "chain")
      includeChain(at, group);
    else if (kind == "link")
      include(group, linkOf(at, "name"));
    else if (kind == "joint" || kind == "passive_joint")
      includeJoint(at, group);
    else if (kind == "group")
      includeGroup(at, group);
    else
      xml_.complain(at, "is unknown in a group");
  }

  void includeGroup(const TiXmlElement &at, int group) {
    const auto found = groups_.find(xml_.attribute(at, "name"));
    if (found == groups_.end()) xml_.complain(at, "there is no group of this name");
    const int other = fillGroup(found->first, *found->second);
    if (arm_->group[other].fault != nullptr) xml_.complain(at, "this group has a fault itself");
    for (int i = 0; i < arm_->joint_count; i++)
      if (arm_->group[other].joint[i]) arm_->group[group].joint[i] = true;
  }

  void readState(const TiXmlElement &at) {
    const std::string name = xml_.attribute(at, "name"), group = xml_.attribute(at, "group");
    const auto found = states_.find(group + "/" + name);
    const bool isFirst = found == states_.end();
    const int index = isFirst ? robot_add_posture(arm_, name.c_str(), group.c_str()) : found->second;
    if (index < 0) throw std::bad_alloc();
    states_.emplace(group + "/" + name, index);
    robot_posture &state = arm_->posture[index];
    if (!isFirst) return fault(at, state.fault, "a second state of this name in its group");
    if (groups_.count(group) == 0) return fault(at, state.fault, "group: there is no group '" + group + "'");
    try {
      fillState(at, index);
    } catch (const Complaint &complaint) {
      keep(state.fault, std::string(complaint.what()) + ", in state " + name);
    }
  }

  void fillState(const TiXmlElement &at, int index) {
    for (const TiXmlElement *e = at.FirstChildElement("joint"); e != nullptr; e = e->NextSiblingElement("joint")) {
      const std::string joint = xml_.attribute(*e, "name");
      const int variable = robot_find_joint(arm_, joint.c_str());
      if (variable >= 0) {
        if (!std::isnan(arm_->posture[index].value[variable])) xml_.complain(*e, "a second value for this joint");
        arm_->posture[index].value[variable] = xml_.number(*e, "value");
      } else {
        checkStill(*e, joint);
      }
    }
  }

  robot *arm_;
  std::string file_;
  RobotXml xml_;
  bool baseMoves_ = false; /* the virtual joint is planar or floating */
  bool disables_ = false;  /* a pair of links, or a link that may touch everything, has been read */
  std::map<std::string, const TiXmlElement *> groups_;
  std::map<std::string, int> states_;      /* GROUP/NAME, and the index of the posture */
  std::set<std::string> filling_, filled_; /* groups whose filling has begun, and has ended */
};

}  // namespace

bool robot_read_srdf(robot *arm, const char *file, char *error, size_t size) {
  return readOrComplain(file, error, size, [&] { Reader(arm, file).read(); });
}
