/* SPDX-License-Identifier: BSD-3-Clause */

/* Two trees of triangles that move. */

#include "guard/mesh_descent.h"

#include <float.h>
#include <math.h>

#include "guard/solid.h"
#include "guard/triangle_axes.h"
#include "guard/triangle_chords.h"
#include "util/real.h"
#include "util/vector.h"

/* Roundings of a gap and of an advance, in parts of the coordinates, some thousand units in the last place. */
#define DESCENT_ERROR 1e-12

/* An interval is halved where turns add more than this part of the larger box's size to what has to be apart, unless
   that is for a body that turns faster than this, in rad/s; and so often at most. */
#define LARGEST_TURN 0.15
#define FASTEST 1e5
enum { MOST_HALVINGS = 12, MOST_WAITING = 2 * 32 + MOST_HALVINGS + 2 };

/*
 * How the second mesh stands to the first in the middle of an interval of time: in the frame of the first one's tree,
 * in which its boxes are as they are, and turned to the axes of the second.
 */
typedef struct qmboxRelative {
  double middle, half;            /* of the interval */
  double turn[3][3];              /* the second's axes, as columns ... */
  double place[3][3], size[3][3]; /* ... with the factor from its tree to that of the first, and absolute values */
  double way[3];                  /* from the origin of one tree to that of the other */
  double speed[3], slowness[3];   /* and its inverse, not finite where it is 0 */
  double backSpeed[3], backSlowness[3]; /* along the axes of the second */
  double slack;                         /* what roundings and turns add to reaches ... */
  double turned[2];                     /* ... besides these parts of the reaches of nodes */
  double reducible[2];                  /* the part of the turns that is less in shorter intervals */
} qmboxRelative;

/* Two nodes that may touch within [from, to]. */
typedef struct qmboxNodePair {
  int node[2];
  double from, to;
  int relative; /* the number of what they were seen with ... */
  bool renew;   /* ... which is to be made anew for the interval: */
  int halvings; /* so often has that been done */
} qmboxNodePair;

typedef struct qmboxWalk {
  qmboxDescent *descent;
  qmboxNodePair waiting[MOST_WAITING];
  int count;
  qmboxRelative relative[MOST_HALVINGS + 1];
} qmboxWalk;

/* ------------------------------------------------------------------ the frames */

static const qmboxTreeNode *nodeOf(const qmboxDescent *descent, int k, int number) {
  return &descent->mesh[k].tree.forest->node[number];
}

static const double *vertexOf(const qmboxDescent *descent, int k, int triangle) {
  return descent->mesh[k].tree.forest->triangle[triangle].vertex;
}

static void prepareMesh(qmboxDescent *descent, int k) {
  const qmboxSolid *solid = &descent->guard->solid[descent->mesh[k].solid];
  const qmboxGuardedBody *body = &descent->guard->body[descent->guard->geom[descent->mesh[k].geom].body];
  bool goes = solid->moves && body->stop > descent->from;
  descent->scale[k] = solid->moves ? qmboxScaleOfCore(&solid->figure.core, descent->mesh[k].less) : 1;
  for (int i = 0; i < 3; i++) {
    descent->offset[k][i] = solid->moves ? descent->scale[k] * solid->centre[i] : 0;
    if (descent->scale[k] < 1) descent->offset[k][i] += (1 - descent->scale[k]) * solid->figure.core.middle[i];
    descent->speed[k][i] = goes ? body->shift[i] / descent->guard->length : 0;
    descent->rounding += DESCENT_ERROR * (fabs(body->shift[i]) + fabs(solid->pose[i][3]));
  }
  descent->offsetLength[k] = qmboxLength(descent->offset[k]);
  descent->spin[k] = !goes ? 0 : solid->taken.turns ? solid->taken.turn.speed : body->spin;
  descent->rounding +=
      DESCENT_ERROR * (descent->offsetLength[k] + nodeOf(descent, k, descent->mesh[k].tree.root)->reach);
}

