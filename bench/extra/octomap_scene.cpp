/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * octomap_scene: a scene as an octomap, as a camera would leave it behind, on a floor of cubes.
 *
 *     octomap_scene RESOLUTION FLOOR ROBOT.urdf SCENE >OCTOMAP.yaml
 *
 * Cubes of RESOLUTION metres are occupied that touch an obstacle of the scene, and a layer below z = -0.1, below the
 * foot of every robot, of FLOOR metres along x and y; eight that make a larger cube are one, as octomap has it.  The
 * output is a scene of MoveIt, a message in YAML, in base_link.
 */

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <octomap/OcTree.h>
#include <sstream>
#include <string>

#include "files/robot_read.h"

namespace {

const double FLOOR_HEIGHT = -0.1;

struct Range {
  octomap::point3d low, high;
};

float single(double x) {
  return static_cast<float>(x);
}

/* Returns what holds the shape in the world's frame. */
Range rangeOf(const bms_placed_shape &shape) {
  const bms_box box = bms_placed_bounds(&shape);
  const double *q = shape.pose.quaternion;
  const octomath::Pose6D pose(
      octomath::Vector3(single(shape.pose.position[0]), single(shape.pose.position[1]), single(shape.pose.position[2])),
      octomath::Quaternion(single(q[0]), single(q[1]), single(q[2]), single(q[3])).normalized());
  Range range = {{HUGE_VALF, HUGE_VALF, HUGE_VALF}, {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}};
  for (int corner = 0; corner < 8; corner++) {
    const octomath::Vector3 at = pose.transform(octomath::Vector3(single(corner & 1 ? box.max[0] : box.min[0]),
                                                                  single(corner & 2 ? box.max[1] : box.min[1]),
                                                                  single(corner & 4 ? box.max[2] : box.min[2])));
    for (unsigned i = 0; i < 3; i++) {
      range.low(i) = std::fmin(range.low(i), at(i));
      range.high(i) = std::fmax(range.high(i), at(i));
    }
  }
  return range;
}

bool touches(const bms_placed_shape &shape, const octomap::point3d &centre, double side) {
  const double at[3] = {centre.x(), centre.y(), centre.z()}, upright[4] = {1, 0, 0, 0};
  const bms_box cube = bms_box_centred(side, side, side);
  bms_convex_query query = {};
  query.t1 = 1;
  query.a = shape.convex;
  query.motion_a = bms_motion_fixed(shape.pose.position, shape.pose.quaternion);
  query.b = bms_convex_box(&cube, 0);
  query.motion_b = bms_motion_fixed(at, upright);
  bms_convex_separation separation;
  return bms_convex_separation_at(&query, 0, &separation) == BMS_VALID && separation.upper <= 0;
}

void addShape(const bms_placed_shape &shape, octomap::OcTree *tree) {
  const double side = tree->getResolution();
  const Range range = rangeOf(shape);
  const octomap::OcTreeKey low = tree->coordToKey(range.low), high = tree->coordToKey(range.high);
  for (octomap::key_type x = low[0]; x <= high[0]; x++)
    for (octomap::key_type y = low[1]; y <= high[1]; y++)
      for (octomap::key_type z = low[2]; z <= high[2]; z++) {
        const octomap::OcTreeKey key(x, y, z);
        if (touches(shape, tree->keyToCoord(key), side)) tree->updateNode(key, true, true);
      }
}

void addFloor(double size, octomap::OcTree *tree) {
  const double side = tree->getResolution();
  const int count = static_cast<int>(std::floor(size / side));
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++)
      tree->updateNode((i - count / 2 + 0.5) * side, (j - count / 2 + 0.5) * side, FLOOR_HEIGHT - 0.5 * side, true,
                       true);
}

void write(octomap::OcTree *tree) {
  std::ostringstream stream;
  tree->updateInnerOccupancy();
  tree->toMaxLikelihood();
  tree->prune();
  tree->writeBinaryData(stream);
  std::printf(
      "world: {octomap: {header: {frame_id: base_link}, "
      "origin: {position: [0, 0, 0], orientation: [0, 0, 0, 1]}, "
      "octomap: {binary: true, id: OcTree, resolution: %.17g, data: [",
      tree->getResolution());
  const char *separator = "";
  for (const char byte : stream.str()) {
    std::printf("%s%d", separator, byte);
    separator = ", ";
  }
  std::printf("]}}}\n");
}

}  // namespace

int main(int argc, char **argv) {
  const double resolution = argc == 5 ? std::atof(argv[1]) : 0, floor = argc == 5 ? std::atof(argv[2]) : 0;
  if (!(resolution > 0 && floor >= 0)) {
    std::fputs("Usage: octomap_scene RESOLUTION FLOOR ROBOT.urdf SCENE >OCTOMAP.yaml\n", stderr);
    return 2;
  }
  robot arm;
  char error[512] = "";
  robot_request request = {};
  request.file = argv + 3;
  request.file_count = 2;
  robot_init(&arm);
  const bool good = robot_read(&arm, &request, error, sizeof error);
  if (good) {
    octomap::OcTree tree(resolution);
    for (int i = 0; i < arm.chain.shape_count; i++)
      if (arm.chain.shape[i].link == BMS_WORLD && arm.chain.shape[i].mesh == nullptr)
        addShape(arm.chain.shape[i], &tree);
    addFloor(floor, &tree);
    write(&tree);
  } else {
    std::fprintf(stderr, "octomap_scene: %s\n", error);
  }
  robot_free(&arm);
  return good ? 0 : 2;
}
