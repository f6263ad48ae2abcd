/* SPDX-License-Identifier: BSD-3-Clause */

#include "meshes/mesh_descent.h"

#include <float.h>
#include <math.h>

#include "meshes/triangle_axes.h"
#include "util/real.h"

/* Meshes that begin to touch after more than this part of the time do so late. */
#define LATE (1.0 / 16)

/* An interval is halved where turns add more than this part of the larger box's size to what has to be apart, and so
   often at most. */
#define LARGEST_TURN 0.15
enum { MOST_HALVINGS = 12, MOST_WAITING = 2 * 32 + MOST_HALVINGS + 2, MOST_SEEN = 2 * MOST_WAITING };

/* Two nodes that may touch within [from, to]. */
typedef struct qmboxNodePair {
  int node[2];
  double from, to;
  int relation; /* the number of what they were seen with ... */
  int seen[2];  /* ... and of the two, ... */
  bool renew;   /* ... all of which is to be made again for the interval: */
  int halvings; /* so often has that been done */
  int known;    /* nodes seen for the pair and for the pairs that wait below it */
} qmboxNodePair;

typedef struct qmboxWalk {
  qmboxDescent *descent;
  qmboxNodePair waiting[MOST_WAITING]; /* the last one is next */
  int count;
  qmboxMeshRelation relation[MOST_HALVINGS + 1];
  qmboxSeenNode seen[MOST_SEEN];
  int known;
} qmboxWalk;

/* ------------------------------------------------------------------ nodes */

static const qmboxTreeNode *nodeOf(const qmboxDescent *descent, int k, int number) {
  return &descent->mesh[k].tree.forest->node[number];
}

static const double *vertexOf(const qmboxDescent *descent, int k, int triangle) {
  return descent->mesh[k].tree.forest->triangle[triangle].vertex;
}

/* ------------------------------------------------------------------ intervals */

/* Leaves of an interval of time, from the middle of what the two are seen with, that in which -reach <= at + t speed <=
   reach.  Returns false if nothing is left.  A NaN leaves all. */
static inline bool clip(double at, double speed, double reach, double *from, double *to) {
  double first = at + *from * speed, last = at + *to * speed;
  if ((first > reach && last > reach) || (first < -reach && last < -reach)) return false;
  if (fabs(first) <= reach && fabs(last) <= reach) return true;
  double slowness = 1 / speed, one = (-reach - at) * slowness, other = (reach - at) * slowness;
  double enters = speed > 0 ? one : other, leaves = speed > 0 ? other : one;
  if (enters > *from) *from = enters;
  if (leaves < *to) *to = leaves;
  return !(*from > *to);
}

/* Narrows [*from, *to] down to what lies in [low, high] from the middle.  Returns false if nothing is left. */
static bool narrow(const qmboxMeshRelation *relation, double low, double high, double *from, double *to) {
  if (low > *from - relation->middle) *from = qmboxMax(*from, relation->middle + low);
  if (high < *to - relation->middle) *to = qmboxMin(*to, relation->middle + high);
  return !(*from > *to);
}

/* Leaves of [*from, *to] that in which the boxes of two nodes may touch.  Returns false if nothing is left. */
static bool boxesTouch(const qmboxMeshRelation *relation, const qmboxSeenNode *first, const qmboxSeenNode *second,
                       double *from, double *to) {
  double way[3], speed[3], low = *from - relation->middle, high = *to - relation->middle;
  for (int i = 0; i < 3; i++) {
    way[i] = second->middle[i] - first->middle[i];
    speed[i] = second->speed[i] - first->speed[i];
    if (!clip(way[i], speed[i], first->reach[0][i] + second->reach[0][i], &low, &high)) return false;
  }
  for (int j = 0; j < 3; j++) {
    double at = qmboxDot(relation->axis[j], way), back = qmboxDot(relation->axis[j], speed);
    if (!clip(at, back, first->reach[1][j] + second->reach[1][j], &low, &high)) return false;
  }
  return narrow(relation, low, high, from, to);
}

