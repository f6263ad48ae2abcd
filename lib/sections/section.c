/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A section by the steps of the description: sample the topology in the middle, build its planes, which are valid
 * throughout, and find the first root of one plane that is inside all the others.  The ends of the section are checked
 * besides the roots: contact may be there from the start, and a root at the end of a section may fall on either side of
 * it by rounding.
 */

#include "numeric/arithmetic.h"

#include "sections/section.h"

#include <math.h>

#include "sections/pair_plane.h"
#include "sections/steps.h"
#include "sections/topology.h"

/* In error bounds of a plane; section.h derives them.  Roots of the nominal planes are off by 2.4 and values by 1;
   outwards 1 + 1.9 + 3.2 have to be covered by the shift, and the time of its root besides by the level. */
const bms_entry_rule bms_entry_nominal = {.shift = 0, .level = 4, .skip_implied = false};
const bms_entry_rule bms_entry_earliest = {.shift = 8, .level = 11, .skip_implied = false};
const bms_entry_rule bms_entry_latest = {.shift = -4, .level = -1.5, .skip_implied = true};

/* Times the error bound: a plane within this of zero throughout vanishes. */
static const double VANISHING = 4;

/* ------------------------------------------------------------------ planes */

/* The Bernstein coefficients, without the binomials that bms_polynomial has in them. */
static void show_polynomial(const bms_polynomial *p, bms_section_plane *out) {
  out->degree = p->degree;
  for (int i = 0; i <= p->degree; i++) out->coefficient[i] = p->c[i] / bms_binomial[p->degree][i];
}

static void build_plane(bms_stretch *stretch, const bms_instant *middle, const bms_pair *pair, int index,
                        bms_section_planes *out) {
  bms_gap gap;
  bms_section_plane *shown = &out->section.plane[index];
  bms_polynomial plane = bms_pair_plane(stretch, middle, pair, &gap);
  double size = bms_polynomial_bound(&gap.distance);
  for (int k = 0; k < gap.radii; k++) size += bms_polynomial_bound(&gap.radius[k]);
  out->polynomial[index] = plane;
  out->size[index] = size;
  *shown = (bms_section_plane){.pair = *pair, .error = gap.error};
  show_polynomial(&plane, shown);
  shown->vanishes = bms_polynomial_bound(&plane) <= VANISHING * gap.error;
  shown->implied = !(stretch->relative->axes >> gap.axis & 1);
}

static void sample_topology(const bms_relative *relative, const bms_instant *middle, bms_topology *topology) {
  if (relative->rigid)
    bms_topology_of_boxes(&middle->a, &middle->b, topology);
  else
    bms_topology_of_parallelepipeds(&middle->a, &middle->b, topology);
}

/* ------------------------------------------------------------------ roots */

static void sort_ascending(double value[], int count) {
  for (int i = 1; i < count; i++) {
    double x = value[i];
    int place = i;
    for (; place > 0 && value[place - 1] > x; place--) value[place] = value[place - 1];
    value[place] = x;
  }
}

/* How far outside of a plane the origin is at s, in error bounds of the plane. */
static double height(const bms_section_planes *in, int index, double s) {
  double value = bms_polynomial_value(&in->polynomial[index], s), error = in->section.plane[index].error;
  return error > 0 ? value / error : value > 0 ? INFINITY : value < 0 ? -INFINITY : 0;
}

/* Finds the place of the origin at a root of plane number `index` as far as the other planes are concerned. */
static void place_root(const bms_section_planes *in, int index, double s, bms_plane_root *root) {
  double greatest = -INFINITY;
  root->place = BMS_ROOT_INSIDE;
  root->outside = -1;
  for (int other = 0; other < BMS_SECTION_PAIRS; other++) {
    if (other == index || in->section.plane[other].implied) continue;
    double above = height(in, other, s);
    if (above > bms_entry_latest.level && root->place == BMS_ROOT_INSIDE) root->place = BMS_ROOT_UNDECIDED;
    if (above <= bms_entry_nominal.level || above <= greatest) continue;
    root->place = BMS_ROOT_OUTSIDE;
    root->outside = other;
    greatest = above;
  }
}

