/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Problems of a robot arm that a planner of OMPL solves, each in several ways to check states and edges.
 *
 * Every edge that a way accepts is judged afterwards, outside the time that is measured, to
 * a nanometre: those that collide are edges that a planner would have driven through an obstacle.
 */

#ifndef PLANNING_HPP
#define PLANNING_HPP

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <ompl/base/DiscreteMotionValidator.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
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
#include <utility>
#include <vector>

#include <bms_ompl.hpp>

namespace planning {

namespace ob = ompl::base;
namespace og = ompl::geometric;

constexpr double PI = 3.14159265358979323846;
constexpr double TOLERANCE = 1e-4;
constexpr double JUDGED_TO = 1e-9;

using Configuration = std::vector<double>;
using Edge = std::pair<Configuration, Configuration>;

using MakePlanner = ob::PlannerPtr(const ob::SpaceInformationPtr &information);

template <class Planner>
ob::PlannerPtr make(const ob::SpaceInformationPtr &information) {
  return std::make_shared<Planner>(information);
}

struct NamedPlanner {
  const char *name;
  MakePlanner *make;
};

inline const std::vector<NamedPlanner> &planners() {
  static const std::vector<NamedPlanner> all = {
      {"RRTConnect", make<og::RRTConnect>}, {"RRT", make<og::RRT>},         {"PRM", make<og::PRM>},
      {"LBKPIECE1", make<og::LBKPIECE1>},   {"KPIECE1", make<og::KPIECE1>}, {"RRTstar", make<og::RRTstar>},
      {"BITstar", make<og::BITstar>}};
  return all;
}

/* Returns NULL if there is none of this name. */
inline MakePlanner *plannerOf(const char *name) {
  for (const NamedPlanner &planner : planners())
    if (std::strcmp(planner.name, name) == 0) return planner.make;
  return nullptr;
}

/* A way to check: sets the checker of states, and the validator of edges. */
struct Way {
  const char *name;
  std::function<void(const ob::SpaceInformationPtr &)> setCheckers;
};

/* Keeps a list of the edges that a validator accepts. */
class Recorder : public ob::MotionValidator {
 public:
  Recorder(const ob::SpaceInformationPtr &space, std::vector<Edge> &accepted)
      : MotionValidator(space), inner_(space->getMotionValidator()), accepted_(accepted) {}

  bool checkMotion(const ob::State *from, const ob::State *to) const override {
    const bool free = inner_->checkMotion(from, to);
    if (free) accepted_.emplace_back(valuesOf(from), valuesOf(to));
    return free;
  }

  bool checkMotion(const ob::State *from, const ob::State *to,
                   std::pair<ob::State *, double> &lastValid) const override {
    const bool free = inner_->checkMotion(from, to, lastValid);
    const ob::State *end = free ? to : lastValid.first;
    if (end != nullptr && (free || lastValid.second > 0)) accepted_.emplace_back(valuesOf(from), valuesOf(end));
    return free;
  }

 private:
  Configuration valuesOf(const ob::State *state) const {
    Configuration out;
    si_->getStateSpace()->copyToReals(out, state);
    return out;
  }

