/* SPDX-License-Identifier: BSD-3-Clause */

#define _XOPEN_SOURCE 700 /* realpath() */

#include "robot_package.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Limits of how far below a folder of the search path packages are searched for, and of how long a path may be. */
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

/* Returns true if the package.xml in the folder is the package's, by the first <name> in it. */
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

/* A search for package://PACKAGE/REST, and what it has found. */
typedef struct package_search {
  const char *package, *rest;
  bool found;            /* a folder of the package */
  bool is_there;         /* and the file in one */
  bool is_long;          /* a path had no room */
  char path[PATH_SIZE];  /* the file; without `is_there` where it would be */
  char other[PATH_SIZE]; /* a file of the same name with other bytes; empty if there is none */
} package_search;

static bool is_same_file(const char *a, const char *b) {
  FILE *first = fopen(a, "rb"), *second = fopen(b, "rb");
  bool same = first != NULL && second != NULL;
  while (same) {
    char one[4096], two[4096];
    size_t length = fread(one, 1, sizeof one, first);
    same = fread(two, 1, sizeof two, second) == length && memcmp(one, two, length) == 0;
    if (length < sizeof one) break;
  }
  if (first != NULL) fclose(first);
  if (second != NULL) fclose(second);
  return same;
}

/* Notes what the package has in this folder.  The result does not depend on the order in which folders come. */
static void note_folder(package_search *search, const char *folder) {
  char path[PATH_SIZE];
  struct stat about;
  if (!join(folder, search->rest, path)) {
    search->is_long = true;
    return;
  }
  bool is_there = stat(path, &about) == 0;
  bool is_kept = !search->found || (is_there && !search->is_there) ||
                 (is_there == search->is_there && strcmp(path, search->path) < 0);
  if (is_there && search->is_there && !is_same_file(path, search->path))
    strcpy(search->other, is_kept ? search->path : path);
  if (is_kept) strcpy(search->path, path);
  search->is_there |= is_there;
  search->found = true;
}

/*
 * Searches for the package in a folder and below.  A workspace has the name of a package more than once: as src/NAME,
 * as build/NAME, and as install/NAME/share/NAME, of which some hold the file.
 */
static void search_below(package_search *search, const char *folder, int depth) {
  if (is_package(folder, search->package)) note_folder(search, folder);
  DIR *list = depth > 0 ? opendir(folder) : NULL;
  if (list == NULL) return;
  for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
    char below[PATH_SIZE];
    if (entry->d_name[0] != '.' && join(folder, entry->d_name, below) && is_folder(below))
      search_below(search, below, depth - 1);
  }
  closedir(list);
}

/* Looks in each folder of a list with colons between, up to the first that has the package. */
static void search_path(package_search *search, const char *path) {
  while (path != NULL && *path != 0 && !search->found) {
    size_t length = strcspn(path, ":");
    char folder[PATH_SIZE];
    if (length > 0 && length < sizeof folder) {
      memcpy(folder, path, length);
      folder[length] = 0;
      search_below(search, folder, DEPTH);
    }
    path += length + (path[length] == ':');
  }
}

/* Checks the folders above a file, and their sibling folders, up to the first that has the file. */
static void search_above(package_search *search, const char *file) {
  char *folder = realpath(file, NULL);
  for (char *slash; !search->is_there && folder != NULL && (slash = strrchr(folder, '/')) != NULL && slash > folder;) {
    char beside[PATH_SIZE];
    *slash = 0;
    if (is_package(folder, search->package))
      note_folder(search, folder);
    else if (join(folder, search->package, beside) && is_folder(beside))
      note_folder(search, beside);
  }
  free(folder);
}

/* Returns the folder that the caller gives a package, or NULL. */
static const char *named_folder(const robot_packages *packages, const char *package) {
  size_t length = strlen(package);
  for (int i = 0; packages != NULL && i < packages->named_count; i++)
    if (strncmp(packages->named[i], package, length) == 0 && packages->named[i][length] == '=')
      return packages->named[i] + length + 1;
  return NULL;
}

/* Searches above the file that names it, and keeps what is found there if it has the file. */
static void prefer_above(const char *from, package_search *search) {
  package_search above = {.package = search->package, .rest = search->rest};
  search_above(&above, from);
  if (above.is_there || !search->found) *search = above;
}

static void find_package(const robot_packages *packages, const char *from, package_search *search) {
  const char *folder = named_folder(packages, search->package);
  if (folder != NULL) {
    note_folder(search, folder);
    return;
  }
  for (int i = 0; packages != NULL && i < packages->folder_count && !search->found; i++)
    search_below(search, packages->folder[i], DEPTH);
  for (int i = 0; packages != NULL && i < 2; i++) search_path(search, packages->path[i]);
  if (!search->is_there || search->other[0] != 0) prefer_above(from, search);
}

/* Writes the path of package://PACKAGE/REST, from PACKAGE on. */
static bool package_path(const robot_packages *packages, const char *from, const char *name, char path[PATH_SIZE],
                         char *reason, size_t size) {
  size_t length = strcspn(name, "/");
  char package[NAME_SIZE];
  if (length == 0 || length >= sizeof package || name[length] == 0) {
    snprintf(reason, size, "package://%.100s: expected package://PACKAGE/PATH", name);
    return false;
  }
  memcpy(package, name, length);
  package[length] = 0;
  package_search search = {.package = package, .rest = name + length + 1};
  find_package(packages, from, &search);
  if (search.other[0] != 0)
    snprintf(reason, size,
             "package %.60s is there more than once, with different files: %.150s, %.150s; name the right one by "
             "--package %.60s=FOLDER, or give a --package-path that has only one",
             package, search.path, search.other, package);
  else if (!search.found && !search.is_long)
    snprintf(reason, size,
             "there is no package %.100s; give a folder above it by --package-path or ROS_PACKAGE_PATH, or its "
             "own by --package %.100s=FOLDER",
             package, package);
  strcpy(path, search.path);
  return search.found && search.other[0] == 0;
}

char *robot_package_file(const robot_packages *packages, const char *from, const char *uri, char *reason, size_t size) {
  char path[PATH_SIZE];
  const char *slash = strrchr(from, '/'), *scheme = strstr(uri, "://");
  bool good = false;
  snprintf(reason, size, "%.100s: the path is too long", uri);
  if (strncmp(uri, "package://", 10) == 0)
    good = package_path(packages, from, uri + 10 + strspn(uri + 10, "/"), path, reason, size);
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
