/* SPDX-License-Identifier: BSD-3-Clause */

/* Writes an answer as text and as JSON. JSON is written by hand, as in tools/first_contact/answer_json.c and for the
   same reasons. */

#include <math.h>
#include <string.h>

#include "json/number_text.h"
#include "sweep.h"

/* ------------------------------------------------------------------ text */

static void write_joints(FILE *out, const robot *arm, const sweep_answer *answer) {
  const double *joints = answer->joints;
  if (answer->no_joints) return;
  fputs("  joints    ", out);
  for (int v = 0; v < arm->joint_count; v++)
    fprintf(out, "%s%s %.6g", v == 0 ? "" : ", ", arm->joint[v].name, joints[v]);
  fputc('\n', out);
}

/* Writes what allows two links that are in contact from the start, which may be so at all times. */
static void write_touching_links(FILE *out, const robot *arm, const sweep_answer *answer) {
  const bms_chain_contact *c = &answer->contact;
  const char *const name[] = {robot_shape_name(arm, c->b), robot_shape_name(arm, c->a)};
  bool links = strcmp(robot_shape_kind(arm, c->a), "link") == 0 && strcmp(robot_shape_kind(arm, c->b), "link") == 0;
  if (!links || answer->status == BMS_CONTACT) return;
  fprintf(out, "  if these links may touch: --allow %s:%s, or an SRDF, which --suggest-srdf writes\n", name[0],
          name[1]);
}

static void write_contact(FILE *out, const robot *arm, const bms_robot_trajectory *way, const sweep_answer *answer) {
  const bms_chain_contact *c = &answer->contact;
  const char *word = answer->status == BMS_CONTACT ? "contact" : "in contact from the start";
  fprintf(out, "%s at t = %.9g of [%g, %g]", word, c->t, bms_robot_trajectory_time(way, 0),
          bms_robot_trajectory_time(way, bms_robot_trajectory_count(way) - 1));
  if (bms_robot_trajectory_count(way) > 2)
    fprintf(out, ", segment %d of %d", answer->segment + 1, bms_robot_trajectory_count(way) - 1);
  fprintf(out, "\n  %-9s %s\n  %-9s %s\n", robot_shape_kind(arm, c->b), robot_shape_name(arm, c->b),
          robot_shape_kind(arm, c->a), robot_shape_name(arm, c->a));
  write_joints(out, arm, answer);
  const double *p = c->point[0], *n = c->normal;
  if (c->point_count > 0)
    fprintf(out, "  point     %.6f %.6f %.6f\n  normal    %.6f %.6f %.6f\n", p[0], p[1], p[2], n[0], n[1], n[2]);
  fprintf(out, "  apart     at most %.2g there\n", c->slack);
  write_touching_links(out, arm, answer);
}

static void write_free(FILE *out, const robot *arm, const sweep_answer *answer) {
  const bms_link_clearance *c = &answer->clearance;
  fputs("free\n", out);
  if (c->a < 0) return;
  fprintf(out, "  clearance %.6g to %.6g, at t = %.6g\n  %-9s %s\n  %-9s %s\n", c->least.lower, c->least.upper,
          c->least.t, robot_shape_kind(arm, c->b), robot_shape_name(arm, c->b), robot_shape_kind(arm, c->a),
          robot_shape_name(arm, c->a));
  write_joints(out, arm, answer);
}

static int left_out_count(const robot *arm) {
  int count = 0;
  for (int i = 0; i <= BMS_ROBOT_PAIR_SHAPELESS; i++) count += arm->left_out[i];
  return count;
}

int sweep_left_out(const robot *arm, char *text, size_t size) {
  static const char *const WORD[] = {
      [BMS_ROBOT_PAIR_RIGID] = "rigid to each other",   [BMS_ROBOT_PAIR_NEIGHBOUR] = "joined by a joint",
      [BMS_ROBOT_PAIR_SRDF] = "disabled by the SRDF",   [BMS_ROBOT_PAIR_USUAL] = "usually allowed",
      [BMS_ROBOT_PAIR_MATRIX] = "allowed by the scene", [BMS_ROBOT_PAIR_ATTACHED] = "attached",
      [BMS_ROBOT_PAIR_OPTION] = "allowed by --allow"};
  int count = left_out_count(arm);
  int used = snprintf(text, size, "%d pair%s not checked", count, count == 1 ? " is" : "s are");
  for (int i = 0, first = 1; i < BMS_ROBOT_PAIR_SHAPELESS; i++) {
    if (arm->left_out[i] == 0 || used < 0 || (size_t)used >= size) continue;
    used += snprintf(text + used, size - (size_t)used, "%s %d %s", first ? ":" : ",", arm->left_out[i], WORD[i]);
    first = 0;
  }
  if (used >= 0 && (size_t)used < size) snprintf(text + used, size - (size_t)used, "; --pairs lists them");
  return count;
}

