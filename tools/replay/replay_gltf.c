/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A replay as glTF 2.0 (Khronos, "glTF 2.0 Specification"), in one file: the binary buffer is part of it, in base64.
 *
 * One cube of side 1, a mesh of it for every colour, a node for every box that scales it to the box's sides, and an
 * animation that moves the nodes.  The node above them turns z upwards to glTF's y upwards.
 */

#include <jansson.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base64.h"
#include "output_file.h"
#include "replay.h"

/* glTF's numbers for component types and for what a buffer view is for. */
enum { TYPE_UNSIGNED_SHORT = 5123, TYPE_FLOAT = 5126, FOR_NOTHING = 0, FOR_VERTICES = 34962, FOR_INDICES = 34963 };

/* A file that is being built. */
typedef struct builder {
  unsigned char *byte;
  int length;
  json_t *views, *accessors, *nodes, *meshes, *materials, *samplers, *channels;
  int positions, normals, corners; /* accessors of the cube */
} builder;

static int append(json_t *array, json_t *item) {
  json_array_append_new(array, item);
  return (int)json_array_size(array) - 1;
}

/* Appends the data to the buffer and returns the number of the accessor that reads it. */
static int add_accessor(builder *b, const void *data, int bytes, int component, const char *type, int count, int use) {
  json_t *view = json_pack("{s:i, s:i, s:i}", "buffer", 0, "byteOffset", b->length, "byteLength", bytes);

  if (use != FOR_NOTHING) json_object_set_new(view, "target", json_integer(use));
  b->byte = replay_room(b->byte, b->length + bytes, 1);
  memcpy(b->byte + b->length, data, (size_t)bytes);
  b->length += bytes;
  return append(b->accessors, json_pack("{s:i, s:i, s:i, s:s}", "bufferView", append(b->views, view), "componentType",
                                        component, "count", count, "type", type));
}

static void set_range(builder *b, int accessor, json_t *least, json_t *greatest) {
  json_t *a = json_array_get(b->accessors, (size_t)accessor);

  json_object_set_new(a, "min", least);
  json_object_set_new(a, "max", greatest);
}

/* Adds the cube. Each face has four vertices of its own, as normals are sharp. */
static void add_cube(builder *b) {
  float position[24][3], normal[24][3];
  uint16_t corner[36];

  for (int face = 0; face < 6; face++) {
    int axis = face / 2, next = (axis + 1) % 3, last = (axis + 2) % 3;
    float side = face % 2 ? 0.5F : -0.5F;
    for (int k = 0; k < 4; k++) {
      float *p = position[4 * face + k], *n = normal[4 * face + k];
      memset(n, 0, 3 * sizeof *n);
      n[axis] = 2 * side;
      p[axis] = side;
      p[next] = k == 1 || k == 2 ? side : -side; /* counter-clockwise seen from outside, on both sides */
      p[last] = k >= 2 ? 0.5F : -0.5F;
    }
    for (int k = 0; k < 6; k++) corner[6 * face + k] = (uint16_t)(4 * face + (int[]){0, 1, 2, 0, 2, 3}[k]);
  }
  b->positions = add_accessor(b, position, sizeof position, TYPE_FLOAT, "VEC3", 24, FOR_VERTICES);
  set_range(b, b->positions, json_pack("[f, f, f]", -0.5, -0.5, -0.5), json_pack("[f, f, f]", 0.5, 0.5, 0.5));
  b->normals = add_accessor(b, normal, sizeof normal, TYPE_FLOAT, "VEC3", 24, FOR_VERTICES);
  b->corners = add_accessor(b, corner, sizeof corner, TYPE_UNSIGNED_SHORT, "SCALAR", 36, FOR_INDICES);
}

/* Returns one component of a colour as glTF has it, which is linear; the square is near enough to the curve of sRGB. */
static double linear(unsigned color, int shift) {
  double x = (color >> shift & 255) / 255.0;
  return x * x;
}

