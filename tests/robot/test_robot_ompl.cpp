/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_robot_ompl.hpp in planners: ways that they return are free by bms_robot_way_contact(), angles go the way that
 * OMPL interpolates, and spaces in which a group cannot be queried are refused.  Printed as TAP.
 */

#include <bms_robot_ompl.hpp>
#include <cmath>
#include <cstdio>
#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace {

constexpr double TOLERANCE = 1e-4, PATIENCE = 20, PI = 3.14159265358979323846;

const char *const ARM =
    "<robot name='arm'><link name='base'/>"
    "<link name='upper'><collision><origin xyz='0.25 0 0'/><geometry><box size='0.5 0.04 0.04'/></geometry></collision>"
    "</link><link name='fore'><collision><origin xyz='0.25 0 0'/><geometry><box size='0.5 0.04 0.04'/></geometry>"
    "</collision></link>"
    "<joint name='shoulder' type='continuous'><parent link='base'/><child link='upper'/><axis xyz='0 0 1'/></joint>"
    "<joint name='elbow' type='revolute'><parent link='upper'/><child link='fore'/><origin xyz='0.5 0 0'/>"
    "<axis xyz='0 0 1'/><limit lower='-2.5' upper='2.5' effort='1' velocity='1'/></joint></robot>";

/* An arm that is 1 m long and lies in a plane, among posts. */
struct Scene {
  bms_robot *robot;
  bms::ompl::Group group;

  Scene() : robot(nullptr) {
    const bms_robot_file file = {"arm.urdf", ARM};
    robot = bms_robot_load(&file, 1, nullptr, nullptr);
    group = bms::ompl::makeGroup(robot, nullptr);
  }
  ~Scene() { bms_robot_destroy(robot); }
  Scene(const Scene &) = delete;
  Scene &operator=(const Scene &) = delete;

  void addPost(const char *name, double radius, double angle) {
    const bms_pose place = {{radius * std::cos(angle), radius * std::sin(angle), 0}, {1, 0, 0, 0}};
    const bms_pose here = {{0, 0, 0}, {1, 0, 0, 0}};
    const bms_convex post = bms_convex_cylinder(0.02, 0.5);
    const bms_placed_shape shape = bms_placed_convex(BMS_WORLD, &post, &here);
    bms_robot_add_object(robot, name, &shape, 1, &place, nullptr);
  }
};

int count = 0, failures = 0;

void report(bool good, const char *what) {
  std::printf("%s %d - %s\n", good ? "ok" : "not ok", ++count, what);
  failures += !good;
}

bool plans() {
  Scene scene;
  scene.addPost("left", 0.8, 1);
  scene.addPost("right", 0.7, -1.2);
  scene.addPost("behind", 0.6, 2.8);
  og::SimpleSetup setup(bms::ompl::makeSpace(scene.group));
  bms::ompl::setCheckers(setup.getSpaceInformation(), scene.group, TOLERANCE);
  ob::ScopedState<> start(setup.getStateSpace()), goal(setup.getStateSpace());
  start = std::vector<double>{0, 0};
  goal = std::vector<double>{2.0, 0.1};
  setup.setStartAndGoalStates(start, goal);
  setup.setPlanner(std::make_shared<og::RRTConnect>(setup.getSpaceInformation()));
  if (setup.solve(PATIENCE) != ob::PlannerStatus::EXACT_SOLUTION) return false;
  std::vector<double> way, at;
  for (const ob::State *state : setup.getSolutionPath().getStates()) {
    setup.getStateSpace()->copyToReals(at, state);
    if (!way.empty()) at[0] = way[way.size() - 2] + std::remainder(at[0] - way[way.size() - 2], 2 * PI);
    way.insert(way.end(), at.begin(), at.end());
  }
  bms_robot_way points = bms_robot_way();
  points.count = int(way.size() / 2);
  points.value = way.data();
  bms_robot_asker *asker = bms_robot_asker_create(scene.group.get());
  bms_robot_contact contact;
  const bms_status status = bms_robot_way_contact(asker, &points, 1e-9, &contact);
  bms_robot_asker_destroy(asker);
  return points.count > 2 && status == BMS_SEPARATED;
}

