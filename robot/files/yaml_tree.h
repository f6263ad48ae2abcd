/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Reads a file of YAML documents as trees of nodes, through libyaml.
 *
 * Anything that could make a reader see less than is written is an error: two keys of one name in a mapping, keys that
 * are no text, and keys that the reader does not know (yaml_only()).  Errors are "file:line: error".
 */

#ifndef ARM_YAML_TREE_H
#define ARM_YAML_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <yaml.h>

#include "robot_text.h"

typedef struct yaml_tree {
  const char *file;
  char *error; /* the first one */
  size_t size;
  yaml_document_t document;
} yaml_tree;

/* A function that is called with each document of a file and its root, and returns false to end, after an error. */
typedef bool yaml_visitor(yaml_tree *tree, const yaml_node_t *root, void *data);

/* Reads a file, or the text in its place, document by document, and passes over empty ones. Returns false after an
   error, or if there is no document. */
bool yaml_visit(const robot_texts *texts, const char *file, yaml_visitor *visitor, void *data, char *error,
                size_t size);

/* Writes an error about a node; returns false. */
bool yaml_fault(const yaml_tree *tree, const yaml_node_t *at, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Returns the text of a scalar, or NULL. */
const char *yaml_text(const yaml_node_t *node);

/* Returns true if the value is missing, an empty list, an empty mapping or an empty or null scalar. */
bool yaml_empty(const yaml_node_t *node);

/* Returns the value of a key, or NULL. */
yaml_node_t *yaml_member(yaml_tree *tree, const yaml_node_t *node, const char *key);

/* Returns true if the text at place i of a list is also before it; all that are there are texts. */
bool yaml_repeats(yaml_tree *tree, const yaml_node_t *list, int i);

/* Return the length of a list, -1 where there is none, and an element of it. */
int yaml_length(const yaml_node_t *node);
yaml_node_t *yaml_element(yaml_tree *tree, const yaml_node_t *list, int i);

/* Returns true if the node is a mapping that has no keys but those in `keys`, words with spaces between; `what` names
   the node in the error. */
bool yaml_only(yaml_tree *tree, const yaml_node_t *node, const char *what, const char *keys);

/* Reads a finite number. */
bool yaml_number(yaml_tree *tree, const yaml_node_t *node, const char *what, double *out);

/* Reads the list of numbers under a key, or the mapping of names to numbers ("x", "y", "z", "w" in their order). */
bool yaml_numbers(yaml_tree *tree, const yaml_node_t *owner, const char *key, int count, double *out);

/* Reads a whole number in [least, most]. */
bool yaml_integer(yaml_tree *tree, const yaml_node_t *node, const char *what, long least, long most, long *out);

/* Reads true or false. */
bool yaml_boolean(yaml_tree *tree, const yaml_node_t *node, const char *what, bool *out);

#endif /* ARM_YAML_TREE_H */
