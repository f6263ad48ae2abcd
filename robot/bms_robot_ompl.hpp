/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_robot_ompl.hpp: states and edges of an OMPL planner for a robot of bms_robot.h, certified.
 *
 *     bms::ompl::Group group = bms::ompl::makeGroup(robot, "panda_arm");
 *     ompl::geometric::SimpleSetup setup(bms::ompl::makeSpace(group));
 *     bms::ompl::setCheckers(setup.getSpaceInformation(), group, 1e-4);
 *
 * A state lists the variables of the group in their order.  Its space is a RealVectorStateSpace, or compounds of such
 * and SO2StateSpaces, SE2StateSpace among them; an SO2StateSpace stands for a continuous joint and goes the shorter
 * way, as OMPL interpolates.  Edges in other spaces are not straight for the joints, and are refused.  Answers as in
 * bms_ompl.hpp.  C++14, OMPL 1.5 or newer; link with libbms-robot, libbms and OMPL.
 */

#ifndef BMS_ROBOT_OMPL_HPP
#define BMS_ROBOT_OMPL_HPP

#include <bms_ompl.hpp>
#include <bms_robot.h>

#include <cmath>
#include <ompl/base/StateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>

namespace bms {
namespace ompl {

/* A group that any number of checkers share; it keeps its robot. */
using Group = std::shared_ptr<bms_robot_group>;

/* Makes a group of the SRDF, or of all free joints if name is NULL; throws ompl::Exception with the reason. */
inline Group makeGroup(bms_robot *robot, const char *name) {
  bms_robot_fault fault;
  bms_robot_group *group = bms_robot_group_create(robot, name, &fault);
  if (group == nullptr) throw ::ompl::Exception("bms_robot_ompl", fault.text);
  return Group(group, bms_robot_group_destroy);
}

/* The joint that a variable of a group stands for. */
inline bms_robot_joint jointOf(const Group &group, int variable) {
  return bms_robot_joint_at(bms_robot_group_robot(group.get()), bms_robot_group_joint(group.get(), variable));
}

/*
 * Makes a space of the group: a RealVectorStateSpace with the joints' limits, or, if a joint is continuous, a compound
 * of one space for each joint in their order.  A joint without limits that is not continuous needs bounds from the
 * caller.
 */
inline ::ompl::base::StateSpacePtr makeSpace(const Group &group) {
  namespace base = ::ompl::base;
  const int width = bms_robot_group_width(group.get());
  const auto bounded = [&](int first, int count) {
    auto space = std::make_shared<base::RealVectorStateSpace>(unsigned(count));
    base::RealVectorBounds bounds{unsigned(count)};
    for (int i = 0; i < count; i++) {
      const bms_robot_joint joint = jointOf(group, first + i);
      if (std::isfinite(joint.lower)) bounds.setLow(unsigned(i), joint.lower);
      if (std::isfinite(joint.upper)) bounds.setHigh(unsigned(i), joint.upper);
    }
    space->setBounds(bounds);
    return space;
  };
  bool isContinuous = false;
  for (int i = 0; i < width; i++) isContinuous = isContinuous || jointOf(group, i).kind == BMS_ROBOT_CONTINUOUS;
  if (!isContinuous) return bounded(0, width);
  auto space = std::make_shared<base::CompoundStateSpace>();
  for (int i = 0; i < width; i++) {
    if (jointOf(group, i).kind == BMS_ROBOT_CONTINUOUS)
      space->addSubspace(std::make_shared<base::SO2StateSpace>(), 1);
    else
      space->addSubspace(bounded(i, 1), 1);
  }
  space->lock();
  return space;
}

/* Answers about edges of a group. */
class GroupEdges : public Edges {
 public:
  /* Throws ompl::Exception if the space is none that the group can be queried in. */
  GroupEdges(const ::ompl::base::SpaceInformationPtr &information, Group group, double tolerance)
      : space_(information->getStateSpace()), group_(std::move(group)), tolerance_(tolerance) {
    if (!(tolerance >= BMS_LEAST_TOLERANCE))
      throw ::ompl::Exception("bms_robot_ompl", "the tolerance is not greater than 0, or below BMS_LEAST_TOLERANCE");
    addVariables(*space_);
    const auto width = std::size_t(bms_robot_group_width(group_.get()));
    if (turns_.size() != width)
      throw ::ompl::Exception("bms_robot_ompl", "the state space has " + std::to_string(turns_.size()) +
                                                    " numbers, the group " + std::to_string(width) + " variables");
    for (std::size_t i = 0; i < width; i++)
      if (turns_[i] && jointOf(group_, int(i)).kind != BMS_ROBOT_CONTINUOUS)
        throw ::ompl::Exception("bms_robot_ompl", std::string("joint ") + jointOf(group_, int(i)).name +
                                                      " is not continuous, and its space is an SO2StateSpace");
  }

