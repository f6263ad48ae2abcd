/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Asks Bullet's btContinuousConvexCollision, in the precision that pkg-config's `bullet` names (Debian: float).
 *
 * As shipped, btBoxShape takes its collision margin out of the box, min(0.04, a tenth of the smallest half extent), and
 * the distance query works on what is left, whose margin is round: corners are cut off, so contacts come late and
 * grazing ones not at all. With the margin set to zero the box is the box.  The penetration solver does not matter (the
 * boxes start apart); one is passed because the class asks for it.
 */

#include "competitor.h"

#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>
#include <cmath>
#include <memory>
#include <vector>

namespace {

struct Pair {
  std::unique_ptr<btBoxShape> shape[2];
  btTransform pose[2][2]; /* [body][START, END] */
};

btTransform poseOf(const course &body, int when) {
  const double *q = body.quaternion[when], *p = body.position[when];
  return btTransform(btQuaternion(btScalar(q[1]), btScalar(q[2]), btScalar(q[3]), btScalar(q[0])),
                     btVector3(btScalar(p[0]), btScalar(p[1]), btScalar(p[2])));
}

std::vector<Pair> *prepare(const test_case *scene, int count, bool margin) {
  auto *all = new std::vector<Pair>(std::size_t(count));
  for (int i = 0; i < count; i++)
    for (int k = 0; k < 2; k++) {
      const course &body = scene[i].body[k];
      Pair &pair = (*all)[std::size_t(i)];
      pair.shape[k].reset(
          new btBoxShape(btVector3(btScalar(body.half[0]), btScalar(body.half[1]), btScalar(body.half[2]))));
      if (!margin) pair.shape[k]->setMargin(0);
      pair.pose[k][START] = poseOf(body, START);
      pair.pose[k][END] = poseOf(body, END);
    }
  return all;
}

void *prepareShipped(const test_case *scene, int count) {
  return prepare(scene, count, true);
}
void *prepareNoMargin(const test_case *scene, int count) {
  return prepare(scene, count, false);
}

double firstContact(const Pair &pair) {
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver penetration;
  btContinuousConvexCollision cast(pair.shape[0].get(), pair.shape[1].get(), &simplex, &penetration);
  btConvexCast::CastResult result;
  bool hit =
      cast.calcTimeOfImpact(pair.pose[0][START], pair.pose[0][END], pair.pose[1][START], pair.pose[1][END], result);
  return hit ? double(result.m_fraction) : double(INFINITY);
}

void run(void *prepared, int first, int count, double *answer) {
  const auto &all = *static_cast<std::vector<Pair> *>(prepared);
  for (int i = 0; i < count; i++) answer[i] = firstContact(all[std::size_t(first + i)]);
}

void release(void *prepared) {
  delete static_cast<std::vector<Pair> *>(prepared);
}

}  // namespace

const competitor COMPETITOR_BULLET = {
    "Bullet convex cast, as shipped", ROLE_CONTINUOUS, MODEL_BULLET, prepareShipped, run, release};
const competitor COMPETITOR_BULLET_NO_MARGIN = {
    "Bullet convex cast, margin 0", ROLE_CONTINUOUS, MODEL_BULLET, prepareNoMargin, run, release};