/* Edges agree with states that OMPL interpolates: a free one has none that is not. */
bool goesAsOmplInterpolates() {
  Scene scene;
  scene.addPost("post", 0.7, PI);
  const auto information = std::make_shared<ob::SpaceInformation>(bms::ompl::makeSpace(scene.group));
  bms::ompl::setCheckers(information, scene.group, TOLERANCE);
  information->setup();
  ob::ScopedState<> from(information), to(information), at(information);
  int freeEdges = 0, met = 0;
  bool good = true;
  for (int i = 0; i < 300 && good; i++) {
    from.random();
    to.random();
    const bool isFree = information->checkMotion(from.get(), to.get());
    bool sampled = false;
    for (int k = 0; k <= 200; k++) {
      information->getStateSpace()->interpolate(from.get(), to.get(), k / 200.0, at.get());
      sampled = sampled || !information->isValid(at.get());
    }
    good = !(isFree && sampled);
    freeEdges += isFree;
    met += sampled;
  }
  from = std::vector<double>{2.9, 0};
  to = std::vector<double>{-2.9, 0};
  const bool shortWay = information->checkMotion(from.get(), to.get());
  std::printf("# %d free, %d met\n", freeEdges, met);
  return good && !shortWay && freeEdges > 20 && met > 20;
}

const char *const DRONE =
    "<robot name='drone'><link name='base'/><link name='body'><collision><geometry><box size='0.6 0.2 "
    "0.05'/></geometry>"
    "</collision></link><link name='arm'><collision><origin xyz='0.2 0 0'/><geometry><box size='0.4 0.05 0.05'/>"
    "</geometry></collision></link>"
    "<joint name='float' type='floating'><parent link='base'/><child link='body'/><origin xyz='0.1 0 0.2' rpy='0.3 0 "
    "1'/></joint>"
    "<joint name='elbow' type='revolute'><parent link='body'/><child link='arm'/><origin xyz='0.3 0 0'/>"
    "<axis xyz='0 1 0'/><limit lower='-2' upper='2' effort='1' velocity='1'/></joint></robot>";

/* Returns the configuration of a state of the drone: a quaternion becomes angles. */
std::vector<double> configurationOf(const bms::ompl::Group &group, const ob::ScopedState<> &state) {
  std::vector<double> out(std::size_t(bms_robot_group_width(group.get())));
  bms_robot_group_set_numbers(group.get(), state.reals().data(), out.data());
  return out;
}

/* Floating joints go as OMPL interpolates: each state between, posed by its own angles, is apart from posts until the
   first contact, and the contact is near one of them. */
bool turnsAsOmplInterpolates() {
  const bms_robot_file file = {"drone.urdf", DRONE};
  bms_robot *robot = bms_robot_load(&file, 1, nullptr, nullptr);
  const bms::ompl::Group group = bms::ompl::makeGroup(robot, nullptr);
  const bms_pose here = {{0, 0, 0}, {1, 0, 0, 0}};
  for (int i = 0; i < 6; i++) {
    const bms_pose place = {{std::cos(i), std::sin(i), 0.3 * i - 0.8}, {1, 0, 0, 0}};
    const bms_convex ball = bms_convex_sphere(0.15);
    const bms_placed_shape shape = bms_placed_convex(BMS_WORLD, &ball, &here);
    bms_robot_add_object(robot, std::to_string(i).c_str(), &shape, 1, &place, nullptr);
  }
  const auto information = std::make_shared<ob::SpaceInformation>(bms::ompl::makeSpace(group, 1.2));
  const bms::ompl::GroupEdges edges(information, group, TOLERANCE);
  bms::ompl::setCheckers(information, group, TOLERANCE);
  information->setup();
  ob::ScopedState<> from(information), to(information), at(information);
  bms_robot_asker *asker = bms_robot_asker_create(group.get());
  int freeEdges = 0, met = 0, near = 0;
  bool good = true;
  const auto clearanceAt = [&](double t) {
    bms_robot_clearance clearance;
    information->getStateSpace()->interpolate(from.get(), to.get(), t, at.get());
    const std::vector<double> q = configurationOf(group, at);
    bms_robot_edge_clearance(asker, q.data(), q.data(), 1e-7, &clearance);
    return clearance;
  };
  for (int i = 0; i < 150 && good; i++) {
    from.random();
    to.random();
    if (i % 10 == 0) to = from;
    const double until = edges.freeUpTo(from.get(), to.get());
    const bool isFree = edges.isFree(from.get(), to.get());
    for (int k = 0; k <= 60; k++)
      if (isFree || k / 60.0 < until - 1e-9) good = good && clearanceAt(k / 60.0).upper > 0;
    if (until < 1) good = good && clearanceAt(until).lower <= 1.01 * TOLERANCE;
    good = good && (isFree || until < 1) && (i % 10 != 0 || isFree == information->isValid(from.get()));
    freeEdges += isFree;
    met += until < 1;
    near += until > 0 && until < 1;
  }
  bms_robot_asker_destroy(asker);
  bms_robot_destroy(robot);
  std::printf("# %d free, %d met, %d of them on the way\n", freeEdges, met, near);
  return good && freeEdges > 10 && near > 10;
}

