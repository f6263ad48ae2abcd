/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * edges_beside_samples [--group GROUP] EDGES SEED ROBOT.urdf [FILE...]: random edges of a robot, or of the joints of
 * one group, against dense samples of its triangles.
 *
 * The judge is FCL's discrete test, with forward kinematics of its own.  Meshes are judged by all their triangles,
 * boxes by twelve, spheres and cylinders by triangles inside of them: if triangles cross at a sample, the solids do.
 *
 *   - No sample may cross before the answer's contact, nor anywhere on an edge that is answered as free.
 *   - The two parts that a contact names are no farther apart than it states.
 *
 *   - The least distance of a free edge is at least what is answered at its ends, and no more where the answer names
 *     it.
 *   - Where it is answered that two parts overlap from the start, and no triangles cross, the triangles of one wind
 *     around a corner of the other.
 *
 * Both bms_chain_first_contact() and bms_scene_first_contact() answer.  Prints what was seen; exit status 0 if nothing
 * is wrong, 1 if something is, 2 for trouble.
 */

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcl/fcl.h>
#include <map>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include <bms_scene.h>

extern "C" {
#include "repetitions.h"
}
#include "files/robot_read.h"

namespace {

constexpr int SAMPLES = 100, FACETS = 32;

/* Random configurations for the start of an edge: of Baxter, whose coarse shapes overlap, one in 200 is free. */
constexpr int TRIES = 5000;
constexpr double PI = 3.14159265358979323846, TOLERANCE = 1e-3, ROUNDING = 1e-6;

using Model = fcl::BVHModel<fcl::OBBRSSd>;
using Pose = fcl::Transform3d;
using Poses = std::vector<Pose, Eigen::aligned_allocator<Pose>>;
using Point = fcl::Vector3d;

Pose poseOf(const bms_pose &pose) {
  const double *q = pose.quaternion, *p = pose.position;
  Pose out = Pose::Identity();
  out.linear() = fcl::Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
  out.translation() = Point(p[0], p[1], p[2]);
  return out;
}

/* ------------------------------------------------------------------ triangles */

/* A grid of points on the surface of a solid of revolution, (z, radius) for each ring; none is outside of it. */
void addRings(Model &model, const std::vector<std::pair<double, double>> &ring) {
  const auto corner = [&](size_t i, int k) {
    const double turn = 2 * PI * k / FACETS;
    return Point(ring[i].second * std::cos(turn), ring[i].second * std::sin(turn), ring[i].first);
  };
  for (size_t i = 0; i + 1 < ring.size(); i++)
    for (int k = 0; k < FACETS; k++) {
      model.addTriangle(corner(i, k), corner(i, k + 1), corner(i + 1, k + 1));
      model.addTriangle(corner(i, k), corner(i + 1, k + 1), corner(i + 1, k));
    }
}

/* Its triangles face outwards, as winding() needs. */
void addBox(Model &model, const double *size) {
  static const int FACE[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  const auto corner = [&](int i) {
    return Point((i & 1 ? 0.5 : -0.5) * size[0], (i & 2 ? 0.5 : -0.5) * size[1], (i & 4 ? 0.5 : -0.5) * size[2]);
  };
  for (const auto &face : FACE) {
    model.addTriangle(corner(face[0]), corner(face[1]), corner(face[2]));
    model.addTriangle(corner(face[0]), corner(face[2]), corner(face[3]));
  }
}

void addMesh(Model &model, const robot_mesh &mesh) {
  const auto corner = [&](int i) {
    const double *x = mesh.vertex + 3 * mesh.index[i];
    return Point(x[0], x[1], x[2]);
  };
  for (int k = 0; k < 3 * mesh.triangle_count; k += 3) model.addTriangle(corner(k), corner(k + 1), corner(k + 2));
}

/* The triangles of a solid; *short_of is how far they may be inside of it. */
std::shared_ptr<Model> modelOf(const robot_solid &solid, double *short_of) {
  auto model = std::make_shared<Model>();
  const double height = solid.size[0] / 2, radius = solid.form == ROBOT_SPHERE ? solid.size[0] : solid.size[1];
  model->beginModel();
  *short_of = solid.form == ROBOT_BOX || solid.form == ROBOT_MESH ? 0 : 2 * radius * (1 - std::cos(PI / FACETS));
  if (solid.form == ROBOT_BOX) addBox(*model, solid.size);
  if (solid.form == ROBOT_MESH) addMesh(*model, solid.mesh);
  if (solid.form == ROBOT_CYLINDER) addRings(*model, {{-height, 0}, {-height, radius}, {height, radius}, {height, 0}});
  if (solid.form == ROBOT_CONE) addRings(*model, {{-height, 0}, {-height, radius}, {height, 0}});
  if (solid.form == ROBOT_SPHERE || solid.form == ROBOT_CAPSULE) {
    const double half = solid.form == ROBOT_CAPSULE ? height : 0; /* between the caps */
    std::vector<std::pair<double, double>> ring;
    for (int i = 0; i <= FACETS / 2; i++) {
      const double angle = PI * (2.0 * i / FACETS - 0.5);
      ring.emplace_back(radius * std::sin(angle) + (angle < 0 ? -half : half), std::max(0.0, radius * std::cos(angle)));
    }
    addRings(*model, ring);
  }
  model->endModel();
  model->computeLocalAABB();
  return model;
}

/* ------------------------------------------------------------------ the judge */

struct Judge {
  const robot &arm;
  std::vector<std::shared_ptr<Model>> model;
  std::vector<double> shortOf;
  std::vector<std::pair<int, int>> pairs;
  mutable std::map<std::pair<int, int>, int> crossings; /* of two objects, counted where one of them is found first */

  explicit Judge(const robot &r) : arm(r) {
    for (int i = 0; i < arm.solid_count; i++) {
      double missing = 0;
      model.push_back(modelOf(arm.solid[i], &missing));
      shortOf.push_back(missing);
      for (int k = 0; k < i; k++)
        if (bms_chain_looks_at(&arm.chain, k, i)) pairs.emplace_back(k, i);
    }
  }

  /* The places of all solids, at these values of the free joints. */
  Poses posesAt(const std::vector<double> &joints) const {
    Poses link(size_t(arm.link_count)), out;
    for (int i = 0; i < arm.link_count; i++) {
      const bms_link &one = arm.link[i];
      Pose pose = one.parent == BMS_WORLD ? Pose::Identity() : link[size_t(one.parent)];
      pose = pose * poseOf(one.frame);
      if (one.joint != BMS_JOINT_FIXED) {
        const Point axis = Point(one.axis[0], one.axis[1], one.axis[2]).normalized();
        const double value = valueOf(one.variable, joints);
        if (one.joint == BMS_JOINT_REVOLUTE)
          pose.rotate(fcl::AngleAxisd(value, axis));
        else
          pose.translate(value * axis);
      }
      link[size_t(i)] = pose;
    }
    for (int i = 0; i < arm.solid_count; i++) {
      const int at = arm.solid[i].link;
      out.push_back((at == BMS_WORLD ? Pose::Identity() : link[size_t(at)]) * poseOf(arm.solid[i].pose));
    }
    return out;
  }

  double valueOf(int variable, const std::vector<double> &joints) const {
    if (variable < arm.joint_count) return joints[size_t(variable)];
    const robot_mimic &mimic = arm.mimic[variable - arm.joint_count];
    return mimic.multiplier * joints[size_t(mimic.joint)] + mimic.offset;
  }

  bool crosses(const std::vector<double> &joints) const {
    const Poses at = posesAt(joints);
    const fcl::CollisionRequestd request(1, false);
    for (const auto &pair : pairs) {
      const size_t a = size_t(pair.first), b = size_t(pair.second);
      const double apart = (at[a] * model[a]->aabb_center - at[b] * model[b]->aabb_center).norm();
      if (apart > model[a]->aabb_radius + model[b]->aabb_radius) continue;
      fcl::CollisionResultd result;
      fcl::collide(model[a].get(), at[a], model[b].get(), at[b], request, result);
      if (!result.isCollision()) continue;
      ++crossings[{arm.solid[a].object, arm.solid[b].object}];
      return true;
    }
    return false;
  }

  /* Prints which two parts crossed first most often, for an SRDF to leave out. */
  void explain() const {
    auto most = crossings.begin();
    for (auto pair = crossings.begin(); pair != crossings.end(); ++pair)
      if (pair->second > most->second) most = pair;
    if (most == crossings.end()) return;
    std::fprintf(stderr, "triangles cross in each of %d random configurations, most often those of %s and %s\n", TRIES,
                 arm.object_name[most->first.first], arm.object_name[most->first.second]);
  }

  /* Returns how often the triangles of a solid go round a point: the sum of their solid angles over a whole sphere's
     (van Oosterom and Strackee, 1983). */
  double winding(int i, const Point &point) const {
    const Model &m = *model[size_t(i)];
    double sum = 0;
    for (int k = 0; k < m.num_tris; k++) {
      const Point a = m.vertices[m.tri_indices[k][0]] - point, b = m.vertices[m.tri_indices[k][1]] - point;
      const Point c = m.vertices[m.tri_indices[k][2]] - point;
      const double x = a.norm(), y = b.norm(), z = c.norm();
      sum += 2 * std::atan2(a.dot(b.cross(c)), x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y);
    }
    return std::fabs(sum) / (4 * PI);
  }

  /* Returns true if a corner of one solid is inside of the other one. */
  bool isInside(const std::vector<double> &joints, int inner, int outer) const {
    const Poses at = posesAt(joints);
    const Pose relative = at[size_t(outer)].inverse() * at[size_t(inner)];
    for (int k = 0; k < model[size_t(inner)]->num_vertices; k++)
      if (winding(outer, relative * model[size_t(inner)]->vertices[k]) > 0.5) return true;
    return false;
  }

  /* How far the triangles of two solids are apart, less what they may be inside of them. */
  double distance(const std::vector<double> &joints, int a, int b) const {
    const Poses at = posesAt(joints);
    fcl::DistanceResultd result;
    fcl::distance(model[size_t(a)].get(), at[size_t(a)], model[size_t(b)].get(), at[size_t(b)],
                  fcl::DistanceRequestd(false), result);
    return result.min_distance - shortOf[size_t(a)] - shortOf[size_t(b)];
  }
};

/* Returns true if the least distance on a free edge is one: no two solids are nearer at its ends, and those that it
   names are no farther apart at its time. */
bool clearanceHolds(const Judge &judge, const std::vector<double> &at, const bms_link_clearance &clearance,
                    const std::vector<double> *ends) {
  for (int k = 0; k < 2; k++)
    for (const auto &pair : judge.pairs) {
      const double apart = judge.distance(ends[k], pair.first, pair.second);
      if (apart + judge.shortOf[size_t(pair.first)] + judge.shortOf[size_t(pair.second)] + ROUNDING <
          clearance.least.lower)
        return false;
    }
  return judge.distance(at, clearance.a, clearance.b) <= clearance.least.upper + ROUNDING;
}

/* ------------------------------------------------------------------ edges */

struct Edge {
  std::vector<double> from, to;
  std::vector<double> at(double t) const {
    std::vector<double> out;
    for (size_t i = 0; i < from.size(); i++) out.push_back(from[i] + t * (to[i] - from[i]));
    return out;
  }
};

/* From where no triangles cross, each active joint by up to a part of its range. */
bool randomEdge(const Judge &judge, std::mt19937_64 &random, Edge &edge) {
  std::uniform_real_distribution<double> part(0, 1);
  const robot &arm = judge.arm;
  for (int tries = 0; tries < TRIES; tries++) {
    const double size = std::pow(10.0, -1.5 * part(random));
    edge = Edge();
    for (int v = 0; v < arm.joint_count; v++) edge.from.push_back(arm.joint[v].rest);
    edge.to = edge.from;
    for (int i = 0; i < arm.active_count; i++) {
      const size_t v = size_t(arm.active[i]);
      const robot_joint &joint = arm.joint[v];
      const double low = joint.limits.limited ? joint.limits.lower : -PI,
                   high = joint.limits.limited ? joint.limits.upper : PI;
      edge.from[v] = low + (high - low) * part(random);
      edge.to[v] = std::min(high, std::max(low, edge.from[v] + size * (high - low) * (2 * part(random) - 1)));
    }
    if (!judge.crosses(edge.from)) return true;
  }
  return false;
}

struct Count {
  int free = 0, met = 0, inside = 0, missed = 0, late = 0, apart = 0, undecided = 0, clearances = 0, unclear = 0;
  int wrong() const { return missed + late + apart + undecided + unclear; }
};

/* Holds an answer against the first sample that crosses, which is above 1 if none does. */
void judgeAnswer(const Judge &judge, const Edge &edge, double sample, bms_status status,
                 const bms_chain_contact &contact, Count &count) {
  if (status == BMS_SEPARATED) {
    count.free++;
    count.missed += sample <= 1;
  } else if (status == BMS_CONTACT || status == BMS_TOUCHING || status == BMS_OVERLAPPING) {
    const std::vector<double> at = edge.at(contact.t);
    count.met++;
    count.late += contact.t > sample + 1e-9;
    if (judge.distance(at, contact.a, contact.b) <= contact.slack + ROUNDING) return;
    const bool inside = status == BMS_OVERLAPPING &&
                        (judge.isInside(at, contact.a, contact.b) || judge.isInside(at, contact.b, contact.a));
    (inside ? count.inside : count.apart)++;
  } else {
    count.undecided++;
  }
}

/* Asks for the least distance on an edge that is free, which is not distinct from none if it is below the tolerance. */
void judgeClearance(const Judge &judge, const Edge &edge, const bms_move &move, Count &count) {
  if (judge.pairs.empty()) return; /* all pairs are left out */
  const std::vector<double> ends[2] = {edge.from, edge.to};
  bms_link_clearance clearance;
  const bms_status status = bms_chain_clearance(&judge.arm.chain, &move, TOLERANCE, &clearance);
  const bms_clearance &least = clearance.least;
  const bool told = status == BMS_SEPARATED || (status == BMS_CONTACT && least.upper < TOLERANCE);
  count.clearances++;
  if (!told || !(least.upper - least.lower <= 2.1 * TOLERANCE) ||
      !clearanceHolds(judge, edge.at(least.t), clearance, ends))
    count.unclear++;
}

double firstSample(const Judge &judge, const Edge &edge) {
  for (int k = 0; k <= SAMPLES; k++)
    if (judge.crosses(edge.at(double(k) / SAMPLES))) return double(k) / SAMPLES;
  return 2;
}

int run(const robot &arm, int edges, unsigned long seed) {
  const Judge judge(arm);
  const std::unique_ptr<bms_scene, decltype(&bms_scene_destroy)> prepared(bms_scene_create(&arm.chain, nullptr, 0),
                                                                          bms_scene_destroy);
  const std::unique_ptr<bms_scene_workspace, decltype(&bms_scene_workspace_destroy)> workspace(
      prepared ? bms_scene_workspace_create(prepared.get()) : nullptr, bms_scene_workspace_destroy);
  std::mt19937_64 random(seed);
  std::vector<double> value(BMS_MOVE_TERMS * size_t(arm.chain.variable_count + 1));
  auto *rows = reinterpret_cast<double(*)[BMS_MOVE_TERMS]>(value.data());
  Count count;
  if (!workspace) return 2;
  for (int i = 0; i < edges; i++) {
    Edge edge;
    bms_chain_contact contact[2];
    if (!randomEdge(judge, random, edge)) {
      judge.explain();
      return 2;
    }
    const bms_move move = robot_move_linear(&arm, 0, edge.from.data(), 1, edge.to.data(), rows);
    const double sample = firstSample(judge, edge);
    const bms_status chain = bms_chain_first_contact(&arm.chain, &move, TOLERANCE, &contact[0]);
    const bms_status scene = bms_scene_first_contact(prepared.get(), workspace.get(), &move, TOLERANCE, &contact[1]);
    judgeAnswer(judge, edge, sample, chain, contact[0], count);
    judgeAnswer(judge, edge, sample, scene, contact[1], count);
    if (chain == BMS_SEPARATED) judgeClearance(judge, edge, move, count);
  }
  std::printf("seed %lu: %d answers: free %d, met %d (inside %d), clearances %d\n", seed, 2 * edges, count.free,
              count.met, count.inside, count.clearances);
  std::printf("wrong: missed %d, late %d, apart %d, undecided %d, clearances %d\n", count.missed, count.late,
              count.apart, count.undecided, count.unclear);
  return count.wrong() == 0 && (edges < 20 || (count.free > 0 && count.met > 0)) ? 0 : 1;
}

}  // namespace

int main(int argc, char **argv) {
  char error[512] = "expected [--group GROUP] EDGES SEED ROBOT.urdf [FILE...]";
  robot arm;
  robot_request request = robot_request();
  int status = 2;
  const char *group = nullptr;
  if (argc > 2 && std::strcmp(argv[1], "--group") == 0) {
    group = argv[2];
    argc -= 2;
    argv += 2;
  }
  robot_init(&arm);
  request.file = argv + 3;
  request.file_count = argc - 3;
  request.packages.path[0] = std::getenv("ROS_PACKAGE_PATH");
  bool read = argc > 3 && robot_read(&arm, &request, error, sizeof error);
  if (read && group != nullptr && robot_choose_group(&arm, group) != nullptr) {
    std::snprintf(error, sizeof error, "there is no group %.200s", group);
    read = false;
  }
  if (read)
    status = run(arm, repetitions(std::atoi(argv[1])), std::strtoul(argv[2], nullptr, 10));
  else
    std::fprintf(stderr, "%s\n", error);
  robot_free(&arm);
  return status;
}