/* Returns the mesh of cubes of this colour; its name is the colour's. */
static int mesh_of(builder *b, unsigned color) {
  char name[16];
  size_t i;
  json_t *mesh;
  int material;

  snprintf(name, sizeof name, "#%06x", color & 0xffffff);
  json_array_foreach(b->meshes, i, mesh) {
    if (strcmp(json_string_value(json_object_get(mesh, "name")), name) == 0) return (int)i;
  }
  material = append(b->materials, json_pack("{s:s, s:{s:[f, f, f, f], s:f, s:f}}", "name", name, "pbrMetallicRoughness",
                                            "baseColorFactor", linear(color, 16), linear(color, 8), linear(color, 0),
                                            1.0, "metallicFactor", 0.0, "roughnessFactor", 0.8));
  return append(b->meshes,
                json_pack("{s:s, s:[{s:{s:i, s:i}, s:i, s:i}]}", "name", name, "primitives", "attributes", "POSITION",
                          b->positions, "NORMAL", b->normals, "indices", b->corners, "material", material));
}

/* Writes the quaternion in glTF's order (x, y, z, w), on the same side as the one before so that no box turns the long
   way. */
static void put_turn(const double turn[4], const float *before, float out[4]) {
  double dot = 0;

  for (int c = 0; c < 4; c++) out[c] = (float)turn[(c + 1) % 4];
  if (!before) return;
  for (int c = 0; c < 4; c++) dot += (double)(before[c] * out[c]);
  for (int c = 0; c < 4; c++) out[c] = dot < 0 ? -out[c] : out[c];
}

static void animate(builder *b, int node, int times, int output, const char *path) {
  int sampler = append(b->samplers, json_pack("{s:i, s:i}", "input", times, "output", output));

  append(b->channels, json_pack("{s:i, s:{s:i, s:s}}", "sampler", sampler, "target", "node", node, "path", path));
}

/* Adds the node of a box, which is animated if the box moves. Returns its index. */
static int add_box(builder *b, const replay_lane *lane, int box, int times) {
  const replay_box *x = &lane->box[box];
  const replay_pose *p = lane->pose + box;
  float *position = replay_room(0, lane->samples, 3 * sizeof *position);
  float *turn = replay_room(0, lane->samples, 4 * sizeof *turn);
  int node, count = lane->samples;

  for (int i = 0; i < count; i++) {
    const replay_pose *at = p + (long)i * lane->boxes;
    for (int c = 0; c < 3; c++) position[3 * i + c] = (float)at->position[c];
    put_turn(at->turn, i > 0 ? turn + 4 * (i - 1) : 0, turn + 4 * i);
  }
  node = append(b->nodes, json_pack("{s:s, s:i, s:[f, f, f], s:[f, f, f], s:[f, f, f, f]}", "name", x->name, "mesh",
                                    mesh_of(b, x->color), "scale", x->side[0], x->side[1], x->side[2], "translation",
                                    p->position[0], p->position[1], p->position[2], "rotation", p->turn[1], p->turn[2],
                                    p->turn[3], p->turn[0]));
  if (x->moves) {
    animate(b, node, times, add_accessor(b, position, 12 * count, TYPE_FLOAT, "VEC3", count, FOR_NOTHING),
            "translation");
    animate(b, node, times, add_accessor(b, turn, 16 * count, TYPE_FLOAT, "VEC4", count, FOR_NOTHING), "rotation");
  }
  free(position);
  free(turn);
  return node;
}

/* Adds the node of a lane, moved by `y`. Returns its index. */
static int add_lane(builder *b, const replay_lane *lane, double y) {
  float *time = replay_room(0, lane->samples, sizeof *time);
  json_t *children = json_array();
  int times;

  for (int i = 0; i < lane->samples; i++) time[i] = (float)lane->time[i];
  times = add_accessor(b, time, 4 * lane->samples, TYPE_FLOAT, "SCALAR", lane->samples, FOR_NOTHING);
  set_range(b, times, json_pack("[f]", (double)time[0]), json_pack("[f]", (double)time[lane->samples - 1]));
  for (int k = 0; k < lane->boxes; k++) append(children, json_integer(add_box(b, lane, k, times)));
  free(time);
  return append(b->nodes, json_pack("{s:s, s:[f, f, f], s:o}", "name", lane->title, "translation", 0.0, y, 0.0,
                                    "children", children));
}

/* Computes the least and greatest coordinates that the lane's boxes have at the start. The ground is left out: a thing
   that stands still and is wider than all that moves would be seen from too far away. */
