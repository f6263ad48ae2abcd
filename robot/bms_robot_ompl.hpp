/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_robot_ompl.hpp: states and edges of an OMPL planner for a robot of bms_robot.h, certified.
 *
 *     bms::ompl::Group group = bms::ompl::makeGroup(robot, "panda_arm");
 *     ompl::geometric::SimpleSetup setup(bms::ompl::makeSpace(group));
 *     bms::ompl::setCheckers(setup.getSpaceInformation(), group, 1e-4);
 *
 * A state lists the variables of the group in their order.  Its space is a RealVectorStateSpace, SO2StateSpaces for
 * continuous joints, SO3StateSpaces for the three variables that orient a floating joint, or compounds of these,
 * SE2StateSpace and SE3StateSpace among them.  Angles go the shorter way, and rotations about one axis, as OMPL
 * interpolates.  Edges in other spaces are not straight for the joints, and are refused.  Answers as in bms_ompl.hpp.
 *
 * With an SO3StateSpace the checkers have a scene of their own: set them again after an edit of the robot.
 *
 * C++14, OMPL 1.5 or newer; link with libbms-robot, libbms and OMPL.
 */

#ifndef BMS_ROBOT_OMPL_HPP
#define BMS_ROBOT_OMPL_HPP

#include <bms_ompl.hpp>
#include <bms_robot.h>

#include <cmath>
#include <memory>
#include <mutex>
#include <ompl/base/StateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>
#include <ompl/base/spaces/SO3StateSpace.h>
#include <string>
#include <vector>

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

/* Returns true if three variables from this one on orient a floating joint; the three before them move it. */
inline bool orients(const Group &group, int variable) {
  if (variable + 2 >= bms_robot_group_width(group.get()) || !jointOf(group, variable).orients) return false;
  const int joint = bms_robot_group_joint(group.get(), variable);
  return bms_robot_group_joint(group.get(), variable + 1) == joint + 1 &&
         bms_robot_group_joint(group.get(), variable + 2) == joint + 2;
}

/* Makes a RealVectorStateSpace of some variables. */
inline std::shared_ptr<::ompl::base::RealVectorStateSpace> makeBounded(const Group &group, int first, int count,
                                                                       double reach) {
  auto space = std::make_shared<::ompl::base::RealVectorStateSpace>(unsigned(count));
  ::ompl::base::RealVectorBounds bounds{unsigned(count)};
  for (int i = 0; i < count; i++) {
    const bms_robot_joint joint = jointOf(group, first + i);
    bounds.setLow(unsigned(i), std::isfinite(joint.lower) ? joint.lower : -reach);
    bounds.setHigh(unsigned(i), std::isfinite(joint.upper) ? joint.upper : reach);
  }
  space->setBounds(bounds);
  return space;
}

/*
 * Makes a space of the group: a RealVectorStateSpace with the joints' limits if no joint is continuous or floating;
 * else a compound of one space for each joint in their order, an SO2StateSpace for a continuous one, an SE3StateSpace
 * for a floating one.  A joint without limits that is neither continuous nor a rotation gets -reach and reach.
 */
inline ::ompl::base::StateSpacePtr makeSpace(const Group &group, double reach = 0) {
  namespace base = ::ompl::base;
  const int width = bms_robot_group_width(group.get());
  bool isStraight = true;
  for (int i = 0; i < width; i++)
    isStraight = isStraight && jointOf(group, i).kind != BMS_ROBOT_CONTINUOUS && !orients(group, i);
  if (isStraight) return makeBounded(group, 0, width, reach);
  auto space = std::make_shared<base::CompoundStateSpace>();
  for (int i = 0; i < width; i++) {
    if (orients(group, i + 3)) {
      auto floating = std::make_shared<base::SE3StateSpace>();
      floating->setBounds(makeBounded(group, i, 3, reach)->getBounds());
      space->addSubspace(floating, 1);
      i += 5;
    } else if (jointOf(group, i).kind == BMS_ROBOT_CONTINUOUS) {
      space->addSubspace(std::make_shared<base::SO2StateSpace>(), 1);
    } else {
      space->addSubspace(makeBounded(group, i, 1, reach), 1);
    }
  }
  space->lock();
  return space;
}