/* Writes the pose of one of the two at a time; one that waits does not go on. */
static void poseAt(const qmboxDescent *descent, int k, double time, double pose[3][4]) {
  const qmboxSolid *solid = &descent->guard->solid[descent->mesh[k].solid];
  double stop = descent->guard->body[descent->guard->geom[descent->mesh[k].geom].body].stop;
  qmboxPoseOfSolidAt(solid, qmboxMin(time, stop), pose);
}

/* Finds the speed of the second as the first and the second see it. */
static void relateSpeeds(const qmboxDescent *descent, double first[3][4], double second[3][4],
                         qmboxRelative *relative) {
  for (int i = 0; i < 3; i++) {
    relative->speed[i] = relative->backSpeed[i] = 0;
    for (int j = 0; j < 3; j++) {
      double speed = (descent->speed[1][j] - descent->speed[0][j]) / descent->scale[0];
      relative->speed[i] += first[j][i] * speed;
      relative->backSpeed[i] += second[j][i] * speed;
    }
    relative->slowness[i] = 1 / relative->speed[i];
    relative->backSlowness[i] = 1 / relative->backSpeed[i];
  }
}

static void relateTurns(const qmboxDescent *descent, qmboxRelative *relative) {
  relative->slack = descent->rounding / descent->scale[0];
  for (int k = 0; k < 2; k++) {
    double turned = qmboxMin(descent->spin[k] * relative->half, 2) / descent->scale[0];
    relative->turned[k] = turned * descent->scale[k];
    relative->slack += turned * descent->offsetLength[k];
    relative->reducible[k] = descent->spin[k] < FASTEST ? relative->turned[k] : 0;
  }
}

/* Finds how the two stand to each other in [from, to]. */
static void relate(const qmboxDescent *descent, double from, double to, qmboxRelative *relative) {
  double first[3][4], second[3][4], way[3];
  relative->middle = from + (to - from) / 2;
  relative->half = (to - from) / 2;
  poseAt(descent, 0, relative->middle, first);
  poseAt(descent, 1, relative->middle, second);
  for (int i = 0; i < 3; i++) {
    way[i] = second[i][3] - first[i][3] + qmboxDot(second[i], descent->offset[1]);
  }
  for (int i = 0; i < 3; i++) {
    relative->way[i] = -descent->offset[0][i];
    for (int j = 0; j < 3; j++) {
      double along = first[0][i] * second[0][j] + first[1][i] * second[1][j] + first[2][i] * second[2][j];
      relative->turn[i][j] = along;
      relative->place[i][j] = along * (descent->scale[1] / descent->scale[0]);
      relative->size[i][j] = fabs(along);
      relative->way[i] += first[j][i] * way[j];
    }
    relative->way[i] /= descent->scale[0];
  }
  relateSpeeds(descent, first, second, relative);
  relateTurns(descent, relative);
}

/* ------------------------------------------------------------------ intervals */

/* Leaves of an interval of time, from the middle of what the two are seen with, that in which -reach <= at + t speed <=
   reach.  Returns false if nothing is left.  What is not a number leaves all. */
static inline bool clip(double at, double speed, double slowness, double reach, double *from, double *to) {
  double low = at - reach, high = at + reach;
  if (!(speed > 0 || speed < 0)) return !(low > 0 || high < 0);
  double one = -high * slowness, other = -low * slowness;
  double enters = speed > 0 ? one : other, leaves = speed > 0 ? other : one;
  if (enters > *from) *from = enters;
  if (leaves < *to) *to = leaves;
  return !(*from > *to);
}

/* Narrows [*from, *to] down to what lies in [low, high] from the middle.  Returns false if nothing is left. */
static bool narrow(const qmboxRelative *relative, double low, double high, double *from, double *to) {
  if (low > *from - relative->middle) *from = qmboxMax(*from, relative->middle + low);
  if (high < *to - relative->middle) *to = qmboxMin(*to, relative->middle + high);
  return !(*from > *to);
}

static double slackOf(const qmboxRelative *relative, const qmboxTreeNode *first, const qmboxTreeNode *second) {
  return relative->slack + relative->turned[0] * first->reach + relative->turned[1] * second->reach;
}

