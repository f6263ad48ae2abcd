/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The movers of each body, and a hull around those that are more than one: an axis-aligned box in the body's frame.
 *
 * All shapes of a hull are apart from what the hull is apart from; so an arm of many spheres is asked link by link.  A
 * hull never counts as overlapping anything, as no part of it is known to be one of a shape.
 */

#include "numeric/arithmetic.h"

#include <math.h>
#include <stdlib.h>

#include "arm/chain.h"
#include "numeric/vector.h"
#include "scene/scene.h"

/* Widens a hull for the roundings of its bounds. */
static const double HULL_ERROR = 0x1p-30;

/* Computes the bounds of a shape in its body's frame. */
static void bound_shape(const scene_shape *shape, int r, double *min, double *max) {
  double reach = scene_shape_reach(shape, r) * (1 + HULL_ERROR);
  *min = bms_min(*min, shape->frame[r][3] - reach);
  *max = bms_max(*max, shape->frame[r][3] + reach);
}

/* Sets the hull of some shapes of a body. */
static void make_hull(const bms_scene *scene, const int *member, int count, int body, scene_shape *hull) {
  double size = 0;
  *hull = (scene_shape){.body = body, .inner = -1, .plane = -1, .is_straight = true};
  for (int r = 0; r < 3; r++) {
    double min = INFINITY, max = -INFINITY;
    for (int i = 0; i < count; i++) {
      const scene_shape *shape = &scene->shape[member[i]];
      bound_shape(shape, r, &min, &max);
      size = bms_max(size, shape->size);
      if (shape->link_count > hull->link_count) hull->link_count = shape->link_count;
    }
    hull->frame[r][r] = 1;
    hull->frame[r][3] = 0.5 * min + 0.5 * max;
    hull->half[r] = (0.5 * max - 0.5 * min) * (1 + HULL_ERROR);
  }
  hull->reach = bms_length(hull->half) * (1 + HULL_ERROR) + BMS_CHAIN_LEAST_LENGTH;
  hull->size = size + 2 * hull->reach;
}

/* Makes the group of a body, if it has shapes. */
static void add_group(bms_scene *scene, int body) {
  scene_group *group = &scene->group[scene->group_count];
  int first = group->first_member = scene->group_count == 0 ? 0 : group[-1].first_member + group[-1].member_count;
  group->member_count = 0;
  for (int m = 0; m < scene->mover_count; m++)
    if (scene->shape[scene->mover[m]].body == body) scene->member[first + group->member_count++] = scene->mover[m];
  if (group->member_count == 0) return;
  scene->group_count++;
  group->whole = group->member_count == 1 ? scene->member[first] : -1;
  if (group->member_count < SCENE_MANY) return;
  group->whole = scene->chain.shape_count + scene->hull_count;
  scene->mover_of_shape[group->whole] = scene_asker_count(scene);
  scene->hull_count++;
  make_hull(scene, scene->member + first, group->member_count, body, &scene->shape[group->whole]);
}

bool scene_make_groups(bms_scene *scene) {
  scene->group = malloc(((size_t)scene->body_count + 1) * sizeof *scene->group);
  scene->member = malloc(((size_t)scene->mover_count + 1) * sizeof *scene->member);
  if (scene->group == NULL || scene->member == NULL) return false;
  for (int i = 0; i < scene->body_count; i++) add_group(scene, i);
  for (int i = 0; i < scene->group_count; i++) {
    const scene_group *group = &scene->group[i];
    const scene_shape *shape = &scene->shape[group->whole >= 0 ? group->whole : scene->member[group->first_member]];
    scene->mean_reach += (shape->reach + shape->radius) / scene->group_count;
  }
  return true;
}