  bool isFree(const ::ompl::base::State *from, const ::ompl::base::State *to) const override {
    const Ends ends = endsOf(from, to);
    bms_edge_answer answer = BMS_EDGE_INVALID;
    if (bms_robot_edges_are_free(group_.get(), ends.from.data(), ends.to.data(), 1, tolerance_, 1, &answer) != 0)
      throw std::bad_alloc();
    return answer == BMS_EDGE_FREE;
  }

  double freeUpTo(const ::ompl::base::State *from, const ::ompl::base::State *to) const override {
    const Ends ends = endsOf(from, to);
    bms_robot_contact contact;
    if (bms_robot_edges_contacts(group_.get(), ends.from.data(), ends.to.data(), 1, tolerance_, 1, &contact) != 0)
      throw std::bad_alloc();
    return contact.status == BMS_SEPARATED ? 1 : contact.status == BMS_INVALID ? 0 : contact.t;
  }

 private:
  struct Ends {
    std::vector<double> from, to;
  };

  /* Notes for each number of a state whether it is an angle that goes the shorter way. */
  void addVariables(const ::ompl::base::StateSpace &space) {
    if (space.isCompound()) {
      const auto *compound = space.as<::ompl::base::CompoundStateSpace>();
      for (const auto &one : compound->getSubspaces()) addVariables(*one);
    } else if (dynamic_cast<const ::ompl::base::SO2StateSpace *>(&space) != nullptr) {
      turns_.push_back(true);
    } else if (dynamic_cast<const ::ompl::base::RealVectorStateSpace *>(&space) != nullptr) {
      turns_.insert(turns_.end(), space.getDimension(), false);
    } else {
      throw ::ompl::Exception("bms_robot_ompl", "the state space " + space.getName() +
                                                    " is no RealVectorStateSpace or SO2StateSpace, nor made of these");
    }
  }

  /* The configurations at both ends; angles of SO(2) at the second are the nearest to those at the first. */
  Ends endsOf(const ::ompl::base::State *from, const ::ompl::base::State *to) const {
    constexpr double PI = 3.14159265358979323846;
    Ends ends;
    space_->copyToReals(ends.from, from);
    space_->copyToReals(ends.to, to);
    for (std::size_t i = 0; i < turns_.size(); i++) {
      if (!turns_[i]) continue;
      const double way = ends.to[i] - ends.from[i];
      if (std::fabs(way) > PI) ends.to[i] += way > 0 ? -2 * PI : 2 * PI;
    }
    return ends;
  }

  ::ompl::base::StateSpacePtr space_;
  Group group_;
  double tolerance_;
  std::vector<bool> turns_;
};

/* Sets the checker of states and the validator of motions. */
inline void setCheckers(const ::ompl::base::SpaceInformationPtr &information, const Group &group, double tolerance) {
  const auto edges = std::make_shared<const GroupEdges>(information, group, tolerance);
  information->setStateValidityChecker(std::make_shared<StateValidityChecker>(information, edges));
  information->setMotionValidator(std::make_shared<MotionValidator>(information, edges));
}

}  // namespace ompl
}  // namespace bms

#endif /* BMS_ROBOT_OMPL_HPP */