/*
 * A scene in which floating joints may turn about any axis.
 *
 * From R to R exp(t angle u) such a joint turns by R A Rz(t angle) A^T, if the rotation A = Rz(alpha) Ry(beta) takes z
 * to the axis u.  With the angles of R A = Rz(a) Ry(b) Rz(c) that is five joints, of which only the third moves:
 *
 *   Rz(a) Ry(b) Rz(c + t angle) Ry(-beta) Rz(-alpha)
 *
 * They take the place of the three that turn about z, y and x in the robot's chain.
 */
class TurningScene {
 public:
  /* The floating joints are given by the first of the three joints that orient each. */
  TurningScene(const bms_robot *robot, const std::vector<int> &floating) : floating_(floating) {
    bms_chain chain = *bms_robot_chain(robot);
    joints_ = chain.variable_count;
    std::vector<int> renumbered(std::size_t(chain.link_count));
    for (int i = 0; i < chain.link_count; i++) {
      bms_link link = chain.link[i];
      if (link.parent != BMS_WORLD) link.parent = renumbered[std::size_t(link.parent)];
      for (std::size_t k = 0; k < floating.size(); k++)
        if (link.joint != BMS_JOINT_FIXED && link.variable == floating[k] + 2) addTurn(k, &link);
      renumbered[std::size_t(i)] = int(link_.size());
      link_.push_back(link);
    }
    shape_.assign(chain.shape, chain.shape + chain.shape_count);
    for (bms_placed_shape &shape : shape_)
      if (shape.link != BMS_WORLD) shape.link = renumbered[std::size_t(shape.link)];
    chain.link = link_.data();
    chain.link_count = int(link_.size());
    chain.shape = shape_.data();
    chain.variable_count = variableCount();
    char reason[200];
    scene_.reset(bms_scene_create(&chain, reason, int(sizeof reason)));
    if (scene_ == nullptr) throw ::ompl::Exception("bms_robot_ompl", reason);
  }

  int variableCount() const { return joints_ + 2 * int(floating_.size()); }
  const bms_scene *scene() const { return scene_.get(); }

  /* Writes the rows of a floating joint that turns from a quaternion x, y, z, w to another, over [0, 1]. */
  void turn(std::size_t k, const double *from, const double *to, double (*row)[BMS_MOVE_TERMS]) const {
    double way[4], axis[3], matrix[3][3];
    relative(from, to, way);
    const double sine = std::sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    for (int i = 0; i < 3; i++) axis[i] = sine > 0 ? way[i] / sine : i == 2;
    const double alpha = std::atan2(axis[1], axis[0]), beta = std::atan2(std::hypot(axis[0], axis[1]), axis[2]);
    const double ca = std::cos(alpha), sa = std::sin(alpha), cb = std::cos(beta), sb = std::sin(beta);
    const double toAxis[3][3] = {{ca * cb, -sa, ca * sb}, {sa * cb, ca, sa * sb}, {-sb, 0, cb}};
    rotate(from, toAxis, matrix);
    const double b = std::atan2(std::hypot(matrix[0][2], matrix[1][2]), matrix[2][2]);
    /* With the first and the third axis in one line, either angle alone will do. */
    const bool isAligned = std::hypot(matrix[0][2], matrix[1][2]) < 1e-12;
    const double a = isAligned ? 0 : std::atan2(matrix[1][2], matrix[0][2]);
    const double c = isAligned ? std::atan2(matrix[1][0], matrix[1][1]) : std::atan2(matrix[2][1], -matrix[2][0]);
    const int first = floating_[k], extra = joints_ + 2 * int(k);
    const int variable[5] = {first, first + 1, first + 2, extra, extra + 1};
    const double value[5] = {a, b, c, -beta, -alpha};
    for (int i = 0; i < 5; i++) {
      for (int term = 0; term < BMS_MOVE_TERMS; term++) row[variable[i]][term] = 0;
      row[variable[i]][0] = value[i];
    }
    row[first + 2][1] = 2 * std::atan2(sine, way[3]);
  }