static void start_bounds(const replay_lane *lane, double low[3], double high[3]) {
  for (int c = 0; c < 3; c++) low[c] = high[c] = 0;
  for (int k = 0; k < lane->boxes; k++) {
    const replay_box *x = &lane->box[k];
    double reach = 0.5 * sqrt(x->side[0] * x->side[0] + x->side[1] * x->side[1] + x->side[2] * x->side[2]);
    for (int c = 0; c < 3 && x->moves; c++) {
      low[c] = fmin(low[c], lane->pose[k].position[c] - reach);
      high[c] = fmax(high[c], lane->pose[k].position[c] + reach);
    }
  }
}

/* Adds the node of a camera with its view along -x and a little down at both lanes, which lie along y side by side.
   Returns its index. */
static int add_camera(builder *b, const replay *r, double apart) {
  const double field = 0.6, wide = 16.0 / 9, down = 0.25; /* radians but for the aspect */
  double low[3], high[3];
  start_bounds(&r->lane[0], low, high);
  double width = apart + high[1] - low[1], height = high[2] - low[2] + down * (high[0] - low[0]);
  double away = 0.7 * fmax(width / wide, height) / tan(0.5 * field) + high[0];
  /* A quarter turn about z and one about x less `down`: the view of glTF's cameras is along -z, with y upwards. */
  double s = sin(0.5 * (acos(0.0) - down)) * sqrt(0.5), c = cos(0.5 * (acos(0.0) - down)) * sqrt(0.5);
  return append(b->nodes,
                json_pack("{s:s, s:i, s:[f, f, f], s:[f, f, f, f]}", "name", "camera", "camera", 0, "translation", away,
                          0.0, 0.5 * (low[2] + high[2]) + away * tan(down), "rotation", s, s, c, c));
}

static json_t *cameras(void) {
  return json_pack("[{s:s, s:{s:f, s:f, s:f}}]", "type", "perspective", "perspective", "yfov", 0.6, "aspectRatio",
                   16.0 / 9, "znear", 0.01);
}

static json_t *finish(builder *b, const char *title, const int lane[REPLAY_LANES], int camera) {
  const double half = 0.70710678118654752; /* a quarter turn about -x has the cosine and sine of 45 degrees */
  int root = append(b->nodes, json_pack("{s:s, s:[f, f, f, f], s:[i, i, i]}", "name", title, "rotation", -half, 0.0,
                                        0.0, half, "children", lane[0], lane[1], camera));
  char *uri = base64_data_uri(b->byte, (size_t)b->length);
  json_t *file = json_pack("{s:{s:s, s:s}, s:i, s:[{s:s, s:[i]}], s:o, s:o, s:o, s:o, s:o, s:[{s:i, s:s}]}", "asset",
                           "version", "2.0", "generator", "ode-qmbox", "scene", 0, "scenes", "name", title, "nodes",
                           root, "nodes", b->nodes, "meshes", b->meshes, "materials", b->materials, "accessors",
                           b->accessors, "bufferViews", b->views, "buffers", "byteLength", b->length, "uri", uri);

  free(uri);
  json_object_set_new(file, "cameras", cameras());
  json_object_set_new(file, "animations",
                      json_pack("[{s:s, s:o, s:o}]", "name", title, "samplers", b->samplers, "channels", b->channels));
  return file;
}

int replay_write_gltf(const replay *r, double apart, const char *path) {
  builder b = {.views = json_array(),
               .accessors = json_array(),
               .nodes = json_array(),
               .meshes = json_array(),
               .materials = json_array(),
               .samplers = json_array(),
               .channels = json_array()};
  int lane[REPLAY_LANES], written;
  json_t *file;

  add_cube(&b);
  for (int k = 0; k < REPLAY_LANES; k++) lane[k] = add_lane(&b, &r->lane[k], k == 0 ? -apart / 2 : apart / 2);
  file = finish(&b, r->title, lane, add_camera(&b, r, apart));
  output_file out;
  written = file && output_open(&out, path) && output_close(&out, json_dumpf(file, out.file, JSON_COMPACT) == 0);
  json_decref(file);
  free(b.byte);
  return written;
}