/* A plate has to turn to get through a slot between two slabs. */
bool plansInSe3() {
  const char *const PLATE =
      "<robot name='plate'><link name='base'/><link name='plate'><collision><geometry><box size='0.6 0.6 0.05'/>"
      "</geometry></collision></link><joint name='float' type='floating'><parent link='base'/><child link='plate'/>"
      "</joint></robot>";
  const bms_robot_file file = {"plate.urdf", PLATE};
  bms_robot *robot = bms_robot_load(&file, 1, nullptr, nullptr);
  const bms::ompl::Group group = bms::ompl::makeGroup(robot, nullptr);
  const bms_pose here = {{0, 0, 0}, {1, 0, 0, 0}};
  for (int side = -1; side <= 1; side += 2) {
    const bms_pose place = {{0, side * 2.2, 0}, {1, 0, 0, 0}};
    const bms_box sides = bms_box_centred(0.1, 4, 8);
    const bms_convex slab = bms_convex_box(&sides, 0);
    const bms_placed_shape shape = bms_placed_convex(BMS_WORLD, &slab, &here);
    bms_robot_add_object(robot, side < 0 ? "left" : "right", &shape, 1, &place, nullptr);
  }
  og::SimpleSetup setup(bms::ompl::makeSpace(group, 1.5));
  bms::ompl::setCheckers(setup.getSpaceInformation(), group, TOLERANCE);
  ob::ScopedState<> start(setup.getStateSpace()), goal(setup.getStateSpace());
  start = std::vector<double>{-1, 0, 0, 0, 0, 0, 1};
  goal = std::vector<double>{1, 0.3, 0, 0, 0, 0, 1};
  setup.setStartAndGoalStates(start, goal);
  setup.setPlanner(std::make_shared<og::RRTConnect>(setup.getSpaceInformation()));
  bool good = setup.solve(PATIENCE) == ob::PlannerStatus::EXACT_SOLUTION;
  const bool straight = setup.getSpaceInformation()->checkMotion(start.get(), goal.get());
  bms_robot_asker *asker = bms_robot_asker_create(group.get());
  ob::ScopedState<> at(setup.getStateSpace());
  if (good) setup.getSolutionPath().interpolate(500);
  for (std::size_t i = 0; good && i < setup.getSolutionPath().getStateCount(); i++) {
    at = setup.getSolutionPath().getState(i);
    const std::vector<double> q = configurationOf(group, at);
    good = bms_robot_edge_is_free(asker, q.data(), q.data(), 1e-9) == BMS_EDGE_FREE;
  }
  bms_robot_asker_destroy(asker);
  bms_robot_destroy(robot);
  return good && !straight;
}

/* Returns whether a rod of 0.8 by 0.1 overlaps a slab of 0.2 by 4 about (0, y), by the axes of both rectangles. */
bool rodMeetsSlab(const std::vector<double> &rod, double y) {
  const double c = std::cos(rod[2]), s = std::sin(rod[2]), axis[4][2] = {{1, 0}, {0, 1}, {c, s}, {-s, c}};
  for (const auto &a : axis) {
    const double along = std::fabs(a[0] * c + a[1] * s), across = std::fabs(a[1] * c - a[0] * s);
    const double apart = std::fabs(a[0] * rod[0] + a[1] * (rod[1] - y));
    if (apart > 0.4 * along + 0.05 * across + 0.1 * std::fabs(a[0]) + 2 * std::fabs(a[1])) return false;
  }
  return true;
}

