/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Shapes in the place of others.
 *
 * The tree of obstacles keeps its form: the box of a new obstacle takes the leaf of the old one, and the nodes above
 * are fitted.  So answers stay right wherever it goes; nodes whose obstacles have gone far apart are merely larger than
 * in a new tree.  A shape that was an obstacle when the scene was made keeps its number and its leaf for good: while it
 * moves, or is a half-space, the leaf has no place, and while it moves the number is left out for all movers.
 *
 * Everything that depends on the moving shapes is made again, but the rows of what is left out.
 */

#include "numeric/arithmetic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* Returns true if the chain's joints move a link. */
static bool moves(const bms_scene *scene, int link) {
  return link != BMS_WORLD && scene->carrier[link].body != BMS_WORLD;
}

static bool has_leaf(const bms_scene *scene, int number) {
  return scene->tree.count > 0 && scene->tree.place[number] >= 0;
}

/* Returns true if a shape can take the place of another.  Whether its object exists is not checked here. */
static bool fits(const bms_scene *scene, int shape, const bms_placed_shape *placed) {
  if (shape < 0 || shape >= scene->chain.shape_count) return false;
  if (placed->link < BMS_WORLD || placed->link >= scene->chain.link_count) return false;
  if (moves(scene, placed->link)) return true;
  int number = obstacle_of(scene, shape);
  return number >= 0 && (scene_is_plane(placed) || has_leaf(scene, number));
}

/* ------------------------------------------------------------------ obstacles */

/* Sets the leaf of an obstacle, if it has one: its box, or no place if it is a half-space or moves. */
static void set_leaf(bms_scene *scene, int number, bool has_place) {
  obstacle_bounds bounds = {
      .min = {INFINITY, INFINITY, INFINITY}, .max = {-INFINITY, -INFINITY, -INFINITY}, .obstacle = number};
  if (!has_leaf(scene, number)) return;
  if (has_place) scene_bound_obstacle(scene, number, &bounds);
  obstacle_tree_move(&scene->tree, &bounds);
}

/* Takes an obstacle out of the list of half-spaces, if it is there. */
static void drop_plane(bms_scene *scene, int shape) {
  int plane = scene->shape[shape].plane, last = scene->plane_count - 1;
  if (!scene_is_plane(&scene->chain.shape[shape])) return;
  scene->plane[plane] = scene->plane[last];
  scene->shape[scene->obstacle[scene->plane[plane].obstacle]].plane = plane;
  scene->plane_count--;
}

/* Adds an obstacle to the list of half-spaces. */
static void add_plane(bms_scene *scene, int shape, int number) {
  scene_plane *plane = &scene->plane[scene->plane_count];
  scene->shape[shape] = (scene_shape){.body = BMS_WORLD, .plane = scene->plane_count++};
  plane->obstacle = number;
  plane->size = bms_placed_plane(&scene->chain.shape[shape], plane->normal, &plane->offset);
  if (!(plane->size < SCENE_GREATEST_SIZE)) scene->is_moderate = false;
}

/* Puts a valid shape in the place of another; what depends on movers is left to the caller. */
static void put(bms_scene *scene, int shape, const bms_placed_shape *placed) {
  int number = obstacle_of(scene, shape);
  bool is_plane = scene_is_plane(placed), stands = !moves(scene, placed->link);
  drop_plane(scene, shape);
  ((bms_placed_shape *)scene->chain.shape)[shape] = *placed; /* the scene's own copy */
  if (is_plane) {
    add_plane(scene, shape, number);
  } else {
    scene_shape *place = &scene->shape[shape];
    scene_place_shape(scene, placed, place);
    if (!(place->size < SCENE_GREATEST_SIZE)) scene->is_moderate = false;
    if (stands && place->link_count > scene->obstacle_links) scene->obstacle_links = place->link_count;
  }
  if (number < 0) return;
  scene->obstacle_side[number] = (bms_chain_side){placed->link, placed->object};
  set_leaf(scene, number, stands && !is_plane);
}

int bms_scene_set_obstacle(bms_scene *scene, int shape, const bms_placed_shape *obstacle) {
  bool fit = fits(scene, shape, obstacle) && obstacle->link == BMS_WORLD && scene->mover_of_shape[shape] < 0;
  if (!fit || !bms_chain_shape_is_valid(&scene->chain, obstacle)) return -1;
  put(scene, shape, obstacle);
  int number = obstacle_of(scene, shape);
  for (int m = 0; m < scene->mover_count; m++) scene_find_left_out(scene, m, number);
  return 0;
}

/* ------------------------------------------------------------------ movers */

/* An edit of several shapes, and what it takes to go back. */
typedef struct edit {
  bms_scene *scene, old;
  int count;
  int *shape;               /* [count], rising */
  bms_placed_shape *placed; /* [count]: before the edit */
  scene_shape *hull;        /* before the edit */
  unsigned char *allowed;   /* the new matrix, if there is one */
  void **memory;            /* new memory of workspaces */
} edit;