/* Leaves of [*from, *to] that in which the balls around two nodes may touch.  Returns false if nothing is left. */
static bool ballsTouch(const qmboxMeshRelation *relation, const qmboxSeenNode *first, const qmboxSeenNode *second,
                       double *from, double *to) {
  double way[3], speed[3], nearest[3], reach = first->radius + first->slack + second->radius + second->slack;
  for (int i = 0; i < 3; i++) {
    way[i] = second->middle[i] - first->middle[i];
    speed[i] = second->speed[i] - first->speed[i];
  }
  double square = qmboxDot(speed, speed), time = square > DBL_MIN ? -qmboxDot(way, speed) / square : 0;
  for (int i = 0; i < 3; i++) nearest[i] = way[i] + time * speed[i];
  double left = reach * reach - qmboxDot(nearest, nearest);
  if (left < 0) return false;
  if (!(square > DBL_MIN)) return true;
  double half = sqrt(left / square);
  return narrow(relation, time - half, time + half, from, to);
}

/* ------------------------------------------------------------------ triangles */

/* Two triangles in the frame of the first one's tree. */
typedef struct qmboxTwoTriangles {
  double corner[2][3][3], edge[2][3][3];
  double speed[3], slack, low, high;
} qmboxTwoTriangles;

/* Leaves that in which the triangles may touch along an axis, of any length. */
static bool touchAlong(qmboxTwoTriangles *two, const double axis[3]) {
  double square = qmboxDot(axis, axis), least[2], most[2];
  if (!(square > DBL_MIN)) return true;
  for (int k = 0; k < 2; k++) qmboxSpanOfTriangle(two->corner[k], axis, &least[k], &most[k]);
  double at = ((least[1] + most[1]) - (least[0] + most[0])) / 2;
  double reach = ((most[1] - least[1]) + (most[0] - least[0])) / 2 + two->slack * sqrt(square);
  return clip(at, qmboxDot(axis, two->speed), reach, &two->low, &two->high);
}

/* Leaves of the interval of two leaves that in which their triangles may touch.  Returns false if nothing is left. */
static bool trianglesTouch(const qmboxWalk *walk, qmboxNodePair *pair) {
  const qmboxMeshRelation *relation = &walk->relation[pair->relation];
  const qmboxSeenNode *first = &walk->seen[pair->seen[0]], *second = &walk->seen[pair->seen[1]];
  qmboxTwoTriangles two;
  double axis[3];
  two.low = pair->from - relation->middle;
  two.high = pair->to - relation->middle;
  two.slack = first->slack + first->turned + second->slack + second->turned;
  for (int i = 0; i < 3; i++) two.speed[i] = second->speed[i] - first->speed[i];
  for (int k = 0; k < 2; k++) {
    const double *vertex = vertexOf(walk->descent, k, nodeOf(walk->descent, k, pair->node[k])->from);
    for (int n = 0; n < 3; n++) qmboxSeePoint(&relation->mesh[k], vertex + 3 * n, two.corner[k][n]);
    qmboxEdgesOfTriangle(two.corner[k], two.edge[k]);
  }
  for (int n = 0; n < QMBOX_TRIANGLE_AXES; n++) {
    qmboxTriangleAxis(two.edge, n, axis);
    if (!touchAlong(&two, axis)) return false;
  }
  return narrow(relation, two.low, two.high, &pair->from, &pair->to);
}

/* Places the corners of one of two triangles in the world at both ends of an interval. */
static void placeChord(const qmboxDescent *descent, int k, const qmboxNodePair *pair, qmboxChordTriangle *chord) {
  const qmboxMeshPath *path = &descent->path[k];
  const qmboxTreeNode *leaf = nodeOf(descent, k, pair->node[k]);
  const double *vertex = vertexOf(descent, k, leaf->from), time[2] = {pair->from, pair->to};
  double own[3][3], pose[3][4];
  for (int n = 0; n < 3; n++) {
    for (int i = 0; i < 3; i++) own[n][i] = path->scale * vertex[3 * n + i] + path->offset[i];
  }
  chord->acceleration = qmboxAccelerationOnPath(path, pair->from);
  chord->reach = path->scale * qmboxNodeReach(leaf) + path->offsetLength;
  for (int end = 0; end < 2; end++) {
    qmboxPoseOnPath(path, time[end], pose);
    for (int n = 0; n < 3; n++) {
      for (int i = 0; i < 3; i++) chord->corner[end][n][i] = pose[i][3] + qmboxDot(pose[i], own[n]);
    }
  }
}