/* Leaves of [*from, *to] that in which the boxes of two nodes may touch.  Returns false if nothing is left. */
static bool boxesTouch(const qmboxDescent *descent, const qmboxRelative *relative, const int node[2], double *from,
                       double *to) {
  const qmboxTreeNode *first = nodeOf(descent, 0, node[0]), *second = nodeOf(descent, 1, node[1]);
  double slack = slackOf(relative, first, second), factor = descent->scale[1] / descent->scale[0];
  double way[3], half[3], low = *from - relative->middle, high = *to - relative->middle;
  for (int i = 0; i < 3; i++) half[i] = factor * second->half[i];
  for (int i = 0; i < 3; i++) {
    const double *place = relative->place[i], *size = relative->size[i];
    way[i] = relative->way[i] - first->middle[i] + qmboxDot(place, second->middle);
    double reach = first->half[i] + slack + qmboxDot(size, half);
    if (!clip(way[i], relative->speed[i], relative->slowness[i], reach, &low, &high)) return false;
  }
  for (int j = 0; j < 3; j++) {
    double reach = half[j] + slack, at = 0;
    for (int i = 0; i < 3; i++) {
      at += relative->turn[i][j] * way[i];
      reach += relative->size[i][j] * first->half[i];
    }
    if (!clip(at, relative->backSpeed[j], relative->backSlowness[j], reach, &low, &high)) return false;
  }
  return narrow(relative, low, high, from, to);
}

/* Leaves of [*from, *to] that in which the balls around the two meshes may touch.  A turn moves their middles only. */
static bool ballsTouch(const qmboxDescent *descent, const qmboxRelative *relative, const int node[2], double *from,
                       double *to) {
  const qmboxTreeNode *ball[2] = {nodeOf(descent, 0, node[0]), nodeOf(descent, 1, node[1])};
  double way[3], nearest[3], reach = relative->slack, square = qmboxDot(relative->speed, relative->speed);
  for (int k = 0; k < 2; k++) {
    double aside = qmboxLength(ball[k]->middle);
    reach += relative->turned[k] * aside + descent->scale[k] / descent->scale[0] * ball[k]->radius;
  }
  for (int i = 0; i < 3; i++) {
    way[i] = relative->way[i] - ball[0]->middle[i] + qmboxDot(relative->place[i], ball[1]->middle);
  }
  double time = square > DBL_MIN ? -qmboxDot(way, relative->speed) / square : 0;
  for (int i = 0; i < 3; i++) nearest[i] = way[i] + time * relative->speed[i];
  double left = reach * reach - qmboxDot(nearest, nearest);
  if (left < 0) return false;
  if (!(square > DBL_MIN)) return true;
  double half = sqrt(left / square);
  return narrow(relative, time - half, time + half, from, to);
}

/* ------------------------------------------------------------------ triangles */

/* Two triangles in the frame of the first one's tree. */
typedef struct qmboxTwoTriangles {
  const qmboxRelative *relative;
  double corner[2][3][3], edge[2][3][3];
  double slack, low, high;
} qmboxTwoTriangles;

static void placeCorners(const qmboxDescent *descent, const int triangle[2], qmboxTwoTriangles *two) {
  const qmboxRelative *relative = two->relative;
  for (int k = 0; k < 2; k++) {
    const double *vertex = vertexOf(descent, k, triangle[k]);
    for (int n = 0; n < 3; n++) {
      for (int i = 0; i < 3; i++) {
        two->corner[k][n][i] =
            k == 0 ? vertex[3 * n + i] : relative->way[i] + qmboxDot(relative->place[i], vertex + 3 * n);
      }
    }
    qmboxEdgesOfTriangle(two->corner[k], two->edge[k]);
  }
}

