/* SPDX-License-Identifier: BSD-3-Clause */

/* Scenes and workspaces: data made before a query. */

#include "numeric/arithmetic.h"

#include "scene/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arm/chain.h"
#include "arm/placed_shape.h"

/* ------------------------------------------------------------------ scenes */

static void *copy_of(const void *from, int count, size_t size) {
  void *copy = malloc((size_t)count * size + 1);
  if (copy != NULL && count > 0) memcpy(copy, from, (size_t)count * size);
  return copy;
}

static bool copy_chain(bms_scene *scene, const bms_chain *chain) {
  scene->chain = *chain;
  scene->chain.link = copy_of(chain->link, chain->link_count, sizeof *chain->link);
  scene->chain.shape = copy_of(chain->shape, chain->shape_count, sizeof *chain->shape);
  if (chain->allowed != NULL) scene->chain.allowed = copy_of(chain->allowed, 1, bms_allowed_size(chain->object_count));
  return scene->chain.link != NULL && scene->chain.shape != NULL &&
         (chain->allowed == NULL || scene->chain.allowed != NULL);
}

/* ------------------------------------------------------------------ movers */

/* Parts the shapes into movers and obstacles. */
static bool part_shapes(bms_scene *scene) {
  size_t shapes = (size_t)scene->chain.shape_count;
  scene->mover_of_shape = malloc((2 * shapes + 1) * sizeof *scene->mover_of_shape);
  scene->mover = malloc((shapes + 1) * sizeof *scene->mover);
  scene->obstacle = malloc((shapes + 1) * sizeof *scene->obstacle);
  scene->obstacle_side = malloc((shapes + 1) * sizeof *scene->obstacle_side);
  if (scene->mover_of_shape == NULL || scene->mover == NULL || scene->obstacle == NULL || scene->obstacle_side == NULL)
    return false;
  scene->is_moderate = scene->chain.margin < SCENE_GREATEST_SIZE;
  for (int i = 0; i < scene->chain.shape_count; i++) {
    const scene_shape *shape = &scene->shape[i];
    bool moves = shape->body != BMS_WORLD;
    scene->mover_of_shape[i] = -1;
    if (!(shape->size < SCENE_GREATEST_SIZE)) scene->is_moderate = false;
    if (moves) scene->mover[scene->mover_count++] = i;
    if (moves) continue;
    scene->obstacle_side[scene->obstacle_count] =
        (bms_chain_side){scene->chain.shape[i].link, scene->chain.shape[i].object};
    scene->obstacle[scene->obstacle_count++] = i;
    if (shape->link_count > scene->obstacle_links) scene->obstacle_links = shape->link_count;
  }
  scene->left_out_row = ((size_t)scene->obstacle_count + 7) / 8;
  return true;
}

void scene_find_left_out(bms_scene *scene, int mover, int obstacle) {
  int shape = scene->obstacle[obstacle];
  bool moves = scene->mover_of_shape[shape] >= 0;
  bool is_checked = !moves && bms_chain_looks_at(&scene->chain, shape, scene->mover[mover]);
  scene_leave_out(scene, mover, obstacle, !is_checked);
}

/* Finds what is left out of the row of a mover.  Obstacles that follow each other are mostly alike. */
static void fill_row(bms_scene *scene, int mover) {
  const bms_placed_shape *placed = &scene->chain.shape[scene->mover[mover]];
  const bms_chain_side own = {placed->link, placed->object}, *before = NULL;
  bool is_checked = false;
  for (int i = 0; i < scene->obstacle_count; i++) {
    const bms_chain_side *side = &scene->obstacle_side[i];
    bool is_alike = before != NULL && side->link == before->link && side->object == before->object;
    if (!is_alike) is_checked = bms_chain_looks_at_sides(&scene->chain, side, &own);
    before = side;
    bool moves = scene->mover_of_shape[scene->obstacle[i]] >= 0;
    if (!is_checked || moves) scene_leave_out(scene, mover, i, true);
  }
}

