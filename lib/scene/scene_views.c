/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Views of moving shapes: the joints between a shape and the one that it is seen from, and how far each can move it.
 *
 * A ball around the box of the core, in its body's frame, is taken from joint to joint outwards.  About a joint's axis
 * z it stays in the ball around (0, 0, z) of a radius that is larger by its distance from the axis, and no point of it
 * gets farther from the axis than that radius; along it, it stays as it is, and what the joint slides is added when the
 * move is known.  For the shape's own joint the farthest corner is taken.
 */

#include "numeric/arithmetic.h"

#include <math.h>
#include <stdlib.h>

#include "arm/chain.h"
#include "numeric/vector.h"
#include "scene/scene.h"
#include "scene/scene_meet.h"

/* Swallows the roundings of a reach. */
static const double REACH_ERROR = 0x1p-30;

typedef struct ball {
  double centre[3];
  double radius;
} ball;

static void to_parent(const scene_body *body, double x[3]) {
  double y[3];
  for (int r = 0; r < 3; r++) y[r] = bms_dot(body->frame[r], x) + body->frame[r][3];
  for (int r = 0; r < 3; r++) x[r] = y[r];
}

void scene_from_parent(const scene_body *body, double x[3]) {
  double y[3];
  for (int r = 0; r < 3; r++) y[r] = x[r] - body->frame[r][3];
  for (int c = 0; c < 3; c++) x[c] = body->frame[0][c] * y[0] + body->frame[1][c] * y[1] + body->frame[2][c] * y[2];
}

/* Returns the greatest distance of a corner from the z axis. */
static double own_reach(const scene_shape *shape) {
  double most = BMS_CHAIN_LEAST_LENGTH;
  for (int corner = 0; corner < 8; corner++) {
    double x[2];
    for (int r = 0; r < 2; r++) {
      x[r] = shape->frame[r][3];
      for (int c = 0; c < 3; c++) x[r] += (corner >> c & 1 ? 1 : -1) * shape->frame[r][c] * shape->half[c];
    }
    most = bms_max(most, sqrt(x[0] * x[0] + x[1] * x[1]));
  }
  return most;
}

/* Takes the ball past a joint, as a step of the view. */
static void add_step(bms_scene *scene, const scene_body *body, double known, ball *around) {
  double *c = around->centre;
  scene_step step = {body->variable, body->turns, 1};
  if (body->turns) {
    around->radius = (sqrt(c[0] * c[0] + c[1] * c[1]) + around->radius) * (1 + REACH_ERROR) + BMS_CHAIN_LEAST_LENGTH;
    step.reach = bms_min(around->radius, known) * (1 + REACH_ERROR);
    c[0] = c[1] = 0;
  }
  scene->step[scene->step_count++] = step;
}

/* Adds the view of b from a. */
static void add_view(bms_scene *scene, int a, int b) {
  const scene_shape *shape = &scene->shape[b];
  int from = a == BMS_WORLD ? BMS_WORLD : scene->shape[a].body, to = shape->body;
  ball around = {{shape->frame[0][3], shape->frame[1][3], shape->frame[2][3]}, shape->reach};
  scene_view *view = &scene->view[scene->view_count++];
  *view = (scene_view){.a = a, .b = b, .first_step = scene->step_count};
  int meeting = from;
  for (int i = to; i != meeting;) {
    int *higher = i > meeting ? &i : &meeting;
    *higher = scene->body[*higher].parent;
  }
  for (int i = to; i != meeting; i = scene->body[i].parent) {
    add_step(scene, &scene->body[i], i == to ? own_reach(shape) : INFINITY, &around);
    to_parent(&scene->body[i], around.centre);
  }
  /* Downwards on the other side, from the meeting place to a's body. */
  for (int above = meeting; above != from;) {
    int next = from;
    while (scene->body[next].parent != above) next = scene->body[next].parent;
    scene_from_parent(&scene->body[next], around.centre);
    add_step(scene, &scene->body[next], INFINITY, &around);
    above = next;
  }
  view->step_count = scene->step_count - view->first_step;
}

/* ------------------------------------------------------------------ views that are known */

/* The views of a scene before an edit.  Those of shapes that have not changed come in the same order afterwards. */
typedef struct known_views {
  const bms_scene *old; /* or NULL */
  const int *changed;   /* shapes, rising */
  int changed_count;
  int next; /* the first view that may be of a pair to come */
} known_views;

static bool has_changed(const known_views *known, int shape) {
  int low = 0, high = known->changed_count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (known->changed[middle] < shape)
      low = middle + 1;
    else
      high = middle;
  }
  return low < known->changed_count && known->changed[low] == shape;
}