/* Leaves that in which the triangles may touch along an axis, of any length. */
static bool touchAlong(qmboxTwoTriangles *two, const double axis[3]) {
  double square = qmboxDot(axis, axis), least[2], most[2];
  if (!(square > DBL_MIN)) return true;
  for (int k = 0; k < 2; k++) qmboxSpanOfTriangle(two->corner[k], axis, &least[k], &most[k]);
  double at = ((least[1] + most[1]) - (least[0] + most[0])) / 2;
  double reach = ((most[1] - least[1]) + (most[0] - least[0])) / 2 + two->slack * sqrt(square);
  double speed = qmboxDot(axis, two->relative->speed);
  return clip(at, speed, 1 / speed, reach, &two->low, &two->high);
}

static bool trianglesTouch(const qmboxDescent *descent, const qmboxRelative *relative, const qmboxNodePair *pair,
                           const int triangle[2], double *from, double *to) {
  qmboxTwoTriangles two;
  double axis[3];
  two.relative = relative;
  two.low = *from - relative->middle;
  two.high = *to - relative->middle;
  two.slack = slackOf(relative, nodeOf(descent, 0, pair->node[0]), nodeOf(descent, 1, pair->node[1]));
  placeCorners(descent, triangle, &two);
  for (int n = 0; n < QMBOX_TRIANGLE_AXES; n++) {
    qmboxTriangleAxis(two.edge, n, axis);
    if (!touchAlong(&two, axis)) return false;
  }
  return narrow(relative, two.low, two.high, from, to);
}

/* Places the corners of one of two triangles in the world at both ends of an interval. */
static void placeChord(const qmboxDescent *descent, int k, const qmboxNodePair *pair, int triangle,
                       qmboxChordTriangle *chord) {
  const double *vertex = vertexOf(descent, k, triangle), time[2] = {pair->from, pair->to};
  double own[3][3], pose[3][4];
  for (int n = 0; n < 3; n++) {
    for (int i = 0; i < 3; i++) own[n][i] = descent->scale[k] * vertex[3 * n + i] + descent->offset[k][i];
  }
  chord->spin = descent->spin[k];
  chord->reach = descent->scale[k] * nodeOf(descent, k, pair->node[k])->reach + descent->offsetLength[k];
  for (int end = 0; end < 2; end++) {
    poseAt(descent, k, time[end], pose);
    for (int n = 0; n < 3; n++) {
      for (int i = 0; i < 3; i++) chord->corner[end][n][i] = pose[i][3] + qmboxDot(pose[i], own[n]);
    }
  }
}

/* Returns true if two triangles of leaves are apart in all of the pair's interval, by where they are at its ends. */
static bool stayApart(const qmboxDescent *descent, const qmboxNodePair *pair, const int triangle[2]) {
  qmboxChordTriangle chord[2];
  for (int k = 0; k < 2; k++) placeChord(descent, k, pair, triangle[k], &chord[k]);
  return qmboxChordsStayApart(chord, pair->to - pair->from, descent->rounding);
}

/* ------------------------------------------------------------------ the walk */

/* Returns half of the longest side of a node's box, as large as the tree of the first has it. */
static double extentOf(const qmboxDescent *descent, int k, int node) {
  const double *half = nodeOf(descent, k, node)->half;
  return descent->scale[k] / descent->scale[0] * qmboxMax(half[0], qmboxMax(half[1], half[2]));
}

/* Returns true if what turns add to the boxes of two nodes is much, and shorter intervals help. */
static bool turnMuch(const qmboxWalk *walk, const qmboxNodePair *pair) {
  const qmboxDescent *descent = walk->descent;
  const qmboxRelative *relative = &walk->relative[pair->relative];
  double turned = 0, extent = 0;
  if (pair->halvings == MOST_HALVINGS) return false;
  for (int k = 0; k < 2; k++) {
    turned += nodeOf(descent, k, pair->node[k])->reach * relative->reducible[k];
    extent = qmboxMax(extent, extentOf(descent, k, pair->node[k]));
  }
  return turned > LARGEST_TURN * extent;
}