/* Returns true if the triangles of two leaves are apart in all of their interval, by where they are at its ends. */
static bool stayApart(const qmboxDescent *descent, const qmboxNodePair *pair) {
  qmboxChordTriangle chord[2];
  for (int k = 0; k < 2; k++) placeChord(descent, k, pair, &chord[k]);
  return qmboxChordsStayApart(chord, pair->to - pair->from, descent->path[0].rounding + descent->path[1].rounding);
}

/* ------------------------------------------------------------------ the walk */

/* Returns half of the longest side of a node's box, as large as the tree of the first has it. */
static double extentOf(const qmboxWalk *walk, int k, int node) {
  const double *half = nodeOf(walk->descent, k, node)->half;
  return walk->relation[0].mesh[k].part * qmboxMax(half[0], qmboxMax(half[1], half[2]));
}

/* Returns true if what turns add to the boxes of two nodes is much, and shorter intervals help. */
static bool turnMuch(const qmboxWalk *walk, const qmboxNodePair *pair) {
  const qmboxMeshRelation *relation = &walk->relation[pair->relation];
  double turned = 0, extent = 0;
  if (pair->halvings == MOST_HALVINGS || !(relation->mesh[0].reducible || relation->mesh[1].reducible)) return false;
  for (int k = 0; k < 2; k++) {
    turned += qmboxReducibleTurn(relation, k, nodeOf(walk->descent, k, pair->node[k]));
    extent = qmboxMax(extent, extentOf(walk, k, pair->node[k]));
  }
  return turned > LARGEST_TURN * extent;
}

static void await(qmboxWalk *walk, const qmboxNodePair *pair) {
  walk->waiting[walk->count] = *pair;
  walk->waiting[walk->count++].known = walk->known;
}

/* Lets a pair of nodes wait for a look with shorter intervals. */
static void shorten(qmboxWalk *walk, const qmboxNodePair *pair) {
  bool halve = pair->to - pair->from > walk->relation[pair->relation].half;
  double middle = pair->from + (pair->to - pair->from) / 2;
  qmboxNodePair next = *pair;
  next.renew = true;
  next.halvings++;
  if (halve) {
    next.from = middle;
    await(walk, &next);
    next.from = pair->from;
    next.to = middle;
  }
  await(walk, &next);
}

static bool isLeaf(const qmboxDescent *descent, const qmboxNodePair *pair, int k) {
  return qmboxIsLeaf(nodeOf(descent, k, pair->node[k]));
}

static const qmboxSeenNode *see(qmboxWalk *walk, qmboxNodePair *pair, int k) {
  qmboxSeenNode *seen = &walk->seen[walk->known];
  qmboxSeeNode(&walk->relation[pair->relation], k, nodeOf(walk->descent, k, pair->node[k]), seen);
  pair->seen[k] = walk->known++;
  return seen;
}

/* Leaves of the interval of two nodes that in which their boxes may touch.  Returns false if nothing is left. */
static bool nodesTouch(const qmboxWalk *walk, qmboxNodePair *pair) {
  return boxesTouch(&walk->relation[pair->relation], &walk->seen[pair->seen[0]], &walk->seen[pair->seen[1]],
                    &pair->from, &pair->to);
}

/* Lets the children of the larger node wait as far as they touch the other, the earlier one in front. */
static void open(qmboxWalk *walk, const qmboxNodePair *pair) {
  const qmboxDescent *descent = walk->descent;
  bool leaf[2] = {isLeaf(descent, pair, 0), isLeaf(descent, pair, 1)}, touch[2];
  int k = leaf[0] || (!leaf[1] && extentOf(walk, 1, pair->node[1]) > extentOf(walk, 0, pair->node[0]));
  qmboxNodePair child[2] = {*pair, *pair};
  int number = qmboxOpenNode(descent->mesh[k].tree.forest, pair->node[k]);
  if (number < 0) {
    descent->bodies->failed = true;
    return;
  }
  for (int i = 0; i < 2; i++) {
    child[i].node[k] = number + i;
    (void)see(walk, &child[i], k);
    touch[i] = nodesTouch(walk, &child[i]);
  }
  int first = touch[1] && (!touch[0] || child[1].from < child[0].from);
  if (touch[1 - first]) await(walk, &child[1 - first]);
  if (touch[first]) await(walk, &child[first]);
}

