/* SPDX-License-Identifier: BSD-3-Clause */

#include "yaml_tree.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "robot_text.h"

bool yaml_fault(const yaml_tree *tree, const yaml_node_t *at, const char *format, ...) {
  va_list values;
  va_start(values, format);
  fault_write(tree->error, tree->size, tree->file, at->start_mark.line + 1, format, values);
  va_end(values);
  return false;
}

/* ------------------------------------------------------------------ nodes */

const char *yaml_text(const yaml_node_t *node) {
  if (node == NULL || node->type != YAML_SCALAR_NODE) return NULL;
  return (const char *)node->data.scalar.value;
}

bool yaml_empty(const yaml_node_t *node) {
  const char *text = yaml_text(node);
  if (node == NULL || yaml_length(node) == 0) return true;
  if (node->type == YAML_MAPPING_NODE) return node->data.mapping.pairs.start == node->data.mapping.pairs.top;
  return text != NULL && (text[0] == 0 || strcmp(text, "~") == 0 || strcmp(text, "null") == 0);
}

yaml_node_t *yaml_member(yaml_tree *tree, const yaml_node_t *node, const char *key) {
  if (node == NULL || node->type != YAML_MAPPING_NODE) return NULL;
  for (yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top; pair++) {
    const char *name = yaml_text(yaml_document_get_node(&tree->document, pair->key));
    if (name != NULL && strcmp(name, key) == 0) return yaml_document_get_node(&tree->document, pair->value);
  }
  return NULL;
}

int yaml_length(const yaml_node_t *node) {
  if (node == NULL || node->type != YAML_SEQUENCE_NODE) return -1;
  return (int)(node->data.sequence.items.top - node->data.sequence.items.start);
}

yaml_node_t *yaml_element(yaml_tree *tree, const yaml_node_t *list, int i) {
  return yaml_document_get_node(&tree->document, list->data.sequence.items.start[i]);
}

bool yaml_repeats(yaml_tree *tree, const yaml_node_t *list, int i) {
  const char *text = yaml_text(yaml_element(tree, list, i));
  for (int k = 0; k < i; k++)
    if (strcmp(yaml_text(yaml_element(tree, list, k)), text) == 0) return true;
  return false;
}

/* Returns true, with the fault, if the node stands for elements that ros2 topic echo has left out. */
static bool is_cut(const yaml_tree *tree, const yaml_node_t *node, const char *what) {
  const char *text = yaml_text(node);
  if (text == NULL || strcmp(text, "...") != 0) return false;
  yaml_fault(tree, node, "%s: elements are left out; ros2 topic echo prints all with --full-length", what);
  return true;
}

bool yaml_only(yaml_tree *tree, const yaml_node_t *node, const char *what, const char *keys) {
  if (is_cut(tree, node, what)) return false;
  if (node->type != YAML_MAPPING_NODE) return yaml_fault(tree, node, "%s: expected keys (%s)", what, keys);
  for (yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top; pair++) {
    const yaml_node_t *key = yaml_document_get_node(&tree->document, pair->key);
    if (!robot_is_among(yaml_text(key), keys))
      return yaml_fault(tree, key,
                        "%s: unknown key '%.60s'; its content would not be checked: remove it, or spell it "
                        "as one of %s",
                        what, yaml_text(key), keys);
  }
  return true;
}

/* ------------------------------------------------------------------ numbers */

/* Returns true if the text is octal for YAML 1.1 and decimal for YAML 1.2: 010 is 8 or 10. */
static bool is_ambiguous(const char *text) {
  text += *text == '+' || *text == '-';
  return text[0] == '0' && text[1] != 0 && text[strspn(text, "01234567")] == 0;
}

static bool octal_fault(const yaml_tree *tree, const yaml_node_t *node, const char *what) {
  return yaml_fault(tree, node, "%s: %.40s is octal for some readers; write it without zeros in front", what,
                    yaml_text(node));
}

bool yaml_number(yaml_tree *tree, const yaml_node_t *node, const char *what, double *out) {
  const char *text = yaml_text(node);
  char *end = NULL;
  if (is_cut(tree, node, what)) return false;
  if (text != NULL) *out = strtod(text, &end);
  if (text == NULL || end == text || *end != 0 || !isfinite(*out))
    return yaml_fault(tree, node, "%s: expected a number", what);
  return !is_ambiguous(text) || octal_fault(tree, node, what);
}

