/* SPDX-License-Identifier: BSD-3-Clause */

#include "arm_vamp.h"

#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include <vamp/collision/factory.hh>
#include <vamp/planning/validate.hh>
#include <vamp/robots/panda.hh>
#include <vamp/robots/ur5.hh>

namespace {

constexpr std::size_t RAKE = vamp::FloatVectorWidth;
using Input = vamp::collision::Environment<float>;
using Environment = vamp::collision::Environment<vamp::FloatVector<RAKE>>;
using Point = Eigen::Vector3d;

template <typename Robot>
bool isFree(const Environment &environment, const double *from, const double *to) {
  std::array<float, Robot::dimension> start, goal;
  for (std::size_t v = 0; v < Robot::dimension; v++) {
    start[v] = static_cast<float>(from[v]);
    goal[v] = static_cast<float>(to[v]);
  }
  using Configuration = typename Robot::Configuration;
  return vamp::planning::validate_motion<Robot, RAKE, Robot::resolution>(Configuration(start), Configuration(goal),
                                                                         environment);
}

float single(double x) {
  return static_cast<float>(x);
}

Eigen::Isometry3d poseOf(const bms_placed_shape &shape) {
  const double *q = shape.pose.quaternion;
  return Eigen::Translation3d(Point(shape.pose.position)) * Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized();
}

void addBox(const Eigen::Isometry3d &pose, const Point &half, Input &out) {
  const Eigen::Matrix3f axis = pose.linear().cast<float>();
  const Eigen::Vector3f at = pose.translation().cast<float>();
  out.cuboids.emplace_back(at[0], at[1], at[2], axis(0, 0), axis(1, 0), axis(2, 0), axis(0, 1), axis(1, 1), axis(2, 1),
                           axis(0, 2), axis(1, 2), axis(2, 2), single(half[0]), single(half[1]), single(half[2]));
}

/* Adds an obstacle.  Returns false where it is not a box, a sphere or a capsule. */
bool addObstacle(const bms_placed_shape &shape, Input &out) {
  if (shape.mesh != nullptr || shape.convex.core != BMS_CORE_BOX) return false;
  const double radius = shape.convex.radius;
  Eigen::Isometry3d pose = poseOf(shape);
  const Point min(shape.convex.box.min), max(shape.convex.box.max), half = (max - min) / 2;
  pose.translate((max + min) / 2);
  if (radius == 0) {
    addBox(pose, half, out);
    return true;
  }
  const Eigen::Vector3f low = (pose * Point(0, 0, -half[2])).cast<float>(),
                        high = (pose * Point(0, 0, half[2])).cast<float>();
  if (half[0] != 0 || half[1] != 0) return false;
  if (half[2] == 0)
    out.spheres.emplace_back(low[0], low[1], low[2], single(radius));
  else
    out.capsules.emplace_back(vamp::collision::factory::capsule::endpoints::flat(low[0], low[1], low[2], high[0],
                                                                                 high[1], high[2], single(radius)));
  return true;
}

/* So many cubes are an octomap's, for which VAMP has a tree of points. */
constexpr int MANY_CUBES = 1000;

/* Returns the side of a cube, 0 for anything else. */
double sideOf(const bms_placed_shape &shape) {
  if (shape.mesh != nullptr || shape.convex.core != BMS_CORE_BOX || shape.convex.radius != 0) return 0;
  const Eigen::Array3d size = Point(shape.convex.box.max) - Point(shape.convex.box.min);
  return (size - size[0]).abs().maxCoeff() < 1e-9 ? size[0] : 0;
}

/* Adds the centres of a cube's parts, of the given side. */
void addParts(const bms_placed_shape &shape, double part, std::vector<vamp::collision::Point> &out) {
  const Eigen::Isometry3d pose = poseOf(shape);
  const Point low(shape.convex.box.min);
  const int count = static_cast<int>(std::lround(sideOf(shape) / part));
  for (int i = 0; i < count * count * count; i++) {
    const Point step(i % count, i / count % count, i / count / count);
    const Eigen::Vector3f at = (pose * (low + (step + Point::Constant(0.5)) * part)).cast<float>();
    out.push_back({at[0], at[1], at[2]});
  }
}

/* Adds the obstacles of a chain: many cubes as a cloud of balls that hold their smallest.  Returns false where VAMP has
   no such shape. */
template <typename Robot>
bool addAll(const bms_chain *chain, Input &out) {
  std::vector<vamp::collision::Point> points;
  double part = HUGE_VAL;
  int cubes = 0;
  for (int i = 0; i < chain->shape_count; i++) {
    if (chain->shape[i].link != BMS_WORLD || sideOf(chain->shape[i]) == 0) continue;
    part = std::fmin(part, sideOf(chain->shape[i]));
    cubes++;
  }
  for (int i = 0; i < chain->shape_count; i++) {
    const bms_placed_shape &shape = chain->shape[i];
    if (shape.link != BMS_WORLD) continue;
    if (cubes >= MANY_CUBES && sideOf(shape) > 0)
      addParts(shape, part, points);
    else if (!addObstacle(shape, out))
      return false;
  }
  if (!points.empty())
    out.pointclouds.emplace_back(points, Robot::min_radius, Robot::max_radius, single(std::sqrt(0.75) * part));
  return true;
}

}  // namespace

struct arm_vamp {
  Environment environment;
  bool (*isFree)(const Environment &, const double *, const double *);
};

template <typename Robot>
static arm_vamp *create(const bms_chain *chain) {
  Input input;
  if (!addAll<Robot>(chain, input)) return nullptr;
  input.sort();
  return new arm_vamp{Environment(input), isFree<Robot>};
}

arm_vamp *arm_vamp_create(const char *robot, const bms_chain *chain) {
  if (std::strcmp(robot, "ur5") == 0) return create<vamp::robots::UR5>(chain);
  if (std::strcmp(robot, "panda") == 0) return create<vamp::robots::Panda>(chain);
  return nullptr;
}

void arm_vamp_destroy(arm_vamp *vamp) {
  delete vamp;
}

bool arm_vamp_is_free(const arm_vamp *vamp, const double *from, const double *to) {
  return vamp->isFree(vamp->environment, from, to);
}
