/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The interface of libbms-robot: files and texts, names, kinematics against formulas, edges and distances against balls
 * whose gaps are computed here, objects that come, go and move.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bms_robot.h"
#include "random.h"
#include "repetitions.h"

/* Fewer rounds than FEW (BMS_REDUCE) may not see every kind of answer. */
enum { SEED = 43, PATH_SIZE = 500, PANDA_WIDTH = 7, FEW = 60 };

static const double TOLERANCE = 1e-4;

static const bms_pose HERE = {{0, 0, 0}, {1, 0, 0, 0}};

static void path_of(const char *name, char out[PATH_SIZE]) {
  const char *source = getenv("srcdir");
  snprintf(out, PATH_SIZE, "%s/%s", source != NULL ? source : ".", name);
}

static bms_robot *load_files(const char *urdf, const char *scene) {
  char path[2][PATH_SIZE];
  bms_robot_fault fault;
  const bms_robot_file file[2] = {{path[0], NULL}, {path[1], NULL}};
  path_of(urdf, path[0]);
  if (scene != NULL) path_of(scene, path[1]);
  bms_robot *robot = bms_robot_load(file, scene == NULL ? 1 : 2, NULL, &fault);
  if (robot == NULL) print_message("%s\n", fault.text);
  assert_non_null(robot);
  return robot;
}

/* Loads a robot from a text, and perhaps another text. */
static bms_robot *load_texts(const char *urdf, const char *other_name, const char *other, bms_robot_fault *fault) {
  const bms_robot_file file[2] = {{"robot.urdf", urdf}, {other_name, other}};
  return bms_robot_load(file, other == NULL ? 1 : 2, NULL, fault);
}

static bms_robot *load_good(const char *urdf, const char *other_name, const char *other) {
  bms_robot_fault fault;
  bms_robot *robot = load_texts(urdf, other_name, other, &fault);
  if (robot == NULL) print_message("%s\n", fault.text);
  assert_non_null(robot);
  return robot;
}

/* ------------------------------------------------------------------ a finger that mimics */

/* A turning arm of 1 m along x, a slide along it, and a second slide that goes half as far the other way, plus 0.1. */
static const char FINGERS[] =
    "<robot name='fingers'>\n"
    "<link name='base'><collision><geometry><sphere radius='0.05'/></geometry></collision></link>\n"
    "<link name='arm'><collision><origin xyz='0.5 0 0'/><geometry><sphere radius='0.05'/></geometry></collision>"
    "</link>\n"
    "<link name='left'><collision><geometry><sphere radius='0.02'/></geometry></collision></link>\n"
    "<link name='right'><collision><geometry><sphere radius='0.02'/></geometry></collision></link>\n"
    "<joint name='turn' type='continuous'><parent link='base'/><child link='arm'/><axis xyz='0 0 1'/></joint>\n"
    "<joint name='open' type='prismatic'><parent link='arm'/><child link='left'/><origin xyz='1 0.1 0'/>"
    "<axis xyz='0 1 0'/><limit lower='0' upper='0.3' effort='1' velocity='1'/></joint>\n"
    "<joint name='follow' type='prismatic'><parent link='arm'/><child link='right'/><origin xyz='1 -0.1 0'/>"
    "<axis xyz='0 1 0'/><limit lower='-0.1' upper='0.1' effort='1' velocity='1'/>"
    "<mimic joint='open' multiplier='-0.5' offset='0.1'/></joint>\n"
    "</robot>\n";

static const char FINGERS_SRDF[] =
    "<robot name='fingers'>\n"
    "<group name='whole'><joint name='turn'/><joint name='open'/></group>\n"
    "<group name='hand'><joint name='open'/></group>\n"
    "<group_state name='wide' group='hand'><joint name='open' value='0.25'/></group_state>\n"
    "<disable_collisions link1='base' link2='arm' reason='adjacent'/>\n"
    "<disable_collisions link1='arm' link2='left' reason='adjacent'/>\n"
    "<disable_collisions link1='arm' link2='right' reason='adjacent'/>\n"
    "</robot>\n";

static void joints_and_groups_have_names_and_numbers(void **state) {
  bms_robot *robot = load_good(FINGERS, "fingers.srdf", FINGERS_SRDF);
  (void)state;
  assert_int_equal(bms_robot_joint_count(robot), 3);
  assert_int_equal(bms_robot_free_joint_count(robot), 2);
  bms_robot_joint turn = bms_robot_joint_at(robot, bms_robot_find_joint(robot, "turn"));
  bms_robot_joint open = bms_robot_joint_at(robot, bms_robot_find_joint(robot, "open"));
  bms_robot_joint follow = bms_robot_joint_at(robot, bms_robot_find_joint(robot, "follow"));
  assert_int_equal(turn.kind, BMS_ROBOT_CONTINUOUS);
  assert_true(isinf(turn.lower) && isinf(turn.upper));
  assert_int_equal(open.kind, BMS_ROBOT_PRISMATIC);
  assert_true(open.lower == 0 && open.upper == 0.3 && open.source == -1);
  assert_int_equal(follow.source, bms_robot_find_joint(robot, "open"));
  assert_true(follow.multiplier == -0.5 && follow.offset == 0.1 && follow.rest == 0.1);
  assert_string_equal(bms_robot_object_name(robot, follow.link), "right");
  assert_int_equal(bms_robot_find_joint(robot, "none"), -1);
  assert_int_equal(bms_robot_find_object(robot, "none"), -1);
  assert_int_equal(bms_robot_group_count(robot), 2);
  assert_string_equal(bms_robot_group_name(robot, 1), "hand");
  assert_int_equal(bms_robot_state_count(robot), 1);
  assert_string_equal(bms_robot_state_name(robot, 0), "wide");
  assert_string_equal(bms_robot_state_group(robot, 0), "hand");
  bms_robot_group *hand = bms_robot_group_create(robot, "hand", NULL);
  assert_non_null(hand);
  assert_int_equal(bms_robot_group_width(hand), 1);
  assert_int_equal(bms_robot_group_joint(hand, 0), bms_robot_find_joint(robot, "open"));
  double value = 0;
  assert_int_equal(bms_robot_group_state(hand, 0, &value), 1);
  assert_true(value == 0.25);
  assert_null(bms_robot_group_create(robot, "none", NULL));
  bms_robot_group_destroy(hand);
  bms_robot_destroy(robot);
}

static void groups_list_joints_in_the_order_they_are_named(void **state) {
  bms_robot *robot = load_good(FINGERS, NULL, NULL);
  const char *const names[] = {"open", "turn"}, *const twice[] = {"open", "open"}, *const mimic[] = {"follow"};
  (void)state;
  bms_robot_group *group = bms_robot_group_of_joints(robot, names, 2, NULL);
  assert_non_null(group);
  assert_int_equal(bms_robot_group_joint(group, 0), bms_robot_find_joint(robot, "open"));
  assert_int_equal(bms_robot_group_joint(group, 1), bms_robot_find_joint(robot, "turn"));
  assert_null(bms_robot_group_of_joints(robot, twice, 2, NULL));
  assert_null(bms_robot_group_of_joints(robot, mimic, 1, NULL));
  bms_robot_group_destroy(group);
  bms_robot_destroy(robot);
}

static void limits_count_for_joints_that_mimic(void **state) {
  bms_robot *robot = load_good(FINGERS, NULL, NULL);
  bms_robot_group *group = bms_robot_group_create(robot, NULL, NULL);
  const double good[] = {9, 0.2}, beyond[] = {0, 0.31}, low[] = {0, -0.01}, nan[] = {0, NAN};
  (void)state;
  assert_int_equal(bms_robot_group_beyond(group, good), -1);
  assert_int_equal(bms_robot_group_beyond(group, beyond), 1);
  assert_int_equal(bms_robot_group_beyond(group, low), 1);
  assert_int_equal(bms_robot_group_beyond(group, nan), 1);
  bms_robot_group_destroy(group);
  bms_robot_destroy(robot);
  /* A follower with narrower limits than what it follows. */
  char narrow[sizeof FINGERS + 10], *at;
  strcpy(narrow, FINGERS);
  at = strstr(narrow, "lower='-0.1' upper='0.1'");
  memcpy(at, "lower='0.01' upper='.1'", strlen("lower='0.01' upper='.1'"));
  memmove(at + 23, at + 24, strlen(at + 24) + 1);
  robot = load_good(narrow, NULL, NULL);
  group = bms_robot_group_create(robot, NULL, NULL);
  assert_int_equal(bms_robot_group_beyond(group, good), 1);
  bms_robot_group_destroy(group);
  bms_robot_destroy(robot);
}

