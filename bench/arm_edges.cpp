/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Edges of a robot arm in a second: bms_chain_first_contact() beside FCL's continuous collision on the same boxes.
 *
 * FCL knows motions between two poses, not joints: each box goes from pose to pose with its centre in a straight line,
 * on each of a number of parts of the edge (the settings are those of contestant_fcl.cpp, and for the same reasons).  What
 * its answers differ in comes from that motion, from its stopping rule, and from contacts that it misses.  Pairs whose
 * bounding spheres stay apart on a part are left out for it, as there is no broad phase for such motions.
 *
 * The judge is dense sampling: a free answer is wrong where one of many samples overlaps.
 */

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcl/fcl.h>
#include <random>
#include <utility>
#include <vector>

#include "robot/robot_read.h"

namespace {

constexpr double TOLERANCE = 1e-4;
constexpr int SAMPLES = 2000;

struct Edge {
  std::vector<double> value; /* rows of BMS_MOVE_TERMS */
  bms_move move() const { return {0, 1, reinterpret_cast<const double(*)[BMS_MOVE_TERMS]>(value.data())}; }
};

struct Placed {
  fcl::Transform3d pose = fcl::Transform3d::Identity();
  EIGEN_MAKE_ALIGNED_OPERATOR_NEW
};
using PlacedList = std::vector<Placed, Eigen::aligned_allocator<Placed>>;

/* All boxes at t, with the frame in the middle of the box. */
PlacedList posesAt(const robot &arm, const bms_move &move, double t) {
  PlacedList out(std::size_t(arm.chain.shape_count));
  for (int i = 0; i < arm.chain.shape_count; i++) {
    const bms_box &box = arm.chain.shape[i].convex.box;
    const bms_pose at = bms_chain_shape_pose(&arm.chain, &move, t, i);
    fcl::Transform3d &pose = out[std::size_t(i)].pose;
    pose.linear() = fcl::Quaterniond(at.quaternion[0], at.quaternion[1], at.quaternion[2], at.quaternion[3])
                        .normalized()
                        .toRotationMatrix();
    fcl::Vector3d middle;
    for (int r = 0; r < 3; r++) middle[r] = 0.5 * (box.min[r] + box.max[r]);
    pose.translation() = fcl::Vector3d(at.position[0], at.position[1], at.position[2]) + pose.linear() * middle;
  }
  return out;
}

struct Scene {
  const robot *arm;
  std::vector<fcl::Boxd> shape;
  std::vector<std::pair<int, int>> pair;