/* Writes which way continuous joints go if the short way is another than what is given. */
static void write_turning(FILE *out, const robot *arm, const bms_robot_trajectory *way) {
  const int *turns = bms_robot_trajectory_turns(way);
  const double *first = bms_robot_trajectory_value(way, 0);
  const double *last = bms_robot_trajectory_value(way, bms_robot_trajectory_count(way) - 1);
  for (int v = 0; v < arm->joint_count; v++) {
    if (turns != NULL && turns[v] != 0)
      fprintf(out,
              "  joint %s goes the short way, from %.6g to %.6g; --continuous as-given goes as the numbers stand\n",
              arm->joint[v].name, last[v - arm->joint_count], last[v]);
    if (turns == NULL && bms_robot_trajectory_goes_long(way, v))
      fprintf(out, "  joint %s goes as given, from %.6g to %.6g, not the short way; --continuous shortest does that\n",
              arm->joint[v].name, first[v], last[v]);
  }
}

static void write_left_out(FILE *out, const robot *arm) {
  char text[400];
  if (sweep_left_out(arm, text, sizeof text) > 0) fprintf(out, "  %s\n", text);
}

void sweep_write_text(FILE *out, const robot *arm, const bms_robot_trajectory *way, const sweep_options *options,
                      const sweep_answer *answer) {
  bool found = answer->status != BMS_SEPARATED, sampled = isfinite(answer->sampled);
  if (answer->status == BMS_UNRESOLVED)
    fprintf(out,
            "unresolved: free up to t = %.9g; the rest needs a --tolerance above %g, or more way-points if a joint "
            "turns very far (doc/faq.md)\n",
            answer->contact.t, options->tolerance);
  else if (found)
    write_contact(out, arm, way, answer);
  else
    write_free(out, arm, answer);
  write_turning(out, arm, way);
  write_left_out(out, arm);
  if (answer->sample_count == 0) return;
  fprintf(out, "%d samples: ", answer->sample_count);
  if (sampled)
    fprintf(out, "contact at t = %.9g%s\n", answer->sampled, found ? ", that is late" : "");
  else
    fprintf(out, "free%s\n", found ? ", WHICH IS WRONG" : "");
}

/* ------------------------------------------------------------------ JSON */

void sweep_write_string(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text != 0; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\')
      fprintf(out, "\\%c", c);
    else if (c < 0x20)
      fprintf(out, "\\u%04x", c);
    else
      fputc(c, out); /* names from files are UTF-8 */
  }
  fputc('"', out);
}

static void put_number(FILE *out, double x) {
  char text[NUMBER_TEXT_SIZE];
  fwrite(text, 1, number_text_write(x, text), out);
}

static void put_member(FILE *out, const char *key, double x) {
  fprintf(out, ", \"%s\": ", key);
  put_number(out, x);
}

static void put_vector(FILE *out, const char *key, const double *x) {
  fprintf(out, ", \"%s\": [", key);
  for (int i = 0; i < 3; i++) {
    if (i > 0) fputs(", ", out);
    put_number(out, x[i]);
  }
  fputc(']', out);
}

static void put_shapes(FILE *out, const robot *arm, int a, int b) {
  for (int k = 0; k < 2; k++) {
    int shape = k == 0 ? b : a;
    fprintf(out, ", \"%s\": {\"%s\": ", k == 0 ? "b" : "a", robot_shape_kind(arm, shape));
    sweep_write_string(out, robot_shape_name(arm, shape));
    fprintf(out, ", \"shape\": %d}", shape);
  }
}

