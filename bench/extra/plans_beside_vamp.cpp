/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * plans_beside_vamp: the time of a planner of OMPL, and the edges that it accepts, with three validators of edges.
 *
 *     plans_beside_vamp [--planner NAME] PROBLEMS ur5|panda VAMP SCENE...
 *
 * VAMP is the folder of its sources, whose robot of spheres moves here.  Random problems are solved with OMPL's own
 * validator at its default resolution, with the certified one, both on the checker of states of bms_ompl.hpp, and with
 * VAMP's for states and edges.  The edges that each accepts are judged by the chain.
 */

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "planning.hpp"
#include "vamp_robot.h"

namespace {

using namespace planning;

/* The time for one problem in seconds.  Of some problems the goal is out of reach, as the arm is in its own way. */
constexpr double PATIENCE = 1;

const double *valuesOf(const ob::State *state) {
  return state->as<ob::RealVectorStateSpace::StateType>()->values;
}

class VampStates : public ob::StateValidityChecker {
 public:
  VampStates(const ob::SpaceInformationPtr &space, const arm_vamp *vamp) : StateValidityChecker(space), vamp_(vamp) {}

  bool isValid(const ob::State *state) const override {
    return si_->satisfiesBounds(state) && arm_vamp_is_free(vamp_, valuesOf(state), valuesOf(state));
  }

 private:
  const arm_vamp *vamp_;
};

class VampEdges : public ob::MotionValidator {
 public:
  VampEdges(const ob::SpaceInformationPtr &space, const arm_vamp *vamp) : MotionValidator(space), vamp_(vamp) {}

  bool checkMotion(const ob::State *from, const ob::State *to) const override {
    return si_->satisfiesBounds(to) && arm_vamp_is_free(vamp_, valuesOf(from), valuesOf(to));
  }

  /* VAMP does not report how far an edge is free: if it is not, nothing of it is taken. */
  bool checkMotion(const ob::State *from, const ob::State *to,
                   std::pair<ob::State *, double> &lastValid) const override {
    if (checkMotion(from, to)) return true;
    lastValid.second = 0;
    if (lastValid.first != nullptr) si_->copyState(lastValid.first, from);
    return false;
  }

 private:
  const arm_vamp *vamp_;
};

bool planScene(MakePlanner *planner, int problems, const char *name, const char *vamp, const char *scene) {
  vamp_robot both;
  char error[512] = "";
  const bool good = vamp_robot_read(&both, name, vamp, scene, error, int(sizeof error));
  if (good) {
    const bms::ompl::Scene prepared = bms::ompl::makeScene(both.chain);
    bms_scene_workspace *workspace = bms_scene_workspace_create(prepared.get());
    const arm_vamp *there = both.there;
    std::vector<Way> ways = discreteAndCertified(prepared);
    ways.push_back({"VAMP", [there](const ob::SpaceInformationPtr &information) {
                      information->setStateValidityChecker(std::make_shared<VampStates>(information, there));
                      information->setMotionValidator(std::make_shared<VampEdges>(information, there));
                    }});
    const auto isFree = [&](const Configuration &at) {
      return arm_vamp_is_free(there, at.data(), at.data()) &&
             bms_scene_edge_is_free(prepared.get(), workspace, at.data(), at.data(), TOLERANCE) == BMS_EDGE_FREE;
    };
    compare({planner, PATIENCE}, armOf(both.chain), ways, isFree, problems, scene);
    bms_scene_workspace_destroy(workspace);
  } else {
    std::fprintf(stderr, "plans_beside_vamp: %s\n", error);
  }
  vamp_robot_free(&both);
  return good;
}

}  // namespace

int main(int argc, char **argv) {
  const char *name = takePlanner(argc, argv);
  MakePlanner *planner = plannerOf(name);
  const int problems = argc > 4 ? std::atoi(argv[1]) : 0;
  if (problems < 1 || planner == nullptr) {
    std::fputs("Usage: plans_beside_vamp [--planner NAME] PROBLEMS ur5|panda VAMP SCENE...\n", stderr);
    return 2;
  }
  begin(name);
  bool good = true;
  for (int i = 4; i < argc; i++) good = planScene(planner, problems, argv[2], argv[3], argv[i]) && good;
  return good ? 0 : 2;
}
