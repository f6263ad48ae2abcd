/* SPDX-License-Identifier: BSD-3-Clause */

#include "scene_allowed.h"

enum { MOST_NAMES = 10000 };

/* Checks that the names under a key are texts, no two the same, and not too many. */
static bool check_names(scene_reader *r, const yaml_node_t *names, const char *key) {
  if (yaml_length(names) > MOST_NAMES)
    return yaml_fault(r->tree, names, "%s: there are more than %d names", key, MOST_NAMES);
  for (int i = 0; i < yaml_length(names); i++) {
    const char *name = yaml_text(yaml_element(r->tree, names, i));
    if (name == NULL) return yaml_fault(r->tree, names, "%s: expected names", key);
    if (yaml_repeats(r->tree, names, i)) return yaml_fault(r->tree, names, "%s: '%s' stands twice", key, name);
  }
  return true;
}

/* Returns the number of the object of this name, or -1 if no memory is left. */
static int object_of(scene_reader *r, const yaml_node_t *names, int i) {
  return robot_object(r->arm, yaml_text(yaml_element(r->tree, names, i)));
}

/* Returns a row of the matrix: a list of booleans, by itself or under "enabled"; or NULL after an error. */
static const yaml_node_t *row_list(scene_reader *r, const yaml_node_t *names, const yaml_node_t *row) {
  if (row->type == YAML_MAPPING_NODE && !yaml_only(r->tree, row, "entry_values", "enabled")) return NULL;
  const yaml_node_t *list = row->type == YAML_MAPPING_NODE ? yaml_member(r->tree, row, "enabled") : row;
  if (list != NULL && yaml_length(list) == yaml_length(names)) return list;
  yaml_fault(r->tree, row, "entry_values: expected as many booleans as entry_names");
  return NULL;
}

static bool entry(scene_reader *r, const yaml_node_t *list, int k, bool *may) {
  return yaml_boolean(r->tree, yaml_element(r->tree, list, k), "entry_values", may);
}

/* Reads row i, up to the diagonal: the entries above it have to be the same. */
static bool read_row(scene_reader *r, const yaml_node_t *names, const yaml_node_t *values, int i) {
  const yaml_node_t *list = row_list(r, names, yaml_element(r->tree, values, i));
  if (list == NULL) return false;
  for (int k = 0; k <= i; k++) {
    const yaml_node_t *other = row_list(r, names, yaml_element(r->tree, values, k));
    bool may = false, back = false;
    if (other == NULL || !entry(r, list, k, &may) || !entry(r, other, i, &back)) return false;
    if (may != back)
      return yaml_fault(
          r->tree, list, "entry_values: '%s' may touch '%s', but not the other way round; write both alike",
          yaml_text(yaml_element(r->tree, names, may ? i : k)), yaml_text(yaml_element(r->tree, names, may ? k : i)));
    robot_touching *touching = &r->arm->touching;
    if (!may && touching->free_count == 0) continue;
    int a = object_of(r, names, i), b = object_of(r, names, k);
    bool good = a >= 0 && b >= 0;
    good = good && (may ? robot_touching_allow(touching, a, b, ROBOT_MATRIX) : robot_touching_forbid(touching, a, b));
    if (!good) return yaml_fault(r->tree, list, "out of memory");
  }
  return true;
}

/* Reads the default of a name: it may touch everything, or nothing. */
static bool take_default(scene_reader *r, int object, bool may) {
  robot_touching *touching = &r->arm->touching;
  bool good = object >= 0;
  if (may) return good && robot_touching_allow_all(touching, object);
  for (int i = 0; good && i < touching->free_count; i++)
    good = robot_touching_forbid(touching, object, touching->free[i]);
  return good;
}

/* Reads the defaults: first what may touch everything, then what keeps apart from that, too. */
static bool read_defaults(scene_reader *r, const yaml_node_t *matrix) {
  const yaml_node_t *names = yaml_member(r->tree, matrix, "default_entry_names");
  const yaml_node_t *values = yaml_member(r->tree, matrix, "default_entry_values");
  if (yaml_empty(names) && yaml_empty(values)) return true;
  if (yaml_length(names) < 0 || yaml_length(values) != yaml_length(names))
    return yaml_fault(r->tree, matrix, "default_entry_values: expected a boolean for each of default_entry_names");
  if (!check_names(r, names, "default_entry_names")) return false;
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < yaml_length(values); i++) {
      bool may = false;
      if (!yaml_boolean(r->tree, yaml_element(r->tree, values, i), "default_entry_values", &may)) return false;
      if (may == (pass == 0) && !take_default(r, object_of(r, names, i), may))
        return yaml_fault(r->tree, values, "out of memory");
    }
  return true;
}

bool scene_read_allowed(scene_reader *r, const yaml_node_t *root) {
  const yaml_node_t *matrix = yaml_member(r->tree, root, "allowed_collision_matrix");
  const yaml_node_t *names = yaml_member(r->tree, matrix, "entry_names");
  const yaml_node_t *values = yaml_member(r->tree, matrix, "entry_values");
  if (yaml_empty(matrix)) return true;
  if (!yaml_only(r->tree, matrix, "allowed_collision_matrix",
                 "entry_names entry_values default_entry_names default_entry_values"))
    return false;
  bool no_rows = yaml_empty(names) && yaml_empty(values);
  if (no_rows && yaml_empty(yaml_member(r->tree, matrix, "default_entry_names"))) return true;
  if (!no_rows && (yaml_length(names) < 0 || yaml_length(values) != yaml_length(names)))
    return yaml_fault(r->tree, matrix, "entry_values: expected a row for each of entry_names");
  if (!check_names(r, names, "entry_names")) return false;
  robot_touching_free(&r->arm->touching);
  r->arm->touching.is_told = true;
  if (!read_defaults(r, matrix)) return false;
  for (int i = 0; i < yaml_length(names); i++)
    if (!read_row(r, names, values, i)) return false;
  return true;
}