static void put_joints(FILE *out, const robot *arm, const sweep_answer *answer) {
  const double *joints = answer->joints;
  if (answer->no_joints) return;
  fputs(", \"joints\": {", out);
  for (int v = 0; v < arm->joint_count; v++) {
    if (v > 0) fputs(", ", out);
    sweep_write_string(out, arm->joint[v].name);
    fputs(": ", out);
    put_number(out, joints[v]);
  }
  fputc('}', out);
}

/* Writes the clearance of each segment up to the contact's. */
static void put_along(FILE *out, const robot *arm, const bms_robot_trajectory *way, const sweep_answer *answer) {
  if (answer->along == NULL) return;
  fputs(", \"along\": [", out);
  for (int i = 0; i < answer->along_count; i++) {
    const bms_link_clearance *c = &answer->along[i];
    fprintf(out, "%s{\"segment\": %d", i > 0 ? ", " : "", i);
    put_member(out, "from", bms_robot_trajectory_time(way, i));
    put_member(out, "to", bms_robot_trajectory_time(way, i + 1));
    if (c->a >= 0) {
      put_member(out, "clearance", c->least.lower);
      put_member(out, "clearance_upper", c->least.upper);
      put_member(out, "t", c->least.t);
      put_shapes(out, arm, c->a, c->b);
    }
    fputc('}', out);
  }
  fputc(']', out);
}

static void put_samples(FILE *out, const sweep_answer *answer) {
  if (answer->sample_count == 0) return;
  fprintf(out, ", \"samples\": {\"count\": %d, \"contact\": ", answer->sample_count);
  if (isfinite(answer->sampled)) {
    fputs("true", out);
    put_member(out, "t", answer->sampled);
  } else {
    fputs("false", out);
  }
  fputc('}', out);
}

/* Writes the names of continuous joints that go the short way, or as given where that is longer. */
static void put_turning(FILE *out, const robot *arm, const bms_robot_trajectory *way) {
  const int *turns = bms_robot_trajectory_turns(way);
  const char *key = turns != NULL ? ", \"shortest\": [" : ", \"as_given\": [";
  bool any = false;
  for (int v = 0; v < arm->joint_count; v++) {
    if (turns != NULL ? turns[v] == 0 : !bms_robot_trajectory_goes_long(way, v)) continue;
    fputs(any ? ", " : key, out);
    sweep_write_string(out, arm->joint[v].name);
    any = true;
  }
  if (any) fputc(']', out);
}

void sweep_write_members(FILE *out, const robot *arm, const bms_robot_trajectory *way, const sweep_answer *answer,
                         bool left_out) {
  const bms_chain_contact *contact = &answer->contact;
  const bms_link_clearance *clearance = &answer->clearance;
  fprintf(out, "\"status\": \"%s\"", answer->status == BMS_SEPARATED ? "free" : bms_status_name(answer->status));
  if (answer->status == BMS_UNRESOLVED) {
    put_member(out, "t", contact->t);
  } else if (answer->status != BMS_SEPARATED) {
    put_member(out, "t", contact->t);
    fprintf(out, ", \"segment\": %d", answer->segment);
    put_member(out, "slack", contact->slack);
    put_shapes(out, arm, contact->a, contact->b);
    put_joints(out, arm, answer);
    if (contact->point_count > 0) put_vector(out, "point", contact->point[0]);
    if (contact->point_count > 0) put_vector(out, "normal", contact->normal);
  } else if (clearance->a >= 0) {
    put_member(out, "clearance", clearance->least.lower);
    put_member(out, "clearance_upper", clearance->least.upper);
    put_member(out, "t", clearance->least.t);
    fprintf(out, ", \"segment\": %d", answer->segment);
    put_shapes(out, arm, clearance->a, clearance->b);
    put_joints(out, arm, answer);
  }
  put_along(out, arm, way, answer);
  put_turning(out, arm, way);
  if (left_out) fprintf(out, ", \"left_out\": %d", left_out_count(arm));
  put_samples(out, answer);
}

void sweep_write_json(FILE *out, const robot *arm, const bms_robot_trajectory *way, const sweep_answer *answer) {
  fputc('{', out);
  sweep_write_members(out, arm, way, answer, true);
  fputs("}\n", out);
}
