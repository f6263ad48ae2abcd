/* SPDX-License-Identifier: BSD-3-Clause */

#define _XOPEN_SOURCE 700 /* realpath() */

#include "robot_package.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Limits of how far below a folder of the search path packages are looked for, and of how long a path may be. */
enum { DEPTH = 3, PATH_SIZE = 4096, NAME_SIZE = 256 };

static bool is_folder(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* Writes "a/b"; false if it is too long. */
static bool join(const char *a, const char *b, char out[PATH_SIZE]) {
  int length = snprintf(out, PATH_SIZE, "%s/%s", a, b);
  return length >= 0 && length < PATH_SIZE;
}

/* Returns true if the package.xml in the folder is that of the package: the first <name> in it says so. */
static bool says_name(const char *folder, const char *package) {
  char path[PATH_SIZE], text[8192], name[NAME_SIZE];
  if (!join(folder, "package.xml", path)) return false;
  FILE *in = fopen(path, "rb");
  if (in == NULL) return false;
  size_t length = fread(text, 1, sizeof text - 1, in);
  fclose(in);
  text[length] = 0;
  const char *start = strstr(text, "<name>");
  return start != NULL && sscanf(start + strlen("<name>"), " %255[^< \t\r\n]", name) == 1 && strcmp(name, package) == 0;
}

static bool is_package(const char *folder, const char *package) {
  const char *slash = strrchr(folder, '/');
  const char *last = slash != NULL ? slash + 1 : folder;
  return (strcmp(last, package) == 0 && is_folder(folder)) || says_name(folder, package);
}

/* Looks for the package in a folder and below. */
static bool search(const char *folder, const char *package, int depth, char out[PATH_SIZE]) {
  if (is_package(folder, package)) return snprintf(out, PATH_SIZE, "%s", folder) < PATH_SIZE;
  DIR *list = depth > 0 ? opendir(folder) : NULL;
  bool found = false;
  if (list == NULL) return false;
  for (struct dirent *entry; !found && (entry = readdir(list)) != NULL;) {
    char below[PATH_SIZE];
    if (entry->d_name[0] == '.' || !join(folder, entry->d_name, below) || !is_folder(below)) continue;
    found = search(below, package, depth - 1, out);
  }
  closedir(list);
  return found;
}

/* Looks in each folder of a list with colons between. */
static bool search_path(const char *path, const char *package, char out[PATH_SIZE]) {
  while (path != NULL && *path != 0) {
    size_t length = strcspn(path, ":");
    char folder[PATH_SIZE];
    if (length > 0 && length < sizeof folder) {
      memcpy(folder, path, length);
      folder[length] = 0;
      if (search(folder, package, DEPTH, out)) return true;
    }
    path += length + (path[length] == ':');
  }
  return false;
}

/* Looks at the folders above a file, and at those beside each of them. */
static bool search_above(const char *file, const char *package, char out[PATH_SIZE]) {
  char *folder = realpath(file, NULL);
  bool found = false;
  for (char *slash; !found && folder != NULL && (slash = strrchr(folder, '/')) != NULL && slash > folder;) {
    char beside[PATH_SIZE];
    *slash = 0;
    found = is_package(folder, package) ? snprintf(out, PATH_SIZE, "%s", folder) < PATH_SIZE
                                        : join(folder, package, beside) && is_folder(beside) &&
                                              snprintf(out, PATH_SIZE, "%s", beside) < PATH_SIZE;
  }
  free(folder);
  return found;
}

static bool find_package(const robot_packages *packages, const char *from, const char *package, char out[PATH_SIZE]) {
  for (int i = 0; packages != NULL && i < packages->folder_count; i++)
    if (search(packages->folder[i], package, DEPTH, out)) return true;
  for (int i = 0; packages != NULL && i < 2; i++)
    if (search_path(packages->path[i], package, out)) return true;
  return search_above(from, package, out);
}

/* Writes the path of package://PACKAGE/REST, from PACKAGE on. */
static bool package_path(const robot_packages *packages, const char *from, const char *name, char path[PATH_SIZE],
                         char *reason, size_t size) {
  size_t length = strcspn(name, "/");
  char package[NAME_SIZE], folder[PATH_SIZE];
  if (length == 0 || length >= sizeof package || name[length] == 0) {
    snprintf(reason, size, "package://%.100s: expected package://PACKAGE/PATH", name);
    return false;
  }
  memcpy(package, name, length);
  package[length] = 0;
  if (!find_package(packages, from, package, folder)) {
    snprintf(reason, size, "there is no package %.100s; say with --package-path where it is, or set ROS_PACKAGE_PATH",
             package);
    return false;
  }
  return join(folder, name + length + 1, path);
}

char *robot_package_file(const robot_packages *packages, const char *from, const char *uri, char *reason, size_t size) {
  char path[PATH_SIZE];
  const char *slash = strrchr(from, '/'), *scheme = strstr(uri, "://");
  bool good = false;
  snprintf(reason, size, "%.100s: the path is too long", uri);
  if (strncmp(uri, "package://", 10) == 0)
    good = package_path(packages, from, uri + 10, path, reason, size);
  else if (strncmp(uri, "file://", 7) == 0)
    good = snprintf(path, sizeof path, "%s", uri + 7) < PATH_SIZE;
  else if (scheme != NULL)
    snprintf(reason, size, "%.100s: only package://, file:// and paths can be read", uri);
  else if (uri[0] == '/' || slash == NULL)
    good = snprintf(path, sizeof path, "%s", uri) < PATH_SIZE;
  else
    good = snprintf(path, sizeof path, "%.*s/%s", (int)(slash - from), from, uri) < PATH_SIZE;
  if (!good) return NULL;
  char *copy = malloc(strlen(path) + 1);
  if (copy != NULL) strcpy(copy, path);
  if (copy == NULL) snprintf(reason, size, "out of memory");
  return copy;
}