bool yaml_integer(yaml_tree *tree, const yaml_node_t *node, const char *what, long least, long most, long *out) {
  const char *text = yaml_text(node);
  char *end = NULL;
  if (is_cut(tree, node, what)) return false;
  if (text != NULL) *out = strtol(text, &end, 10);
  if (text == NULL || end == text || *end != 0 || *out < least || *out > most)
    return yaml_fault(tree, node, "%s: expected a whole number from %ld to %ld", what, least, most);
  return !is_ambiguous(text) || octal_fault(tree, node, what);
}

bool yaml_boolean(yaml_tree *tree, const yaml_node_t *node, const char *what, bool *out) {
  static const char *const WORD[] = {"false", "true", "False", "True", "0", "1"};
  const char *text = yaml_text(node);
  for (int i = 0; text != NULL && i < 6; i++) {
    if (strcmp(text, WORD[i]) != 0) continue;
    *out = i % 2 == 1;
    return true;
  }
  return yaml_fault(tree, node, "%s: expected true or false", what);
}

static bool named_numbers(yaml_tree *tree, const yaml_node_t *node, const char *key, int count, double *out) {
  static const char *const NAME[] = {"x", "y", "z", "w"};
  if (!yaml_only(tree, node, key, count == 3 ? "x y z" : "x y z w")) return false;
  for (int i = 0; i < count; i++) {
    const yaml_node_t *number = yaml_member(tree, node, NAME[i]);
    if (number == NULL) return yaml_fault(tree, node, "%s: there is no %s", key, NAME[i]);
    if (!yaml_number(tree, number, key, &out[i])) return false;
  }
  return true;
}

bool yaml_numbers(yaml_tree *tree, const yaml_node_t *owner, const char *key, int count, double *out) {
  const yaml_node_t *list = yaml_member(tree, owner, key);
  char what[64];
  if (list == NULL) return yaml_fault(tree, owner, "%s: missing", key);
  if ((count == 3 || count == 4) && list->type == YAML_MAPPING_NODE) return named_numbers(tree, list, key, count, out);
  if (yaml_length(list) != count) return yaml_fault(tree, list, "%s: expected a list of %d numbers", key, count);
  for (int i = 0; i < count; i++) {
    snprintf(what, sizeof what, "%.40s[%d]", key, i);
    if (!yaml_number(tree, yaml_element(tree, list, i), what, &out[i])) return false;
  }
  return true;
}

/* ------------------------------------------------------------------ files */

static int by_text(const void *a, const void *b) {
  const yaml_node_t *const *p = a, *const *q = b;
  return strcmp(yaml_text(*p), yaml_text(*q));
}

/* Checks that the keys of a mapping are texts and no two the same; key has room for them all. */
static bool check_keys(yaml_tree *tree, const yaml_node_t *node, const yaml_node_t **key) {
  size_t count = 0;
  for (yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top; pair++) {
    key[count++] = yaml_document_get_node(&tree->document, pair->key);
    if (yaml_text(key[count - 1]) == NULL) return yaml_fault(tree, key[count - 1], "a key is not a text");
  }
  qsort(key, count, sizeof *key, by_text);
  for (size_t i = 1; i < count; i++)
    if (by_text(&key[i - 1], &key[i]) == 0) {
      const yaml_node_t *later = key[i - 1]->start_mark.line > key[i]->start_mark.line ? key[i - 1] : key[i];
      return yaml_fault(tree, later, "key '%.60s' stands twice in one mapping; give each thing its own name",
                        yaml_text(later));
    }
  return true;
}

/* Returns true for "\0", as ROS 2 prints the byte 0. */
static bool is_byte_zero(const yaml_node_t *node) {
  return node->data.scalar.length == 1 && node->data.scalar.value[0] == 0;
}

/* Returns true for what ros2 topic echo prints in place of a list or a text with --no-arr and --no-str. */
static bool is_hidden(const char *text) {
  static const char *const BEGINS[] = {"<sequence type: ", "<array type: ", "<string length: "};
  for (size_t i = 0; i < sizeof BEGINS / sizeof *BEGINS; i++)
    if (strncmp(text, BEGINS[i], strlen(BEGINS[i])) == 0) return true;
  return false;
}

