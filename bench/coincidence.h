/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Kinds of queries in which something coincides, but for the rounding of doubles: as in stacks, walls, furniture, doors
 * and machines, and as a hostile mind chooses numbers.
 *
 * Each kind is put together in a frame that stands upright, and turned to a random heading in doubles at the end, each
 * quaternion normalised by itself.  A query is a function of its kind and its seed alone.
 */

#ifndef BENCH_COINCIDENCE_H
#define BENCH_COINCIDENCE_H

#include <stdbool.h>

#include "bms.h"
#include "random.h"

typedef struct coincidence {
  const char *name, *about;
  void (*draw)(random_source *r, bms_query *query);
} coincidence;

/* The first kind is generic: boxes that tumble past each other; the last is that as matrices. */
int coincidence_count(void);
const coincidence *coincidence_at(int kind);

/* Draws query number `index` of a kind. */
void coincidence_draw(int kind, int index, bms_query *query);

/* ------------------------------------------------------------------ the parts, for the files that draw */

typedef struct pose {
  double position[3], quaternion[4];
} pose;

/* A stage is where the upright frame stands in the world. */
typedef struct stage {
  double heading[4], origin[3];
} stage;

/* Draws a stage, and makes the interval [0, 1]. */
stage stage_drawn(random_source *r, bms_query *query);
/* Returns the upright stage at the origin. */
stage stage_upright(bms_query *query);
/* Returns a pose in the world. */
pose stage_pose(const stage *s, const pose *p);
/* Returns a direction in the world. */
void stage_direction(const stage *s, const double direction[3], double out[3]);

pose pose_at(double x, double y, double z);
pose pose_shifted(pose p, double x, double y, double z);
/* Returns a pose turned about coordinate axis `axis` of the stage, through its own place. */
pose pose_turned(pose p, int axis, double angle);

/* Returns a pose turned by an angle in [low, high) about a coordinate axis of the first `axes`, both drawn. */
pose pose_turned_anyhow(random_source *r, pose p, int axes, double low, double high);
/* Returns an upright pose at a drawn place, no farther than 5 along x and y. */
pose pose_somewhere(random_source *r, double height);

bms_box box_with(const double half[3]);
void random_half(random_source *r, double half[3]);
/* Makes a body go from one pose to another over [0, 1]. */
void body_moves(const stage *s, bms_body *body, const double half[3], const pose *from, const pose *to);
/* Makes the first body a floor of 40 x 40 x 1 whose top is z = 0. */
void floor_below(const stage *s, bms_query *query);
/* Makes a body turn about the axis through `point` along coordinate axis 1 of the stage, turned about the upright by
   yaw. */
void body_pivots(const stage *s, bms_body *body, const double half[3], const pose *start, const double point[3],
                 double yaw, double from, double to);
/* Rewrites a motion as a matrix, linear between its poses at 0 and 1; or constant in its linear part. */
void make_matrix(bms_motion *motion, bool turns);
/* Takes a query from [0, 1] to [t, t + 1], rounded. */
void make_late(bms_query *query, double t);

#define COINCIDENCE(name) void coincidence_##name(random_source *r, bms_query *query)

COINCIDENCE(generic);
COINCIDENCE(lengths);
COINCIDENCE(turning_alike);
COINCIDENCE(quarter);
COINCIDENCE(bars);
COINCIDENCE(slight_angles);
COINCIDENCE(slide);
COINCIDENCE(spin);
COINCIDENCE(sink);
COINCIDENCE(gravity);
COINCIDENCE(roll);
COINCIDENCE(roll_freely);
COINCIDENCE(corner);
COINCIDENCE(turn_flat);
COINCIDENCE(fall_flat);
COINCIDENCE(lift);
COINCIDENCE(bricks);
COINCIDENCE(mortar);
COINCIDENCE(furniture);
COINCIDENCE(carried);
COINCIDENCE(step);
COINCIDENCE(gears);
COINCIDENCE(coaxial);
COINCIDENCE(face_plane);
COINCIDENCE(mirror);
COINCIDENCE(mirror_upright);
COINCIDENCE(door);
COINCIDENCE(door_matrix);
COINCIDENCE(door_back);
COINCIDENCE(scissors);
COINCIDENCE(graze);
COINCIDENCE(matrix_bricks);
COINCIDENCE(matrix_fall);
COINCIDENCE(matrix_spin);
COINCIDENCE(late);
COINCIDENCE(late_flat);
COINCIDENCE(late_alike);
COINCIDENCE(vanishing);
COINCIDENCE(tiny_numbers);
COINCIDENCE(grid);
COINCIDENCE(apex);
COINCIDENCE(apex_spin);
COINCIDENCE(corners);
COINCIDENCE(triple);
COINCIDENCE(quadruple);
COINCIDENCE(matrix_scaled);
COINCIDENCE(quaternion_scaled);
COINCIDENCE(matrix_generic);

#endif /* BENCH_COINCIDENCE_H */
