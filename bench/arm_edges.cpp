/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Edges of a robot arm in a second: bms_chain_first_contact() compared with FCL's continuous collision on the same
 * shapes.
 *
 * FCL knows motions between two poses, not joints: each shape goes from pose to pose with its centre in a straight
 * line, on each of a number of parts of the edge (with the settings of competitor_fcl.cpp, for the same reasons). The
 * differences of its answers come from that motion, from its stopping rule, and from contacts that it misses.  Pairs
 * whose bounding spheres stay apart on a part are left out for it, as there is no broad phase for such motions. Meshes
 * are trees of OBBRSS there.
 *
 * The judge is dense sampling, with FCL's discrete test: a free answer is wrong where one of many samples overlaps.
 */

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcl/fcl.h>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include <bms_scene.h>

#include "files/robot_read.h"

namespace {

constexpr int SAMPLES = 200;

struct Edge {
  std::vector<double> value; /* rows of BMS_MOVE_TERMS */
  bms_move move() const { return {0, 1, reinterpret_cast<const double(*)[BMS_MOVE_TERMS]>(value.data())}; }
};

struct Placed {
  fcl::Transform3d pose = fcl::Transform3d::Identity();
  EIGEN_MAKE_ALIGNED_OPERATOR_NEW
};
using PlacedList = std::vector<Placed, Eigen::aligned_allocator<Placed>>;

/* Returns FCL's geometry of a shape, whose frame is in the middle of a box. */
std::shared_ptr<fcl::CollisionGeometryd> geometryOf(const robot &arm, int i) {
  const bms_placed_shape &shape = arm.chain.shape[i];
  const robot_solid &solid = arm.solid[i];
  if (solid.form == ROBOT_BOX) {
    const bms_box &box = shape.convex.box;
    return std::make_shared<fcl::Boxd>(box.max[0] - box.min[0], box.max[1] - box.min[1], box.max[2] - box.min[2]);
  }
  if (solid.form == ROBOT_SPHERE) return std::make_shared<fcl::Sphered>(solid.size[0]);
  if (solid.form == ROBOT_CYLINDER) return std::make_shared<fcl::Cylinderd>(solid.size[1], solid.size[0]);
  if (solid.form == ROBOT_CONE) return std::make_shared<fcl::Coned>(solid.size[1], solid.size[0]);
  auto mesh = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
  mesh->beginModel();
  for (int k = 0; k < bms_mesh_triangle_count(shape.mesh); k++) {
    double v[9];
    bms_mesh_triangle(shape.mesh, k, v);
    mesh->addTriangle(fcl::Vector3d(v[0], v[1], v[2]), fcl::Vector3d(v[3], v[4], v[5]),
                      fcl::Vector3d(v[6], v[7], v[8]));
  }
  mesh->endModel();
  return mesh;
}

struct Scene {
  const robot *arm;
  double tolerance;
  std::vector<std::shared_ptr<fcl::CollisionGeometryd>> shape;
  std::vector<std::pair<int, int>> pair;