static int compare_numbers(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static bool edit_begin(edit *e, bms_scene *scene, const int *shape, int count, size_t allowed_size, int workspaces) {
  *e = (edit){.scene = scene, .old = *scene, .count = count};
  e->shape = malloc(((size_t)count + 1) * sizeof *e->shape);
  e->placed = malloc(((size_t)count + 1) * sizeof *e->placed);
  e->hull = malloc(((size_t)scene->hull_count + 1) * sizeof *e->hull);
  e->allowed = malloc(allowed_size + 1);
  e->memory = calloc((size_t)workspaces + 1, sizeof *e->memory);
  if (e->shape == NULL || e->placed == NULL || e->hull == NULL || e->allowed == NULL || e->memory == NULL) return false;
  for (int i = 0; i < count; i++) e->shape[i] = shape[i];
  qsort(e->shape, (size_t)count, sizeof *e->shape, compare_numbers);
  for (int i = 0; i < count; i++) e->placed[i] = scene->chain.shape[e->shape[i]];
  memcpy(e->hull, scene->shape + scene->chain.shape_count, (size_t)scene->hull_count * sizeof *e->hull);
  return true;
}

static void edit_end(edit *e) {
  free(e->shape);
  free(e->placed);
  free(e->hull);
  free(e->memory);
  free(e->allowed);
}

/* Lists the movers: old movers that are no shapes of the edit, and shapes of the edit that move. */
static bool list_movers(edit *e) {
  bms_scene *scene = e->scene;
  const bms_scene *old = &e->old;
  scene->mover = malloc(((size_t)old->mover_count + (size_t)e->count + 1) * sizeof *scene->mover);
  scene->mover_count = 0;
  for (int m = 0; m < old->mover_count; m++) scene->mover_of_shape[old->mover[m]] = -1;
  for (int m = 0, i = 0; scene->mover != NULL && (m < old->mover_count || i < e->count);) {
    bool is_of_edit = i < e->count && (m == old->mover_count || e->shape[i] <= old->mover[m]);
    int shape = is_of_edit ? e->shape[i] : old->mover[m];
    m += m < old->mover_count && old->mover[m] == shape;
    i += is_of_edit;
    if (!is_of_edit || moves(scene, scene->chain.shape[shape].link)) scene->mover[scene->mover_count++] = shape;
  }
  return scene->mover != NULL;
}

/* Makes all that depends on the movers. */
static bool make_movers(edit *e) {
  bms_scene *scene = e->scene;
  scene->hull_count = scene->group_count = scene->view_count = scene->pair_view_count = scene->step_count = 0;
  scene->mean_reach = 0;
  scene->group = NULL;
  scene->member = NULL;
  scene->view = NULL;
  scene->pair_view = NULL;
  scene->step = NULL;
  scene->left_out = NULL;
  if (!list_movers(e) || !scene_make_movers(scene, &e->old, e->shape, e->count)) return false;
  for (int i = 0; i < e->count; i++) {
    int number = obstacle_of(scene, e->shape[i]);
    for (int m = 0; number >= 0 && m < scene->mover_count; m++) scene_find_left_out(scene, m, number);
  }
  return true;
}

/* Puts everything back that the edit has changed. */
static void take_back(edit *e) {
  bms_scene *scene = e->scene, *old = &e->old;
  for (int m = 0; m < scene->mover_count; m++) scene->mover_of_shape[scene->mover[m]] = -1;
  scene_free_movers(scene);
  for (int i = 0; i < e->count; i++) put(scene, e->shape[i], &e->placed[i]);
  old->plane_count = scene->plane_count;
  old->obstacle_links = scene->obstacle_links;
  *scene = *old;
  for (int m = 0; m < scene->mover_count; m++) scene->mover_of_shape[scene->mover[m]] = m;
  memcpy(scene->shape + scene->chain.shape_count, e->hull, (size_t)scene->hull_count * sizeof *e->hull);
  for (int k = 0; k < scene->hull_count; k++)
    scene->mover_of_shape[scene->chain.shape_count + k] = scene->mover_count + k;
}

static bool is_valid(const bms_scene *scene, const int *shape, const bms_placed_shape *placed, int count,
                     const bms_chain *chain) {
  for (int i = 0; i < count; i++)
    if (!fits(scene, shape[i], &placed[i]) || !bms_chain_shape_is_valid(chain, &placed[i])) return false;
  return true;
}

int bms_scene_set_shapes(bms_scene *scene, const int *shape, const bms_placed_shape *placed, int count,
                         int object_count, const unsigned char *allowed, bms_scene_workspace *const *workspace,
                         int workspace_count) {
  bms_chain chain = scene->chain;
  edit e;
  if (allowed != NULL) chain.object_count = object_count;
  size_t size = allowed == NULL ? 0 : bms_allowed_size(object_count);
  bool may_be =
      count >= 0 && (allowed == NULL || (scene->chain.allowed != NULL && object_count >= scene->chain.object_count));
  if (!may_be || !is_valid(scene, shape, placed, count, &chain)) return -1;
  bool good = edit_begin(&e, scene, shape, count, size, workspace_count);
  for (int i = 0; good && i + 1 < count; i++) good = e.shape[i] < e.shape[i + 1];
  if (!good) {
    edit_end(&e);
    return -1;
  }
  if (allowed != NULL) {
    scene->chain.allowed = memcpy(e.allowed, allowed, size);
    scene->chain.object_count = object_count;
  }
  for (int i = 0; i < count; i++) put(scene, shape[i], &placed[i]);
  good = make_movers(&e);
  for (int i = 0; good && i < workspace_count; i++) good = (e.memory[i] = scene_workspace_memory(scene)) != NULL;
  if (!good) {
    take_back(&e);
    for (int i = 0; i < workspace_count; i++) free(e.memory[i]);
    edit_end(&e);
    return -1;
  }
  for (int i = 0; i < workspace_count; i++) scene_take_memory(scene, workspace[i], e.memory[i]);
  if (allowed != NULL) {
    free((void *)e.old.chain.allowed);
    e.allowed = NULL;
  }
  scene_free_movers(&e.old);
  edit_end(&e);
  return 0;
}
