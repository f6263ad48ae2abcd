/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Another obstacle in the place of one.
 *
 * The tree keeps its form: the box of the new obstacle takes the leaf of the old one, and the nodes above are fitted.
 * So answers stay right wherever it goes; nodes whose obstacles have gone far apart are merely larger than in a new
 * tree.
 */

#include "numeric/arithmetic.h"

#include "arm/chain.h"
#include "arm/placed_shape.h"
#include "scene/scene.h"

/* Returns the number of an obstacle among the scene's, or -1: shapes of obstacles rise. */
static int obstacle_of(const bms_scene *scene, int shape) {
  int low = 0, high = scene->obstacle_count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (scene->obstacle[middle] < shape)
      low = middle + 1;
    else
      high = middle;
  }
  return low < scene->obstacle_count && scene->obstacle[low] == shape ? low : -1;
}

/* Returns true if the one can take the place of the other. */
static bool fits(const bms_scene *scene, int shape, const bms_placed_shape *obstacle) {
  if (shape < 0 || shape >= scene->chain.shape_count || obstacle->link != BMS_WORLD) return false;
  return scene_is_plane(obstacle) == scene_is_plane(&scene->chain.shape[shape]) &&
         bms_chain_shape_is_valid(&scene->chain, obstacle);
}

static void move_plane(bms_scene *scene, int shape) {
  scene_plane *plane = &scene->plane[scene->shape[shape].plane];
  plane->size = bms_placed_plane(&scene->chain.shape[shape], plane->normal, &plane->offset);
  if (!(plane->size < SCENE_GREATEST_SIZE)) scene->is_moderate = false;
}

static void move_box(bms_scene *scene, int shape, int number) {
  obstacle_bounds bounds;
  scene_place_obstacle(&scene->chain.shape[shape], &scene->shape[shape]);
  if (!(scene->shape[shape].size < SCENE_GREATEST_SIZE)) scene->is_moderate = false;
  scene_bound_obstacle(scene, number, &bounds);
  obstacle_tree_move(&scene->tree, &bounds);
}

int bms_scene_set_obstacle(bms_scene *scene, int shape, const bms_placed_shape *obstacle) {
  int number = fits(scene, shape, obstacle) ? obstacle_of(scene, shape) : -1;
  if (number < 0) return -1;
  ((bms_placed_shape *)scene->chain.shape)[shape] = *obstacle; /* the scene's own copy */
  if (scene_is_plane(obstacle))
    move_plane(scene, shape);
  else
    move_box(scene, shape, number);
  for (int m = 0; m < scene->mover_count; m++)
    scene_leave_out(scene, m, number, !bms_chain_looks_at(&scene->chain, shape, scene->view[m].b));
  return 0;
}
