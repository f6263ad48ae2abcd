/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * arm_plan shows what certified validation of edges changes in a planner.
 *
 * A planner of OMPL, RRTConnect if no other is named, solves each problem twice: with its own DiscreteMotionValidator,
 * which looks at states along an edge at the default resolution (1 % of the extent of the space), and with the one of
 * bms_ompl.hpp.  Both ask the same checker of states.  Every edge that the discrete one accepted is judged afterwards,
 * outside the time that is measured, by bms_chain_first_contact() to a nanometre: those that collide are edges that a
 * planner would have driven through an obstacle.
 */

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
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

#include "bms_ompl.hpp"
#include "robot/robot_read.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace {

constexpr double PI = 3.14159265358979323846;
constexpr double TOLERANCE = 1e-4;
constexpr double JUDGED_TO = 1e-9;
constexpr double PATIENCE = 5; /* the time for one problem in seconds */

using Configuration = std::vector<double>;
using Edge = std::pair<Configuration, Configuration>;

using MakePlanner = ob::PlannerPtr(const ob::SpaceInformationPtr &information);

template <class Planner>
ob::PlannerPtr make(const ob::SpaceInformationPtr &information) {
  return std::make_shared<Planner>(information);
}

const struct NamedPlanner {
  const char *name;
  MakePlanner *make;
} PLANNERS[] = {{"RRTConnect", make<og::RRTConnect>}, {"RRT", make<og::RRT>},         {"PRM", make<og::PRM>},
                {"LBKPIECE1", make<og::LBKPIECE1>},   {"KPIECE1", make<og::KPIECE1>}, {"RRTstar", make<og::RRTstar>},
                {"BITstar", make<og::BITstar>}};

MakePlanner *plannerOf(const char *name) {
  for (const NamedPlanner &planner : PLANNERS)
    if (std::strcmp(planner.name, name) == 0) return planner.make;
  return nullptr;
}

/* The discrete validator of OMPL, which keeps a list of the edges that it accepts. */
class RecordingValidator : public ob::DiscreteMotionValidator {
 public:
  RecordingValidator(const ob::SpaceInformationPtr &space, std::vector<Edge> &accepted)
      : DiscreteMotionValidator(space), accepted_(accepted) {}

  bool checkMotion(const ob::State *from, const ob::State *to) const override {
    const bool free = DiscreteMotionValidator::checkMotion(from, to);
    if (free) accepted_.emplace_back(valuesOf(from), valuesOf(to));
    return free;
  }

