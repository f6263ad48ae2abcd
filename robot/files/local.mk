# SPDX-License-Identifier: BSD-3-Clause

# Robots and scenes from files.
robot_cppflags = $(tools_cppflags) -I$(top_srcdir)/robot $(URDFDOM_CFLAGS) $(CONSOLE_BRIDGE_CFLAGS) $(TINYXML_CFLAGS) \
  $(YAML_CFLAGS) $(ASSIMP_CFLAGS) $(OCTOMAP_CFLAGS)
robot_libs = $(URDFDOM_LIBS) $(CONSOLE_BRIDGE_LIBS) $(TINYXML_LIBS) $(YAML_LIBS) $(ASSIMP_LIBS) $(OCTOMAP_LIBS)

# What programs link that read files by these parts: a library of them, which is linked as C++ also where a program has
# no source in it.
robot_part_libs = robot/libbms-robot-internal.la $(robot_libs) $(PTHREAD_LIBS)

robot_parts =
robot_parts += %reldir%/collada_check.cpp %reldir%/collada_check.hpp
robot_parts += %reldir%/fault.c %reldir%/fault.h
robot_parts += %reldir%/mesh_check.cpp %reldir%/mesh_check.hpp
robot_parts += %reldir%/mesh_twins.c %reldir%/mesh_twins.h
robot_parts += %reldir%/octomap_boxes.c %reldir%/octomap_boxes.h
robot_parts += %reldir%/robot.c %reldir%/robot.h
robot_parts += %reldir%/robot_array.c %reldir%/robot_array.h
robot_parts += %reldir%/robot_build.c
robot_parts += %reldir%/robot_frame.c %reldir%/robot_frame.h
robot_parts += %reldir%/robot_mesh.cpp %reldir%/robot_mesh.h
robot_parts += %reldir%/robot_package.c %reldir%/robot_package.h
robot_parts += %reldir%/robot_pairs.c %reldir%/robot_pairs.h
robot_parts += %reldir%/robot_probe.c %reldir%/robot_probe.h
robot_parts += %reldir%/robot_read.c %reldir%/robot_read.h
robot_parts += %reldir%/robot_scene.c %reldir%/robot_scene.h
robot_parts += %reldir%/robot_srdf.cpp
robot_parts += %reldir%/robot_suggest.c %reldir%/robot_suggest.h
robot_parts += %reldir%/robot_text.c %reldir%/robot_text.h
robot_parts += %reldir%/robot_touch.c %reldir%/robot_touch.h
robot_parts += %reldir%/robot_urdf.cpp %reldir%/robot_urdf.h
robot_parts += %reldir%/robot_xml.cpp %reldir%/robot_xml.hpp
robot_parts += %reldir%/scene_allowed.c %reldir%/scene_allowed.h
robot_parts += %reldir%/scene_object.c %reldir%/scene_object.h
robot_parts += %reldir%/scene_octomap.cpp %reldir%/scene_octomap.h
robot_parts += %reldir%/scene_state.c %reldir%/scene_state.h
robot_parts += %reldir%/scene_text.c
robot_parts += %reldir%/urdf_check.cpp
robot_parts += %reldir%/yaml_tree.c %reldir%/yaml_tree.h

# What programs read texts of their own with.
robot_text_parts =
robot_text_parts += %reldir%/fault.c %reldir%/fault.h
robot_text_parts += %reldir%/robot_text.c %reldir%/robot_text.h
robot_text_parts += %reldir%/yaml_tree.c %reldir%/yaml_tree.h