/* Checks that texts end where they seem to and are whole, and all keys. */
static bool check_nodes(yaml_tree *tree) {
  size_t most = 1;
  bool good = true;
  const yaml_node_t *end = tree->document.nodes.top;
  for (const yaml_node_t *node = tree->document.nodes.start; node < end; node++) {
    if (yaml_text(node) != NULL && strlen(yaml_text(node)) != node->data.scalar.length && !is_byte_zero(node))
      return yaml_fault(tree, node, "a text has a zero byte in it");
    if (yaml_text(node) != NULL && is_hidden(yaml_text(node)))
      return yaml_fault(tree, node, "%.60s is left out; ros2 topic echo prints it without --no-arr and --no-str",
                        yaml_text(node));
    if (node->type != YAML_MAPPING_NODE) continue;
    size_t count = (size_t)(node->data.mapping.pairs.top - node->data.mapping.pairs.start);
    if (count > most) most = count;
  }
  const yaml_node_t **key = calloc(most, sizeof *key);
  if (key == NULL) return yaml_fault(tree, tree->document.nodes.start, "out of memory");
  for (const yaml_node_t *node = tree->document.nodes.start; good && node < end; node++)
    if (node->type == YAML_MAPPING_NODE) good = check_keys(tree, node, key);
  free(key);
  return good;
}

/* Loads the next document; *root is NULL after the last. Returns false after an error. */
static bool load(yaml_tree *tree, yaml_parser_t *parser, const yaml_node_t **root) {
  *root = NULL;
  if (!yaml_parser_load(parser, &tree->document)) {
    snprintf(tree->error, tree->size, "%s:%zu: not YAML: %s", tree->file, parser->problem_mark.line + 1,
             parser->problem != NULL ? parser->problem : "cannot be read");
    return false;
  }
  *root = yaml_document_get_root_node(&tree->document);
  if (*root == NULL) yaml_document_delete(&tree->document);
  return true;
}

static bool visit_all(yaml_tree *tree, yaml_parser_t *parser, yaml_visitor *visitor, void *data) {
  const yaml_node_t *root;
  int count = 0;
  for (;;) {
    if (!load(tree, parser, &root)) return false;
    if (root == NULL) break;
    bool good = true;
    if (!yaml_empty(root)) {
      count++;
      good = check_nodes(tree) && visitor(tree, root, data);
    }
    yaml_document_delete(&tree->document);
    if (!good) return false;
  }
  if (count == 0) snprintf(tree->error, tree->size, "%s: is empty", tree->file);
  return count > 0;
}

/* Lists and mappings nested deeper than this are no scene; libyaml's time grows with the square of the depth. */
enum { MOST_LEVELS = 100 };

/* Returns the line in which lists and mappings are nested too deep, or 0.  Text that is no YAML ends the search. */
static size_t line_nested_too_deep(yaml_parser_t *parser) {
  int levels = 0;
  for (bool more = true; more && levels <= MOST_LEVELS;) {
    yaml_event_t event;
    if (!yaml_parser_parse(parser, &event)) return 0;
    if (event.type == YAML_SEQUENCE_START_EVENT || event.type == YAML_MAPPING_START_EVENT) levels++;
    if (event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT) levels--;
    more = event.type != YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  return levels > MOST_LEVELS ? parser->mark.line + 1 : 0;
}

/* Begins to parse a text.  Returns false if no memory is left. */
static bool begin(yaml_tree *tree, yaml_parser_t *parser, const char *text, size_t length) {
  if (!yaml_parser_initialize(parser)) {
    snprintf(tree->error, tree->size, "%s: out of memory", tree->file);
    return false;
  }
  yaml_parser_set_input_string(parser, (const unsigned char *)text, length);
  return true;
}

static bool check_depth(yaml_tree *tree, const char *text, size_t length) {
  yaml_parser_t parser;
  if (!begin(tree, &parser, text, length)) return false;
  size_t line = line_nested_too_deep(&parser);
  yaml_parser_delete(&parser);
  if (line > 0)
    snprintf(tree->error, tree->size, "%s:%zu: lists and mappings are nested more than %d deep", tree->file, line,
             MOST_LEVELS);
  return line == 0;
}

bool yaml_visit(const robot_texts *texts, const char *file, yaml_visitor *visitor, void *data, char *error,
                size_t size) {
  yaml_tree tree = {.file = file, .error = error, .size = size};
  yaml_parser_t parser;
  size_t length;
  char *text = robot_text_of(texts, file, &length, error, size);
  bool good = text != NULL && check_depth(&tree, text, length) && begin(&tree, &parser, text, length);
  if (good) {
    good = visit_all(&tree, &parser, visitor, data);
    yaml_parser_delete(&parser);
  }
  free(text);
  return good;
}
