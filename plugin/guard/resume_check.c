/* SPDX-License-Identifier: BSD-3-Clause */

/* The guard of a step of some bodies, and impulses where contact joints would let cores meet. */

#include <math.h>
#include <string.h>

#include "broad/bounds.h"
#include "guard/jams.h"
#include "moving/bodies.h"
#include "moving/moves.h"
#include "guard/resuming.h"
#include "guard/stops.h"
#include "util/array.h"
#include "util/real.h"

/* Impulses are found in rounds, as each may lead to other meetings: in eight, and in up to 32 as long as these take no
   more than a quarter of the checks that are left.  A pile of cards takes as many as it has layers. */
enum { ROUNDS = 8, MOST_ROUNDS = 32, PART_LEFT = 4 };

/* The most sweeps of a round. */
enum { SWEEPS = 300 };

/* So many rows are solved for each check of the budget; then a round has FEW_SWEEPS, and a step one round.  The most in
   a frame of cards of 5 and 3 mm and coins of 2 mm were 0.2, 1.5 and 1.0 million, 2 million being the least limit; a
   hit on 60 cards of 1 mm took 104 million, 9 thousand million instructions. */
enum { MOST_SOLVED = 8192, FEW_SWEEPS = 16 };

/* A pair parts by this part of its allowances in the time of the whole step. */
#define PARTING 0.3

/* A pair that hits comes to overlap by this part of its allowances: enough for ODE's colliders to see a contact. */
#define TOUCHING (1.0 / 16)

/* A hit limits ways only if the two slide by no more than this part of their allowances from where they touch: the
   normal of the hit is that of the cores, and the bounce comes in the next step.  A body is limited in at
   most MOST_HITS consecutive steps; then it is stopped, as ODE may have found no contact. */
#define SLIDING 0.5
enum { MOST_HITS = 3 };

/* A body that a kinematic one squeezes gets no more than this many times the speed of the fastest body around it:
   between two surfaces that are almost parallel, impulses without friction have no such limit. */
#define MUCH_FASTER 4.0

/* ------------------------------------------------------------------ paths */

/* Lets a body of the inner guard go from where it is at `time` as its track does. */
static void setPath(qmboxResuming *r, int number, double time) {
  qmboxGuard *inner = &r->inner;
  qmboxGuardedBody *body = &inner->bodies.body[number];
  const qmboxTrack *track = &r->track[r->nearby.outerBody[number]];
  bool waits = !(track->stop > time);
  body->end = track->end;
  memcpy(body->start.linear, track->start.linear, sizeof body->start.linear);
  memcpy(body->start.angular, track->start.angular, sizeof body->start.angular);
  qmboxPoseOnTrack(track, waits ? track->stop : time, body->start.position, body->start.quaternion);
  qmboxPoseOnTrack(track, waits ? track->stop : time + inner->bodies.length, body->end.position, body->end.quaternion);
  body->end.pace = waits ? 0 : qmboxPaceOnTrack(track, time, time + inner->bodies.length);
  body->changed = track->chosen;
  qmboxMeasureMove(&inner->bodies, number);
  body->stop = fmin(inner->bodies.length, fmax(0, track->stop - time));
  body->stops = body->stop < inner->bodies.length;
  body->loose = track->loose;
  if (body->finite && body->changed && !qmboxTurnIsKnown(&body->start, &body->end, inner->bodies.length)) {
    r->tally.unguarded++;
  }
  if (!body->moves) return;
  dBodySetPosition(body->start.body, body->end.position[0], body->end.position[1], body->end.position[2]);
  qmboxSetQuaternion(body->start.body, body->end.quaternion);
}

/* Marks bodies that have been stopped earlier than they were, though they had not changed: their pairs with others that
   have not changed are to be checked, too.  Returns true if there are any. */
static bool haveMoreChanged(qmboxResuming *r, double time) {
  bool more = false;
  for (int i = 1; i < r->inner.bodies.bodyCount; i++) {
    const qmboxGuardedBody *body = &r->inner.bodies.body[i];
    qmboxTrack *track = &r->track[r->nearby.outerBody[i]];
    if (body->changed || !body->moves || !(body->stop < fmin(r->inner.bodies.length, track->stop - time))) continue;
    track->chosen = more = true;
  }
  return more;
}

/* Begins the inner guard with the nearby bodies at their poses of this time.  Returns false if no memory is left. */
static bool beginInner(qmboxResuming *r, double time, double length) {
  const qmboxBodies *whole = &r->guard->bodies;
  qmboxFindNearby(&r->nearby, whole, r->track, time, length);
  for (int i = 1; i < whole->bodyCount; i++) {
    if (r->nearby.body[i] && (whole->body[i].moves || r->track[i].moved)) qmboxPlaceOnTrack(&r->track[i], time);
  }
  qmboxGuardBeginAgain(&r->inner);
  return qmboxCopyNearby(&r->nearby, whole, &r->inner.bodies);
}