/* A rod that lies along a wall has to turn to get through a slot in it. */
bool plansInSe2() {
  const char *const ROD =
      "<robot name='rod'><link name='base'/><link name='rod'><collision><geometry><box size='0.8 0.1 0.1'/>"
      "</geometry></collision></link><joint name='slide' type='planar'><parent link='base'/><child link='rod'/>"
      "</joint></robot>";
  const bms_robot_file file = {"rod.urdf", ROD};
  bms_robot *robot = bms_robot_load(&file, 1, nullptr, nullptr);
  const bms::ompl::Group group = bms::ompl::makeGroup(robot, nullptr);
  const bms_pose here = {{0, 0, 0}, {1, 0, 0, 0}};
  for (int side = -1; side <= 1; side += 2) {
    const bms_pose place = {{0, side * 2.2, 0}, {1, 0, 0, 0}};
    const bms_box sides = bms_box_centred(0.2, 4, 1);
    const bms_convex slab = bms_convex_box(&sides, 0);
    const bms_placed_shape shape = bms_placed_convex(BMS_WORLD, &slab, &here);
    bms_robot_add_object(robot, side < 0 ? "left" : "right", &shape, 1, &place, nullptr);
  }
  const auto space = std::make_shared<ob::SE2StateSpace>();
  ob::RealVectorBounds bounds(2);
  bounds.setLow(-1.5);
  bounds.setHigh(1.5);
  space->setBounds(bounds);
  og::SimpleSetup setup(space);
  bms::ompl::setCheckers(setup.getSpaceInformation(), group, TOLERANCE);
  ob::ScopedState<> start(setup.getStateSpace()), goal(setup.getStateSpace());
  start = std::vector<double>{-1, 0, 1.5};
  goal = std::vector<double>{1, 0.2, -1.6};
  setup.setStartAndGoalStates(start, goal);
  setup.setPlanner(std::make_shared<og::RRTConnect>(setup.getSpaceInformation()));
  bool good = setup.solve(PATIENCE) == ob::PlannerStatus::EXACT_SOLUTION;
  const bool straight = setup.getSpaceInformation()->checkMotion(start.get(), goal.get());
  bms_robot_destroy(robot);
  if (good) setup.getSolutionPath().interpolate(2000);
  for (std::size_t i = 0; good && i < setup.getSolutionPath().getStateCount(); i++) {
    const ob::ScopedState<> at(setup.getStateSpace(), setup.getSolutionPath().getState(i));
    good = !rodMeetsSlab(at.reals(), -2.2) && !rodMeetsSlab(at.reals(), 2.2);
  }
  return good && !straight;
}

bool refuses(const ob::StateSpacePtr &space, double tolerance) {
  Scene scene;
  try {
    bms::ompl::GroupEdges edges(std::make_shared<ob::SpaceInformation>(space), scene.group, tolerance);
  } catch (const ompl::Exception &fault) {
    std::printf("# %s\n", fault.what());
    return true;
  }
  return false;
}

ob::StateSpacePtr compound(bool turned) {
  auto space = std::make_shared<ob::CompoundStateSpace>();
  auto line = std::make_shared<ob::RealVectorStateSpace>(1);
  line->setBounds(-3, 3);
  if (turned) space->addSubspace(line, 1);
  space->addSubspace(std::make_shared<ob::SO2StateSpace>(), 1);
  if (!turned) space->addSubspace(line, 1);
  return space;
}

bool refusesNames() {
  Scene scene;
  try {
    bms::ompl::makeGroup(scene.robot, "none");
  } catch (const ompl::Exception &) {
    return true;
  }
  return false;
}

}  // namespace

int main() {
  ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
  ompl::RNG::setSeed(43);
  std::printf("1..11\n");
  report(plans(), "RRTConnect finds a way around posts that is free all along");
  report(goesAsOmplInterpolates(), "an edge goes the way that OMPL interpolates, turns the shorter way");
  report(turnsAsOmplInterpolates(), "floating joints turn about one axis, as OMPL interpolates in SE(3)");
  report(!refuses(std::make_shared<ob::RealVectorStateSpace>(2), TOLERANCE), "numbers alone are a space");
  report(!refuses(compound(false), TOLERANCE), "so is a compound with SO(2) for the joint that is continuous");
  report(refuses(compound(true), TOLERANCE), "SO(2) for one that is not is refused");
  report(refuses(std::make_shared<ob::SE3StateSpace>(), TOLERANCE), "so is SE(3) for joints that float not");
  report(plansInSe2(), "RRTConnect finds a way of a body in a plane that is free by separating axes");
  report(plansInSe3(), "RRTConnect finds a way of a floating body that is free");
  report(refuses(std::make_shared<ob::SE2StateSpace>(), TOLERANCE) &&
             refuses(std::make_shared<ob::RealVectorStateSpace>(2), 0),
         "so are a space of another width and a tolerance of 0");
  report(refusesNames(), "so is a group that is not there");
  return failures != 0;
}
