/* SPDX-License-Identifier: BSD-3-Clause */

/* Tests that a replay that was written can be read back: base64 by the examples of RFC 4648, poses by following glTF's
   references from the animation to the bytes. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "replay/base64.h"
#include "replay/replay.h"

static const char data_uri[] = "data:application/octet-stream;base64,";

static void base64_is_that_of_the_examples_in_rfc_4648(void **state) {
  static const char *const expected[] = {"", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
  (void)state;
  for (size_t length = 0; length <= 6; length++) {
    char *uri = base64_data_uri((const unsigned char *)"foobar", length);
    assert_memory_equal(uri, data_uri, strlen(data_uri));
    assert_string_equal(uri + strlen(data_uri), expected[length]);
    free(uri);
  }
}

static int digit_value(char c) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *at = c == '=' ? digits : strchr(digits, c);
  assert_true(c != 0 && at != NULL);
  return (int)(at - digits);
}

/* Bytes of the file's buffer from an offset on. */
static void read_bytes(json_t *file, int offset, int count, unsigned char *out) {
  json_t *buffer = json_array_get(json_object_get(file, "buffers"), 0);
  const char *text = json_string_value(json_object_get(buffer, "uri")) + strlen(data_uri);
  for (int i = 0; i < count; i++) {
    int at = (offset + i) / 3 * 4, bits = 0;
    for (int k = 0; k < 4; k++) bits = bits << 6 | digit_value(text[at + k]);
    out[i] = (unsigned char)(bits >> 8 * (2 - (offset + i) % 3) & 255);
  }
}

static int integer(json_t *object, const char *key) {
  json_t *value = json_object_get(object, key);
  assert_true(json_is_integer(value));
  return (int)json_integer_value(value);
}

/* Reads the floats of an accessor. */
static void read_floats(json_t *file, int accessor, int count, float *out) {
  json_t *a = json_array_get(json_object_get(file, "accessors"), (size_t)accessor);
  json_t *view = json_array_get(json_object_get(file, "bufferViews"), (size_t)integer(a, "bufferView"));
  assert_int_equal(integer(view, "byteLength"), 4 * count);
  read_bytes(file, integer(view, "byteOffset"), 4 * count, (unsigned char *)out);
}

/* Adds two samples of a box to each lane; the second lane's quaternion changes its sign, which is the same turn. */
static void fill(replay *r) {
  const double side[3] = {1, 2, 3};
  r->title = "a replay";
  for (int k = 0; k < REPLAY_LANES; k++) {
    replay_add_box(&r->lane[k], "a box", side, 0x123456, 1);
    for (int i = 0; i < 2; i++)
      *replay_add_sample(&r->lane[k], 0.5 * i) =
          (replay_pose){{k, i, 7}, {i == 1 && k == 1 ? -0.6 : 0.6, 0, 0, i == 1 && k == 1 ? -0.8 : 0.8}};
  }
}

static void poses_can_be_read_back_from_the_gltf(void **state) {
  const char *path = "tests/tools/test_replay.gltf";
  const float turn[8] = {0, 0, 0.8F, 0.6F, 0, 0, 0.8F, 0.6F};
  replay r = {0};
  json_t *file, *animation, *samplers;
  (void)state;
  fill(&r);
  assert_int_equal(replay_write_gltf(&r, 10, path), 1);
  replay_free(&r);
  file = json_load_file(path, 0, NULL);
  assert_non_null(file);
  remove(path);
  animation = json_array_get(json_object_get(file, "animations"), 0);
  samplers = json_object_get(animation, "samplers");
  assert_int_equal(json_array_size(samplers), 4);
  for (int k = 0; k < REPLAY_LANES; k++) {
    json_t *positions = json_array_get(samplers, (size_t)(2 * k)),
           *turns = json_array_get(samplers, (size_t)(2 * k + 1));
    float expected[6] = {(float)k, 0, 7, (float)k, 1, 7}, found[8];
    read_floats(file, integer(positions, "output"), 6, found);
    assert_memory_equal(found, expected, sizeof expected);
    read_floats(file, integer(turns, "output"), 8, found);
    for (int i = 0; i < 8; i++) assert_true(found[i] == turn[i]);
    read_floats(file, integer(positions, "input"), 2, found);
    assert_true(found[0] == 0 && found[1] == 0.5F);
  }
  json_decref(file);
}