/* Keeps what has been found out about nested spaces. */
static void keepConsents(qmboxResuming *r) {
  for (int i = 0; i < r->guard->bodies.subspaceCount; i++) {
    r->guard->bodies.subspace[i].consent = r->inner.bodies.subspace[i].consent;
  }
}

/* Finds stops once.  With `collecting` nobody is stopped, and pairs note where they meet. */
static bool findStops(qmboxResuming *r, double time, double length, bool collecting) {
  bool more = true;
  while (more) {
    if (!beginInner(r, time, length)) return false;
    r->inner.bodies.length = length;
    r->inner.collecting = collecting;
    r->inner.bodies.body[0].stop = length;
    r->inner.bodies.body[0].changed = false;
    for (int i = 1; i < r->inner.bodies.bodyCount; i++) setPath(r, i, time);
    qmboxFindStops(&r->inner);
    keepConsents(r);
    r->checks += 1 + r->inner.meshes.meshPairs; /* these take as long as all other pairs */
    if (r->inner.bodies.failed) return false;
    more = haveMoreChanged(r, time);
  }
  return true;
}

/* ------------------------------------------------------------------ impulses */

/* Returns true if the cores of a pair meet in a step in which nobody was stopped. */
static bool somethingMeets(const qmboxResuming *r) {
  for (int i = 0; i < r->inner.pairs.pairCount; i++) {
    if (r->inner.pairs.pair[i].passed) return true;
  }
  return false;
}

/* Returns true if a body moves on in the step, and is not among those that make it: no impulse can slow it down now, so
   it would act as if nothing could. */
static bool passesBy(const qmboxResuming *r, int inner) {
  const qmboxGuardedBody *body = &r->inner.bodies.body[inner];
  return body->moves && !r->track[r->nearby.outerBody[inner]].stepped && qmboxIsDynamic(body);
}

/* Writes where a body of the inner guard is at a time of the step. */
static void poseOf(const qmboxResuming *r, int inner, double time, qmboxRowPose *pose) {
  const qmboxGuardedBody *body = &r->inner.bodies.body[inner];
  double part = body->moves ? time / r->inner.bodies.length : 0;
  memset(pose, 0, sizeof *pose);
  pose->quaternion[0] = 1;
  if (inner == 0) return;
  for (int i = 0; i < 3; i++) pose->position[i] = (double)body->start.position[i] + part * body->shift[i];
  qmboxQuaternionAt(&r->inner.bodies, inner, body->moves ? time : 0, pose->quaternion);
}

/* Makes room for a row: rows that change velocities come before rows of hits.  Returns null if no memory is left. */
static qmboxRow *newRow(qmboxResuming *r, bool hit) {
  qmboxRow *row = QMBOX_ADD(r->row, r->rows, r->rowCapacity);
  if (!row || hit) return row;
  *row = r->row[r->keptRows];
  return &r->row[r->keptRows++];
}

/* Lets a pair come no nearer than touching, or keeps its row for later steps, with the poses in which it would meet. */
static void placeRow(qmboxResuming *r, const qmboxGuardedPair *pair, const int inner[2], qmboxRow *row) {
  qmboxRowPose meeting[2], start[2];
  for (int k = 0; k < 2; k++) {
    poseOf(r, inner[k], fmin(pair->meeting, r->inner.bodies.body[inner[k]].stop), &meeting[k]);
    poseOf(r, inner[k], 0, &start[k]);
  }
  if (pair->hit) {
    qmboxLimitRow(row, meeting, start, r->inner.bodies.length, (1 - TOUCHING) * pair->allowances);
  } else {
    qmboxKeepRow(&r->known, row, meeting, pair->allowances);
  }
}

/* Returns how far the second body of a pair moves across the normal against the first, from when they touch. */
static double slideOf(const qmboxResuming *r, const qmboxGuardedPair *pair, const int inner[2]) {
  const qmboxGuardedBody *body = r->inner.bodies.body, *one = &body[inner[0]], *other = &body[inner[1]];
  double way[3], left = 1 - pair->touch / r->inner.bodies.length;
  for (int i = 0; i < 3; i++) way[i] = (other->moves ? other->shift[i] : 0) - (one->moves ? one->shift[i] : 0);
  double along = qmboxDot(way, pair->pushNormal);
  for (int i = 0; i < 3; i++) way[i] = left * (way[i] - along * pair->pushNormal[i]);
  return qmboxLength(way);
}

