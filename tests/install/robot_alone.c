/* SPDX-License-Identifier: BSD-3-Clause */

/* A program that knows only bms_robot.h and links only libbms-robot and libbms: an arm of two links from a text, whose
   hand goes through a post. */

#include <bms_robot.h>
#include <stdio.h>

static const char ARM[] =
    "<robot name='arm'>\n"
    "<link name='base'/><link name='upper'><collision><origin xyz='0.25 0 0'/><geometry><box size='0.5 0.05 0.05'/>"
    "</geometry></collision></link>\n"
    "<link name='fore'><collision><origin xyz='0.25 0 0'/><geometry><box size='0.5 0.04 0.04'/></geometry></collision>"
    "</link>\n"
    "<joint name='shoulder' type='continuous'><parent link='base'/><child link='upper'/><axis xyz='0 0 1'/></joint>\n"
    "<joint name='elbow' type='continuous'><parent link='upper'/><child link='fore'/><origin xyz='0.5 0 0'/>"
    "<axis xyz='0 0 1'/></joint>\n"
    "</robot>\n";

int main(void) {
  const bms_robot_file file = {"arm.urdf", ARM};
  const bms_pose there = {{0, 0.9, 0}, {1, 0, 0, 0}};
  const double from[] = {0, 0}, to[] = {3, 0};
  bms_robot_fault fault;
  bms_robot_contact contact;
  bms_robot *robot = bms_robot_load(&file, 1, NULL, &fault);
  if (robot == NULL) return fprintf(stderr, "%s\n", fault.text), 2;
  bms_convex cylinder = bms_convex_cylinder(0.02, 0.5);
  bms_placed_shape shape = bms_placed_convex(BMS_WORLD, &cylinder, &there);
  const bms_pose origin = {{0, 0, 0}, {1, 0, 0, 0}};
  if (bms_robot_add_object(robot, "post", &shape, 1, &origin, &fault) < 0) return 2;
  bms_robot_group *group = bms_robot_group_create(robot, NULL, NULL);
  bms_robot_asker *asker = bms_robot_asker_create(group);
  bms_robot_edge_contact(asker, from, to, 1e-5, &contact);
  if (contact.status != BMS_CONTACT) return 1;
  printf("%s meets %s at %.3f\n", bms_robot_object_name(robot, contact.object[1]),
         bms_robot_object_name(robot, contact.object[0]), contact.t);
  bms_robot_asker_destroy(asker);
  bms_robot_group_destroy(group);
  bms_robot_destroy(robot);
  return 0;
}