/* Returns the y at which the node of a lane stands. */
static double lane_place(json_t *file, const char *name) {
  json_t *nodes = json_object_get(file, "nodes"), *node;
  size_t i;
  json_array_foreach(nodes, i, node) {
    const char *of = json_string_value(json_object_get(node, "name"));
    if (of != NULL && strcmp(of, name) == 0)
      return json_number_value(json_array_get(json_object_get(node, "translation"), 1));
  }
  fail_msg("no node %s", name);
  return 0;
}

static int nodes_named(json_t *file, const char *name) {
  json_t *nodes = json_object_get(file, "nodes"), *node;
  int count = 0;
  size_t i;
  json_array_foreach(nodes, i, node) {
    const char *of = json_string_value(json_object_get(node, "name"));
    count += of != NULL && strcmp(of, name) == 0;
  }
  return count;
}

static void the_lanes_stand_side_by_side_before_a_camera_and_boxes_have_names(void **state) {
  const char *path = "tests/tools/test_replay.gltf";
  replay r = {0};
  (void)state;
  fill(&r);
  snprintf(r.lane[0].title, sizeof r.lane[0].title, "first");
  snprintf(r.lane[1].title, sizeof r.lane[1].title, "second");
  assert_int_equal(replay_write_gltf(&r, 10, path), 1);
  replay_free(&r);
  json_t *file = json_load_file(path, 0, NULL);
  assert_non_null(file);
  remove(path);
  assert_true(lane_place(file, "first") == -5 && lane_place(file, "second") == 5);
  assert_int_equal(nodes_named(file, "a box"), 2);
  assert_int_equal(nodes_named(file, "camera"), 1);
  assert_int_equal(json_array_size(json_object_get(file, "cameras")), 1);
  json_decref(file);
}

static void a_page_holds_poses_stops_and_names(void **state) {
  const char *path = "tests/tools/test_replay.html";
  const replay_view view = {.height = 1};
  static char text[2 << 20];
  replay r = {0};
  (void)state;
  fill(&r);
  replay_add_stop(&r.lane[1], &(replay_stop){0.25, 0, -1});
  replay_add_link(&r.lane[1], 2, 0);
  replay_add_link(&r.lane[1], 0, 2);
  replay_add_link(&r.lane[1], 1, 2);
  replay_add_sample(&r.lane[1], 1)[0] = (replay_pose){{0, 0, 0}, {1, 0, 0, 0}};
  assert_int_equal(replay_write_page(&r, &view, path), 1);
  replay_free(&r);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  remove(path);
  const char *data = strstr(text, "id=\"data\">");
  assert_non_null(data);
  json_t *root = json_loads(data + 10, JSON_DISABLE_EOF_CHECK, NULL);
  json_t *lane = json_array_get(json_object_get(json_object_get(root, "replay"), "lanes"), 1);
  json_t *box = json_array_get(json_object_get(lane, "boxes"), 0);
  assert_string_equal(json_string_value(json_object_get(box, "name")), "a box");
  assert_int_equal(json_array_size(json_object_get(box, "poses")), 21);
  assert_true(json_number_value(json_array_get(json_object_get(box, "poses"), 13)) == -0.8);
  json_t *stop = json_array_get(json_object_get(lane, "stops"), 0);
  assert_true(json_number_value(json_object_get(stop, "t")) == 0.25 && integer(stop, "b") == -1);
  json_t *links = json_object_get(lane, "links");
  assert_int_equal(json_array_size(links), 3);
  for (size_t i = 0; i < 2; i++) assert_int_equal(json_array_size(json_array_get(links, i)), 0);
  const int expected[] = {0, 2, 1, 2};
  assert_int_equal(json_array_size(json_array_get(links, 2)), 4);
  for (size_t i = 0; i < 4; i++)
    assert_int_equal(json_integer_value(json_array_get(json_array_get(links, 2), i)), expected[i]);
  json_decref(root);
}

static void a_file_that_cannot_be_written_is_reported(void **state) {
  const replay_view view = {.height = 1};
  replay r = {0};
  (void)state;
  fill(&r);
  assert_int_equal(replay_write_gltf(&r, 1, "no/such/directory/x.gltf"), 0);
  assert_int_equal(replay_write_strip(&r, &view, "no/such/directory/x.svg"), 0);
  assert_int_equal(replay_write_page(&r, &view, "no/such/directory/x.html"), 0);
  replay_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(base64_is_that_of_the_examples_in_rfc_4648),
      cmocka_unit_test(poses_can_be_read_back_from_the_gltf),
      cmocka_unit_test(the_lanes_stand_side_by_side_before_a_camera_and_boxes_have_names),
      cmocka_unit_test(a_page_holds_poses_stops_and_names),
      cmocka_unit_test(a_file_that_cannot_be_written_is_reported),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