  explicit Scene(const robot &r) : arm(&r) {
    for (int i = 0; i < r.chain.shape_count; i++) {
      const bms_box &b = r.chain.shape[i].convex.box;
      shape.emplace_back(b.max[0] - b.min[0], b.max[1] - b.min[1], b.max[2] - b.min[2]);
      for (int k = 0; k < i; k++)
        if (bms_chain_looks_at(&r.chain, k, i)) pair.emplace_back(k, i);
    }
  }
};

/* The part of a second motion's points: the centre's travel and the turn of the farthest corner. */
double travel(const fcl::Transform3d &from, const fcl::Transform3d &to, double radius) {
  const double turn = fcl::AngleAxisd(from.linear().transpose() * to.linear()).angle();
  return (to.translation() - from.translation()).norm() + turn * radius;
}

bool partMeets(const Scene &scene, const PlacedList &from, const PlacedList &to) {
  const fcl::ContinuousCollisionRequestd request(10, 1e-4, fcl::CCDM_LINEAR, fcl::GST_LIBCCD,
                                                 fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
  for (const std::pair<int, int> &both : scene.pair) {
    const int a = both.first, b = both.second;
    const fcl::Transform3d &a0 = from[std::size_t(a)].pose, &a1 = to[std::size_t(a)].pose;
    const fcl::Transform3d &b0 = from[std::size_t(b)].pose, &b1 = to[std::size_t(b)].pose;
    const double ra = 0.5 * scene.shape[std::size_t(a)].side.norm(), rb = 0.5 * scene.shape[std::size_t(b)].side.norm();
    if ((b0.translation() - a0.translation()).norm() > ra + rb + travel(a0, a1, ra) + travel(b0, b1, rb)) continue;
    const fcl::InterpMotion<double> ma(a0.linear(), a0.translation(), a1.linear(), a1.translation(),
                                       fcl::Vector3d::Zero());
    const fcl::InterpMotion<double> mb(b0.linear(), b0.translation(), b1.linear(), b1.translation(),
                                       fcl::Vector3d::Zero());
    fcl::ContinuousCollisionResultd result;
    fcl::continuousCollide<double>(&scene.shape[std::size_t(a)], &ma, &scene.shape[std::size_t(b)], &mb, request,
                                   result);
    if (result.is_collide) return true;
  }
  return false;
}

bool fclMeets(const Scene &scene, const Edge &edge, int parts) {
  PlacedList from = posesAt(*scene.arm, edge.move(), 0);
  for (int k = 1; k <= parts; k++) {
    PlacedList to = posesAt(*scene.arm, edge.move(), double(k) / parts);
    if (partMeets(scene, from, to)) return true;
    from.swap(to);
  }
  return false;
}

bool bmsMeets(const Scene &scene, const Edge &edge) {
  bms_chain_contact contact;
  const bms_move move = edge.move();
  return bms_chain_first_contact(&scene.arm->chain, &move, TOLERANCE, &contact) != BMS_SEPARATED;
}

/* Whether a sample overlaps. */
bool samplesMeet(const Scene &scene, const Edge &edge) {
  for (int k = 0; k <= SAMPLES; k++) {
    std::vector<bms_body> body;
    for (int i = 0; i < scene.arm->chain.shape_count; i++) {
      const bms_move move = edge.move();
      const bms_pose pose = bms_chain_shape_pose(&scene.arm->chain, &move, double(k) / SAMPLES, i);
      body.push_back({scene.arm->chain.shape[i].convex.box, bms_motion_fixed(pose.position, pose.quaternion)});
    }
    for (const std::pair<int, int> &both : scene.pair) {
      const int a = both.first, b = both.second;
      bms_separation separation;
      bms_separation_at(&body[std::size_t(a)], &body[std::size_t(b)], 0, &separation);
      if (separation.gap < 0) return true;
    }
  }
  return false;
}

/* From a free configuration, an edge of up to half the extent of each joint. */
Edge randomEdge(const Scene &scene, std::mt19937_64 &random) {
  const int width = scene.arm->chain.variable_count;
  std::uniform_real_distribution<double> angle(-M_PI, M_PI), size(0.05, 0.5);
  Edge edge;
  do {
    edge.value.assign(BMS_MOVE_TERMS * std::size_t(width + 1), 0.0);
    for (int v = 0; v < width; v++) edge.value[BMS_MOVE_TERMS * std::size_t(v)] = angle(random);
  } while (bmsMeets(scene, edge));
  const double length = size(random);
  for (int v = 0; v < width; v++) edge.value[BMS_MOVE_TERMS * std::size_t(v) + 1] = length * angle(random);
  return edge;
}

template <typename Meets>
void row(const char *name, const std::vector<Edge> &edges, const std::vector<bool> &truth, Meets meets) {
  int missed = 0, extra = 0;
  std::vector<bool> said(edges.size());
  const std::clock_t start = std::clock(); /* of the processor: others work on the machine too */
  for (std::size_t i = 0; i < edges.size(); i++) said[i] = meets(edges[i]);
  const double taken = double(std::clock() - start) / CLOCKS_PER_SEC;
  for (std::size_t i = 0; i < edges.size(); i++) {
    missed += truth[i] && !said[i];
    extra += said[i] && !truth[i];
  }
  std::printf("%-34s %10.0f %8d %8d\n", name, double(edges.size()) / taken, missed, extra);
}

}  // namespace

int main(int argc, char **argv) {
  const int count = argc == 4 ? std::atoi(argv[1]) : 0;
  char error[512] = "";
  robot arm;
  robot_init(&arm);
  robot_request request = robot_request();
  request.file = argv + 2;
  request.file_count = argc - 2;
  if (count < 1 || !robot_read(&arm, &request, error, sizeof error)) {
    std::fprintf(stderr, "%s\nUsage: arm_edges EDGES ROBOT.urdf SCENE.yaml\n", error);
    return 2;
  }
  for (int i = 0; i < arm.chain.shape_count; i++) { /* both libraries get the boxes around what is no box */
    const bms_box box = bms_placed_bounds(&arm.shape[i]);
    arm.shape[i].convex = bms_convex_box(&box, 0);
  }
  {
    const Scene scene(arm);
    std::mt19937_64 random(1);
    std::vector<Edge> edges;
    for (int i = 0; i < count; i++) edges.push_back(randomEdge(scene, random));
    std::vector<bool> truth;
    for (const Edge &edge : edges) truth.push_back(samplesMeet(scene, edge));
    std::printf("%d edges, %d of them with a contact in %d samples\n", count,
                int(std::count(truth.begin(), truth.end(), true)), SAMPLES);
    std::printf("%-34s %10s %8s %8s\n", "one thread", "edges/s", "missed", "extra");
    row("this library, tolerance 1e-4", edges, truth, [&](const Edge &e) { return bmsMeets(scene, e); });
    row("FCL, pose to pose", edges, truth, [&](const Edge &e) { return fclMeets(scene, e, 1); });
    row("FCL, 10 parts", edges, truth, [&](const Edge &e) { return fclMeets(scene, e, 10); });
    row("FCL, 100 parts", edges, truth, [&](const Edge &e) { return fclMeets(scene, e, 100); });
  }
  robot_free(&arm);
  return 0;
}
