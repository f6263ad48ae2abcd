/* SPDX-License-Identifier: BSD-3-Clause */

/* Files that robots and scenes name: package://PACKAGE/PATH, which may have a third slash, file:///PATH, /PATH, or a
   path from the file that names it. */

#ifndef ARM_ROBOT_PACKAGE_H
#define ARM_ROBOT_PACKAGE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Folders to search for packages. */
typedef struct robot_packages {
  const char *const *folder; /* first */
  int folder_count;
  const char *path[2];      /* then these, with colons between: ROS_PACKAGE_PATH, AMENT_PREFIX_PATH; or NULL */
  const char *const *named; /* "NAME=FOLDER": the folder of the package NAME, wherever others are */
  int named_count;
} robot_packages;

/*
 * Finds the file.  A package is a folder of that name, or one whose package.xml has that name, at most three levels
 * below a folder of the search path, or among the folders above the file that names it (`from`).  The first folder of
 * the search path that has the package counts; if several below it hold different files, the one above the file that
 * names it counts, else none.  A package without the file is searched for above the naming file, too.
 * Returns a path to free(); or NULL, and a reason.
 */
char *robot_package_file(const robot_packages *packages, const char *from, const char *uri, char *reason, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* ARM_ROBOT_PACKAGE_H */