static void find_roots(bms_section_planes *in) {
  const bms_section *section = &in->section;
  for (int i = 0; i < BMS_SECTION_PAIRS; i++) {
    bms_section_plane *plane = &in->section.plane[i];
    double s[BMS_MAX_DEGREE];
    if (plane->vanishes) continue;
    plane->root_count = bms_polynomial_roots(&in->polynomial[i], s);
    for (int k = 0; k < plane->root_count; k++) {
      plane->root[k].t = section->start + s[k] * (section->end - section->start);
      place_root(in, i, s[k], &plane->root[k]);
    }
  }
}

void bms_section_build(const bms_relative *relative, const bms_route *route, int number, bms_section_planes *out) {
  double start = route->time[number], end = route->time[number + 1], middle = start + 0.5 * (end - start);
  bms_instant instant;
  bms_topology topology;
  bms_stretch stretch;
  out->section = (bms_section){.number = number,
                               .sections = route->sections,
                               .start = start,
                               .middle = middle,
                               .end = end,
                               .switches = route->switches[number],
                               .equations = route->equations};
  bms_relative_instant(relative, middle, &instant);
  sample_topology(relative, &instant, &topology);
  bms_steps_take(&instant.a, &instant.b, &topology, &out->section.steps);
  bms_relative_stretch(relative, start, end, &stretch);
  for (int i = 0; i < BMS_PAIRS; i++) build_plane(&stretch, &instant, &topology.pair[i], i, out);
  find_roots(out);
}

/* ------------------------------------------------------------------ first contact */

static bool is_asked(const bms_section_planes *in, int index, const bms_entry_rule *rule) {
  return !(rule->skip_implied && in->section.plane[index].implied);
}

static bool origin_is_inside(const bms_section_planes *in, double s, const bms_entry_rule *rule) {
  for (int i = 0; i < BMS_SECTION_PAIRS; i++)
    if (is_asked(in, i, rule) && !(height(in, i, s) <= rule->level)) return false;
  return true;
}

/* The times at which the origin may enter, in order: the ends of the section and the roots of its moved planes. */
static int times_of_entry(const bms_section_planes *in, const bms_entry_rule *rule, double s[]) {
  int count = 0;
  s[count++] = 0;
  for (int i = 0; i < BMS_SECTION_PAIRS; i++) {
    const bms_section_plane *plane = &in->section.plane[i];
    if (plane->vanishes || !is_asked(in, i, rule)) continue;
    bms_polynomial moved = in->polynomial[i], one = {.degree = 0, .c = {1}};
    moved = bms_polynomial_add_scaled(&moved, -rule->shift * plane->error, &one);
    count += bms_polynomial_roots(&moved, s + count);
  }
  s[count++] = 1;
  sort_ascending(s, count);
  return count;
}

double bms_section_entry(const bms_section_planes *in, const bms_entry_rule *rule) {
  double s[BMS_SECTION_PAIRS * BMS_MAX_DEGREE + 2];
  int count = times_of_entry(in, rule, s);
  for (int i = 0; i < count; i++)
    if (origin_is_inside(in, s[i], rule)) return s[i];
  return -1;
}

bms_pair bms_section_nearest_pair(const bms_section_planes *in, double s) {
  bms_pair nearest = {BMS_PAIR_NONE, 0, 0};
  double greatest = -INFINITY;
  for (int i = 0; i < BMS_SECTION_PAIRS; i++) {
    const bms_section_plane *plane = &in->section.plane[i];
    if (in->size[i] <= VANISHING * plane->error) continue; /* parallel edges make no plane */
    double value = bms_polynomial_value(&in->polynomial[i], s) / in->size[i];
    if (value <= greatest) continue;
    greatest = value;
    nearest = plane->pair;
  }
  return nearest;
}