 private:
  /* Adds the joints about z and y before the link of the third joint, which turns about z. */
  void addTurn(std::size_t k, bms_link *link) {
    const double z[3] = {0, 0, 1}, y[3] = {0, 1, 0};
    const bms_pose here = {{0, 0, 0}, {1, 0, 0, 0}};
    bms_link added = *link;
    for (int i = 0; i < 3; i++) added.axis[i] = z[i];
    link_.push_back(added);
    added.parent = int(link_.size()) - 1;
    added.frame = here;
    added.variable = joints_ + 2 * int(k);
    for (int i = 0; i < 3; i++) added.axis[i] = y[i];
    link_.push_back(added);
    link->parent = int(link_.size()) - 1;
    link->frame = here;
    link->variable = joints_ + 2 * int(k) + 1;
    for (int i = 0; i < 3; i++) link->axis[i] = z[i];
  }

  /* Computes the quaternion by which the first has to be multiplied from the right, with w >= 0. */
  static void relative(const double *from, const double *to, double out[4]) {
    const double x = -from[0], y = -from[1], z = -from[2], w = from[3];
    out[0] = w * to[0] + x * to[3] + y * to[2] - z * to[1];
    out[1] = w * to[1] - x * to[2] + y * to[3] + z * to[0];
    out[2] = w * to[2] + x * to[1] - y * to[0] + z * to[3];
    out[3] = w * to[3] - x * to[0] - y * to[1] - z * to[2];
    for (int i = 0; i < 4 && out[3] < 0; i++) out[i] = i == 3 ? out[i] : -out[i];
    out[3] = std::fabs(out[3]);
  }

  /* Multiplies the rotation by a quaternion with a matrix. */
  static void rotate(const double *q, const double with[3][3], double out[3][3]) {
    const double x = q[0], y = q[1], z = q[2], w = q[3], n = x * x + y * y + z * z + w * w;
    const double r[3][3] = {{1 - 2 * (y * y + z * z) / n, 2 * (x * y - z * w) / n, 2 * (x * z + y * w) / n},
                            {2 * (x * y + z * w) / n, 1 - 2 * (x * x + z * z) / n, 2 * (y * z - x * w) / n},
                            {2 * (x * z - y * w) / n, 2 * (y * z + x * w) / n, 1 - 2 * (x * x + y * y) / n}};
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) out[i][j] = r[i][0] * with[0][j] + r[i][1] * with[1][j] + r[i][2] * with[2][j];
  }

  struct Destroy {
    void operator()(bms_scene *scene) const { bms_scene_destroy(scene); }
  };

  std::vector<int> floating_;
  int joints_;
  std::vector<bms_link> link_;
  std::vector<bms_placed_shape> shape_;
  std::unique_ptr<bms_scene, Destroy> scene_;
};

/* Answers about edges of a group. */
class GroupEdges : public Edges {
 public:
  /* Throws ompl::Exception if the space is none that the group can be queried in. */
  GroupEdges(const ::ompl::base::SpaceInformationPtr &information, Group group, double tolerance)
      : space_(information->getStateSpace()), group_(std::move(group)), tolerance_(tolerance) {
    if (!(tolerance >= BMS_LEAST_TOLERANCE))
      throw ::ompl::Exception("bms_robot_ompl", "the tolerance is not greater than 0, or below BMS_LEAST_TOLERANCE");
    addNumbers(*space_);
    addVariables();
    std::vector<int> floating;
    for (const Variable &one : variable_)
      if (one.kind == Kind::ROTATION) floating.push_back(bms_robot_group_joint(group_.get(), one.index));
    if (!floating.empty()) turning_ = std::make_unique<TurningScene>(bms_robot_group_robot(group_.get()), floating);
  }

