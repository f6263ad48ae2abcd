/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Scenes as rviz writes them to text files:
 *
 *   NAME, a line             then for each object:
 *   * NAME                   its name, the rest of the line
 *   x y z  qx qy qz qw       its pose; not in the older format
 *   COUNT                    of shapes; each is
 *     box LENGTHS | sphere RADIUS | cylinder RADIUS LENGTH | cone RADIUS LENGTH | mesh VERTICES TRIANGLES ...
 *     x y z  qx qy qz qw     its pose
 *     r g b a                its colour
 *   COUNT                    of subframes, a name and a pose each; not in the older format
 *   .                        at the end
 *
 * The formats are distinguished as in MoveIt: by a space in the line after the first object's name.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "robot_frame.h"
#include "robot_scene.h"
#include "robot_text.h"

typedef struct reader {
  robot *arm;
  fault_place place; /* the line of the last word */
  char *text, *at;
  unsigned long next; /* the line where reading goes on */
  bool has_poses;     /* the newer format */
} reader;

/* ------------------------------------------------------------------ words */

/* Returns the next word, which ends with a zero; "" at the end. */
static char *next_word(reader *r) {
  while (*r->at == ' ' || *r->at == '\t' || *r->at == '\r' || *r->at == '\n') r->next += *r->at++ == '\n';
  char *word = r->at;
  r->place.line = r->next;
  r->at += strcspn(r->at, " \t\r\n");
  r->next += *r->at == '\n';
  if (*r->at != 0) *r->at++ = 0;
  return word;
}

/* Returns the rest of the line, without spaces around it. */
static char *rest_of_line(reader *r) {
  char *word = r->at + strspn(r->at, " \t");
  r->place.line = r->next;
  r->at += strcspn(r->at, "\n");
  char *end = r->at;
  if (*r->at == '\n') {
    r->next++;
    r->at++;
  }
  while (end > word && strchr(" \t\r\n", end[-1]) != NULL) end--;
  if (end < word) return r->at;
  *end = 0;
  return word;
}

static bool take_numbers(reader *r, const char *what, int count, double *out) {
  for (int i = 0; i < count; i++) {
    char *word = next_word(r), *end;
    out[i] = strtod(word, &end);
    if (end == word || *end != 0 || !isfinite(out[i]))
      return fault_at(&r->place, "%s: expected %d numbers", what, count);
  }
  return true;
}

static bool take_count(reader *r, const char *what, long most, int *out) {
  char *word = next_word(r), *end;
  long value = strtol(word, &end, 10);
  *out = (int)value;
  return (end != word && *end == 0 && value >= 0 && value <= most) ||
         fault_at(&r->place, "%s: expected a number from 0 to %ld", what, most);
}

static bool take_pose(reader *r, bms_pose *pose) {
  double xyzw[4];
  if (!take_numbers(r, "position", 3, pose->position) || !take_numbers(r, "orientation", 4, xyzw)) return false;
  return robot_pose_turn(pose, xyzw) > 1e-6 || fault_at(&r->place, "orientation: expected a quaternion, not zero");
}

/* ------------------------------------------------------------------ shapes */

/* Reads a mesh. The text that is left bounds its size: no count can make this allocate much more than that. */
static bool take_mesh(reader *r, robot_mesh *mesh) {
  long most = (long)strlen(r->at) / 2;
  int vertices, triangles;
  if (!take_count(r, "mesh: vertices", most, &vertices) || !take_count(r, "mesh: triangles", most, &triangles))
    return false;
  if (vertices == 0 && triangles > 0) return fault_at(&r->place, "mesh: %d triangles, but no vertices", triangles);
  mesh->vertex = calloc(3 * (size_t)vertices + 1, sizeof *mesh->vertex);
  mesh->index = calloc(3 * (size_t)triangles + 1, sizeof *mesh->index);
  if (mesh->vertex == NULL || mesh->index == NULL) return fault_at(&r->place, "out of memory");
  mesh->vertex_count = vertices;
  for (int i = 0; i < vertices; i++)
    if (!take_numbers(r, "mesh: vertex", 3, &mesh->vertex[3 * i])) return false;
  for (; mesh->triangle_count < triangles; mesh->triangle_count++)
    for (int k = 0; k < 3; k++)
      if (!take_count(r, "mesh: triangle", vertices - 1, &mesh->index[3 * mesh->triangle_count + k])) return false;
  return true;
}