/* Lets a pair of nodes wait for a look with shorter intervals. */
static void shorten(qmboxWalk *walk, const qmboxNodePair *pair) {
  bool halve = pair->to - pair->from > walk->relative[pair->relative].half;
  qmboxNodePair next = *pair;
  next.renew = true;
  next.halvings++;
  if (!halve) {
    walk->waiting[walk->count++] = next;
    return;
  }
  double middle = pair->from + (pair->to - pair->from) / 2;
  next.from = middle;
  walk->waiting[walk->count++] = next;
  next.from = pair->from;
  next.to = middle;
  walk->waiting[walk->count++] = next;
}

static bool isLeaf(const qmboxDescent *descent, const qmboxNodePair *pair, int k) {
  return qmboxIsLeaf(nodeOf(descent, k, pair->node[k]));
}

/* Lets the children of the larger node wait as far as they touch the other, the earlier one in front. */
static void open(qmboxWalk *walk, const qmboxNodePair *pair) {
  const qmboxDescent *descent = walk->descent;
  bool leaf[2] = {isLeaf(descent, pair, 0), isLeaf(descent, pair, 1)};
  int k = leaf[0] || (!leaf[1] && extentOf(descent, 1, pair->node[1]) > extentOf(descent, 0, pair->node[0]));
  qmboxNodePair child[2] = {*pair, *pair};
  bool touch[2];
  child[0].node[k] = qmboxOpenNode(descent->mesh[k].tree.forest, pair->node[k]);
  child[1].node[k] = child[0].node[k] + 1;
  if (child[0].node[k] < 0) {
    descent->guard->failed = true;
    return;
  }
  for (int i = 0; i < 2; i++) {
    touch[i] = boxesTouch(descent, &walk->relative[pair->relative], child[i].node, &child[i].from, &child[i].to);
  }
  int first = touch[1] && (!touch[0] || child[1].from < child[0].from);
  if (touch[1 - first]) walk->waiting[walk->count++] = child[1 - first];
  if (touch[first]) walk->waiting[walk->count++] = child[first];
}

/* Looks at two nodes. */
static void look(qmboxWalk *walk, qmboxNodePair *pair) {
  qmboxDescent *descent = walk->descent;
  if (pair->renew) {
    pair->renew = false;
    relate(descent, pair->from, pair->to, &walk->relative[++pair->relative]);
    if (!boxesTouch(descent, &walk->relative[pair->relative], pair->node, &pair->from, &pair->to)) return;
  }
  bool leaves = isLeaf(descent, pair, 0) && isLeaf(descent, pair, 1);
  const int triangle[2] = {nodeOf(descent, 0, pair->node[0])->from, nodeOf(descent, 1, pair->node[1])->from};
  if (leaves && !trianglesTouch(descent, &walk->relative[pair->relative], pair, triangle, &pair->from, &pair->to)) {
    return;
  }
  if (leaves && stayApart(descent, pair, triangle)) return;
  if (turnMuch(walk, pair)) {
    shorten(walk, pair);
  } else if (leaves) {
    descent->best = qmboxMin(descent->best, descent->visit(descent, triangle, pair->from, pair->to));
  } else {
    open(walk, pair);
  }
}

void qmboxDescend(qmboxDescent *descent) {
  qmboxWalk walk; /* is not cleared: most of it is not needed */
  walk.descent = descent;
  walk.count = 0;
  descent->rounding = 0;
  descent->best = HUGE_VAL;
  for (int k = 0; k < 2; k++) prepareMesh(descent, k);
  relate(descent, descent->from, descent->to, &walk.relative[0]);
  qmboxNodePair pair = {
      .node = {descent->mesh[0].tree.root, descent->mesh[1].tree.root}, .from = descent->from, .to = descent->to};
  const qmboxRelative *relative = &walk.relative[0];
  if (ballsTouch(descent, relative, pair.node, &pair.from, &pair.to) &&
      boxesTouch(descent, relative, pair.node, &pair.from, &pair.to)) {
    walk.waiting[walk.count++] = pair;
  }
  while (walk.count > 0 && !descent->guard->failed) {
    pair = walk.waiting[--walk.count];
    if (pair.from >= descent->best) continue;
    pair.to = qmboxMin(pair.to, descent->best);
    look(&walk, &pair);
  }
}