static void links_stand_where_the_formulas_say(void **state) {
  random_source r = random_from(SEED);
  bms_robot *robot = load_good(FINGERS, NULL, NULL);
  bms_robot_group *group = bms_robot_group_create(robot, NULL, NULL);
  bms_robot_asker *asker = bms_robot_asker_create(group);
  bms_pose pose[4];
  (void)state;
  for (int round = 0; round < repetitions(200); round++) {
    double q[2] = {random_uniform(&r, -9, 9), random_uniform(&r, 0, 0.3)};
    double across[2] = {0.1 + q[1], -0.1 - 0.5 * q[1] + 0.1};
    bms_robot_link_poses(asker, q, pose);
    for (int side = 0; side < 2; side++) {
      int link = bms_robot_find_object(robot, side == 0 ? "left" : "right");
      double x = cos(q[0]) - sin(q[0]) * across[side], y = sin(q[0]) + cos(q[0]) * across[side];
      assert_true(hypot(pose[link].position[0] - x, pose[link].position[1] - y) < 1e-14);
    }
  }
  bms_robot_asker_destroy(asker);
  bms_robot_group_destroy(group);
  bms_robot_destroy(robot);
}

static void joints_that_a_group_leaves_out_rest(void **state) {
  bms_robot *robot = load_good(FINGERS, "fingers.srdf", FINGERS_SRDF);
  bms_robot_group *hand = bms_robot_group_create(robot, "hand", NULL);
  bms_robot_asker *asker = bms_robot_asker_create(hand);
  bms_pose pose[4];
  double q = 0.2;
  int left = bms_robot_find_object(robot, "left");
  (void)state;
  bms_robot_link_poses(asker, &q, pose);
  assert_true(fabs(pose[left].position[0] - 1) < 1e-15 && fabs(pose[left].position[1] - 0.3) < 1e-15);
  bms_robot_group_set_rest(hand, bms_robot_find_joint(robot, "turn"), 1.5707963267948966);
  bms_robot_link_poses(asker, &q, pose);
  assert_true(fabs(pose[left].position[1] - 1) < 1e-15 && fabs(pose[left].position[0] + 0.3) < 1e-15);
  bms_robot_asker_destroy(asker);
  bms_robot_group_destroy(hand);
  bms_robot_destroy(robot);
}

static void continuous_joints_go_the_shorter_way(void **state) {
  random_source r = random_from(SEED + 1);
  bms_robot *robot = load_good(FINGERS, NULL, NULL);
  bms_robot_group *group = bms_robot_group_create(robot, NULL, NULL);
  (void)state;
  for (int round = 0; round < repetitions(300); round++) {
    double from[2] = {random_uniform(&r, -20, 20), 0.1}, to[2] = {random_uniform(&r, -20, 20), 0.3}, nearest[2];
    bms_robot_group_nearest_turns(group, from, to, nearest);
    assert_true(fabs(nearest[0] - from[0]) <= 3.1415926535897936);
    assert_true(fabs(sin(nearest[0]) - sin(to[0])) < 1e-13 && fabs(cos(nearest[0]) - cos(to[0])) < 1e-13);
    assert_true(nearest[1] == to[1]);
  }
  bms_robot_group_destroy(group);
  bms_robot_destroy(robot);
}

/* ------------------------------------------------------------------ pairs */

static void pairs_have_reasons(void **state) {
  static const char SCENE[] =
      "world: {collision_objects: [{id: ball, header: {frame_id: base}, primitives: [{type: "
      "sphere, dimensions: [0.1]}], primitive_poses: [{position: [3, 0, 0], orientation: [0, 0, 0, 1]}]}]}\n";
  (void)state;
  bms_robot *robot = load_good(FINGERS, "ball.yaml", SCENE);
  int base = bms_robot_find_object(robot, "base"), arm = bms_robot_find_object(robot, "arm");
  int left = bms_robot_find_object(robot, "left"), ball = bms_robot_find_object(robot, "ball");
  char text[60];
  assert_int_equal(bms_robot_pair_of(robot, base, arm), BMS_ROBOT_PAIR_NEIGHBOUR);
  bms_robot_pair_text(robot, arm, base, text, sizeof text);
  assert_string_equal(text, "joined by joint turn");
  bms_robot_pair_text(robot, base, left, text, 4);
  assert_string_equal(text, "che");
  assert_int_equal(bms_robot_pair_of(robot, base, left), BMS_ROBOT_PAIR_CHECKED);
  assert_int_equal(bms_robot_pair_of(robot, base, ball), BMS_ROBOT_PAIR_RIGID);
  assert_int_equal(bms_robot_pair_of(robot, ball, arm), BMS_ROBOT_PAIR_CHECKED);
  assert_int_equal(bms_robot_pair_of(robot, arm, arm), BMS_ROBOT_PAIR_RIGID);
  assert_int_equal(bms_robot_remove_object(robot, ball, NULL), ball);
  assert_int_equal(bms_robot_pair_of(robot, ball, arm), BMS_ROBOT_PAIR_SHAPELESS);
  bms_robot_destroy(robot);
  robot = load_good(FINGERS, "fingers.srdf", FINGERS_SRDF);
  assert_int_equal(bms_robot_pair_of(robot, base, arm), BMS_ROBOT_PAIR_SRDF);
  assert_int_equal(bms_robot_pair_of(robot, base, left), BMS_ROBOT_PAIR_CHECKED);
  bms_robot_destroy(robot);
}

/* Every pair that is listed has the reason of bms_robot_pair_of(), and every other of two things with shapes is
   checked, or is of two that stand still. */
static void lists_of_pairs_left_out_are_complete(void **state) {
  bms_robot *robot = load_good(FINGERS, "fingers.srdf", FINGERS_SRDF);
  int count, found = 0, objects = bms_robot_object_count(robot);
  bms_robot_left_out *list = bms_robot_left_out_pairs(robot, &count);
  (void)state;
  assert_non_null(list);
  for (int b = 0; b < objects; b++)
    for (int a = 0; a < b; a++) {
      bms_robot_pair reason = bms_robot_pair_of(robot, a, b);
      int listed = 0;
      for (int i = 0; i < count; i++) {
        if (list[i].object[0] != a || list[i].object[1] != b) continue;
        assert_int_equal(list[i].reason, reason);
        listed++;
      }
      assert_int_equal(listed, reason != BMS_ROBOT_PAIR_CHECKED && reason != BMS_ROBOT_PAIR_SHAPELESS);
      found += listed;
    }
  assert_true(found == count && count == 3);
  bms_robot_free(list);
  bms_robot_free(NULL);
  char *srdf = bms_robot_suggest_srdf(robot);
  assert_non_null(srdf);
  assert_non_null(strstr(srdf, "<disable_collisions link1=\"base\" link2=\"arm\""));
  bms_robot_free(srdf);
  bms_robot_destroy(robot);
}

static void remember(void *context, const char *text) {
  snprintf(context, BMS_ROBOT_TEXT, "%s", text);
}

static void notes_come_also_of_files_that_are_refused(void **state) {
  char note[BMS_ROBOT_TEXT] = "";
  const bms_robot_options options = {.note = remember, .note_context = note};
  const bms_robot_file file[2] = {
      {"robot.urdf", FINGERS},
      {"s.srdf", "<robot name='r'>\n<disable_collisions link1='nobody' link2='arm'/>\n<nothing/></robot>"}};
  bms_robot_fault fault;
  (void)state;
  assert_null(bms_robot_load(file, 2, &options, &fault));
  assert_int_equal(fault.line, 3);
  assert_non_null(strstr(note, "nobody"));
}

