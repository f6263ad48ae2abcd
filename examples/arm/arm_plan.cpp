/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * arm_plan shows what certified validation of edges changes in a planner.
 *
 * A planner of OMPL, RRTConnect if no other is named, solves each problem twice: with its own DiscreteMotionValidator,
 * which checks states along an edge at the default resolution (1 % of the extent of the space), and with the one of
 * bms_robot_ompl.hpp.  Both use the same checker of states.  It needs nothing but installed headers and libraries:
 *
 *   c++ -O2 arm_plan.cpp $(pkg-config --cflags --libs bms-robot) $(pkg-config --cflags ompl) -lompl -o arm_plan
 *
 * (Debian 12's `pkg-config --libs ompl` names libraries of Boost that libompl-dev does not install.)
 */

#include <algorithm>
#include <bms_robot_ompl.hpp>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "planning.hpp"

namespace {

using namespace planning;

constexpr double PATIENCE = 5; /* the time for one problem in seconds */

/* Solves the problems in one scene. */
void planProblems(MakePlanner *planner, const bms::ompl::Group &group, int problems, const char *name) {
  const std::unique_ptr<bms_robot_asker, void (*)(bms_robot_asker *)> asker(bms_robot_asker_create(group.get()),
                                                                            bms_robot_asker_destroy);
  const auto isFree = [&](const Configuration &at) {
    return bms_robot_edge_is_free(asker.get(), at.data(), at.data(), TOLERANCE) == BMS_EDGE_FREE;
  };
  const auto collides = [&](const Edge &edge) {
    bms_robot_contact contact;
    return bms_robot_edge_contact(asker.get(), edge.first.data(), edge.second.data(), JUDGED_TO, &contact) !=
           BMS_SEPARATED;
  };
  Arm arm = {bms_robot_group_width(group.get()), collides, {}, {}};
  for (int i = 0; i < arm.variables; i++) { /* a turn at most, within the limits */
    arm.lower.push_back(std::max(bms::ompl::jointOf(group, i).lower, -PI));
    arm.upper.push_back(std::min(bms::ompl::jointOf(group, i).upper, PI));
  }
  const MakeEdges makeEdges = [&](const ob::SpaceInformationPtr &information) {
    return std::make_shared<const bms::ompl::GroupEdges>(information, group, TOLERANCE);
  };
  compare({planner, PATIENCE}, arm, discreteAndCertified(makeEdges), isFree, problems, name);
}

bool planScene(MakePlanner *planner, const char *robotFile, const char *scene, int problems) {
  const bms_robot_file file[] = {{robotFile, nullptr}, {scene, nullptr}};
  bms_robot_fault fault;
  bms_robot *robot = bms_robot_load(file, 2, nullptr, &fault);
  if (robot == nullptr) {
    std::fprintf(stderr, "arm_plan: %s\n", fault.text);
    return false;
  }
  planProblems(planner, bms::ompl::makeGroup(robot, nullptr), problems, scene);
  bms_robot_destroy(robot);
  return true;
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