static bool make_left_out(bms_scene *scene, const bms_scene *old, const int *changed, int changed_count) {
  scene->left_out = calloc((size_t)scene->mover_count * scene->left_out_row + 1, 1);
  if (scene->left_out == NULL) return false;
  for (int m = 0, before = 0, next = 0; m < scene->mover_count; m++) {
    int shape = scene->mover[m];
    while (old != NULL && before < old->mover_count && old->mover[before] < shape) before++;
    while (next < changed_count && changed[next] < shape) next++;
    bool is_changed = next < changed_count && changed[next] == shape;
    bool is_old = old != NULL && before < old->mover_count && old->mover[before] == shape && !is_changed;
    uint8_t *row = scene->left_out + (size_t)m * scene->left_out_row;
    if (is_old)
      memcpy(row, old->left_out + (size_t)before * scene->left_out_row, scene->left_out_row);
    else
      fill_row(scene, m);
  }
  return true;
}

bool scene_make_movers(bms_scene *scene, const bms_scene *old, const int *changed, int changed_count) {
  scene->has_mesh = false;
  for (int m = 0; m < scene->mover_count; m++) {
    scene->mover_of_shape[scene->mover[m]] = m;
    if (scene->chain.shape[scene->mover[m]].mesh != NULL) scene->has_mesh = true;
  }
  return scene_make_groups(scene) && scene_make_views(scene, old, changed, changed_count) &&
         make_left_out(scene, old, changed, changed_count);
}

void scene_free_movers(bms_scene *scene) {
  free(scene->mover);
  free(scene->group);
  free(scene->member);
  free(scene->view);
  free(scene->pair_view);
  free(scene->step);
  free(scene->left_out);
}

/* ------------------------------------------------------------------ obstacles */

/* Adds an obstacle that is a half-space. */
static void add_plane(bms_scene *scene, int obstacle) {
  int shape = scene->obstacle[obstacle];
  scene->shape[shape].plane = scene->plane_count;
  scene_plane *plane = &scene->plane[scene->plane_count++];
  plane->obstacle = obstacle;
  plane->size = bms_placed_plane(&scene->chain.shape[shape], plane->normal, &plane->offset);
  if (!(plane->size < SCENE_GREATEST_SIZE)) scene->is_moderate = false;
}

void scene_bound_obstacle(const bms_scene *scene, int obstacle, obstacle_bounds *bounds) {
  const scene_shape *shape = &scene->shape[scene->obstacle[obstacle]];
  bounds->obstacle = obstacle;
  for (int r = 0; r < 3; r++) {
    double reach = scene_shape_reach(shape, r);
    bounds->min[r] = shape->frame[r][3] - reach;
    bounds->max[r] = shape->frame[r][3] + reach;
  }
}

static bool plant_tree(bms_scene *scene) {
  obstacle_bounds *bounds = malloc(((size_t)scene->obstacle_count + 1) * sizeof *bounds);
  scene->plane = malloc(((size_t)scene->obstacle_count + 1) * sizeof *scene->plane);
  int count = 0;
  for (int i = 0; bounds != NULL && scene->plane != NULL && i < scene->obstacle_count; i++)
    if (scene_is_plane(&scene->chain.shape[scene->obstacle[i]]))
      add_plane(scene, i);
    else
      scene_bound_obstacle(scene, i, &bounds[count++]);
  bool built =
      bounds != NULL && scene->plane != NULL && obstacle_tree_build(&scene->tree, bounds, count, scene->obstacle_count);
  free(bounds);
  return built;
}

static bool prepare(bms_scene *scene, const bms_chain *chain) {
  return copy_chain(scene, chain) && scene_make_bodies(scene) && part_shapes(scene) &&
         scene_make_movers(scene, NULL, NULL, 0) && plant_tree(scene);
}

bms_scene *bms_scene_create(const bms_chain *chain, char *text, int size) {
  if (bms_chain_check_alone(chain, text, size) != 0) return NULL;
  bms_scene *scene = calloc(1, sizeof *scene);
  if (scene != NULL && prepare(scene, chain)) return scene;
  if (size > 0) snprintf(text, (size_t)size, "out of memory");
  bms_scene_destroy(scene);
  return NULL;
}