/* A link that floats: three slides and three turns, for which MoveIt has a quaternion. */
static void floating_joints_have_the_numbers_of_moveit(void **state) {
  static const char FLOATING[] =
      "<robot name='r'><link name='base'/><link name='body'><collision><geometry><sphere radius='0.1'/></geometry>"
      "</collision></link><joint name='float' type='floating'><parent link='base'/><child "
      "link='body'/></joint></robot>";
  random_source r = random_from(SEED + 6);
  bms_robot *robot = load_good(FLOATING, NULL, NULL);
  bms_robot_group *group = bms_robot_group_create(robot, NULL, NULL);
  bms_robot_asker *asker = bms_robot_asker_create(group);
  char name[40];
  (void)state;
  assert_int_equal(bms_robot_group_width(group), 6);
  assert_int_equal(bms_robot_group_number_count(group), 7);
  bms_robot_group_number_name(group, 6, name, sizeof name);
  assert_string_equal(name, "float/rot_w");
  bms_robot_group_number_name(group, 7, name, sizeof name);
  assert_string_equal(name, "");
  for (int round = 0; round < repetitions(200); round++) {
    double number[7], q[6];
    bms_pose pose[16];
    random_numbers(&r, -1, 1, number, 3);
    random_direction(&r, number + 3, 4);
    assert_int_equal(bms_robot_group_set_numbers(group, number, q), 0);
    assert_in_range(bms_robot_link_count(robot), 2, 16);
    bms_robot_link_poses(asker, q, pose);
    const bms_pose *body = &pose[bms_robot_find_object(robot, "body")];
    double dot = 0, square = 0;
    for (int i = 0; i < 4; i++) dot += body->quaternion[i] * number[3 + (i + 3) % 4];
    for (int i = 0; i < 4; i++) square += body->quaternion[i] * body->quaternion[i];
    assert_true(fabs(fabs(dot) / sqrt(square) - 1) < 1e-9);
    for (int i = 0; i < 3; i++) assert_true(fabs(body->position[i] - number[i]) < 1e-12);
  }
  double zero[7] = {0}, q[6];
  assert_int_equal(bms_robot_group_set_numbers(group, zero, q), -1);
  bms_robot_asker_destroy(asker);
  bms_robot_group_destroy(group);
  bms_robot_destroy(robot);
}

/* The chain of a robot is what queries use. */
static void chains_answer_as_the_robot_does(void **state) {
  bms_robot *robot = load_files("examples/arm/ur5_boxes.urdf", "examples/arm/cell.yaml");
  const double from[6] = {0.47, -0.9, 0.4, -1.1, -1.66, -0.8}, to[6] = {2.77, -1, 0.4, -1, -1.66, -0.8};
  double value[6][BMS_MOVE_TERMS];
  const bms_move move = {0, 1, (const double(*)[BMS_MOVE_TERMS])value};
  bms_chain_contact contact;
  (void)state;
  assert_int_equal(bms_robot_chain(robot)->variable_count, 6);
  assert_int_equal(bms_robot_chain(robot)->shape_count, bms_robot_shape_count(robot));
  bms_move_linear(6, 0, from, 1, to, value);
  assert_int_equal(bms_chain_first_contact(bms_robot_chain(robot), &move, TOLERANCE, &contact), BMS_CONTACT);
  bms_scene_workspace *workspace = bms_scene_workspace_create(bms_robot_scene(robot));
  assert_int_equal(bms_scene_edge_is_free(bms_robot_scene(robot), workspace, from, to, TOLERANCE), BMS_EDGE_NOT_FREE);
  bms_scene_workspace_destroy(workspace);
  bms_robot_destroy(robot);
}

/* ------------------------------------------------------------------ faults */

typedef struct bad_text {
  const char *urdf, *other_name, *other;
  int file;
  long line;
} bad_text;

static const bad_text BAD[] = {
    {"", NULL, NULL, 0, 0},
    {"robot", NULL, NULL, 0, 1},
    {"<robot name='r'>\n<link name='a'/>\n<link name='a'/>\n</robot>\n", NULL, NULL, 0, 3},
    {"<robot name='r'>\n<link name='a'>\n</robot>\n", NULL, NULL, 0, 3},
    {FINGERS, "s.srdf", "<robot name='r'>\n\n<nothing/></robot>", 1, 3},
    {FINGERS, "s.yaml", "world:\n  collision_objects: 3\n", 1, 2},
    {FINGERS, "s.yaml", "a: [1,\n", 1, 2},
    {FINGERS, "s.yaml", "\xff\xfe\x01", 1, 0},
    {FINGERS, "s.scene", "(noname)+\n* box\n1\nbox\nx\n", 1, 0},
};

static void faults_name_the_file_and_the_line(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
    bms_robot_fault fault;
    assert_null(load_texts(BAD[i].urdf, BAD[i].other_name, BAD[i].other, &fault));
    if (fault.file != BAD[i].file || (BAD[i].line != 0 && fault.line != BAD[i].line))
      print_message("%zu: file %d, line %ld: %s\n", i, fault.file, fault.line, fault.text);
    assert_int_equal(fault.file, BAD[i].file);
    if (BAD[i].line != 0) assert_int_equal(fault.line, BAD[i].line);
    assert_true(fault.reason > 0 && strlen(fault.text + fault.reason) > 3);
    assert_true(strncmp(fault.text + fault.reason, "robot.urdf", 10) != 0);
  }
}

static void odd_arguments_are_refused(void **state) {
  bms_robot_fault fault;
  const bms_robot_file good = {"robot.urdf", FINGERS}, unnamed = {NULL, FINGERS}, absent = {"/no/such.urdf", NULL};
  const double base[6] = {0, NAN, 0, 0, 0, 0};
  const char *const frame[] = {"nonsense"}, *const missing[] = {NULL}, *const folder[] = {"/no/such/folder"};
  const bms_robot_options options[] = {{.base = base},
                                       {.margin = -1},
                                       {.margin = NAN},
                                       {.frame = frame, .frame_count = 1},
                                       {.frame = missing, .frame_count = 1},
                                       {.allow = frame, .allow_count = 1},
                                       {.allow_count = 1},
                                       {.allow_count = -1},
                                       {.package_path = folder, .package_path_count = 1}};
  (void)state;
  assert_null(bms_robot_load(&good, 0, NULL, &fault));
  assert_null(bms_robot_load(NULL, 0, NULL, NULL));
  assert_null(bms_robot_load(&unnamed, 1, NULL, &fault));
  assert_null(bms_robot_load(&absent, 1, NULL, &fault));
  assert_int_equal(fault.file, 0);
  assert_int_equal(fault.line, 0);
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    fault.text[0] = 0;
    assert_null(bms_robot_load(&good, 1, &options[i], &fault));
    assert_true(fault.text[0] != 0 && fault.file == -1);
  }
  bms_robot_destroy(NULL);
  bms_robot_group_destroy(NULL);
  bms_robot_asker_destroy(NULL);
}

/* Cuts and changes bytes of good texts: whatever comes, a robot or a fault. */
static void damaged_texts_give_a_robot_or_a_fault(void **state) {
  random_source r = random_from(SEED + 2);
  int loaded = 0, refused = 0;
  (void)state;
  for (int round = 0; round < repetitions(1500); round++) {
    char text[2][sizeof FINGERS + sizeof FINGERS_SRDF];
    strcpy(text[0], FINGERS);
    strcpy(text[1], FINGERS_SRDF);
    char *damaged = text[random_below(&r, 2)];
    int length = (int)strlen(damaged);
    for (int k = random_below(&r, 2); k >= 0; k--) {
      int at = random_below(&r, length);
      if (random_below(&r, 5) == 0)
        damaged[at] = 0;
      else if (damaged[at] != 0)
        damaged[at] = (char)(1 + random_below(&r, 255));
    }
    bms_robot_fault fault;
    bms_robot *robot = load_texts(text[0], "s.srdf", text[1], &fault);
    if (robot == NULL) assert_true(fault.text[0] != 0);
    refused += robot == NULL;
    loaded += robot != NULL;
    bms_robot_destroy(robot);
  }
  assert_true((loaded > 0 && refused > 0) || loaded + refused < FEW);
  print_message("# %d loaded, %d refused\n", loaded, refused);
}

/* ------------------------------------------------------------------ balls, whose gaps are computed here */

/* The arm of spheres, and its group of all joints. */
typedef struct panda {
  bms_robot *robot;
  bms_robot_group *group;
  bms_robot_asker *asker;
} panda;

static panda load_panda(void) {
  panda p = {.robot = load_files("examples/arm/panda_spheres.urdf", NULL)};
  p.group = bms_robot_group_create(p.robot, NULL, NULL);
  p.asker = bms_robot_asker_create(p.group);
  assert_int_equal(bms_robot_group_width(p.group), PANDA_WIDTH);
  return p;
}