/* Returns true if a hit is to limit the ways of its bodies: a stop would stop others that one of the two touches. */
static bool isLimited(const qmboxResuming *r, const qmboxGuardedPair *pair, const int inner[2]) {
  const qmboxTrack *one = &r->track[r->nearby.outerBody[inner[0]]], *other = &r->track[r->nearby.outerBody[inner[1]]];
  if (!pair->hit || !(one->joined || other->joined)) return false;
  if (one->hits >= MOST_HITS || other->hits >= MOST_HITS) return false;
  return slideOf(r, pair, inner) <= SLIDING * pair->allowances;
}

/* Counts the steps on end in which hits have limited the ways of bodies. */
static void countHits(qmboxResuming *r) {
  for (int i = r->keptRows; i < r->rows; i++) {
    for (int k = 0; k < 2; k++) r->track[r->row[i].body[k]].limited = true;
  }
  for (int inner = 1; inner < r->inner.bodies.bodyCount; inner++) {
    qmboxTrack *track = &r->track[r->nearby.outerBody[inner]];
    track->hits = track->limited ? track->hits + 1 : 0;
    track->limited = false;
  }
}

/* Adds a row for each pair that contact joints do not keep apart.  Returns true if there are any. */
static bool addRows(qmboxResuming *r) {
  const qmboxGuard *inner = &r->inner;
  int before = r->rows;
  for (int i = 0; i < inner->pairs.pairCount; i++) {
    const qmboxGuardedPair *pair = &inner->pairs.pair[i];
    const int body[2] = {inner->bodies.geom[pair->geom[0]].body, inner->bodies.geom[pair->geom[1]].body};
    if (!isLimited(r, pair, body) && (!pair->pushed || passesBy(r, body[0]) || passesBy(r, body[1]))) continue;
    qmboxRow *row = newRow(r, pair->hit);
    if (!row) break;
    *row = (qmboxRow){.wanted = PARTING * pair->allowances / r->whole};
    for (int k = 0; k < 2; k++) row->body[k] = r->nearby.outerBody[body[k]];
    memcpy(row->normal, pair->pushNormal, sizeof row->normal);
    memcpy(row->arm, pair->arm, sizeof row->arm);
    placeRow(r, pair, body, row);
  }
  return r->rows > before;
}

/* Adds the rows that are known of bodies nearby. */
static void recallRows(qmboxResuming *r, double length) {
  for (int i = 0; i < r->known.count; i++) {
    const qmboxKnownRow *known = &r->known.row[i];
    int inner[2];
    bool near = true;
    qmboxRowPose pose[2];
    qmboxRow recalled;
    for (int k = 0; k < 2; k++) {
      near = near && (known->body[k] == 0 || r->nearby.body[known->body[k]]);
      inner[k] = known->body[k] == 0 ? 0 : r->nearby.inner[known->body[k]];
    }
    if (!near || passesBy(r, inner[0]) || passesBy(r, inner[1])) continue;
    for (int k = 0; k < 2; k++) poseOf(r, inner[k], 0, &pose[k]);
    double left = PARTING * known->allowances * length / r->whole;
    if (!qmboxRecallRow(known, pose, length, left, &recalled)) continue;
    qmboxRow *row = newRow(r, false);
    if (!row) return;
    *row = recalled;
  }
}

static void makeMasses(qmboxResuming *r, double time) {
  for (int inner = 1; inner < r->inner.bodies.bodyCount; inner++) {
    int i = r->nearby.outerBody[inner];
    const qmboxTrack *track = &r->track[i];
    dBodyID body = track->start.body;
    bool heavy = !track->stepped || track->still;
    qmboxMakeMass(body, track->start.quaternion, heavy, &r->mass[i]);
    bool waits = track->still || !(track->stop > time), stepped = track->stepped && !track->still;
    const dReal *linear = stepped ? track->stepLinear : track->linear;
    const dReal *angular = stepped ? track->stepAngular : track->angular;
    double goes = waits ? 0 : stepped ? 1 : fmin(1, (track->stop - time) / r->inner.bodies.length);
    for (int k = 0; k < 3; k++) { /* of its way */
      r->mass[i].velocity[k] = goes * (double)linear[k];
      r->mass[i].spin[k] = goes * (double)angular[k];
    }
  }
}

/* Returns the speed of the body of a row: of its position, or of the row's point if the body is kinematic, as a blade
   may turn about a position at rest. */
static double speedInRow(const qmboxResuming *r, const qmboxRow *row, int k, bool driven) {
  const qmboxMass *mass = &r->mass[row->body[k]];
  const double *spin = mass->spin, *arm = row->arm[k];
  double speed[3];
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, l = (i + 2) % 3;
    speed[i] = mass->velocity[i] + (driven ? spin[j] * arm[l] - spin[l] * arm[j] : 0);
  }
  return qmboxLength(speed);
}

