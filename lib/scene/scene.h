/* SPDX-License-Identifier: BSD-3-Clause */

/* A scene as questions read it, and what a thread writes meanwhile. */

#ifndef BMS_SCENE_SCENE_H
#define BMS_SCENE_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "arm/chain.h"
#include "bms_scene.h"
#include "numeric/lanes.h"
#include "scene/obstacle_tree.h"

/* ------------------------------------------------------------------ what queries read */

/* A joint that is not fixed, with all links that are fixed to what it carries.  Its frame has the joint's axis along
   z. */
typedef struct scene_body {
  int parent; /* a body of a lower index, or BMS_WORLD */
  bool turns;
  int variable;
  double frame[3][4]; /* where the joint is at 0, in the parent's frame */
  int link_count;     /* that the frame is the product of */
} scene_body;

/* A link's pose: in a body's frame, or in the world. */
typedef struct scene_carrier {
  int body;
  double frame[3][4];
  double length;  /* of the ways along the chain */
  int link_count; /* since the body */
} scene_carrier;

/* A shape of the chain, in its body's frame or in the world: a box around its core, grown by a radius. */
typedef struct scene_shape {
  int body; /* or BMS_WORLD: an obstacle */
  double frame[3][4];
  int link_count; /* that are fixed between the body and the shape */
  double half[3];
  double radius;    /* that the core is grown by, as the shape is */
  double reach;     /* of the ball around the core's box */
  double inner;     /* the ball of this radius about the middle is part of the shape; negative: none is known */
  double size;      /* no coordinate that its place is computed from is greater: lengths along the chain, and itself */
  bool is_round;    /* the core is a cylinder about the box's third axis */
  bool is_exact;    /* the box is the core */
  bool is_straight; /* the frame's rotation is none */
  bool is_point;    /* the core is one, so its axes decide nothing */
  int plane;        /* among the scene's, if it is a half-space; else -1 */
} scene_shape;

/* An obstacle that is a half-space: x is in it where normal . x <= offset. */
typedef struct scene_plane {
  int obstacle;
  double normal[3], offset;
  double size; /* the offset is a sum of such terms */
} scene_plane;

/* A joint between two shapes. */
typedef struct scene_step {
  int variable;
  bool turns;
  double reach; /* no point of the shape's core gets farther from its axis; the addition of prismatic joints in between
                   comes on top */
} scene_step;

/* A moving shape b as seen from another one, or from the world: the joints in between, from b outwards. */
typedef struct scene_view {
  int a; /* a shape, or BMS_WORLD */
  int b;
  int first_step, step_count;
  int first_member, member_count; /* of hulls: the views between their shapes; 0 members otherwise */
  int same_count;                 /* of movers: how many views there are of b from shapes of a's group, if this is the
                                     first of them */
} scene_view;

/* Shapes, or pairs of them, from which on a hull is asked first. */
enum { SCENE_MANY = 3 };

/* The moving shapes of one body. */
typedef struct scene_group {
  int whole; /* the shape that holds them all: a hull, or the only one; -1: none */
  int first_member, member_count;
} scene_group;

struct bms_scene {
  bms_chain chain; /* points to copies */
  int body_count;
  scene_body *body;
  scene_carrier *carrier; /* of each link */
  scene_shape *shape;     /* for each shape of the chain, then for each hull */
  int mover_count;        /* shapes that joints move */
  int *mover;             /* these shapes, in their order */
  int hull_count;
  int group_count;
  scene_group *group;
  int *member;    /* shapes, group by group */
  int view_count; /* from the world, one for each mover in their order, then for each hull; then the ones of movers from
                     each other, group by group, and of hulls from hulls */
  scene_view *view;
  int pair_view_count; /* with which all pairs of movers are checked */
  int *pair_view;
  int *mover_of_shape; /* -1: none */
  int step_count;
  scene_step *step;
  int obstacle_links; /* that are fixed between the world and a shape: the most */
  int obstacle_count;
  int *obstacle; /* shapes of the chain that no joint moves, or moved when the scene was made: it is left out then */
  bms_chain_side *obstacle_side; /* of each: what decides with which movers it is checked */
  obstacle_tree tree;
  int plane_count; /* obstacles that are not in the tree */
  scene_plane *plane;
  size_t left_out_row; /* bytes for each mover */
  uint8_t *left_out;   /* a bit for each obstacle in the row of a mover: the two are left out */
  bool has_mesh;       /* a shape that can move is a mesh */
  bool is_moderate;    /* sizes are such that no product of them is infinite */
  double mean_reach;   /* of the groups */
};