static void end(panda *p) {
  bms_robot_asker_destroy(p->asker);
  bms_robot_group_destroy(p->group);
  bms_robot_destroy(p->robot);
}

static void random_configuration(random_source *r, const panda *p, double *q) {
  for (int i = 0; i < PANDA_WIDTH; i++) {
    bms_robot_joint joint = bms_robot_joint_at(p->robot, bms_robot_group_joint(p->group, i));
    double middle = joint.lower / 2 + joint.upper / 2;
    q[i] = middle + random_uniform(r, -0.5, 0.5) * (joint.upper - middle);
  }
}

/* Returns the middle of a ball in the world. */
static void middle_of(const bms_placed_shape *shape, const bms_pose *link, double out[3]) {
  bms_pose at = shape->link == BMS_WORLD ? shape->pose : bms_pose_product(link, &shape->pose);
  const bms_box *box = &shape->convex.box;
  assert_int_equal(shape->convex.core, BMS_CORE_BOX);
  assert_true(box->min[0] == 0 && box->max[0] == 0 && box->min[2] == 0 && box->max[2] == 0);
  memcpy(out, at.position, sizeof at.position);
}

/* Returns the least gap of two balls that are checked, at a configuration. */
static double least_gap(panda *p, const double *q) {
  bms_pose link[32];
  double least = INFINITY;
  int count = bms_robot_shape_count(p->robot);
  assert_in_range(bms_robot_link_count(p->robot), 1, 32);
  bms_robot_link_poses(p->asker, q, link);
  for (int b = 0; b < count; b++)
    for (int a = 0; a < b; a++) {
      bms_placed_shape of_a = bms_robot_shape_at(p->robot, a), of_b = bms_robot_shape_at(p->robot, b);
      double x[3], y[3];
      if (of_a.link == BMS_ROBOT_NOWHERE || of_b.link == BMS_ROBOT_NOWHERE) continue;
      if (bms_robot_pair_of(p->robot, bms_robot_shape_object(p->robot, a), bms_robot_shape_object(p->robot, b)) !=
          BMS_ROBOT_PAIR_CHECKED)
        continue;
      middle_of(&of_a, &link[of_a.link < 0 ? 0 : of_a.link], x);
      middle_of(&of_b, &link[of_b.link < 0 ? 0 : of_b.link], y);
      double apart = hypot(hypot(x[0] - y[0], x[1] - y[1]), x[2] - y[2]);
      least = fmin(least, apart - of_a.convex.radius - of_b.convex.radius);
    }
  return least;
}

enum { SAMPLES = 40 };

/* Checks answers about an edge against gaps of balls along it. */
static void check_edge(panda *p, const double *from, const double *to, int count[2]) {
  double q[PANDA_WIDTH], least = INFINITY, first = INFINITY;
  bms_robot_contact contact;
  bms_robot_clearance clearance;
  for (int k = 0; k <= SAMPLES; k++) {
    for (int i = 0; i < PANDA_WIDTH; i++) q[i] = from[i] + (to[i] - from[i]) * k / SAMPLES;
    double gap = least_gap(p, q);
    least = fmin(least, gap);
    if (gap < -1e-12 && isinf(first)) first = (double)k / SAMPLES;
  }
  bms_edge_answer answer = bms_robot_edge_is_free(p->asker, from, to, TOLERANCE);
  assert_int_not_equal(answer, BMS_EDGE_INVALID);
  if (answer == BMS_EDGE_FREE) assert_true(least > -1e-12);
  bms_status status = bms_robot_edge_contact(p->asker, from, to, TOLERANCE, &contact);
  assert_int_equal(status, contact.status);
  if (isfinite(first)) assert_true(status != BMS_SEPARATED && contact.t <= first);
  if (status == BMS_CONTACT) {
    for (int i = 0; i < PANDA_WIDTH; i++) q[i] = from[i] + (to[i] - from[i]) * contact.t;
    double gap = least_gap(p, q);
    assert_true(gap <= TOLERANCE + 1e-12);
    assert_true(gap > -1e-3); /* the edge is shorter than a turn: it comes no deeper in an ulp */
    for (int side = 0; side < 2; side++)
      assert_int_equal(bms_robot_shape_object(p->robot, contact.shape[side]), contact.object[side]);
  }
  bms_robot_edge_clearance(p->asker, from, to, TOLERANCE, &clearance);
  assert_true(clearance.lower <= fmax(least, 0) + 1e-12);
  if (answer == BMS_EDGE_FREE) assert_true(clearance.upper > 0);
  bms_robot_edge_clearance(p->asker, from, from, TOLERANCE, &clearance);
  double there = fmax(least_gap(p, from), 0);
  assert_true(clearance.lower <= there + 1e-12 && clearance.upper >= there - 1e-12);
  count[answer == BMS_EDGE_FREE]++;
}

static int add_ball(bms_robot *robot, const char *name, double radius, const bms_pose *own, const bms_pose *pose) {
  bms_convex ball = bms_convex_sphere(radius);
  bms_placed_shape shape = bms_placed_convex(7, &ball, own);
  bms_robot_fault fault;
  int object = bms_robot_add_object(robot, name, &shape, 1, pose, &fault);
  if (object < 0) print_message("%s\n", fault.text);
  return object;
}

static bms_pose random_place(random_source *r) {
  bms_pose pose = HERE;
  for (int i = 0; i < 3; i++) pose.position[i] = random_uniform(r, -0.8, 0.8);
  random_direction(r, pose.quaternion, 4);
  return pose;
}

/* Edits an object at random: adds it if it is not there. */
static void edit(random_source *r, bms_robot *robot, int number) {
  char name[20];
  bms_robot_fault fault = {.text = ""};
  bms_pose pose = random_place(r), own = random_place(r), carried = HERE;
  carried.position[2] = 0.15;
  snprintf(name, sizeof name, "ball %d", number);
  int object = bms_robot_find_object(robot, name), done = 0;
  int link = object < 0 ? BMS_ROBOT_NOWHERE : bms_robot_object_link(robot, object);
  int hand = bms_robot_find_object(robot, "link7"), wrist = bms_robot_find_object(robot, "link6");
  int what = random_below(r, 4);
  if (link == BMS_ROBOT_NOWHERE)
    done = add_ball(robot, name, random_uniform(r, 0.02, 0.1), what == 0 ? &own : &HERE, &pose);
  else if (what == 0)
    done = bms_robot_remove_object(robot, object, &fault);
  else if (what == 1 && link == BMS_WORLD)
    done = bms_robot_attach_object(robot, object, hand, &carried, &wrist, random_below(r, 2), &fault);
  else if (what == 1)
    done = bms_robot_detach_object(robot, object, &pose, &fault);
  else
    done = bms_robot_move_object(robot, object, link == BMS_WORLD ? &pose : &carried, &fault);
  if (done < 0) print_message("%s\n", fault.text);
  assert_true(done >= 0);
}

static void edges_are_right_whatever_comes_goes_and_moves(void **state) {
  random_source r = random_from(SEED + 3);
  panda p = load_panda();
  int count[2] = {0, 0};
  (void)state;
  for (int round = 0; round < repetitions(120); round++) {
    double from[PANDA_WIDTH], to[PANDA_WIDTH];
    for (int k = random_below(&r, 3); k > 0; k--) edit(&r, p.robot, random_below(&r, 10));
    random_configuration(&r, &p, from);
    random_configuration(&r, &p, to);
    double size = random_power_of_ten(&r, -1.5, 0);
    for (int i = 0; i < PANDA_WIDTH; i++) to[i] = from[i] + size * (to[i] - from[i]);
    check_edge(&p, from, to, count);
  }
  assert_true((count[0] > 0 && count[1] > 0) || count[0] + count[1] < FEW);
  print_message("# %d edges free, %d not\n", count[1], count[0]);
  end(&p);
}