static bool take_shape(reader *r, robot_solid *solid) {
  const char *kind = next_word(r);
  double size[2];
  if (strcmp(kind, "box") == 0) {
    solid->form = ROBOT_BOX;
    return take_numbers(r, kind, 3, solid->size);
  }
  if (strcmp(kind, "sphere") == 0) {
    solid->form = ROBOT_SPHERE;
    return take_numbers(r, kind, 1, solid->size);
  }
  if (strcmp(kind, "cylinder") == 0 || strcmp(kind, "cone") == 0) {
    solid->form = kind[1] == 'y' ? ROBOT_CYLINDER : ROBOT_CONE;
    if (!take_numbers(r, kind, 2, size)) return false;
    solid->size[0] = size[1];
    solid->size[1] = size[0];
    return true;
  }
  solid->form = ROBOT_MESH;
  if (strcmp(kind, "mesh") == 0) return take_mesh(r, &solid->mesh);
  return fault_at(&r->place, "'%.40s' is not box, sphere, cylinder, cone or mesh", kind);
}

static bool take_solid(reader *r, int object, const bms_pose *frame) {
  robot_solid solid = {.link = BMS_WORLD, .object = object};
  double colour[4];
  const char *fault = NULL;
  bool good = take_shape(r, &solid) && take_pose(r, &solid.pose) && take_numbers(r, "colour", 4, colour);
  solid.pose = good ? bms_pose_product(frame, &solid.pose) : *frame;
  if (good) fault = robot_solid_fault(r->arm, &solid);
  if (fault != NULL) good = fault_at(&r->place, "%s: %s", r->arm->object_name[object], fault);
  if (!good) robot_mesh_free(&solid.mesh);
  return good && (robot_add_solid(r->arm, &solid) >= 0 || fault_at(&r->place, "out of memory"));
}

/* ------------------------------------------------------------------ objects */

static bool take_object(reader *r) {
  const char *name = rest_of_line(r);
  bms_pose frame = {{0, 0, 0}, {1, 0, 0, 0}}, unused;
  int shapes = 0, subframes = 0, object = robot_object(r->arm, name);
  if (object < 0) return fault_at(&r->place, "out of memory");
  if (object < r->arm->link_count || !robot_claim(r->arm, object, BMS_WORLD))
    return fault_at(&r->place, "%s: is a name that is taken, by a link or what is attached; give it another", name);
  if (r->has_poses && !take_pose(r, &frame)) return false;
  if (!take_count(r, "shapes", ROBOT_MOST_SOLIDS, &shapes)) return false;
  for (int i = 0; i < shapes; i++)
    if (!take_solid(r, object, &frame)) return false;
  if (!r->has_poses) return true;
  if (!take_count(r, "subframes", ROBOT_MOST_SOLIDS, &subframes)) return false;
  for (int i = 0; i < subframes; i++) {
    next_word(r);
    if (!take_pose(r, &unused)) return false;
  }
  return true;
}

static bool take_objects(reader *r) {
  for (;;) {
    const char *mark = next_word(r);
    if (strcmp(mark, ".") == 0) break;
    if (strcmp(mark, "*") != 0) return fault_at(&r->place, "expected '* NAME' of an object, or '.' at the end");
    if (!take_object(r)) return false;
  }
  return *next_word(r) == 0 || fault_at(&r->place, "something follows the '.' at the end");
}

static bool has_poses(const char *text) {
  const char *object = strstr(text, "\n*");
  if (object == NULL) return false;
  const char *line = strchr(object + 1, '\n');
  if (line == NULL) return false;
  line += 1 + strspn(line + 1, " \t");
  const char *space = line + strcspn(line, " \t\r\n");
  return *space == ' ' || *space == '\t' ? strchr("\r\n", space[strspn(space, " \t")]) == NULL : false;
}

/* ------------------------------------------------------------------ the file */

bool robot_read_scene_text(robot *arm, const char *file, char *error, size_t size) {
  reader r = {.arm = arm, .place = {file, 1, error, size}, .next = 1};
  size_t length;
  r.text = r.at = robot_text_of(arm->texts, file, &length, error, size);
  if (r.text == NULL) return false;
  r.has_poses = has_poses(r.text);
  int odd = robot_line_without_utf8(r.text);
  bool whole = strlen(r.text) == length;
  rest_of_line(&r);
  if (odd > 0) r.place.line = (unsigned long)odd;
  bool good = false;
  if (odd > 0)
    fault_at(&r.place, "is not UTF-8; convert it by iconv");
  else if (!whole)
    snprintf(error, size, "%s: cannot be read: it is no text", file);
  else
    good = take_objects(&r);
  if (!good) robot_one_line(error);
  free(r.text);
  return good;
}
