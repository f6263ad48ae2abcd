/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A scene is what an exact walk is about: two bodies, and their gaps along the 15 axes as polynomials of t; or a
 * half-space, a body and one gap.
 *
 * A gap is made when it is first asked for, since most walks need few; and made again later if in the meantime there
 * was no room for it with the others.
 */

#ifndef BMS_EXACT_SCENE_H
#define BMS_EXACT_SCENE_H

#include "exact/exact_axis.h"
#include "exact/exact_root.h"
#include "motion/relative.h"

/* Limbs in the two arenas; together 176 KiB.  If the doubles of a query have ordinary magnitudes, a pair with all its
   gaps takes up to about 5 500 limbs of `kept` if one body is rigid and the other is not, half of that for a rigid
   pair; a turn of a walk takes up to 2 000 of `scratch`, 5 000 where the interval lies around t = 10^6. */
enum { BMS_EXACT_KEPT_LIMBS = 10 * 1024, BMS_EXACT_SCRATCH_LIMBS = 12 * 1024 };

/* The memory of a scene: on the stack of whoever walks. */
typedef struct bms_exact_arenas {
  uint64_t kept[BMS_EXACT_KEPT_LIMBS], scratch[BMS_EXACT_SCRATCH_LIMBS];
} bms_exact_arenas;

/* Holds what is proved of a scene before its walk. */
typedef struct bms_exact_known {
  int apart; /* an axis along which the gap is likely to be positive at the start of the walk; -1 if none is known */
  unsigned inside; /* along these axes (bit k: axis k) it is negative from the start of the walk to `until`, or no more
                      than zero where it is along the others */
  double until;
  bool grazes;                  /* the first root of the gap along `apart` is likely to be a multiple one */
  const bms_relative *relative; /* the query prepared, for doubles to rule out what they can, or NULL */
} bms_exact_known;

typedef struct bms_exact_scene {
  bms_exact_arena kept;             /* polynomials that stay */
  bms_exact_arena scratch;          /* whatever a turn of the walk makes */
  const bms_half_space *half_space; /* NULL for two boxes */
  bms_exact_pair pair;              /* only b for a half-space */
  int axes;                         /* 15, or 1 */
  bms_exact_known known;            /* nothing, as a scene is made */
  bool made[BMS_AXES];
  size_t below_gaps; /* the limbs of `kept` in use before the first gap was made */
  bms_exact_gap gap[BMS_AXES];
} bms_exact_scene;

/* Blocks of limbs for the two arenas, for whoever has more of them than a room. */
typedef struct bms_exact_memory {
  uint64_t *kept, *scratch;
  size_t kept_limbs, scratch_limbs;
} bms_exact_memory;

/* Makes the scene of two bodies whose doubles are all finite.  The memory must stay where it is. */
void bms_exact_scene_in(bms_exact_scene *scene, const bms_exact_memory *memory, const bms_body *a, const bms_body *b);

/* Makes the scene of two bodies in the same way; the room must stay where it is. */
void bms_exact_scene_of_boxes(bms_exact_scene *scene, bms_exact_arenas *arenas, const bms_body *a, const bms_body *b);

/* Makes the scene of two bodies that stay where they are at one time. */
void bms_exact_scene_at(bms_exact_scene *scene, bms_exact_arenas *arenas, const bms_body *a, const bms_body *b,
                        double t);

/* Makes the scene of a half-space and a body; its gap is axis 0. */
void bms_exact_scene_of_half_space(bms_exact_scene *scene, bms_exact_arenas *arenas, const bms_half_space *half_space,
                                   const bms_body *b);

/* Returns true if the room was too small; whatever was computed since then means nothing. */
bool bms_exact_scene_exhausted(const bms_exact_scene *scene);

/* The gap along an axis over all times; until the gap along another one is asked for. */
const bms_exact_gap *bms_exact_scene_gap(bms_exact_scene *scene, int axis);

/* Returns true if an axis is the zero vector for ever. */
bool bms_exact_scene_axis_vanishes(bms_exact_scene *scene, int axis);

/* Returns the gap where the terms have these signs: one polynomial, the plane. */
bms_exact_polynomial bms_exact_plane(bms_exact_arena *arena, const bms_exact_gap *gap, const int sign[BMS_EXACT_TERMS]);

/* The view along an axis at one time. */
typedef struct bms_exact_look {
  int gap;   /* the sign of the gap */
  bool null; /* the axis is the zero vector (and its gap 0) */
  bms_axis_signs signs;
  bms_exact_polynomial plane; /* the gap with these signs; in the scratch arena */
} bms_exact_look;

/* Checks along an axis at a time; may refine it, and moves its ends in the scratch arena.  For a half-space the
 * distance counts as positive. */
bms_exact_look bms_exact_scene_look(bms_exact_scene *scene, int axis, bms_exact_root *time);

/* Checks along an axis whose gap is known to be 0 at the time. */
bms_exact_look bms_exact_scene_look_at_zero(bms_exact_scene *scene, int axis, bms_exact_root *time);

/* Returns the axes along which doubles do not see at a time that the gap is negative.  *apart is one along which they
   see that it is positive, or -1.  May refine the time. */
unsigned bms_exact_scene_doubtful(bms_exact_scene *scene, bms_exact_root *time, int *apart);

/* Returns the axis of a set along which the gap at the dyadic number of `time` is the greatest, if that is positive,
   else -1.  Then `touching` has bit k set if axis k is not the zero vector and its gap is 0, and signs[k] the signs
   along it.  No polynomials are made: all is computed for that one time. */
int bms_exact_scene_greatest(bms_exact_scene *scene, const bms_exact_root *time, unsigned axes, unsigned *touching,
                             bms_axis_signs *signs);

#endif /* BMS_EXACT_SCENE_H */