  ~GroupEdges() override {
    for (bms_scene_workspace *one : idle_) bms_scene_workspace_destroy(one);
  }
  GroupEdges(const GroupEdges &) = delete;
  GroupEdges &operator=(const GroupEdges &) = delete;

  bool isFree(const ::ompl::base::State *from, const ::ompl::base::State *to) const override {
    const Ends ends = endsOf(from, to);
    if (turning_ != nullptr) {
      const Rows rows = rowsOf(ends);
      const Workspace workspace(*this);
      const bms_move move = moveOf(rows);
      return bms_scene_is_free(turning_->scene(), workspace.get(), &move, tolerance_) == BMS_EDGE_FREE;
    }
    bms_edge_answer answer = BMS_EDGE_INVALID;
    if (bms_robot_edges_are_free(group_.get(), ends.from.data(), ends.to.data(), 1, tolerance_, 1, &answer) != 0)
      throw std::bad_alloc();
    return answer == BMS_EDGE_FREE;
  }

  double freeUpTo(const ::ompl::base::State *from, const ::ompl::base::State *to) const override {
    const Ends ends = endsOf(from, to);
    if (turning_ != nullptr) {
      const Rows rows = rowsOf(ends);
      const Workspace workspace(*this);
      const bms_move move = moveOf(rows);
      bms_chain_contact found;
      const bms_status status = bms_scene_first_contact(turning_->scene(), workspace.get(), &move, tolerance_, &found);
      return timeOf(status, found.t);
    }
    bms_robot_contact contact;
    if (bms_robot_edges_contacts(group_.get(), ends.from.data(), ends.to.data(), 1, tolerance_, 1, &contact) != 0)
      throw std::bad_alloc();
    return timeOf(contact.status, contact.t);
  }

 private:
  enum class Kind { LINE, ANGLE, ROTATION };

  /* A variable, or three of them for a rotation, and the number of a state that it begins with. */
  struct Variable {
    Kind kind;
    int index;
    std::size_t number;
  };

  struct Ends {
    std::vector<double> from, to;
  };

  using Rows = std::vector<double>;

  /* A workspace of the scene of turns that no other thread has. */
  class Workspace {
   public:
    explicit Workspace(const GroupEdges &edges) : edges_(edges), workspace_(nullptr) {
      {
        const std::lock_guard<std::mutex> guard(edges.lock_);
        if (!edges.idle_.empty()) {
          workspace_ = edges.idle_.back();
          edges.idle_.pop_back();
        }
      }
      if (workspace_ == nullptr) workspace_ = bms_scene_workspace_create(edges.turning_->scene());
      if (workspace_ == nullptr) throw std::bad_alloc();
    }
    ~Workspace() {
      const std::lock_guard<std::mutex> guard(edges_.lock_);
      edges_.idle_.push_back(workspace_);
    }
    Workspace(const Workspace &) = delete;
    Workspace &operator=(const Workspace &) = delete;
    bms_scene_workspace *get() const { return workspace_; }

   private:
    const GroupEdges &edges_;
    bms_scene_workspace *workspace_;
  };

  static double timeOf(bms_status status, double t) {
    return status == BMS_SEPARATED ? 1 : status == BMS_INVALID ? 0 : t;
  }

  /* Notes what each number of a state is; a rotation has four. */
  void addNumbers(const ::ompl::base::StateSpace &space) {
    if (space.isCompound()) {
      const auto *compound = space.as<::ompl::base::CompoundStateSpace>();
      for (const auto &one : compound->getSubspaces()) addNumbers(*one);
    } else if (dynamic_cast<const ::ompl::base::SO2StateSpace *>(&space) != nullptr) {
      number_.push_back(Kind::ANGLE);
    } else if (dynamic_cast<const ::ompl::base::SO3StateSpace *>(&space) != nullptr) {
      number_.insert(number_.end(), 4, Kind::ROTATION);
    } else if (dynamic_cast<const ::ompl::base::RealVectorStateSpace *>(&space) != nullptr) {
      number_.insert(number_.end(), space.getDimension(), Kind::LINE);
    } else {
      throw ::ompl::Exception("bms_robot_ompl", "the state space " + space.getName() +
                                                    " is no RealVectorStateSpace, SO2StateSpace or SO3StateSpace, nor "
                                                    "made of these");
    }
  }

