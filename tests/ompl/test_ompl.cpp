/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_ompl.hpp in planners: their results are free all along by bms_chain_first_contact(), the named part of any other
 * edge is free, and spaces that the scene cannot be asked about are refused.  Printed as TAP.
 */

#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/informedtrees/BITstar.h>
#include <ompl/geometric/planners/kpiece/KPIECE1.h>
#include <ompl/geometric/planners/kpiece/LBKPIECE1.h>
#include <ompl/geometric/planners/prm/PRM.h>
#include <ompl/geometric/planners/rrt/RRT.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/geometric/planners/rrt/RRTstar.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>
#include <string>
#include <vector>

#include "bms_ompl.hpp"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace {

constexpr double PI = 3.14159265358979323846, TOLERANCE = 1e-4;
constexpr double PATIENCE = 5; /* seconds for a planner that reports no path before it ends */
constexpr unsigned WIDTH = 3;

/* Three rods of length 0.4 that turn about upright axes and one that lies, and two plates of 2 mm. */
struct Arm {
  bms_link link[WIDTH];
  bms_placed_shape shape[WIDTH + 2];
  bms_chain chain;

  Arm() : chain() {
    const bms_pose here = {{0, 0, 0}, {1, 0, 0, 0}}, there = {{0.4, 0, 0}, {1, 0, 0, 0}};
    const bms_box rod = {{0.02, -0.02, -0.02}, {0.38, 0.02, 0.02}};
    const bms_convex core = bms_convex_box(&rod, 0);
    for (int i = 0; i < int(WIDTH); i++) {
      link[i] =
          bms_link{i - 1, BMS_JOINT_REVOLUTE, i == 0 ? here : there, {0, i == 2 ? 1.0 : 0.0, i == 2 ? 0.0 : 1.0}, i};
      shape[i] = bms_placed_convex(i, &core, &here);
    }
    const bms_box plate = bms_box_centred(0.5, 0.002, 0.6);
    const bms_convex thin = bms_convex_box(&plate, 0);
    const bms_pose left = {{0, 0.45, 0}, {1, 0, 0, 0}}, right = {{-0.6, -0.2, 0}, {0.9, 0, 0, 0.4}};
    shape[WIDTH] = bms_placed_convex(BMS_WORLD, &thin, &left);
    shape[WIDTH + 1] = bms_placed_convex(BMS_WORLD, &thin, &right);
    chain.link_count = chain.variable_count = int(WIDTH);
    chain.link = link;
    chain.shape_count = int(WIDTH) + 2;
    chain.shape = shape;
  }
};

bool collides(const Arm &arm, const double *from, const double *to) {
  double value[WIDTH][BMS_MOVE_TERMS];
  bms_move_linear(int(WIDTH), 0, from, 1, to, value);
  const bms_move move = {0, 1, value};
  bms_chain_contact contact;
  return bms_chain_first_contact(&arm.chain, &move, 1e-12, &contact) != BMS_SEPARATED;
}

const double *valuesOf(const ob::State *state) {
  return state->as<ob::RealVectorStateSpace::StateType>()->values;
}

std::shared_ptr<ob::RealVectorStateSpace> makeSpace(unsigned width) {
  auto space = std::make_shared<ob::RealVectorStateSpace>(width);
  space->setBounds(-PI, PI);
  return space;
}

int count = 0, failures = 0;

void report(bool good, const std::string &what) {
  std::printf("%s %d - %s\n", good ? "ok" : "not ok", ++count, what.c_str());
  failures += !good;
}

template <typename Planner>
bool plans(const Arm &arm, const char *name) {
  og::SimpleSetup setup(makeSpace(WIDTH));
  const ob::SpaceInformationPtr &information = setup.getSpaceInformation();
  const bms::ompl::Scene scene = bms::ompl::makeScene(arm.chain);
  setup.setStateValidityChecker(std::make_shared<bms::ompl::StateValidityChecker>(information, scene, TOLERANCE));
  information->setMotionValidator(std::make_shared<bms::ompl::MotionValidator>(information, scene, TOLERANCE));
  ob::ScopedState<> start(setup.getStateSpace()), goal(setup.getStateSpace());
  const double from[WIDTH] = {0.3, 0.4, 0.2}, to[WIDTH] = {2.2, 0.5, -0.3};
  for (unsigned v = 0; v < WIDTH; v++) {
    start[v] = from[v];
    goal[v] = to[v];
  }
  setup.setStartAndGoalStates(start, goal);
  setup.setPlanner(std::make_shared<Planner>(information));
  const auto found = std::function<bool()>([&] { return setup.haveExactSolutionPath(); });
  setup.setup();
  setup.solve(ob::plannerOrTerminationCondition(ob::PlannerTerminationCondition(found),
                                                ob::timedPlannerTerminationCondition(PATIENCE)));
  if (!setup.haveExactSolutionPath()) std::printf("# %s found no path\n", name);
  if (!setup.haveExactSolutionPath()) return false;
  const std::vector<ob::State *> &states = setup.getSolutionPath().getStates();
  bool good = states.size() > 2; /* the straight edge goes through a plate */
  for (std::size_t i = 0; i + 1 < states.size(); i++)
    good = good && !collides(arm, valuesOf(states[i]), valuesOf(states[i + 1]));
  return good;
}

