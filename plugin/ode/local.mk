# SPDX-License-Identifier: BSD-3-Clause

qmbox_sources += %reldir%/body_members.c %reldir%/body_members.h
qmbox_sources += %reldir%/contact_joint.c %reldir%/contact_joint.h
qmbox_sources += %reldir%/convex_data.c %reldir%/convex_data.h
qmbox_sources += %reldir%/erp_scaling.c %reldir%/erp_scaling.h
qmbox_sources += %reldir%/finite_rotation.c %reldir%/finite_rotation.h
qmbox_sources += %reldir%/free_body.c %reldir%/free_body.h
qmbox_sources += %reldir%/geom_bounds.c %reldir%/geom_bounds.h
qmbox_sources += %reldir%/geom_transform.c %reldir%/geom_transform.h
qmbox_sources += %reldir%/heightfield.c %reldir%/heightfield.h
qmbox_sources += %reldir%/joint_tear.c %reldir%/joint_tear.h
qmbox_sources += %reldir%/member_offset.h
qmbox_sources += %reldir%/mesh_data.c %reldir%/mesh_data.h
qmbox_sources += %reldir%/mesh_triangles.c %reldir%/mesh_triangles.h
qmbox_sources += %reldir%/scratch_step.c %reldir%/scratch_step.h
qmbox_sources += %reldir%/sound_mesh.c %reldir%/sound_mesh.h
qmbox_sources += %reldir%/space_walk.c %reldir%/space_walk.h
qmbox_sources += %reldir%/world_state.c %reldir%/world_state.h