  /* Matches numbers and variables. */
  void addVariables() {
    const int width = bms_robot_group_width(group_.get());
    std::size_t number = 0;
    int variable = 0;
    while (variable < width && number < number_.size()) {
      const Kind kind = number_[number];
      if (kind == Kind::ROTATION && !orients(group_, variable)) refuse(variable, "do not orient it", "SO3StateSpace");
      if (kind == Kind::ANGLE && jointOf(group_, variable).kind != BMS_ROBOT_CONTINUOUS)
        refuse(variable, "is not continuous", "SO2StateSpace");
      variable_.push_back({kind, variable, number});
      number += kind == Kind::ROTATION ? 4 : 1;
      variable += kind == Kind::ROTATION ? 3 : 1;
    }
    if (variable == width && number == number_.size()) return;
    throw ::ompl::Exception("bms_robot_ompl", "the state space has " + std::to_string(number_.size()) +
                                                  " numbers, the group " + std::to_string(width) + " variables");
  }

  void refuse(int variable, const char *reason, const char *space) const {
    throw ::ompl::Exception("bms_robot_ompl", std::string("joint ") + jointOf(group_, variable).name + " " + reason +
                                                  ", and its space is an " + space);
  }

  /* The configurations at both ends; angles at the second are the nearest to those at the first. */
  Ends endsOf(const ::ompl::base::State *from, const ::ompl::base::State *to) const {
    constexpr double PI = 3.14159265358979323846;
    Ends ends;
    space_->copyToReals(ends.from, from);
    space_->copyToReals(ends.to, to);
    for (std::size_t i = 0; i < number_.size(); i++) {
      if (number_[i] != Kind::ANGLE) continue;
      const double way = ends.to[i] - ends.from[i];
      if (std::fabs(way) > PI) ends.to[i] += way > 0 ? -2 * PI : 2 * PI;
    }
    return ends;
  }

  /* The rows of all variables of the scene of turns. */
  Rows rowsOf(const Ends &ends) const {
    bms_robot *robot = bms_robot_group_robot(group_.get());
    Rows rows(std::size_t(turning_->variableCount()) * BMS_MOVE_TERMS);
    auto *row = reinterpret_cast<double(*)[BMS_MOVE_TERMS]>(rows.data());
    for (int i = 0; i < bms_robot_free_joint_count(robot); i++) row[i][0] = bms_robot_group_rest(group_.get(), i);
    std::size_t turned = 0;
    for (const Variable &one : variable_) {
      const double *from = &ends.from[one.number], *to = &ends.to[one.number];
      if (one.kind == Kind::ROTATION)
        turning_->turn(turned++, from, to, row);
      else
        bms_move_linear(1, 0, from, 1, to, row + bms_robot_group_joint(group_.get(), one.index));
    }
    bms_robot_set_mimics(robot, row);
    return rows;
  }

  static bms_move moveOf(const Rows &rows) {
    bms_move move;
    move.t0 = 0;
    move.t1 = 1;
    move.value = reinterpret_cast<const double(*)[BMS_MOVE_TERMS]>(rows.data());
    return move;
  }

  ::ompl::base::StateSpacePtr space_;
  Group group_;
  double tolerance_;
  std::vector<Kind> number_;
  std::vector<Variable> variable_;
  std::unique_ptr<TurningScene> turning_;
  mutable std::mutex lock_;
  mutable std::vector<bms_scene_workspace *> idle_;
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