static void edits_that_cannot_be_leave_the_robot_as_it_was(void **state) {
  panda p = load_panda();
  bms_robot_fault fault;
  bms_pose far = HERE, broken = HERE, none = {{0, 0, 0}, {0, 0, 0, 0}};
  const double zero[PANDA_WIDTH] = {0, 0, 0, -1.5, 0, 1.5, 0};
  const double up[3] = {0, 0, 1};
  (void)state;
  far.position[0] = 3;
  broken.position[1] = INFINITY;
  int ball = add_ball(p.robot, "ball", 0.1, &HERE, &far), objects = bms_robot_object_count(p.robot);
  bms_convex radius = bms_convex_sphere(-1), floor = bms_convex_half_space(up, -1);
  bms_placed_shape bad = bms_placed_convex(BMS_WORLD, &radius, &HERE);
  bms_placed_shape under = bms_placed_convex(BMS_WORLD, &floor, &HERE);
  int shapes = bms_robot_shape_count(p.robot);
  assert_int_equal(bms_robot_add_object(p.robot, "ball", &under, 1, &HERE, &fault), -1);
  assert_int_equal(bms_robot_add_object(p.robot, "link3", &under, 1, &HERE, &fault), -1);
  assert_int_equal(bms_robot_add_object(p.robot, "", &under, 1, &HERE, &fault), -1);
  assert_int_equal(bms_robot_add_object(p.robot, "nothing", &under, 0, &HERE, &fault), -1);
  assert_int_equal(bms_robot_add_object(p.robot, "bad", &bad, 1, &HERE, &fault), -1);
  assert_int_equal(bms_robot_add_object(p.robot, "bad", &under, 1, &none, &fault), -1);
  assert_int_equal(bms_robot_move_object(p.robot, ball, &broken, &fault), -1);
  assert_int_equal(bms_robot_move_object(p.robot, ball, &none, &fault), -1);
  assert_int_equal(bms_robot_move_object(p.robot, 0, &HERE, &fault), -1);
  assert_int_equal(bms_robot_move_object(p.robot, -1, &HERE, &fault), -1);
  assert_int_equal(bms_robot_move_object(p.robot, 12345, &HERE, &fault), -1);
  assert_int_equal(bms_robot_detach_object(p.robot, ball, &HERE, &fault), -1);
  assert_int_equal(bms_robot_attach_object(p.robot, ball, -1, &HERE, NULL, 0, &fault), -1);
  assert_int_equal(bms_robot_attach_object(p.robot, ball, 2, &broken, NULL, 0, &fault), -1);
  assert_int_equal(bms_robot_remove_object(p.robot, 0, &fault), -1);
  assert_true(strlen(fault.text) > 5);
  int plane = bms_robot_add_object(p.robot, "floor", &under, 1, &HERE, &fault);
  assert_true(plane >= objects);
  assert_int_equal(bms_robot_attach_object(p.robot, plane, 2, &HERE, NULL, 0, &fault), -1);
  assert_int_equal(bms_robot_object_link(p.robot, plane), BMS_WORLD);
  assert_int_equal(bms_robot_edge_is_free(p.asker, zero, zero, TOLERANCE), BMS_EDGE_FREE);
  bms_pose high = HERE;
  high.position[2] = 1.5;
  assert_int_equal(bms_robot_move_object(p.robot, plane, &high, &fault), plane);
  assert_int_equal(bms_robot_edge_is_free(p.asker, zero, zero, TOLERANCE), BMS_EDGE_NOT_FREE);
  assert_int_equal(bms_robot_remove_object(p.robot, plane, &fault), plane);
  assert_int_equal(bms_robot_edge_is_free(p.asker, zero, zero, TOLERANCE), BMS_EDGE_FREE);
  assert_int_equal(bms_robot_remove_object(p.robot, plane, &fault), -1);
  assert_int_equal(bms_robot_shape_count(p.robot), shapes + 1);
  end(&p);
}

/* Attaching allows to touch; detaching takes that back. */
static void what_touched_when_attached_meets_when_detached(void **state) {
  panda p = load_panda();
  const double q[PANDA_WIDTH] = {0, 0, 0, -1.5, 0, 1.5, 0};
  bms_pose link[32], far = HERE;
  int hand = bms_robot_find_object(p.robot, "link7");
  (void)state;
  far.position[0] = 3;
  int ball = add_ball(p.robot, "ball", 0.05, &HERE, &far), wrist = bms_robot_find_object(p.robot, "link6");
  assert_int_equal(bms_robot_edge_is_free(p.asker, q, q, TOLERANCE), BMS_EDGE_FREE);
  assert_int_equal(bms_robot_attach_object(p.robot, ball, hand, &HERE, &wrist, 1, NULL), ball);
  assert_int_equal(bms_robot_pair_of(p.robot, ball, hand), BMS_ROBOT_PAIR_RIGID);
  assert_int_equal(bms_robot_pair_of(p.robot, ball, wrist), BMS_ROBOT_PAIR_ATTACHED);
  bms_robot_link_poses(p.asker, q, link);
  assert_int_equal(bms_robot_detach_object(p.robot, ball, &link[hand], NULL), ball);
  assert_int_equal(bms_robot_pair_of(p.robot, ball, hand), BMS_ROBOT_PAIR_CHECKED);
  assert_int_equal(bms_robot_edge_is_free(p.asker, q, q, TOLERANCE), BMS_EDGE_NOT_FREE);
  bms_robot_contact contact;
  bms_robot_edge_contact(p.asker, q, q, TOLERANCE, &contact);
  assert_true(contact.object[0] == ball || contact.object[1] == ball);
  end(&p);
}

/* Compares the robot's answers about an edge with those of a scene that is made of its chain now. */
static void check_new_scene(panda *p, const double *from, const double *to) {
  double row[PANDA_WIDTH][BMS_MOVE_TERMS];
  bms_scene *scene = bms_scene_create(bms_robot_chain(p->robot), NULL, 0);
  bms_scene_workspace *workspace = bms_scene_workspace_create(scene);
  bms_robot_contact contact;
  bms_chain_contact of_new;
  assert_true(scene != NULL && workspace != NULL);
  bms_move_linear(PANDA_WIDTH, 0, from, 1, to, row);
  const bms_move move = {0, 1, (const double(*)[BMS_MOVE_TERMS])row};
  bms_status status = bms_scene_first_contact(scene, workspace, &move, TOLERANCE, &of_new);
  assert_int_equal(bms_robot_edge_contact(p->asker, from, to, TOLERANCE, &contact), status);
  assert_true(fabs(contact.t - of_new.t) <= 1e-12);
  bms_scene_workspace_destroy(workspace);
  bms_scene_destroy(scene);
}

/* With room for shapes no edit makes a new scene, and the balls of check_edge() know nothing of scenes. */
static void edits_keep_the_scene(void **state) {
  enum { BALLS = 8, ROUNDS = 80 };
  char path[PATH_SIZE];
  random_source r = random_from(SEED + 6);
  const bms_robot_options options = {.spare = BALLS + 20};
  path_of("examples/arm/panda_spheres.urdf", path);
  const bms_robot_file file = {path, NULL};
  panda p = {.robot = bms_robot_load(&file, 1, &options, NULL)};
  p.group = bms_robot_group_create(p.robot, NULL, NULL);
  p.asker = bms_robot_asker_create(p.group);
  const bms_scene *scene = bms_robot_scene(p.robot);
  const double up[3] = {0, 0, 1};
  bms_convex floor = bms_convex_half_space(up, -0.05);
  bms_placed_shape under = bms_placed_convex(BMS_WORLD, &floor, &HERE);
  int count[2] = {0, 0}, stopped = 0;
  (void)state;
  for (int k = 0; k < BALLS; k++) edit(&r, p.robot, k);
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    double from[PANDA_WIDTH], to[PANDA_WIDTH];
    for (int k = 0; k < 4; k++) edit(&r, p.robot, random_below(&r, BALLS));
    random_configuration(&r, &p, from);
    random_configuration(&r, &p, to);
    for (int i = 0; i < PANDA_WIDTH; i++) to[i] = from[i] + 0.1 * (to[i] - from[i]);
    check_edge(&p, from, to, count);
    check_new_scene(&p, from, to);
    bms_edge_answer before = bms_robot_edge_is_free(p.asker, from, to, TOLERANCE);
    int plane = bms_robot_add_object(p.robot, "floor", &under, 1, &HERE, NULL);
    assert_true(plane >= 0);
    check_new_scene(&p, from, to);
    stopped += before != bms_robot_edge_is_free(p.asker, from, to, TOLERANCE);
    assert_int_equal(bms_robot_remove_object(p.robot, plane, NULL), plane);
    assert_int_equal(bms_robot_edge_is_free(p.asker, from, to, TOLERANCE), before);
    assert_ptr_equal(bms_robot_scene(p.robot), scene);
  }
  print_message("# %d edges free, %d not; %d that only the floor stops\n", count[1], count[0], stopped);
  assert_true(stopped > 0 || repetitions(ROUNDS) < ROUNDS);
  end(&p);
}