  ob::MotionValidatorPtr inner_;
  std::vector<Edge> &accepted_;
};

/* An arm: how many variables it has, a judge of edges, and the bounds of configurations. */
struct Arm {
  int variables;
  std::function<bool(const Edge &)> collides;
  Configuration lower, upper;
};

inline bool chainCollides(const bms_chain &chain, const Edge &edge) {
  std::vector<double> value(BMS_MOVE_TERMS * edge.first.size() + 1);
  auto *rows = reinterpret_cast<double(*)[BMS_MOVE_TERMS]>(value.data());
  bms_move_linear(int(edge.first.size()), 0, edge.first.data(), 1, edge.second.data(), rows);
  const bms_move move = {0, 1, rows};
  bms_chain_contact contact;
  return bms_chain_first_contact(&chain, &move, JUDGED_TO, &contact) != BMS_SEPARATED;
}

/* Returns an arm that is judged by its chain, which has to live as long. */
inline Arm armOf(const bms_chain &chain) {
  const auto count = std::size_t(chain.variable_count);
  return {chain.variable_count, [&chain](const Edge &edge) { return chainCollides(chain, edge); },
          Configuration(count, -PI), Configuration(count, PI)};
}

/* Makes the certified answers for a space. */
using MakeEdges = std::function<std::shared_ptr<const bms::ompl::Edges>(const ob::SpaceInformationPtr &information)>;

/* Returns the ways of this library: OMPL's own validator, and the certified one, with the same checker of states. */
inline std::vector<Way> discreteAndCertified(const MakeEdges &makeEdges) {
  const auto setStates = [makeEdges](const ob::SpaceInformationPtr &information) {
    information->setStateValidityChecker(
        std::make_shared<bms::ompl::StateValidityChecker>(information, makeEdges(information)));
  };
  return {{"discrete",
           [setStates](const ob::SpaceInformationPtr &information) {
             setStates(information);
             information->setMotionValidator(std::make_shared<ob::DiscreteMotionValidator>(information));
           }},
          {"certified", [setStates, makeEdges](const ob::SpaceInformationPtr &information) {
             setStates(information);
             information->setMotionValidator(
                 std::make_shared<bms::ompl::MotionValidator>(information, makeEdges(information)));
           }}};
}

inline std::vector<Way> discreteAndCertified(const bms::ompl::Scene &scene) {
  return discreteAndCertified([scene](const ob::SpaceInformationPtr &information) {
    return std::make_shared<const bms::ompl::Asker>(information, scene, TOLERANCE);
  });
}

struct Tally {
  int solved = 0, edges = 0, colliding = 0, badPaths = 0;
  std::vector<double> seconds;
};

/* Counts the accepted edges and the path that collide. */
inline void judge(const Arm &arm, const std::vector<Edge> &accepted, og::PathGeometric &path, Tally &tally) {
  tally.edges += int(accepted.size());
  for (const Edge &edge : accepted) tally.colliding += arm.collides(edge);
  bool bad = false;
  const std::vector<ob::State *> &states = path.getStates();
  for (std::size_t i = 0; i + 1 < states.size(); i++) {
    Edge edge;
    path.getSpaceInformation()->getStateSpace()->copyToReals(edge.first, states[i]);
    path.getSpaceInformation()->getStateSpace()->copyToReals(edge.second, states[i + 1]);
    bad = bad || arm.collides(edge);
  }
  tally.badPaths += bad;
}

/* A planner, and the seconds that it may take for one problem. */
struct Solver {
  MakePlanner *planner;
  double patience;
};

/* Solves a problem in one way. */
inline void solve(const Solver &solver, const Arm &arm, const Edge &problem, const Way &way, Tally &tally) {
  auto space = std::make_shared<ob::RealVectorStateSpace>(unsigned(arm.variables));
  ob::RealVectorBounds bounds{unsigned(arm.variables)};
  for (unsigned v = 0; v < space->getDimension(); v++) {
    bounds.setLow(v, arm.lower[v]);
    bounds.setHigh(v, arm.upper[v]);
  }
  space->setBounds(bounds);
  og::SimpleSetup setup(space);
  const ob::SpaceInformationPtr &information = setup.getSpaceInformation();
  std::vector<Edge> accepted;
  way.setCheckers(information);
  information->setMotionValidator(std::make_shared<Recorder>(information, accepted));
  ob::ScopedState<> start(space), goal(space);
  for (unsigned v = 0; v < space->getDimension(); v++) {
    start[v] = problem.first[v];
    goal[v] = problem.second[v];
  }
  setup.setStartAndGoalStates(start, goal);
  setup.setPlanner(solver.planner(information));
  setup.setup();
  const ob::PlannerTerminationCondition end = ob::plannerOrTerminationCondition(
      ob::timedPlannerTerminationCondition(solver.patience),
      ob::exactSolnPlannerTerminationCondition(setup.getProblemDefinition())); /* those that improve paths end, too */
  const std::clock_t begin = std::clock(); /* this clock counts the processor's time, since other programs run on the
                                              machine too */
  if (setup.solve(end) != ob::PlannerStatus::EXACT_SOLUTION) return;
  tally.solved++;
  tally.seconds.push_back(double(std::clock() - begin) / CLOCKS_PER_SEC);
  judge(arm, accepted, setup.getSolutionPath(), tally);
}

/* Returns true if a configuration is free for everybody who takes part. */
using IsFree = std::function<bool(const Configuration &)>;

inline Configuration randomFree(const Arm &arm, const IsFree &isFree, ompl::RNG &random) {
  Configuration at(std::size_t(arm.variables), 0.0);
  do
    for (std::size_t v = 0; v < at.size(); v++) at[v] = random.uniformReal(arm.lower[v], arm.upper[v]);
  while (!isFree(at));
  return at;
}

inline double middle(std::vector<double> x) {
  if (x.empty()) return NAN;
  std::sort(x.begin(), x.end());
  return x[x.size() / 2];
}

/* Takes `--planner NAME` off the arguments. Returns the name; the first planner's if none is given. */
inline const char *takePlanner(int &argc, char **&argv) {
  if (argc < 3 || std::strcmp(argv[1], "--planner") != 0) return planners()[0].name;
  argc -= 2;
  argv += 2;
  return argv[0];
}

/* Begins the table of a planner. */
inline void begin(const char *planner) {
  ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
  ompl::RNG::setSeed(1);
  std::printf("%-50s %-9s %9s %8s %9s %9s %10s\n", planner, "edges", "solved", "accepted", "colliding", "bad paths",
              "median ms");
}

/* Solves random problems in each way, and prints a row for each. */
inline void compare(const Solver &solver, const Arm &arm, const std::vector<Way> &ways, const IsFree &isFree,
                    int problems, const char *scene) {
  std::vector<Tally> tally(ways.size());
  ompl::RNG random(1);
  for (int i = 0; i < problems; i++) {
    const Configuration from = randomFree(arm, isFree, random);
    const Configuration to = randomFree(arm, isFree, random);
    for (std::size_t k = 0; k < ways.size(); k++) solve(solver, arm, Edge(from, to), ways[k], tally[k]);
  }
  for (std::size_t k = 0; k < ways.size(); k++)
    std::printf("%-50s %-9s %4d/%-4d %8d %9d %9d %10.2f\n", k == 0 ? scene : "", ways[k].name, tally[k].solved,
                problems, tally[k].edges, tally[k].colliding, tally[k].badPaths, 1000 * middle(tally[k].seconds));
  std::fflush(stdout);
}

}  // namespace planning

#endif /* PLANNING_HPP */