  bool checkMotion(const ob::State *from, const ob::State *to,
                   std::pair<ob::State *, double> &lastValid) const override {
    const bool free = DiscreteMotionValidator::checkMotion(from, to, lastValid);
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

  std::vector<Edge> &accepted_;
};

bool collides(const bms_chain &chain, const Edge &edge) {
  std::vector<double> value(BMS_MOVE_TERMS * edge.first.size() + 1);
  auto *rows = reinterpret_cast<double(*)[BMS_MOVE_TERMS]>(value.data());
  bms_move_linear(int(edge.first.size()), 0, edge.first.data(), 1, edge.second.data(), rows);
  const bms_move move = {0, 1, rows};
  bms_chain_contact contact;
  return bms_chain_first_contact(&chain, &move, JUDGED_TO, &contact) != BMS_SEPARATED;
}

/* The question: who plans in what. */
struct Question {
  MakePlanner *planner;
  const bms_chain &chain;
  bms::ompl::Scene scene;
};

struct Tally {
  int solved = 0, edges = 0, colliding = 0, badPaths = 0;
  std::vector<double> seconds;
};

void solve(const Question &question, const Edge &problem, bool exact, Tally &tally) {
  const bms_chain &chain = question.chain;
  const bms::ompl::Scene &scene = question.scene;
  const unsigned width = unsigned(chain.variable_count);
  auto space = std::make_shared<ob::RealVectorStateSpace>(width);
  space->setBounds(-PI, PI);
  og::SimpleSetup setup(space);
  const ob::SpaceInformationPtr &information = setup.getSpaceInformation();
  std::vector<Edge> accepted;
  setup.setStateValidityChecker(std::make_shared<bms::ompl::StateValidityChecker>(information, scene, TOLERANCE));
  if (exact)
    information->setMotionValidator(std::make_shared<bms::ompl::MotionValidator>(information, scene, TOLERANCE));
  else
    information->setMotionValidator(std::make_shared<RecordingValidator>(information, accepted));
  ob::ScopedState<> start(space), goal(space);
  for (unsigned v = 0; v < width; v++) {
    start[v] = problem.first[v];
    goal[v] = problem.second[v];
  }
  setup.setStartAndGoalStates(start, goal);
  setup.setPlanner(question.planner(information));
  setup.setup();
  const ob::PlannerTerminationCondition end = ob::plannerOrTerminationCondition(
      ob::timedPlannerTerminationCondition(PATIENCE),
      ob::exactSolnPlannerTerminationCondition(setup.getProblemDefinition())); /* those that improve paths end, too */
  const std::clock_t begin = std::clock(); /* this clock counts the processor's time, since other programs run on the
                                              machine too */
  if (setup.solve(end) != ob::PlannerStatus::EXACT_SOLUTION) return;
  tally.solved++;
  tally.seconds.push_back(double(std::clock() - begin) / CLOCKS_PER_SEC);
  for (const Edge &edge : accepted) tally.colliding += collides(chain, edge);
  tally.edges += exact ? int(information->getMotionValidator()->getValidMotionCount()) : int(accepted.size());
  bool bad = false;
  const std::vector<ob::State *> &states = setup.getSolutionPath().getStates();
  for (std::size_t i = 0; i + 1 < states.size(); i++) {
    Edge edge;
    space->copyToReals(edge.first, states[i]);
    space->copyToReals(edge.second, states[i + 1]);
    bad = bad || collides(chain, edge);
  }
  tally.badPaths += bad;
}

Configuration randomFree(const bms_scene *scene, bms_scene_workspace *workspace, ompl::RNG &random) {
  Configuration at(std::size_t(bms_scene_variable_count(scene)));
  do
    for (double &value : at) value = random.uniformReal(-PI, PI);
  while (bms_scene_edge_is_free(scene, workspace, at.data(), at.data(), TOLERANCE) != BMS_EDGE_FREE);
  return at;
}

double middle(std::vector<double> x) {
  if (x.empty()) return NAN;
  std::sort(x.begin(), x.end());
  return x[x.size() / 2];
}

/* Solves the problems in one scene, each in both ways. */
void planProblems(MakePlanner *planner, const bms_chain &chain, int problems, Tally tally[2]) {
  const bms::ompl::Scene scene = bms::ompl::makeScene(chain);
  const Question question = {planner, chain, scene};
  bms_scene_workspace *workspace = bms_scene_workspace_create(scene.get());
  ompl::RNG random(1);
  for (int i = 0; i < problems; i++) {
    const Configuration from = randomFree(scene.get(), workspace, random);
    const Configuration to = randomFree(scene.get(), workspace, random);
    for (int exact = 0; exact < 2; exact++) solve(question, Edge(from, to), exact == 1, tally[exact]);
  }
  bms_scene_workspace_destroy(workspace);
}

bool planScene(MakePlanner *planner, const char *robotFile, const char *scene, int problems) {
  robot arm;
  char error[512] = "";
  robot_init(&arm);
  const char *const file[] = {robotFile, scene};
  robot_request request = robot_request();
  request.file = file;
  request.file_count = 2;
  const bool good = robot_read(&arm, &request, error, sizeof error);
  if (!good) std::fprintf(stderr, "arm_plan: %s\n", error);
  Tally tally[2];
  if (good) planProblems(planner, arm.chain, problems, tally);
  for (int exact = 0; good && exact < 2; exact++)
    std::printf("%-48s %-9s %4d/%-4d %8d %9d %9d %10.2f\n", exact == 0 ? scene : "",
                exact == 0 ? "discrete" : "certified", tally[exact].solved, problems, tally[exact].edges,
                tally[exact].colliding, tally[exact].badPaths, 1000 * middle(tally[exact].seconds));
  std::fflush(stdout);
  robot_free(&arm);
  return good;
}

}  // namespace

int main(int argc, char **argv) {
  const char *name = PLANNERS[0].name;
  if (argc > 2 && std::strcmp(argv[1], "--planner") == 0) {
    name = argv[2];
    argc -= 2;
    argv += 2;
  }
  MakePlanner *planner = plannerOf(name);
  const int problems = argc > 3 ? std::atoi(argv[1]) : 0;
  if (problems < 1 || planner == nullptr) {
    std::fprintf(
        stderr,
        "Usage: arm_plan [--planner NAME] PROBLEMS ROBOT.urdf SCENE.yaml...\n\n"
        "Solves random problems with discrete and with certified validation of edges, and counts the edges and the\n"
        "paths that the discrete one accepts although they collide.  The planners are");
    for (const NamedPlanner &one : PLANNERS) std::fprintf(stderr, " %s", one.name);
    std::fprintf(stderr, ".\n");
    return 2;
  }
  ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
  ompl::RNG::setSeed(1);
  std::printf("%-48s %-9s %9s %8s %9s %9s %10s\n", name, "edges", "solved", "accepted", "colliding", "bad paths",
              "median ms");
  bool good = true;
  for (int i = 3; i < argc; i++) good = planScene(planner, argv[2], argv[i], problems) && good;
  return good ? 0 : 2;
}