/* ------------------------------------------------------------------ trajectories */

/* Returns the value of a polynomial at s, or its derivative. */
static double polynomial(const double row[BMS_MOVE_TERMS], double s, int derivative) {
  double sum = 0;
  for (int k = BMS_MOVE_TERMS - 1; k >= derivative; k--) {
    double factor = 1;
    for (int j = 0; j < derivative; j++) factor *= k - j;
    sum = sum * s + factor * row[k];
  }
  return sum;
}

static void expect_near(double is, double wanted) {
  if (fabs(is - wanted) <= 1e-9 * (1 + fabs(wanted))) return;
  print_message("%.17g instead of %.17g\n", is, wanted);
  fail();
}

static const char SWING[] =
    "joint_names: [open, turn]\n"
    "points:\n"
    "- {positions: [0, 0], velocities: [0, 0], accelerations: [0, 0], time_from_start: 0}\n"
    "- {positions: [0.1, 1], velocities: [0.1, 0.5], accelerations: [0, 0.2], time_from_start: {sec: 1, nanosec: 0}}\n"
    "- {positions: [0.2, 1.5], velocities: [0, 0], time_from_start: {sec: 3, nanosec: 0}}\n"
    "- {positions: [0.1, 7], time_from_start: {sec: 4, nanosec: 500000000}}\n";

/* The polynomials are determined by values and derivatives at their ends; joints that mimic follow. */
static void trajectories_join_their_points(void **state) {
  bms_robot *robot = load_good(FINGERS, NULL, NULL);
  const bms_robot_file file = {"swing.yaml", SWING};
  bms_robot_fault fault;
  bms_robot_trajectory *way = bms_robot_trajectory_load(robot, &file, &fault);
  int turn = bms_robot_find_joint(robot, "turn"), open = bms_robot_find_joint(robot, "open");
  int follow = bms_robot_find_joint(robot, "follow");
  double row[3][BMS_MOVE_TERMS];
  (void)state;
  assert_non_null(way);
  assert_int_equal(bms_robot_trajectory_count(way), 4);
  assert_null(bms_robot_trajectory_note(way));
  expect_near(bms_robot_trajectory_time(way, 3), 4.5);
  expect_near(bms_robot_trajectory_value(way, 3)[open], 0.1);
  bms_move move = bms_robot_trajectory_move(way, 0, row); /* a quintic */
  expect_near(move.t1, 1);
  for (int k = 0; k < 3; k++) expect_near(polynomial(row[turn], 0, k), 0);
  expect_near(polynomial(row[turn], 1, 0), 1);
  expect_near(polynomial(row[turn], 1, 1), 0.5);
  expect_near(polynomial(row[turn], 1, 2), 0.2);
  for (int k = 0; k < 8; k++)
    expect_near(polynomial(row[follow], k / 8.0, 0), -0.5 * polynomial(row[open], k / 8.0, 0) + 0.1);
  bms_robot_trajectory_move(way, 1, row); /* a cubic */
  expect_near(polynomial(row[turn], 0, 1), 0.5);
  expect_near(polynomial(row[turn], 2, 0), 1.5);
  expect_near(polynomial(row[turn], 2, 1), 0);
  assert_true(!(fabs(row[turn][4]) > 0));
  bms_robot_trajectory_move(way, 2, row); /* a line */
  expect_near(polynomial(row[turn], 0.75, 0), 0.5 * (1.5 + 7));
  assert_int_equal(bms_robot_trajectory_goes_long(way, turn), 1);
  assert_int_equal(bms_robot_trajectory_check_limits(way, &fault), 0);
  assert_null(bms_robot_trajectory_turns(way));
  assert_int_equal(bms_robot_trajectory_settle(way, 1, &fault), 0);
  assert_int_equal(bms_robot_trajectory_turns(way)[turn], 1);
  assert_int_equal(bms_robot_trajectory_goes_long(way, turn), 0);
  expect_near(bms_robot_trajectory_value(way, 3)[turn], 7 - 2 * 3.14159265358979323846);
  bms_robot_destroy(robot); /* the trajectory keeps it */
  bms_robot_trajectory_set_spline(way, 1);
  bms_robot_trajectory_move(way, 0, row);
  expect_near(polynomial(row[turn], 0, 1), 0);
  double rate = polynomial(row[turn], 1, 1);
  expect_near(rate, (1 * 2 + 0.25 * 1) / 3); /* of the parabola through 0, 1 and 1.5 at the times 0, 1 and 3 */
  bms_robot_trajectory_move(way, 1, row);
  expect_near(polynomial(row[turn], 0, 1), rate);
  bms_robot_trajectory_destroy(way);
}

/* Values and rates go on without a jump through the parabolas, which have a constant acceleration. */
static void blends_have_no_jumps(void **state) {
  bms_robot *robot = load_good(FINGERS, NULL, NULL);
  bms_robot_trajectory *way = bms_robot_trajectory_create(robot);
  random_source r = random_from(SEED + 8);
  double row[2][3][BMS_MOVE_TERMS], value[2];
  bms_robot_fault fault;
  (void)state;
  assert_int_equal(bms_robot_trajectory_blend(way, 0.5, &fault), -1);
  for (int i = 0; i < 6; i++) {
    value[0] = random_uniform(&r, 0, 0.3);
    value[1] = random_uniform(&r, -3, 3);
    assert_int_equal(bms_robot_trajectory_add(way, i + 0.3 * random_uniform(&r, -1, 1), value, NULL, NULL, &fault), 0);
  }
  assert_int_equal(bms_robot_trajectory_blend(way, -1, &fault), -1);
  assert_int_equal(bms_robot_trajectory_blend(way, 0.4, &fault), 0);
  int count = bms_robot_trajectory_count(way), parabolas = 0;
  assert_int_equal(count, 10); /* five lines, four parabolas, and the end */
  for (int i = 0; i + 1 < count; i++) {
    bms_move move = bms_robot_trajectory_move(way, i, row[i % 2]);
    double length = move.t1 - move.t0;
    for (int v = 0; v < 2; v++) {
      const double *own = row[i % 2][v], *before = row[(i + 1) % 2][v];
      parabolas += fabs(own[2]) > 0;
      assert_true(!(fabs(own[3]) > 0));
      if (i + 2 == count) expect_near(polynomial(own, length, 0), bms_robot_trajectory_value(way, count - 1)[v]);
      if (i == 0) continue;
      double last = move.t0 - bms_robot_trajectory_time(way, i - 1);
      expect_near(polynomial(own, 0, 0), polynomial(before, last, 0));
      expect_near(polynomial(own, 0, 1), polynomial(before, last, 1));
    }
  }
  assert_int_equal(parabolas, 8);
  assert_int_equal(bms_robot_trajectory_add(way, 100, value, NULL, NULL, &fault), -1);
  assert_int_equal(bms_robot_trajectory_blend(way, 0.4, &fault), -1);
  bms_robot_trajectory_destroy(way);
  bms_robot_destroy(robot);
}