/* ------------------------------------------------------------------ what a question writes */

/* Eight configurations, in two times four lanes. */
enum { EDGE_BLOCKS = 2, EDGE_KNOTS = 8, EDGE_PARTS = 7 };

/* Parts of a short edge, which is checked in four configurations. */
enum { EDGE_FEW_PARTS = 3 };

/* A frame at four knots: the columns of its rotation, and its origin. */
typedef struct edge_frame {
  lanes axis[3][3];
  lanes origin[3];
} edge_frame;

/* How much two shapes move against each other in a unit of time: see edge_rates.c. */
typedef struct edge_rate {
  double turn, turn_bend; /* of directions: first and second derivative */
  double speed, bend;     /* of points */
  double turn_rounding;   /* of a direction */
  double rounding;        /* in length, of anything that is computed from their places */
} edge_rate;

/* Two shapes that are not known to be apart, by a view and what is seen. */
typedef struct edge_pair {
  int view;
  int obstacle;   /* -1: the two shapes of the view */
  unsigned parts; /* bit k: between knots k and k + 1; bits 0 ... 6 */
  bool is_near;   /* so near that checking shorter parts is not worth it */
  double meets;   /* about the time at which the two come near, if known; else HUGE_VAL */
} edge_pair;

/* Two shapes of the chain, and what the solver has found out about them in this question. */
typedef struct edge_hint {
  int a, b;
  bms_pair_hint hint;
} edge_hint;

/* Pairs of which that is kept. */
enum { EDGE_HINTS = 32 };

/* Levels of parts within parts, and pairs of movers and obstacles that are kept on one; in addition there is room for
   all views. */
enum { EDGE_LEVELS = 7, EDGE_PAIRS = 512 };

/* An interval of the move, checked in as many configurations as it has parts, and one. */
typedef struct edge_level {
  int parts; /* EDGE_PARTS or EDGE_FEW_PARTS */
  double time[EDGE_KNOTS];
  double half;        /* of the longest part */
  unsigned overlaps;  /* bit k: at knot k two shapes overlap */
  bool ends_at_start; /* a pair that overlaps at the first knot ends the look */
  int pair_count;
  edge_pair *pair;
  bool *asks_tree;                /* for each mover and hull: obstacles that it may meet are not among the pairs */
  bool any_asks;                  /* one of them does */
  bool *is_crowded;               /* for each mover: too many obstacles are near, so the solver checks all */
  bool any_crowded;               /* one of them is */
  unsigned far_parts, near_parts; /* on which pairs are open that are not near, and that are */
} edge_level;

struct bms_scene_workspace {
  void *memory;
  edge_frame (*body)[EDGE_BLOCKS];
  edge_frame (*mover)[EDGE_BLOCKS];
  lanes (*value)[EDGE_BLOCKS]; /* of variables */
  lanes (*sine)[EDGE_BLOCKS], (*cosine)[EDGE_BLOCKS];
  bool *needs_body;            /* bodies that are to be placed */
  bool *is_placed, *is_turned; /* movers and hulls whose origins are known, and their axes */
  edge_rate *rate;             /* for each view */
  bool *is_rated;              /* the rate is known */
  double (*carried)[2];        /* for each body: roundings of its rotation, and how far joints slide on the way to it */
  int term_count;              /* of the move's polynomials: all others are zero; at least 2 */
  double (*joint)[3];          /* for each variable: bounds of value, rate and its derivative, over the move */
  unsigned char *last_axis;    /* for each view: that kept the two apart */
  int hint_count;
  edge_hint hint[EDGE_HINTS];       /* of this question */
  edge_pair last_contact;           /* that was found to overlap; view -1: none */
  double (*linear)[BMS_MOVE_TERMS]; /* the move between two configurations */
  double (*still)[BMS_MOVE_TERMS];  /* the configuration at the start of a move */
  edge_level level[EDGE_LEVELS];
};

