/* SPDX-License-Identifier: BSD-3-Clause */

#include "robot_read.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "robot_frame.h"
#include "robot_scene.h"
#include "robot_urdf.h"

enum { NAME_SIZE = 512 };

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static bool
fail(char *error, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error, size, format, arguments);
  va_end(arguments);
  return false;
}

/* Checks the folders that are named for packages: one that is misspelt would be searched in vain. */
static bool check_folders(const robot_packages *packages, char *error, size_t size) {
  struct stat about;
  for (int i = 0; i < packages->folder_count; i++)
    if (stat(packages->folder[i], &about) != 0 || !S_ISDIR(about.st_mode))
      return fail(error, size, "--package-path: %s: there is no such folder", packages->folder[i]);
  for (int i = 0; i < packages->named_count; i++) {
    const char *mark = strchr(packages->named[i], '=');
    if (mark == NULL || mark == packages->named[i])
      return fail(error, size,
                  "--package: %s: expected NAME=FOLDER, the folder of one package; --package-path names a folder to "
                  "search for packages",
                  packages->named[i]);
    if (stat(mark + 1, &about) != 0 || !S_ISDIR(about.st_mode))
      return fail(error, size, "--package: %s: there is no folder %s", packages->named[i], mark + 1);
  }
  return true;
}

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), tail = strlen(end);
  return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* Returns the pose of x, y, z, roll, pitch and yaw: its rotation is about x, then y, then z, as URDF has it. */
static bms_pose pose_of(const double base[6]) {
  double c[3], s[3];
  for (int i = 0; i < 3; i++) {
    c[i] = cos(base[3 + i] / 2);
    s[i] = sin(base[3 + i] / 2);
  }
  return (bms_pose){{base[0], base[1], base[2]},
                    {c[0] * c[1] * c[2] + s[0] * s[1] * s[2], s[0] * c[1] * c[2] - c[0] * s[1] * s[2],
                     c[0] * s[1] * c[2] + s[0] * c[1] * s[2], c[0] * c[1] * s[2] - s[0] * s[1] * c[2]}};
}

/* Copies what is before and behind the first `mark`; false if there is none. */
static bool split(const char *text, char mark, char a[NAME_SIZE], char b[NAME_SIZE]) {
  const char *at = strchr(text, mark);
  if (at == NULL || at - text >= NAME_SIZE || strlen(at) > NAME_SIZE) return false;
  memcpy(a, text, (size_t)(at - text));
  a[at - text] = 0;
  strcpy(b, at + 1);
  return true;
}

static bool add_frames(robot *arm, const robot_request *request, char *error, size_t size) {
  for (int i = 0; i < request->frame_count; i++) {
    char name[NAME_SIZE], other[NAME_SIZE];
    bms_pose pose;
    int link;
    if (!split(request->frame[i], '=', name, other))
      return fail(error, size, "--frame: %s: expected A=B", request->frame[i]);
    if (!robot_find_frame(arm, other, &link, &pose))
      return fail(error, size, "--frame: %s: there is no link '%s', and it is not the world", request->frame[i], other);
    if (robot_add_frame(arm, name, link, &pose) < 0) return fail(error, size, "out of memory");
  }
  return true;
}

static bool add_allowed(robot *arm, const robot_request *request, char *error, size_t size) {
  for (int i = 0; i < request->allow_count; i++) {
    char name[2][NAME_SIZE];
    int object[2];
    if (!split(request->allow[i], ':', name[0], name[1]))
      return fail(error, size, "--allow: %s: expected A:B", request->allow[i]);
    for (int k = 0; k < 2; k++) {
      object[k] = robot_find_object(arm, name[k]);
      if (object[k] < 0)
        return fail(error, size, "--allow: %s: there is no link or object '%s'", request->allow[i], name[k]);
    }
    if (!robot_touching_allow(&arm->touching, object[0], object[1], ROBOT_CALLER))
      return fail(error, size, "out of memory");
  }
  return true;
}

/* Checks that a file can be read more than once: its kind is checked before. */
static bool check_file(const char *file, char *error, size_t size) {
  struct stat about;
  if (stat(file, &about) != 0 || S_ISREG(about.st_mode)) return true; /* a missing file is reported by its reader */
  if (S_ISDIR(about.st_mode)) return fail(error, size, "%s: cannot be read: it is a directory", file);
  return fail(error, size, "%s: cannot be read: it is a pipe or a device; write it to a file", file);
}

/* Files behind the first: either what is XML, or the others. */
static bool read_files(robot *arm, const robot_request *request, bool xml, char *error, size_t size) {
  for (int i = 1; i < request->file_count; i++) {
    const char *file = request->file[i];
    bool good = true;
    if (robot_given_text(arm->texts, file) == NULL && !check_file(file, error, size)) return false;
    if (robot_is_xml(arm->texts, file) != xml) continue;
    if (xml)
      good = robot_read_srdf(arm, file, error, size);
    else if (ends_with(file, ".scene"))
      good = robot_read_scene_text(arm, file, error, size);
    else
      good = robot_read_scene(arm, file, &request->packages, error, size);
    if (!good) return false;
  }
  return true;
}

/* Returns true if a scene stands where the robot belongs: alone, by its name, or before what may be the robot.  A file
   that is missing is none: its reader reports that. */
static bool is_scene_first(const robot_request *request) {
  const robot_texts *texts = request->texts;
  const char *first = request->file[0];
  struct stat about;

  if ((robot_given_text(texts, first) == NULL && stat(first, &about) != 0) || robot_is_xml(texts, first)) return false;
  if (request->file_count < 2) return ends_with(first, ".yaml") || ends_with(first, ".scene");
  return robot_is_xml(texts, request->file[1]);
}

static bool read_all(robot *arm, const robot_request *request, char *error, size_t size) {
  if (!check_folders(&request->packages, error, size)) return false;
  if (is_scene_first(request))
    return fail(error, size, "%s: is not XML; the robot's URDF has to be the first file", request->file[0]);
  if (!robot_read_urdf(arm, request->file[0], &request->packages, error, size)) return false;
  if (request->base != NULL) {
    arm->link[0].frame = pose_of(request->base);
    arm->base_given = true;
  }
  return read_files(arm, request, true, error, size) && add_frames(arm, request, error, size) &&
         read_files(arm, request, false, error, size) && add_allowed(arm, request, error, size) &&
         robot_build(arm, error, size);
}

bool robot_read(robot *arm, const robot_request *request, char *error, size_t size) {
  arm->pass_over = request->pass_over;
  arm->pass_over_count = request->pass_over_count;
  arm->texts = request->texts;
  bool good = read_all(arm, request, error, size);
  arm->texts = NULL;
  return good;
}
