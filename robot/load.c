/* SPDX-License-Identifier: BSD-3-Clause */

#define _POSIX_C_SOURCE 200809L /* uselocale() */

#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loaded.h"
#include "files/robot_array.h"
#include "files/robot_read.h"
#include "trajectory.h"

void loaded_fault(bms_robot_fault *fault, const char *format, ...) {
  if (fault == NULL) return;
  va_list values;
  va_start(values, format);
  *fault = (bms_robot_fault){.file = -1};
  vsnprintf(fault->text, sizeof fault->text, format, values);
  va_end(values);
  robot_one_line(fault->text);
}

/* ------------------------------------------------------------------ faults with a place */

/* Returns the length of the name of a file at the beginning of a text, with the remark that it was expanded; or 0. */
static size_t length_of_name(const char *text, const char *name) {
  static const char EXPANDED[] = " (expanded by xacro)";
  size_t length = strlen(name);
  if (strncmp(text, name, length) != 0) return 0;
  if (strncmp(text + length, EXPANDED, strlen(EXPANDED)) == 0) length += strlen(EXPANDED);
  return text[length] == ':' ? length : 0;
}

/* Finds the file that the text begins with, and its line: "FILE:LINE: REASON" or "FILE: REASON".  If several names fit,
   the longest counts. */
static void find_place(const bms_robot_file *file, int count, bms_robot_fault *fault) {
  size_t longest = 0;
  for (int i = 0; i < count; i++) {
    size_t length = length_of_name(fault->text, file[i].name);
    if (length <= longest) continue;
    longest = length;
    fault->file = i;
  }
  if (fault->file < 0) return;
  const char *rest = fault->text + longest + 1;
  char *end;
  long line = strtol(rest, &end, 10);
  if (end > rest && *end == ':' && *rest >= '0' && *rest <= '9') {
    fault->line = line;
    rest = end + 1;
  }
  fault->reason = (int)(rest + strspn(rest, " ") - fault->text);
}

/* ------------------------------------------------------------------ options */

static bool is_list(const char *const *list, int count) {
  for (int i = 0; i < count; i++)
    if (list == NULL || list[i] == NULL) return false;
  return count >= 0;
}

static const char *wrong_with_options(const bms_robot_options *options) {
  if (!is_list(options->package_path, options->package_path_count)) return "package_path: a name is missing";
  if (!is_list(options->frame, options->frame_count)) return "frame: an element is missing";
  if (!is_list(options->allow, options->allow_count)) return "allow: an element is missing";
  if (!is_list(options->package, options->package_count)) return "package: an element is missing";
  if (!is_list(options->pass_over, options->pass_over_count)) return "pass_over: a name is missing";
  if (!(options->margin >= 0 && options->margin <= ROBOT_GREATEST)) return "margin: expected a length from 0 to 1e9";
  if (!(options->spare >= 0 && options->spare <= ROBOT_MOST_SOLIDS))
    return "spare: expected a number from 0 to 1000000";
  for (int i = 0; options->base != NULL && i < 6; i++)
    if (!(fabs(options->base[i]) <= ROBOT_GREATEST)) return "base: expected six numbers within 1e9";
  return NULL;
}

static const char *wrong_with_files(const bms_robot_file *file, int count) {
  if (count < 1) return "expected a robot, a URDF file";
  for (int i = 0; i < count; i++)
    if (file[i].name == NULL || file[i].name[0] == 0) return "a file has no name";
  return NULL;
}

static robot_request request_of(const bms_robot_options *options) {
  robot_request request = {.base = options->base,
                           .frame = options->frame,
                           .frame_count = options->frame_count,
                           .allow = options->allow,
                           .allow_count = options->allow_count,
                           .pass_over = options->pass_over,
                           .pass_over_count = options->pass_over_count};
  request.packages.named = options->package;
  request.packages.named_count = options->package_count;
  request.packages.folder = options->package_path;
  request.packages.folder_count = options->package_path_count;
  if (options->no_environment) return request;
  request.packages.path[0] = getenv("ROS_PACKAGE_PATH");
  request.packages.path[1] = getenv("AMENT_PREFIX_PATH");
  return request;
}

/* ------------------------------------------------------------------ reading */

/* urdfdom reports what is wrong to a handler that the whole process has one of: robots are read one after the other. */
static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;

/* The C locale, whose decimal point files have, while a thread reads, whatever the program has set. */
typedef struct plain_locale {
  locale_t plain, before;
} plain_locale;

static bool enter_plain(plain_locale *locale, char *error, size_t size) {
  locale->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (locale->plain != (locale_t)0) {
    locale->before = uselocale(locale->plain);
    return true;
  }
  snprintf(error, size, "out of memory");
  return false;
}

static void leave_plain(const plain_locale *locale) {
  uselocale(locale->before);
  freelocale(locale->plain);
}