void bms_scene_destroy(bms_scene *scene) {
  if (scene == NULL) return;
  free((void *)scene->chain.link);
  free((void *)scene->chain.shape);
  free((void *)scene->chain.allowed);
  free(scene->body);
  free(scene->carrier);
  free(scene->shape);
  free(scene->plane);
  free(scene->mover_of_shape);
  free(scene->obstacle);
  free(scene->obstacle_side);
  scene_free_movers(scene);
  obstacle_tree_free(&scene->tree);
  free(scene);
}

int bms_scene_variable_count(const bms_scene *scene) {
  return scene->chain.variable_count;
}

/* ------------------------------------------------------------------ workspaces */

/* Takes room for `count` things off a block of memory, or only counts where there is no memory yet. */
static void *take(char *memory, size_t *used, int count, size_t size) {
  size_t at = *used;
  *used += ((size_t)count * size + sizeof(lanes) - 1) / sizeof(lanes) * sizeof(lanes);
  return memory == NULL ? NULL : memory + at;
}

/* Divides the memory up; returns how much it takes. */
static size_t divide(const bms_scene *scene, bms_scene_workspace *w, char *memory) {
  size_t used = 0;
  int variables = scene->chain.variable_count, askers = scene_asker_count(scene);
  w->body = take(memory, &used, scene->body_count, sizeof *w->body);
  w->mover = take(memory, &used, askers, sizeof *w->mover);
  w->sine = take(memory, &used, variables, sizeof *w->sine);
  w->cosine = take(memory, &used, variables, sizeof *w->cosine);
  w->value = take(memory, &used, variables, sizeof *w->value);
  w->rate = take(memory, &used, scene->view_count, sizeof *w->rate);
  w->carried = take(memory, &used, scene->body_count, sizeof *w->carried);
  w->joint = take(memory, &used, variables, sizeof *w->joint);
  w->linear = take(memory, &used, variables, sizeof *w->linear);
  w->still = take(memory, &used, variables, sizeof *w->still);
  w->needs_body = take(memory, &used, scene->body_count, sizeof *w->needs_body);
  w->is_placed = take(memory, &used, askers, sizeof *w->is_placed);
  w->is_turned = take(memory, &used, askers, sizeof *w->is_turned);
  w->is_rated = take(memory, &used, scene->view_count, sizeof *w->is_rated);
  w->last_axis = take(memory, &used, scene->view_count, sizeof *w->last_axis);
  for (int i = 0; i < EDGE_LEVELS; i++) {
    w->level[i].asks_tree = take(memory, &used, askers, sizeof *w->level[i].asks_tree);
    w->level[i].is_crowded = take(memory, &used, askers, sizeof *w->level[i].is_crowded);
    w->level[i].pair = take(memory, &used, EDGE_PAIRS + scene->view_count, sizeof *w->level[i].pair);
  }
  return used;
}

void *scene_workspace_memory(const bms_scene *scene) {
  bms_scene_workspace none = {.memory = NULL};
  return calloc(1, divide(scene, &none, NULL) + sizeof(lanes));
}

void scene_take_memory(const bms_scene *scene, bms_scene_workspace *workspace, void *memory) {
  char *start = memory;
  free(workspace->memory);
  workspace->memory = memory;
  divide(scene, workspace, start + (sizeof(lanes) - (uintptr_t)start % sizeof(lanes)));
  workspace->last_contact.view = -1;
}

bms_scene_workspace *bms_scene_workspace_create(const bms_scene *scene) {
  bms_scene_workspace *w = calloc(1, sizeof *w);
  void *memory = w == NULL ? NULL : scene_workspace_memory(scene);
  if (memory == NULL) {
    free(w);
    return NULL;
  }
  scene_take_memory(scene, w, memory);
  return w;
}

void bms_scene_workspace_destroy(bms_scene_workspace *workspace) {
  if (workspace == NULL) return;
  free(workspace->memory);
  free(workspace);
}