/* Relates the meshes again in the interval of two nodes.  Returns false if these do not touch in it. */
static bool renew(qmboxWalk *walk, qmboxNodePair *pair) {
  pair->renew = false;
  qmboxRelateMeshes(walk->descent->path, pair->from, pair->to, &walk->relation[++pair->relation]);
  for (int k = 0; k < 2; k++) (void)see(walk, pair, k);
  return nodesTouch(walk, pair);
}

/* Visits the triangles of two leaves.  The array of solids may move. */
static void visit(qmboxDescent *descent, const qmboxNodePair *pair) {
  const int triangle[2] = {nodeOf(descent, 0, pair->node[0])->from, nodeOf(descent, 1, pair->node[1])->from};
  descent->best = qmboxMin(descent->best, descent->visit(descent, triangle, pair->from, pair->to));
  for (int k = 0; k < 2; k++) descent->path[k].solid = &descent->bodies->solid[descent->mesh[k].solid];
}

static void look(qmboxWalk *walk, qmboxNodePair *pair) {
  qmboxDescent *descent = walk->descent;
  if (pair->renew && !renew(walk, pair)) return;
  bool leaves = isLeaf(descent, pair, 0) && isLeaf(descent, pair, 1);
  if (leaves && (!trianglesTouch(walk, pair) || stayApart(descent, pair))) return;
  if (turnMuch(walk, pair)) {
    shorten(walk, pair);
  } else if (leaves) {
    visit(descent, pair);
  } else {
    open(walk, pair);
  }
}

static void followMeshes(qmboxDescent *descent) {
  const qmboxBodies *bodies = descent->bodies;
  for (int k = 0; k < 2; k++) {
    const qmboxDescended *mesh = &descent->mesh[k];
    qmboxMakeMeshPath(&bodies->solid[mesh->solid], &bodies->body[bodies->geom[mesh->geom].body], mesh->less,
                      nodeOf(descent, k, mesh->tree.root), descent->from, &descent->path[k]);
  }
}

static void begin(qmboxWalk *walk) {
  const qmboxDescent *descent = walk->descent;
  qmboxNodePair pair = {
      .node = {descent->mesh[0].tree.root, descent->mesh[1].tree.root}, .from = descent->from, .to = descent->to};
  walk->count = walk->known = 0;
  qmboxRelateMeshes(descent->path, descent->from, descent->to, &walk->relation[0]);
  const qmboxSeenNode *first = see(walk, &pair, 0), *second = see(walk, &pair, 1);
  if (ballsTouch(&walk->relation[0], first, second, &pair.from, &pair.to) && nodesTouch(walk, &pair)) {
    await(walk, &pair);
  }
}

/* Returns true if the search ends where the two begin to touch. */
static bool isPutOff(const qmboxWalk *walk) {
  const qmboxDescent *descent = walk->descent;
  if (!descent->patient || walk->count == 0) return false;
  double begin = walk->waiting[0].from;
  return begin - descent->from > LATE * (descent->to - descent->from) && begin < descent->to;
}

void qmboxDescend(qmboxDescent *descent) {
  qmboxWalk walk; /* is not cleared: most of it is not needed */
  walk.descent = descent;
  descent->best = HUGE_VAL;
  followMeshes(descent);
  begin(&walk);
  if (isPutOff(&walk)) {
    descent->to = walk.waiting[0].from;
    return;
  }
  while (walk.count > 0 && !descent->bodies->failed) {
    qmboxNodePair pair = walk.waiting[--walk.count];
    if (pair.from >= descent->best) continue;
    walk.known = pair.known;
    pair.to = qmboxMin(pair.to, descent->best);
    look(&walk, &pair);
  }
}