/* A trajectory of all joints answers as the way through the same points. */
static void trajectories_answer_as_ways_do(void **state) {
  enum { POINTS = 5 };
  random_source r = random_from(SEED + 9);
  panda p = load_panda();
  int met = 0, rounds = repetitions(40);
  (void)state;
  for (int k = 0; k < 12; k++) edit(&r, p.robot, k);
  for (int round = 0; round < rounds; round++) {
    double time[POINTS], value[POINTS * PANDA_WIDTH], rate[POINTS * PANDA_WIDTH];
    bms_robot_way points = {.count = POINTS, .time = time, .value = value, .rate = round % 2 == 0 ? rate : NULL};
    points.spline = round % 4 == 1;
    bms_robot_trajectory *way = bms_robot_trajectory_create(p.robot);
    bms_robot_contact contact[2];
    bms_robot_clearance clearance[2];
    assert_int_equal(bms_robot_trajectory_contact(p.asker, way, TOLERANCE, &contact[0]), BMS_INVALID);
    random_configuration(&r, &p, value);
    for (int i = 0; i < POINTS * PANDA_WIDTH; i++) {
      if (i >= PANDA_WIDTH) value[i] = value[i - PANDA_WIDTH] + random_uniform(&r, -0.2, 0.2);
      rate[i] = random_uniform(&r, -0.3, 0.3);
    }
    for (int i = 0; i < POINTS; i++) {
      time[i] = i + random_uniform(&r, 0, 0.5);
      const double *rates = points.rate == NULL ? NULL : rate + i * PANDA_WIDTH;
      assert_int_equal(bms_robot_trajectory_add(way, time[i], value + i * PANDA_WIDTH, rates, NULL, NULL), 0);
    }
    bms_robot_trajectory_set_spline(way, points.spline);
    bms_status status = bms_robot_trajectory_contact(p.asker, way, TOLERANCE, &contact[0]);
    assert_int_equal(bms_robot_way_contact(p.asker, &points, TOLERANCE, &contact[1]), status);
    assert_true(contact[0].segment == contact[1].segment && !(fabs(contact[0].t - contact[1].t) > 0));
    bms_robot_trajectory_clearance(p.asker, way, TOLERANCE, &clearance[0]);
    bms_robot_way_clearance(p.asker, &points, TOLERANCE, &clearance[1]);
    assert_true(!(fabs(clearance[0].lower - clearance[1].lower) > 0) && clearance[0].segment == clearance[1].segment);
    met += status != BMS_SEPARATED;
    bms_robot_trajectory_destroy(way);
  }
  assert_true((met > 0 && met < rounds) || rounds < FEW / 2);
  end(&p);
}

static void odd_trajectories_are_refused(void **state) {
  static const char *const ODD[] = {
      ("joint_names: [turn]\npoints:\n- {positions: [0], time_from_start: 0}\n"
       "- {positions: [1, 2], time_from_start: 1}\n"),
      "joint_names: [nothing]\npoints:\n- {positions: [0], time_from_start: 0}\n",
      "joint_names: [turn]\npoints:\n- {positions: [0], time_from_start: 1}\n- {positions: [1], time_from_start: 1}\n",
      "joint_names: [turn]\npoints:\n- {positions: [0], time_from_start: 0, force: 1}\n",
      "[",
      ""};
  static const int LINE[] = {4, 1, 4, 3, 0, 0};
  bms_robot *robot = load_good(FINGERS, NULL, NULL);
  bms_robot_fault fault;
  const double none[2] = {0, NAN}, low[2] = {0, -1}, zero[2] = {0, 0};
  (void)state;
  for (size_t i = 0; i < sizeof ODD / sizeof *ODD; i++) {
    const bms_robot_file file = {"bad.yaml", ODD[i]};
    assert_null(bms_robot_trajectory_load(robot, &file, &fault));
    assert_memory_equal(fault.text, "bad.yaml:", 9);
    assert_int_equal(fault.file, 0);
    if (LINE[i] > 0) assert_int_equal(fault.line, LINE[i]);
  }
  const bms_robot_file missing = {"no/such/file.yaml", NULL};
  assert_null(bms_robot_trajectory_load(robot, &missing, &fault));
  bms_robot_trajectory *way = bms_robot_trajectory_create(robot);
  assert_int_equal(bms_robot_trajectory_add(way, 0, none, NULL, NULL, &fault), -1);
  assert_int_equal(bms_robot_trajectory_add(way, NAN, zero, NULL, NULL, &fault), -1);
  assert_int_equal(bms_robot_trajectory_add(way, 0, zero, none, NULL, &fault), -1);
  assert_int_equal(bms_robot_trajectory_add(way, 0, zero, NULL, NULL, &fault), 0);
  assert_int_equal(bms_robot_trajectory_add(way, 0, zero, NULL, NULL, &fault), -1);
  assert_int_equal(bms_robot_trajectory_count(way), 1);
  double value[2] = {0, 0};
  value[bms_robot_find_joint(robot, "open")] = low[1];
  assert_int_equal(bms_robot_trajectory_add(way, 1, value, NULL, NULL, &fault), 0);
  assert_int_equal(bms_robot_trajectory_check_limits(way, &fault), -1);
  assert_non_null(strstr(fault.text, "joint open leaves its limits [0, 0.3]"));
  panda p = load_panda();
  bms_robot_contact contact;
  assert_int_equal(bms_robot_trajectory_contact(p.asker, way, TOLERANCE, &contact), BMS_INVALID); /* another robot's */
  end(&p);
  bms_robot_trajectory_destroy(way);
  bms_robot_trajectory_destroy(NULL);
  bms_robot_destroy(robot);
}

/* ------------------------------------------------------------------ ways, batches, life */

/* Returns true if all rates of a point are known. */
static bool has_rates(const bms_robot_way *way, int width, int point) {
  for (int v = 0; v < width; v++)
    if (way->rate == NULL || isnan(way->rate[point * width + v])) return false;
  return true;
}

/* Returns the values at t of segment i, by the words of bms_robot_way: straight, or Hermite's cubic. */
static void way_at(const bms_robot_way *way, int width, int i, double t, double *q) {
  double t0 = way->time[i], h = way->time[i + 1] - t0, s = (t - t0) / h;
  bool cubic = has_rates(way, width, i) && has_rates(way, width, i + 1);
  for (int v = 0; v < width; v++) {
    double a = way->value[i * width + v], b = way->value[(i + 1) * width + v];
    q[v] = a + s * (b - a);
    if (!cubic) continue;
    double rate0 = way->rate[i * width + v], rate1 = way->rate[(i + 1) * width + v], back = (1 - s) * (1 - s);
    q[v] = (1 + 2 * s) * back * a + s * back * h * rate0 + s * s * (3 - 2 * s) * b + s * s * (s - 1) * h * rate1;
  }
}

static void ways_meet_no_later_than_their_samples(void **state) {
  enum { POINTS = 4 };
  random_source r = random_from(SEED + 4);
  panda p = load_panda();
  int met = 0, later = 0;
  (void)state;
  for (int k = 0; k < 12; k++) edit(&r, p.robot, k);
  for (int round = 0; round < repetitions(60); round++) {
    double time[POINTS] = {-1, 0.5, 0.75, 3}, value[POINTS * PANDA_WIDTH], rate[POINTS * PANDA_WIDTH];
    bms_robot_way way = {.count = POINTS, .time = time, .value = value, .rate = round % 2 == 0 ? rate : NULL};
    bms_robot_contact contact;
    bms_robot_clearance clearance;
    double first = INFINITY, least = INFINITY, q[PANDA_WIDTH];
    random_configuration(&r, &p, value);
    for (int i = PANDA_WIDTH; i < POINTS * PANDA_WIDTH; i++)
      value[i] = value[i - PANDA_WIDTH] + random_uniform(&r, -0.3, 0.3);
    for (int i = 0; i < POINTS * PANDA_WIDTH; i++) rate[i] = random_uniform(&r, -0.4, 0.4);
    if (round % 4 == 0) rate[2 * PANDA_WIDTH] = NAN;
    for (int i = 0; i + 1 < POINTS; i++)
      for (int k = 0; k <= SAMPLES && isinf(first); k++) {
        double t = time[i] + (time[i + 1] - time[i]) * k / SAMPLES;
        way_at(&way, PANDA_WIDTH, i, t, q);
        double gap = least_gap(&p, q);
        least = fmin(least, gap);
        if (gap < -1e-9) first = t;
      }
    bms_status status = bms_robot_way_contact(p.asker, &way, TOLERANCE, &contact);
    assert_int_not_equal(status, BMS_INVALID);
    if (isfinite(first)) assert_true(status != BMS_SEPARATED && contact.t <= first + 1e-9);
    if (status == BMS_CONTACT) {
      way_at(&way, PANDA_WIDTH, contact.segment, contact.t, q);
      assert_true(least_gap(&p, q) <= TOLERANCE + 1e-9);
    }
    bms_status found = bms_robot_way_clearance(p.asker, &way, TOLERANCE, &clearance);
    assert_true(clearance.lower <= fmax(least, 0) + 1e-9);
    if (found == BMS_SEPARATED) assert_int_equal(status, BMS_SEPARATED);
    met += status != BMS_SEPARATED;
    later += status == BMS_CONTACT && contact.segment > 0;
  }
  assert_true((met > 0 && later > 0) || repetitions(60) < FEW);
  end(&p);
}