  Scene(const robot &r, double tol) : arm(&r), tolerance(tol) {
    for (int i = 0; i < r.chain.shape_count; i++) {
      shape.push_back(geometryOf(r, i));
      shape.back()->computeLocalAABB();
      for (int k = 0; k < i; k++)
        if (bms_chain_looks_at(&r.chain, k, i)) pair.emplace_back(k, i);
    }
  }
};

/* Returns the poses of all shapes at t. */
PlacedList posesAt(const Scene &scene, const bms_move &move, double t) {
  const bms_chain &chain = scene.arm->chain;
  PlacedList out(std::size_t(chain.shape_count));
  for (int i = 0; i < chain.shape_count; i++) {
    const bms_pose at = bms_chain_shape_pose(&chain, &move, t, i);
    fcl::Transform3d &pose = out[std::size_t(i)].pose;
    pose.linear() = fcl::Quaterniond(at.quaternion[0], at.quaternion[1], at.quaternion[2], at.quaternion[3])
                        .normalized()
                        .toRotationMatrix();
    pose.translation() = fcl::Vector3d(at.position[0], at.position[1], at.position[2]);
  }
  return out;
}

/* Return the middle and the radius of a ball around a shape. */
fcl::Vector3d middleOf(const Scene &scene, int i, const fcl::Transform3d &pose) {
  return pose * scene.shape[std::size_t(i)]->aabb_center;
}
double radiusOf(const Scene &scene, int i) {
  return scene.shape[std::size_t(i)]->aabb_radius;
}

/* Returns how far a shape's points get from their places: the frame's travel and the turn of the farthest point. */
double travel(const Scene &scene, int i, const fcl::Transform3d &from, const fcl::Transform3d &to) {
  const double turn = fcl::AngleAxisd(from.linear().transpose() * to.linear()).angle();
  const double reach = scene.shape[std::size_t(i)]->aabb_center.norm() + radiusOf(scene, i);
  return (to.translation() - from.translation()).norm() + turn * reach;
}

bool partMeets(const Scene &scene, const PlacedList &from, const PlacedList &to) {
  const fcl::ContinuousCollisionRequestd request(10, 1e-4, fcl::CCDM_LINEAR, fcl::GST_LIBCCD,
                                                 fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
  for (const std::pair<int, int> &both : scene.pair) {
    const int a = both.first, b = both.second;
    const fcl::Transform3d &a0 = from[std::size_t(a)].pose, &a1 = to[std::size_t(a)].pose;
    const fcl::Transform3d &b0 = from[std::size_t(b)].pose, &b1 = to[std::size_t(b)].pose;
    const double room = travel(scene, a, a0, a1) + travel(scene, b, b0, b1) + radiusOf(scene, a) + radiusOf(scene, b);
    if ((middleOf(scene, b, b0) - middleOf(scene, a, a0)).norm() > room) continue;
    const fcl::InterpMotion<double> ma(a0.linear(), a0.translation(), a1.linear(), a1.translation(),
                                       fcl::Vector3d::Zero());
    const fcl::InterpMotion<double> mb(b0.linear(), b0.translation(), b1.linear(), b1.translation(),
                                       fcl::Vector3d::Zero());
    fcl::ContinuousCollisionResultd result;
    fcl::continuousCollide<double>(scene.shape[std::size_t(a)].get(), &ma, scene.shape[std::size_t(b)].get(), &mb,
                                   request, result);
    if (result.is_collide) return true;
  }
  return false;
}

bool fclMeets(const Scene &scene, const Edge &edge, int parts) {
  PlacedList from = posesAt(scene, edge.move(), 0);
  for (int k = 1; k <= parts; k++) {
    PlacedList to = posesAt(scene, edge.move(), double(k) / parts);
    if (partMeets(scene, from, to)) return true;
    from.swap(to);
  }
  return false;
}

bool bmsMeets(const Scene &scene, const Edge &edge) {
  bms_chain_contact contact;
  const bms_move move = edge.move();
  return bms_chain_first_contact(&scene.arm->chain, &move, scene.tolerance, &contact) != BMS_SEPARATED;
}

bool preparedMeets(const bms_scene *prepared, bms_scene_workspace *workspace, const Edge &edge, double tolerance) {
  bms_chain_contact contact;
  const bms_move move = edge.move();
  return bms_scene_first_contact(prepared, workspace, &move, tolerance, &contact) != BMS_SEPARATED;
}

/* Returns true if a sample overlaps. */
bool samplesMeet(const Scene &scene, const Edge &edge) {
  const fcl::CollisionRequestd request(1, false);
  for (int k = 0; k <= SAMPLES; k++) {
    const PlacedList at = posesAt(scene, edge.move(), double(k) / SAMPLES);
    for (const std::pair<int, int> &both : scene.pair) {
      const int a = both.first, b = both.second;
      const fcl::Transform3d &of_a = at[std::size_t(a)].pose, &of_b = at[std::size_t(b)].pose;
      const double room = radiusOf(scene, a) + radiusOf(scene, b);
      if ((middleOf(scene, b, of_b) - middleOf(scene, a, of_a)).norm() > room) continue;
      fcl::CollisionResultd result;
      fcl::collide(scene.shape[std::size_t(a)].get(), of_a, scene.shape[std::size_t(b)].get(), of_b, request, result);
      if (result.isCollision()) return true;
    }
  }
  return false;
}

/* Draws an edge that begins in a free configuration within the limits, and on which each joint moves by up to `size`
   radians. */
Edge randomEdge(const Scene &scene, double size, std::mt19937_64 &random) {
  const robot &arm = *scene.arm;
  const std::size_t rows = std::size_t(arm.chain.variable_count);
  std::uniform_real_distribution<double> part(0, 1);
  Edge edge;
  std::vector<double> from(rows + 1), to(rows + 1);
  edge.value.assign(BMS_MOVE_TERMS * (rows + 1), 0.0);
  auto *value = reinterpret_cast<double(*)[BMS_MOVE_TERMS]>(edge.value.data());
  do {
    for (int v = 0; v < arm.joint_count; v++) {
      const robot_joint &joint = arm.joint[v];
      const double low = joint.limits.limited ? joint.limits.lower : -M_PI,
                   high = joint.limits.limited ? joint.limits.upper : M_PI;
      from[std::size_t(v)] = low + (high - low) * part(random);
      to[std::size_t(v)] = std::min(
          high, std::max(low, from[std::size_t(v)] + size * std::min(1.0, high - low) * (2 * part(random) - 1)));
    }
    robot_move_linear(&arm, 0, from.data(), 1, from.data(), value);
  } while (bmsMeets(scene, edge));
  robot_move_linear(&arm, 0, from.data(), 1, to.data(), value);
  return edge;
}

template <typename Meets>
void row(const char *name, const std::vector<Edge> &edges, const std::vector<bool> &reference, Meets meets) {
  int missed = 0, extra = 0;
  std::vector<bool> said(edges.size());
  const std::clock_t start = std::clock(); /* this clock counts the processor's time, since other programs run on the
                                              machine too */
  for (std::size_t i = 0; i < edges.size(); i++) said[i] = meets(edges[i]);
  const double taken = double(std::clock() - start) / CLOCKS_PER_SEC;
  for (std::size_t i = 0; i < edges.size(); i++) {
    missed += reference[i] && !said[i];
    extra += said[i] && !reference[i];
  }
  std::printf("%-34s %10.3g %8d %8d\n", name, double(edges.size()) / taken, missed, extra);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char **argv) {
  const int count = argc >= 5 ? std::atoi(argv[1]) : 0;
  const double size = argc >= 5 ? std::atof(argv[2]) : 0, tolerance = argc >= 5 ? std::atof(argv[3]) : 0;
  char error[512] = "";
  robot arm;
  robot_init(&arm);
  robot_request request = robot_request();
  request.file = argv + 4;
  request.file_count = argc - 4;
  if (count < 1 || !(size > 0 && tolerance > 0) || !robot_read(&arm, &request, error, sizeof error)) {
    std::fprintf(stderr, "%s\nUsage: arm_edges EDGES RADIANS TOLERANCE ROBOT.urdf [FILE...]\n", error);
    return 2;
  }
  {
    const Scene scene(arm, tolerance);
    std::mt19937_64 random(1);
    std::vector<Edge> edges;
    for (int i = 0; i < count; i++) edges.push_back(randomEdge(scene, size, random));
    std::vector<bool> reference;
    for (const Edge &edge : edges) reference.push_back(samplesMeet(scene, edge));
    std::printf("%d edges of up to %g radians, %d of them with a contact in %d samples\n", count, size,
                int(std::count(reference.begin(), reference.end(), true)), SAMPLES);
    std::printf("%-34s %10s %8s %8s\n", "one thread", "edges/s", "missed", "extra");
    row("this library", edges, reference, [&](const Edge &e) { return bmsMeets(scene, e); });
    const std::unique_ptr<bms_scene, decltype(&bms_scene_destroy)> prepared(bms_scene_create(&arm.chain, nullptr, 0),
                                                                            bms_scene_destroy);
    const std::unique_ptr<bms_scene_workspace, decltype(&bms_scene_workspace_destroy)> workspace(
        prepared ? bms_scene_workspace_create(prepared.get()) : nullptr, bms_scene_workspace_destroy);
    if (workspace)
      row("this library, prepared scene", edges, reference,
          [&](const Edge &e) { return preparedMeets(prepared.get(), workspace.get(), e, tolerance); });
    row("FCL, pose to pose", edges, reference, [&](const Edge &e) { return fclMeets(scene, e, 1); });
    row("FCL, 10 parts", edges, reference, [&](const Edge &e) { return fclMeets(scene, e, 10); });
    row("FCL, 100 parts", edges, reference, [&](const Edge &e) { return fclMeets(scene, e, 100); });
  }
  robot_free(&arm);
  return 0;
}