static void copy_view(bms_scene *scene, const bms_scene *old, const scene_view *from) {
  scene_view *view = &scene->view[scene->view_count++];
  *view = (scene_view){.a = from->a, .b = from->b, .first_step = scene->step_count, .step_count = from->step_count};
  for (int i = 0; i < from->step_count; i++) scene->step[scene->step_count++] = old->step[from->first_step + i];
}

/* Returns the next view of two movers that have not changed, or NULL. */
static const scene_view *next_known(known_views *known) {
  const bms_scene *old = known->old;
  for (; known->next < old->view_count; known->next++) {
    const scene_view *view = &old->view[known->next];
    bool is_of_wholes = view->member_count > 0;
    if (!is_of_wholes && !has_changed(known, view->a) && !has_changed(known, view->b)) return view;
  }
  return NULL;
}

/* ------------------------------------------------------------------ pairs */

static bool sees(const bms_scene *scene, int a, int b) {
  const bms_placed_shape *placed = scene->chain.shape;
  return placed[a].link < placed[b].link && bms_chain_looks_at(&scene->chain, a, b);
}

/* Adds the view of b from a, unless the two are not checked or never meet. */
static void add_pair(bms_scene *scene, known_views *known, int a, int b) {
  if (known->old == NULL || has_changed(known, a) || has_changed(known, b)) {
    if (sees(scene, a, b) && !scene_never_meet(scene, a, b)) add_view(scene, a, b);
    return;
  }
  const scene_view *view = next_known(known);
  if (view == NULL || view->a != a || view->b != b) return;
  copy_view(scene, known->old, view);
  known->next++;
}

/* Adds the views of one group's shapes from another's; if they are many also the wholes' view, which are checked
   first. */
static void add_group_views(bms_scene *scene, known_views *known, const scene_group *of_a, const scene_group *of_b) {
  int first = scene->view_count;
  for (int i = 0; i < of_b->member_count; i++) {
    int b = scene->member[of_b->first_member + i], first_of_b = scene->view_count;
    for (int k = 0; k < of_a->member_count; k++) {
      add_pair(scene, known, scene->member[of_a->first_member + k], b);
    }
    if (scene->view_count > first_of_b) scene->view[first_of_b].same_count = scene->view_count - first_of_b;
  }
  int count = scene->view_count - first;
  if (count < SCENE_MANY || of_a->whole < 0 || of_b->whole < 0) {
    for (int i = 0; i < count; i++) scene->pair_view[scene->pair_view_count++] = first + i;
    return;
  }
  scene->pair_view[scene->pair_view_count++] = scene->view_count;
  add_view(scene, of_a->whole, of_b->whole);
  scene->view[scene->view_count - 1].first_member = first;
  scene->view[scene->view_count - 1].member_count = count;
}

/* Counts the views there can be: of askers from the world, of movers from movers, of hulls from hulls. */
static size_t most_views(const bms_scene *scene, const known_views *known) {
  size_t groups = (size_t)scene->group_count, views = (size_t)scene_asker_count(scene) + groups * groups;
  if (known->old != NULL)
    return views + (size_t)known->old->view_count + (size_t)known->changed_count * (size_t)scene->mover_count;
  for (int b = 0; b < scene->mover_count; b++)
    for (int a = 0; a < scene->mover_count; a++) views += sees(scene, scene->mover[a], scene->mover[b]);
  return views;
}

bool scene_make_views(bms_scene *scene, const bms_scene *old, const int *changed, int changed_count) {
  known_views known = {old, changed, changed_count, old == NULL ? 0 : scene_asker_count(old)};
  size_t views = most_views(scene, &known);
  scene->view = malloc((views + 1) * sizeof *scene->view);
  scene->pair_view = malloc((views + 1) * sizeof *scene->pair_view);
  scene->step = malloc((views * (size_t)scene->body_count + 1) * sizeof *scene->step);
  if (scene->view == NULL || scene->pair_view == NULL || scene->step == NULL) return false;
  for (int m = 0; m < scene->mover_count; m++) add_view(scene, BMS_WORLD, scene->mover[m]);
  for (int k = 0; k < scene->hull_count; k++) add_view(scene, BMS_WORLD, scene->chain.shape_count + k);
  for (int b = 0; b < scene->group_count; b++)
    for (int a = 0; a < scene->group_count; a++)
      if (a != b) add_group_views(scene, &known, &scene->group[a], &scene->group[b]);
  return true;
}