static void odd_ways_are_invalid(void **state) {
  panda p = load_panda();
  double time[3] = {0, 1, 1}, value[3 * PANDA_WIDTH] = {0};
  bms_robot_contact contact;
  bms_robot_clearance clearance;
  bms_robot_way way = {.count = 3, .time = time, .value = value};
  (void)state;
  assert_int_equal(bms_robot_way_contact(p.asker, &way, TOLERANCE, &contact), BMS_INVALID);
  assert_int_equal(bms_robot_way_clearance(p.asker, &way, TOLERANCE, &clearance), BMS_INVALID);
  time[2] = NAN;
  assert_int_equal(bms_robot_way_contact(p.asker, &way, TOLERANCE, &contact), BMS_INVALID);
  time[2] = 2;
  assert_int_not_equal(bms_robot_way_contact(p.asker, &way, TOLERANCE, &contact), BMS_INVALID);
  assert_int_equal(bms_robot_way_contact(p.asker, &way, 0, &contact), BMS_INVALID);
  value[2 * PANDA_WIDTH] = INFINITY;
  way.count = 1;
  assert_int_equal(bms_robot_way_contact(p.asker, &way, TOLERANCE, &contact), BMS_INVALID);
  assert_int_equal(bms_robot_edge_is_free(p.asker, value + 2 * PANDA_WIDTH, value, TOLERANCE), BMS_EDGE_INVALID);
  assert_int_equal(bms_robot_edge_contact(p.asker, value, value, NAN, &contact), BMS_INVALID);
  assert_int_equal(contact.object[0], -1);
  assert_int_equal(bms_robot_edge_clearance(p.asker, value, value, -1, &clearance), BMS_INVALID);
  end(&p);
}

static void batches_answer_as_single_queries_do(void **state) {
  enum { EDGES = 260 };
  random_source r = random_from(SEED + 5);
  panda p = load_panda();
  double *q = malloc(2 * EDGES * PANDA_WIDTH * sizeof *q), *to = q + EDGES * PANDA_WIDTH;
  bms_edge_answer *answer = malloc(EDGES * sizeof *answer);
  bms_robot_contact *contact = malloc(EDGES * sizeof *contact), one;
  bms_robot_clearance *clearance = malloc(EDGES * sizeof *clearance), distance;
  (void)state;
  for (int k = 0; k < 8; k++) edit(&r, p.robot, k);
  for (int i = 0; i < 2 * EDGES; i++) random_configuration(&r, &p, q + i * PANDA_WIDTH);
  for (int threads = 0; threads < 5; threads += 2) {
    assert_int_equal(bms_robot_edges_are_free(p.group, q, to, EDGES, TOLERANCE, threads, answer), 0);
    assert_int_equal(bms_robot_edges_contacts(p.group, q, to, EDGES, TOLERANCE, threads, contact), 0);
    assert_int_equal(bms_robot_edges_clearances(p.group, q, q, EDGES, TOLERANCE, threads, clearance), 0);
    for (int i = 0; i < EDGES; i++) {
      const double *from = q + i * PANDA_WIDTH, *end_of = to + i * PANDA_WIDTH;
      assert_int_equal(answer[i], bms_robot_edge_is_free(p.asker, from, end_of, TOLERANCE));
      bms_robot_edge_contact(p.asker, from, end_of, TOLERANCE, &one);
      assert_memory_equal(&one.t, &contact[i].t, sizeof one.t);
      assert_int_equal(one.status, contact[i].status);
      assert_int_equal(one.object[1], contact[i].object[1]);
      bms_robot_edge_clearance(p.asker, from, from, TOLERANCE, &distance);
      assert_true(distance.lower == clearance[i].lower && distance.upper == clearance[i].upper);
    }
    edit(&r, p.robot, threads); /* idle askers follow edits */
  }
  free(q);
  free(answer);
  free(contact);
  free(clearance);
  end(&p);
}

static void everything_is_freed_in_any_order(void **state) {
  const double q[PANDA_WIDTH] = {0, 0, 0, -1.5, 0, 1.5, 0};
  (void)state;
  for (int order = 0; order < 6; order++) {
    panda p = load_panda();
    for (int k = 0; k < 3; k++) {
      int what = (order % 2 == 0 ? k : 2 - k) + order / 2;
      if (what % 3 == 0) bms_robot_destroy(p.robot);
      if (what % 3 == 1) bms_robot_group_destroy(p.group);
      if (what % 3 == 1) p.group = NULL;
      if (what % 3 == 2) {
        assert_int_equal(bms_robot_edge_is_free(p.asker, q, q, TOLERANCE), BMS_EDGE_FREE);
        bms_robot_asker_destroy(p.asker);
      }
    }
  }
}

static void texts_give_the_same_robot_as_files(void **state) {
  char path[PATH_SIZE], *text = malloc(1 << 20);
  const double a[6] = {0.47, -0.9, 0.4, -1.1, -1.66, -0.8}, b[6] = {2.77, -1, 0.4, -1, -1.66, -0.8};
  bms_robot_contact contact[2];
  bms_robot_file file[2] = {{"ur5.urdf", text}, {"cell.yaml", text + (1 << 19)}};
  (void)state;
  for (int i = 0; i < 2; i++) {
    path_of(i == 0 ? "examples/arm/ur5_boxes.urdf" : "examples/arm/cell.yaml", path);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    char *to = text + i * (1 << 19);
    to[fread(to, 1, (1 << 19) - 1, in)] = 0;
    fclose(in);
  }
  for (int i = 0; i < 2; i++) {
    bms_robot *robot = i == 0 ? load_files("examples/arm/ur5_boxes.urdf", "examples/arm/cell.yaml")
                              : bms_robot_load(file, 2, NULL, NULL);
    assert_non_null(robot);
    bms_robot_group *group = bms_robot_group_create(robot, NULL, NULL);
    bms_robot_asker *asker = bms_robot_asker_create(group);
    assert_int_equal(bms_robot_edge_contact(asker, a, b, TOLERANCE, &contact[i]), BMS_CONTACT);
    assert_true(strcmp(bms_robot_object_name(robot, contact[i].object[0]), "sheet") == 0);
    bms_robot_asker_destroy(asker);
    bms_robot_group_destroy(group);
    bms_robot_destroy(robot);
  }
  assert_true(contact[0].t == contact[1].t && fabs(contact[0].t - 0.387) < 1e-3);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(joints_and_groups_have_names_and_numbers),
      cmocka_unit_test(groups_list_joints_in_the_order_they_are_named),
      cmocka_unit_test(limits_count_for_joints_that_mimic),
      cmocka_unit_test(links_stand_where_the_formulas_say),
      cmocka_unit_test(joints_that_a_group_leaves_out_rest),
      cmocka_unit_test(continuous_joints_go_the_shorter_way),
      cmocka_unit_test(pairs_have_reasons),
      cmocka_unit_test(lists_of_pairs_left_out_are_complete),
      cmocka_unit_test(notes_come_also_of_files_that_are_refused),
      cmocka_unit_test(floating_joints_have_the_numbers_of_moveit),
      cmocka_unit_test(chains_answer_as_the_robot_does),
      cmocka_unit_test(faults_name_the_file_and_the_line),
      cmocka_unit_test(odd_arguments_are_refused),
      cmocka_unit_test(damaged_texts_give_a_robot_or_a_fault),
      cmocka_unit_test(edges_are_right_whatever_comes_goes_and_moves),
      cmocka_unit_test(edits_that_cannot_be_leave_the_robot_as_it_was),
      cmocka_unit_test(what_touched_when_attached_meets_when_detached),
      cmocka_unit_test(edits_keep_the_scene),
      cmocka_unit_test(trajectories_join_their_points),
      cmocka_unit_test(blends_have_no_jumps),
      cmocka_unit_test(trajectories_answer_as_ways_do),
      cmocka_unit_test(odd_trajectories_are_refused),
      cmocka_unit_test(ways_meet_no_later_than_their_samples),
      cmocka_unit_test(odd_ways_are_invalid),
      cmocka_unit_test(batches_answer_as_single_queries_do),
      cmocka_unit_test(everything_is_freed_in_any_order),
      cmocka_unit_test(texts_give_the_same_robot_as_files),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