/* ------------------------------------------------------------------ parts */

/* Fill in bodies and shapes, and groups (scene_bodies.c, scene_groups.c).  Return false if memory is short. */
bool scene_make_bodies(bms_scene *scene);
bool scene_make_groups(bms_scene *scene);

/* Makes the views.  If `old` is not NULL it has the views of shapes that are not in `changed`, a rising list. */
bool scene_make_views(bms_scene *scene, const bms_scene *old, const int *changed, int changed_count);

/* Lists the movers, and makes their groups and views; the rows of movers that are left out are copied from `old`, if it
   has them and the chain's shape is not among the `changed`, which rise (scene.c).  On failure what has been made is
   freed by scene_free_movers(). */
bool scene_make_movers(bms_scene *scene, const bms_scene *old, const int *changed, int changed_count);
void scene_free_movers(bms_scene *scene);

/* Notes for a mover whether it and an obstacle are left out, by the rules of the chain. */
void scene_find_left_out(bms_scene *scene, int mover, int obstacle);

/* Returns memory for a workspace of the scene that a call of scene_take_memory() makes it use; NULL if memory is
   short. */
void *scene_workspace_memory(const bms_scene *scene);
void scene_take_memory(const bms_scene *scene, bms_scene_workspace *workspace, void *memory);

/* Returns how far a shape reaches from its centre along coordinate r of its body's frame or the world, with the
   roundings of its frame (scene_bodies.c). */
double scene_shape_reach(const scene_shape *shape, int r);

/* Turns coordinates in the frame of a body's parent into those in its own, with its joint at 0 (scene_views.c). */
void scene_from_parent(const scene_body *body, double x[3]);

/* Fills in a shape of the chain that is no half-space (scene_bodies.c). */
void scene_place_shape(const bms_scene *scene, const bms_placed_shape *placed, scene_shape *shape);

/* Computes the bounds of an obstacle that is no half-space (scene.c). */
void scene_bound_obstacle(const bms_scene *scene, int obstacle, obstacle_bounds *bounds);

/* The greatest size for which products of three are not infinite. */
#define SCENE_GREATEST_SIZE 1e30

static inline bool scene_is_plane(const bms_placed_shape *placed) {
  return placed->mesh == NULL && placed->convex.core == BMS_CORE_HALF_SPACE;
}

/* Returns true if the two are checked. */
static inline bool scene_looks_at(const bms_scene *scene, int mover, int obstacle) {
  uint8_t byte = scene->left_out[(size_t)mover * scene->left_out_row + (size_t)obstacle / 8];
  return (byte >> (obstacle % 8) & 1) == 0;
}

/* Notes whether the two are left out. */
static inline void scene_leave_out(bms_scene *scene, int mover, int obstacle, bool left_out) {
  uint8_t mask = (uint8_t)(1u << (obstacle % 8));
  uint8_t *byte = &scene->left_out[(size_t)mover * scene->left_out_row + (size_t)obstacle / 8];
  *byte = (uint8_t)(left_out ? *byte | mask : *byte & ~mask);
}

/* Returns how many movers and hulls there are. */
static inline int scene_asker_count(const bms_scene *scene) {
  return scene->mover_count + scene->hull_count;
}

/* Returns true if a question about the move can be answered (scene_contact.c). */
bool scene_question_is_valid(const bms_scene *scene, const bms_move *move, double tolerance);

/* Prepares the rates of all views over [t0, t1] (edge_rates.c).  Returns false if an angle or a rate is too great
   for the proof in lanes. */
bool edge_find_rates(const bms_scene *scene, bms_scene_workspace *workspace, const bms_move *move, double t0,
                     double t1);

/* Returns the rate of a view. */
const edge_rate *edge_rate_of(const bms_scene *scene, bms_scene_workspace *workspace, int view);

#endif /* BMS_SCENE_SCENE_H */