/* Asks about many edges; the named part of each that is not free is. */
bool namesFreeParts(const Arm &arm) {
  const auto information = std::make_shared<ob::SpaceInformation>(makeSpace(WIDTH));
  const bms::ompl::Scene scene = bms::ompl::makeScene(arm.chain);
  information->setStateValidityChecker(
      std::make_shared<bms::ompl::StateValidityChecker>(information, scene, TOLERANCE));
  const auto validator = std::make_shared<bms::ompl::MotionValidator>(information, scene, TOLERANCE);
  information->setMotionValidator(validator);
  information->setup();
  ob::ScopedState<> from(information), to(information), last(information), same(information);
  bool good = true;
  int free = 0, cut = 0;
  for (int i = 0; i < 3000; i++) {
    from.random();
    to.random();
    if (!information->isValid(from.get())) continue;
    std::pair<ob::State *, double> lastValid(last.get(), -1);
    const bool valid = validator->checkMotion(from.get(), to.get(), lastValid);
    good = good && valid == validator->checkMotion(from.get(), to.get());
    good = good && valid == !(lastValid.second >= 0);
    free += valid;
    if (valid) continue;
    cut += lastValid.second > 0;
    information->getStateSpace()->interpolate(from.get(), to.get(), lastValid.second, same.get());
    const bool named = lastValid.second < 1 && information->equalStates(last.get(), same.get());
    const bool certified = validator->checkMotion(from.get(), last.get()) && information->isValid(last.get());
    const bool judged = !collides(arm, valuesOf(from.get()), valuesOf(last.get()));
    good = good && named && certified && judged;
    if (!(named && certified && judged))
      std::printf("# edge %d up to %g: named %d, certified %d, judged %d\n", i, lastValid.second, named, certified,
                  judged);
  }
  std::printf("# %d free, %d cut\n", free, cut);
  return good && free > 0 && cut > 0;
}

template <typename Make>
bool refuses(Make make, const char *reason) {
  try {
    make();
  } catch (const ompl::Exception &e) {
    const bool named = std::string(e.what()).find(reason) != std::string::npos;
    if (!named) std::printf("# %s\n", e.what());
    return named;
  }
  return false;
}

bool refusesOtherSpaces(const Arm &arm) {
  const bms::ompl::Scene scene = bms::ompl::makeScene(arm.chain);
  const auto wide = std::make_shared<ob::SpaceInformation>(makeSpace(WIDTH + 1));
  const auto right = std::make_shared<ob::SpaceInformation>(makeSpace(WIDTH));
  const auto rigid = std::make_shared<ob::SpaceInformation>(std::make_shared<ob::SE3StateSpace>());
  Arm wrong;
  wrong.link[1].parent = 2;
  return refuses([&] { bms::ompl::MotionValidator(wide, scene, TOLERANCE); }, "has 4 dimensions, the chain 3") &&
         refuses([&] { bms::ompl::MotionValidator(rigid, scene, TOLERANCE); }, "is no RealVectorStateSpace") &&
         refuses([&] { bms::ompl::StateValidityChecker(right, scene, 0); }, "tolerance") &&
         refuses([&] { bms::ompl::makeScene(wrong.chain); }, "link 1: its parent");
}

}  // namespace

int main() {
  ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
  ompl::RNG::setSeed(1);
  const Arm arm;
  report(refusesOtherSpaces(arm), "what the scene cannot be asked about is refused, with the reason");
  report(namesFreeParts(arm), "the part of an edge that is named is free, and an edge itself");
  report(plans<og::RRTConnect>(arm, "RRTConnect"), "RRTConnect's path is free");
  report(plans<og::RRT>(arm, "RRT"), "RRT's path is free");
  report(plans<og::PRM>(arm, "PRM"), "PRM's path is free");
  report(plans<og::LBKPIECE1>(arm, "LBKPIECE1"), "LBKPIECE1's path is free");
  report(plans<og::KPIECE1>(arm, "KPIECE1"), "KPIECE1's path is free");
  report(plans<og::RRTstar>(arm, "RRTstar"), "RRTstar's path is free");
  report(plans<og::BITstar>(arm, "BITstar"), "BITstar's path is free");
  std::printf("1..%d\n", count);
  return failures > 0;
}
