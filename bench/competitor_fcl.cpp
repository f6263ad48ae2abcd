/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Asks FCL's continuousCollide() for two Box shapes.
 *
 * Conservative advancement, libccd for the distances, and InterpMotion built here with the box's centre as reference
 * point.  The constructor matters: the one that takes two rotations, two translations and a reference point is the only
 * one that is whole. The one from two transforms and a point leaves the velocities uninitialised, and those without a
 * point, which continuousCollide() uses when it is given poses, leave the reference point so; answers then depend on
 * what the memory held before.  CCDM_SCREW is not used, as it moves a box without rotation too far, nor the other
 * distance solver (GST_INDEP), which is late at times.  The request's tolerance has no effect on conservative
 * advancement.
 *
 * The default request is measured as well, because it is what one gets: it takes ten samples and drops the rotation.
 *
 * FCL as packaged is compiled for the baseline's vectors, and Eigen's alignment depends on them: no -march=native here.
 */

#include "competitor.h"

#include <cmath>
#include <fcl/fcl.h>
#include <memory>
#include <vector>

namespace {

struct Pair {
  std::unique_ptr<fcl::Boxd> shape[2];
  fcl::Transform3d pose[2][2]; /* [body][START, END] */
  EIGEN_MAKE_ALIGNED_OPERATOR_NEW
};

using Pairs = std::vector<Pair, Eigen::aligned_allocator<Pair>>;

fcl::Transform3d poseOf(const course &body, int when) {
  const double *q = body.quaternion[when], *p = body.position[when];
  fcl::Transform3d pose = fcl::Transform3d::Identity();
  pose.linear() = fcl::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
  pose.translation() = fcl::Vector3d(p[0], p[1], p[2]);
  return pose;
}

void *prepare(const test_case *scene, int count) {
  auto *all = new Pairs(std::size_t(count));
  for (int i = 0; i < count; i++)
    for (int k = 0; k < 2; k++) {
      const course &body = scene[i].body[k];
      Pair &pair = (*all)[std::size_t(i)];
      pair.shape[k].reset(new fcl::Boxd(2 * body.half[0], 2 * body.half[1], 2 * body.half[2]));
      pair.pose[k][START] = poseOf(body, START);
      pair.pose[k][END] = poseOf(body, END);
    }
  return all;
}

fcl::InterpMotion<double> motionOf(const fcl::Transform3d pose[2]) {
  return fcl::InterpMotion<double>(pose[START].linear(), pose[START].translation(), pose[END].linear(),
                                   pose[END].translation(), fcl::Vector3d::Zero());
}

void runAdvancement(void *prepared, int first, int count, double *answer) {
  const Pairs &all = *static_cast<Pairs *>(prepared);
  const fcl::ContinuousCollisionRequestd request(10, 1e-4, fcl::CCDM_LINEAR, fcl::GST_LIBCCD,
                                                 fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
  for (int i = 0; i < count; i++) {
    const Pair &pair = all[std::size_t(first + i)];
    const fcl::InterpMotion<double> motion0 = motionOf(pair.pose[0]);
    const fcl::InterpMotion<double> motion1 = motionOf(pair.pose[1]);
    fcl::ContinuousCollisionResultd result;
    fcl::continuousCollide<double>(pair.shape[0].get(), &motion0, pair.shape[1].get(), &motion1, request, result);
    answer[i] = result.is_collide ? result.time_of_contact : double(INFINITY);
  }
}

void runDefault(void *prepared, int first, int count, double *answer) {
  const Pairs &all = *static_cast<Pairs *>(prepared);
  for (int i = 0; i < count; i++) {
    const Pair &pair = all[std::size_t(first + i)];
    fcl::ContinuousCollisionRequestd request;
    fcl::ContinuousCollisionResultd result;
    fcl::continuousCollide<double>(pair.shape[0].get(), pair.pose[0][START], pair.pose[0][END], pair.shape[1].get(),
                                   pair.pose[1][START], pair.pose[1][END], request, result);
    answer[i] = result.is_collide ? result.time_of_contact : double(INFINITY);
  }
}

void release(void *prepared) {
  delete static_cast<Pairs *>(prepared);
}

}  // namespace

const competitor COMPETITOR_FCL_ADVANCEMENT = {
    "FCL conservative advancement", ROLE_CONTINUOUS, MODEL_STEADY, prepare, runAdvancement, release};
const competitor COMPETITOR_FCL_DEFAULT = {
    "FCL default request (no rotation)", ROLE_SAMPLED, MODEL_FROZEN, prepare, runDefault, release};
