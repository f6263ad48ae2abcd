/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * arm_plan shows what certified validation of edges changes in a planner.
 *
 * A planner of OMPL, RRTConnect if no other is named, solves each problem twice: with its own DiscreteMotionValidator,
 * which looks at states along an edge at the default resolution (1 % of the extent of the space), and with the one of
 * bms_ompl.hpp.  Both ask the same checker of states.
 */

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "planning.hpp"
#include "robot/robot_read.h"

namespace {

using namespace planning;

constexpr double PATIENCE = 5; /* the time for one problem in seconds */

/* Solves the problems in one scene. */
void planProblems(MakePlanner *planner, const bms_chain &chain, int problems, const char *name) {
  const bms::ompl::Scene scene = bms::ompl::makeScene(chain);
  bms_scene_workspace *workspace = bms_scene_workspace_create(scene.get());
  const auto isFree = [&](const Configuration &at) {
    return bms_scene_edge_is_free(scene.get(), workspace, at.data(), at.data(), TOLERANCE) == BMS_EDGE_FREE;
  };
  compare({planner, PATIENCE}, chain, discreteAndCertified(scene), isFree, problems, name);
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
  if (good)
    planProblems(planner, arm.chain, problems, scene);
  else
    std::fprintf(stderr, "arm_plan: %s\n", error);
  robot_free(&arm);
  return good;
}

}  // namespace

int main(int argc, char **argv) {
  const char *name = takePlanner(argc, argv);
  MakePlanner *planner = plannerOf(name);
  const int problems = argc > 3 ? std::atoi(argv[1]) : 0;
  if (problems < 1 || planner == nullptr) {
    std::fprintf(stderr,
                 "Usage: arm_plan [--planner NAME] PROBLEMS ROBOT.urdf SCENE.yaml...\n\n"
                 "Solves random problems with discrete and with certified validation of edges, and counts the accepted "
                 "edges and\n"
                 "the paths that collide.  The planners are");
    for (const NamedPlanner &one : planners()) std::fprintf(stderr, " %s", one.name);
    std::fprintf(stderr, ".\n");
    return 2;
  }
  begin(name);
  bool good = true;
  for (int i = 3; i < argc; i++) good = planScene(planner, argv[2], argv[i], problems) && good;
  return good ? 0 : 2;
}