static bool read_in_turn(robot *arm, const robot_request *request, char *error, size_t size) {
  plain_locale locale;
  if (!enter_plain(&locale, error, size)) return false;
  pthread_mutex_lock(&reading);
  bool good = robot_read(arm, request, error, size);
  pthread_mutex_unlock(&reading);
  leave_plain(&locale);
  return good;
}

static bool read_files(robot *arm, const bms_robot_file *file, int count, const bms_robot_options *options,
                       bms_robot_fault *fault) {
  robot_request request = request_of(options);
  const char **name = calloc((size_t)count, sizeof *name);
  robot_named_text *text = calloc((size_t)count, sizeof *text);
  robot_texts texts = {text, count};
  bool good = name != NULL && text != NULL;
  if (!good) loaded_fault(fault, "out of memory");
  for (int i = 0; good && i < count; i++) {
    name[i] = file[i].name;
    text[i] = (robot_named_text){file[i].name, file[i].text};
  }
  request.file = name;
  request.file_count = count;
  request.texts = &texts;
  if (good && !read_in_turn(arm, &request, fault->text, sizeof fault->text)) {
    good = false;
    find_place(file, count, fault);
  }
  free(text);
  free(name);
  return good;
}

bool loaded_read_trajectory(bms_robot_trajectory *way, const bms_robot_file *file, bms_robot_fault *fault) {
  plain_locale locale;
  *fault = (bms_robot_fault){.file = -1};
  if (!enter_plain(&locale, fault->text, sizeof fault->text)) return false;
  bool good = trajectory_read(way, file, fault->text, sizeof fault->text);
  leave_plain(&locale);
  if (!good) find_place(file, 1, fault);
  return good;
}

/* ------------------------------------------------------------------ robots */

/* Makes a list that has an element for an object. */
static bool lengthen_first(bms_robot *made, int object) {
  const int none = -1;
  while (made->first_count <= object)
    if (robot_append(&made->first, &made->first_count, &none, sizeof none) < 0) return false;
  return true;
}

bool loaded_append(bms_robot *loaded, loaded_shape shape) {
  if (!lengthen_first(loaded, shape.object)) return false;
  shape.next = loaded->first[shape.object];
  int index = robot_append(&loaded->shape, &loaded->shape_count, &shape, sizeof shape);
  if (index >= 0) loaded->first[shape.object] = index;
  return index >= 0;
}

static bool take_shapes(bms_robot *made) {
  const robot *arm = &made->arm;
  for (int i = 0; i < arm->solid_count; i++) {
    const loaded_shape one = {arm->shape[i], arm->shape[i].pose, arm->solid[i].object, -1, -1};
    if (!loaded_append(made, one)) return false;
  }
  return true;
}

static void free_robot(bms_robot *made) {
  loaded_scene_free(&made->prepared);
  robot_free(&made->arm);
  free(made->shape);
  free(made->first);
  pthread_mutex_destroy(&made->lock);
  free(made);
}

static bms_robot *load(const bms_robot_file *file, int count, const bms_robot_options *options,
                       bms_robot_fault *fault) {
  bms_robot *made = calloc(1, sizeof *made);
  if (made == NULL || pthread_mutex_init(&made->lock, NULL) != 0) {
    free(made);
    loaded_fault(fault, "out of memory");
    return NULL;
  }
  atomic_init(&made->references, 1);
  robot_init(&made->arm);
  made->margin = options->margin;
  bool good = read_files(&made->arm, file, count, options, fault);
  made->arm.chain.margin = options->margin;
  for (int i = 0; options->note != NULL && i < made->arm.note_count; i++)
    options->note(options->note_context, made->arm.note[i]);
  if (good && !robot_is_solid(&made->arm))
    robot_note(&made->arm, "%s: no link has a <collision>, so that nothing can be met; add them", file[0].name);
  if (good && !take_shapes(made)) {
    loaded_fault(fault, "out of memory");
    good = false;
  }
  if (good && loaded_prepare(made, options->spare, fault)) return made;
  free_robot(made);
  return NULL;
}

bms_robot *bms_robot_load(const bms_robot_file *file, int count, const bms_robot_options *options,
                          bms_robot_fault *fault) {
  const bms_robot_options usual = {.margin = 0};
  bms_robot_fault own;
  if (options == NULL) options = &usual;
  if (fault == NULL) fault = &own;
  *fault = (bms_robot_fault){.file = -1};
  const char *wrong = wrong_with_files(file, count);
  if (wrong == NULL) wrong = wrong_with_options(options);
  if (wrong == NULL) return load(file, count, options, fault);
  loaded_fault(fault, "%s", wrong);
  return NULL;
}

void bms_robot_destroy(bms_robot *loaded) {
  if (loaded != NULL && atomic_fetch_sub(&loaded->references, 1) == 1) free_robot(loaded);
}