/* Returns the greatest speed of the bodies of all rows, 0 if none of these is kinematic: then impulses make nothing
   much faster than the bodies were. */
static double greatestDriven(const qmboxResuming *r) {
  double greatest = 0;
  bool any = false;
  for (int i = 0; i < r->rows; i++) {
    for (int k = 0; k < 2; k++) {
      int number = r->row[i].body[k];
      if (number == 0) continue;
      bool driven = qmboxIsDriven(&r->guard->bodies.body[number]);
      greatest = fmax(greatest, speedInRow(r, &r->row[i], k, driven));
      any = any || driven;
    }
  }
  return any ? greatest : 0;
}

/* Takes the impulses back that shoot a body out between a kinematic one and something else: it waits, and so does the
   kinematic body, until the two are jammed. */
static void keepSqueezed(const qmboxTrack *track, double greatest, qmboxMass *mass) {
  double limit = MUCH_FASTER * greatest;
  if (!(greatest > 0) || !(qmboxDot(mass->velocity, mass->velocity) > limit * limit)) return;
  for (int k = 0; k < 3; k++) {
    mass->velocity[k] = (double)track->stepLinear[k];
    mass->spin[k] = (double)track->stepAngular[k];
  }
}

/* Returns true if the rows that the whole step has solved have reached their limit. */
static bool haveSolvedMany(const qmboxResuming *r) {
  return r->solved >= (long)MOST_SOLVED * r->budget;
}

/* Gives impulses by all rows that are known, to the velocities that ODE has left. */
static void redirect(qmboxResuming *r, double time) {
  makeMasses(r, time);
  double greatest = greatestDriven(r);
  int sweeps = haveSolvedMany(r) ? FEW_SWEEPS : SWEEPS;
  qmboxGiveImpulses(r->row, r->keptRows, r->mass);
  r->solved += qmboxSolveRows(r->row, r->keptRows, r->mass, sweeps);
  memcpy(r->kept, r->mass, (size_t)r->guard->bodies.bodyCount * sizeof *r->kept);
  if (r->rows > r->keptRows) {
    qmboxGiveImpulses(r->row + r->keptRows, r->rows - r->keptRows, r->mass);
    r->solved += qmboxSolveRows(r->row, r->rows, r->mass, sweeps);
  }
  for (int inner = 1; inner < r->inner.bodies.bodyCount; inner++) {
    int i = r->nearby.outerBody[inner];
    if (!(r->mass[i].inverseMass > 0)) continue;
    keepSqueezed(&r->track[i], greatest, &r->kept[i]);
    keepSqueezed(&r->track[i], greatest, &r->mass[i]);
    qmboxRedirectTrack(&r->track[i], &r->kept[i], &r->mass[i]);
  }
  qmboxNewPieces(&r->nearby, &r->guard->bodies, r->track, r->shown, r->aabb);
}

/* Returns true if one more round may be made.  None beyond the usual ones helps what a kinematic body squeezes. */
static bool mayTakeRound(const qmboxResuming *r, int round, int until) {
  if (haveSolvedMany(r)) return round == 0;
  return round < ROUNDS || (round < MOST_ROUNDS && r->checks < until && !(greatestDriven(r) > 0));
}

/* Gives impulses by rows that are known and new ones, until nothing is found that contact joints would let meet; what
   meets all the same is stopped. */
static bool giveImpulses(qmboxResuming *r, double time, double length) {
  recallRows(r, length);
  if (r->rows > 0) {
    redirect(r, time);
    if (!findStops(r, time, length, true)) return false;
  }
  int until = r->checks + (r->budget - r->checks) / PART_LEFT;
  for (int i = 0; mayTakeRound(r, i, until) && somethingMeets(r); i++) {
    if (!addRows(r)) break;
    redirect(r, time);
    if (!findStops(r, time, length, true)) return false;
  }
  return !somethingMeets(r) || findStops(r, time, length, false);
}

bool qmboxCheckChosen(qmboxResuming *r, double time, double length, bool impulses) {
  qmboxGuardCalls calls = *r->guard->calls;
  calls.before += time;
  calls.part = r->whole;
  calls.options.stop = 0;
  calls.slice = true;
  r->inner.calls = &calls;
  r->inner.tally = &r->tally;
  r->rows = r->keptRows = 0;
  qmboxClearNearby(&r->nearby, &r->guard->bodies);
  bool good = findStops(r, time, length, impulses);
  if (good && impulses && somethingMeets(r)) good = giveImpulses(r, time, length);
  countHits(r);
  r->inner.calls = r->guard->calls;
  return good;
}
