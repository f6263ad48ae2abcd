/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * arm_plan: what exact validation of edges changes in a planner.
 *
 * The same problems are solved twice by OMPL's RRTConnect: with its own DiscreteMotionValidator, which looks at states
 * along an edge at the default resolution (1 % of the extent of the space), and with the exact one.  Every edge that the
 * discrete one accepted is then checked exactly, outside the time that is measured: those that collide are edges that a
 * planner would have driven through an obstacle.
 */

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ompl/base/DiscreteMotionValidator.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>
#include <utility>
#include <vector>

#include "motion_validator.h"
#include "robot/robot_read.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace {

constexpr double PI = 3.14159265358979323846;
constexpr double TOLERANCE = 1e-4;
constexpr double PATIENCE = 5; /* seconds for one problem */

using Configuration = std::vector<double>;
using Edge = std::pair<Configuration, Configuration>;

/* OMPL's own, that keeps what it accepts. */
class RecordingValidator : public ob::DiscreteMotionValidator {
 public:
  RecordingValidator(const ob::SpaceInformationPtr &space, std::vector<Edge> &accepted)
      : DiscreteMotionValidator(space), accepted_(accepted) {}

  bool checkMotion(const ob::State *from, const ob::State *to) const override {
    const bool free = DiscreteMotionValidator::checkMotion(from, to);
    if (free) accepted_.emplace_back(valuesOf(from), valuesOf(to));
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

bool isFree(const robot &arm, const Configuration &at) {
  bms_chain_contact contact;
  return edgeContact(arm, at.data(), at.data(), TOLERANCE, contact) == BMS_SEPARATED;
}

bool isFree(const robot &arm, const Edge &edge) {
  bms_chain_contact contact;
  return edgeContact(arm, edge.first.data(), edge.second.data(), TOLERANCE, contact) == BMS_SEPARATED;
}

struct Tally {
  int solved = 0, edges = 0, colliding = 0, badPaths = 0;
  std::vector<double> seconds;
};

void solve(const robot &arm, const Edge &problem, bool exact, Tally &tally) {
  const unsigned width = unsigned(arm.joint_count);
  auto space = std::make_shared<ob::RealVectorStateSpace>(width);
  space->setBounds(-PI, PI);
  og::SimpleSetup setup(space);
  const ob::SpaceInformationPtr &information = setup.getSpaceInformation();
  std::vector<Edge> accepted;
  setup.setStateValidityChecker([&](const ob::State *state) {
    Configuration at;
    space->copyToReals(at, state);
    return isFree(arm, at);
  });
  if (exact)
    information->setMotionValidator(std::make_shared<ExactMotionValidator>(information, arm, TOLERANCE));
  else
    information->setMotionValidator(std::make_shared<RecordingValidator>(information, accepted));
  ob::ScopedState<> start(space), goal(space);
  for (unsigned v = 0; v < width; v++) {
    start[v] = problem.first[v];
    goal[v] = problem.second[v];
  }
  setup.setStartAndGoalStates(start, goal);
  auto planner = std::make_shared<og::RRTConnect>(information);
  setup.setPlanner(planner);
  if (setup.solve(PATIENCE) != ob::PlannerStatus::EXACT_SOLUTION) return;
  tally.solved++;
  tally.seconds.push_back(setup.getLastPlanComputationTime());
  for (const Edge &edge : accepted) tally.colliding += !isFree(arm, edge);
  tally.edges += exact ? int(information->getMotionValidator()->getValidMotionCount()) : int(accepted.size());
  bool bad = false;
  const std::vector<ob::State *> &states = setup.getSolutionPath().getStates();
  for (std::size_t i = 0; i + 1 < states.size(); i++) {
    Edge edge;
    space->copyToReals(edge.first, states[i]);
    space->copyToReals(edge.second, states[i + 1]);
    bad = bad || !isFree(arm, edge);
  }
  tally.badPaths += bad;
}

Configuration randomFree(const robot &arm, ompl::RNG &random) {
  Configuration at(std::size_t(arm.joint_count));
  do
    for (double &value : at) value = random.uniformReal(-PI, PI);
  while (!isFree(arm, at));
  return at;
}

double middle(std::vector<double> x) {
  if (x.empty()) return NAN;
  std::sort(x.begin(), x.end());
  return x[x.size() / 2];
}

bool planScene(const char *robotFile, const char *scene, int problems) {
  robot arm;
  char error[512] = "";
  robot_init(&arm);
  const char *const file[] = {robotFile, scene};
  robot_request request = robot_request();
  request.file = file;
  request.file_count = 2;
  const bool good = robot_read(&arm, &request, error, sizeof error);
  if (!good) std::fprintf(stderr, "arm_plan: %s\n", error);
  ompl::RNG random(1);
  Tally tally[2];
  for (int i = 0; good && i < problems; i++) {
    const Edge problem(randomFree(arm, random), randomFree(arm, random));
    for (int exact = 0; exact < 2; exact++) solve(arm, problem, exact == 1, tally[exact]);
  }
  for (int exact = 0; good && exact < 2; exact++)
    std::printf("%-48s %-8s %4d/%-4d %8d %9d %9d %10.1f\n", exact == 0 ? scene : "", exact == 0 ? "discrete" : "exact",
                tally[exact].solved, problems, tally[exact].edges, tally[exact].colliding, tally[exact].badPaths,
                1000 * middle(tally[exact].seconds));
  std::fflush(stdout);
  robot_free(&arm);
  return good;
}

}  // namespace

int main(int argc, char **argv) {
  const int problems = argc > 3 ? std::atoi(argv[1]) : 0;
  if (problems < 1) {
    std::fprintf(
        stderr,
        "Usage: arm_plan PROBLEMS ROBOT.urdf SCENE.yaml...\n\n"
        "Solves random problems by RRTConnect, with discrete and with exact validation of edges, and counts the\n"
        "edges and the paths that the discrete one accepts although they collide.\n");
    return 2;
  }
  ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
  ompl::RNG::setSeed(1);
  std::printf("%-48s %-8s %9s %8s %9s %9s %10s\n", "scene", "edges", "solved", "accepted", "colliding", "bad paths",
              "median ms");
  bool good = true;
  for (int i = 3; i < argc; i++) good = planScene(argv[2], argv[i], problems) && good;
  return good ? 0 : 2;
}
