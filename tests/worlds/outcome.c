/* SPDX-License-Identifier: BSD-3-Clause */

/* Runs a scene, and reports its outcome. */

#include "outcome.h"

#include <stdio.h>

static void note_end(outcome *o, const scene *s, bool clean, double energy) {
  o->outside = scene_outside(s);
  o->lost = s->lost != NULL ? s->lost(s) : 0;
  if (clean) {
    o->outside_clean = o->outside;
    o->lost_clean = o->lost;
  }
  o->energy_ratio = energy > 0 ? scene_energy(s) / energy : 0;
  o->resting = scene_resting(s);
  o->bodies = scene_bodies(s);
}

static void note_judge(outcome *o, const judge *j) {
  const judge_count *all = judge_of_all(j);

  o->met = all->met;
  o->through = all->through;
  o->off_path = all->off_path;
  o->unsettled = all->unsettled;
  o->not_a_number = all->not_a_number;
  o->depth = all->depth;
  o->depth_end = judge_of_frame(j)->depth;
}

outcome outcome_of(scene *s, stepping how, int frames) {
  outcome o = {.runs = 1, .frames = frames};
  judge *j = judge_new(s->geoms, s->geom_count, scene_refuses, s);
  double energy = scene_energy(s);

  for (int frame = 0; frame < frames; frame++) {
    if (s->drive != NULL) s->drive(s, frame);
    stepping_report report = stepping_frame(how, s, j);
    o.steps += report.steps;
    o.waited += report.lost;
    o.time += scene_bodies(s) * s->frame;
    if (!report.clean) continue;
    o.clean_frames++;
    o.met_clean += judge_of_frame(j)->met;
    o.through_clean += judge_of_frame(j)->through;
  }
  note_judge(&o, j);
  note_end(&o, s, o.clean_frames == frames, energy);
  judge_free(j);
  return o;
}

outcome outcome_of_kind(const scene_kind *kind, stepping how, uint64_t first, int runs, int frames) {
  outcome sum = {0};

  for (int i = 0; i < runs; i++) {
    scene *s = kind->make(first + (uint64_t)i, kind->amount);
    outcome one = outcome_of(s, how, frames);
    outcome_add(&sum, &one);
    scene_free(s);
  }
  return sum;
}

void outcome_add(outcome *sum, const outcome *one) {
  sum->runs += one->runs;
  sum->frames += one->frames;
  sum->clean_frames += one->clean_frames;
  sum->steps += one->steps;
  sum->met += one->met;
  sum->met_clean += one->met_clean;
  sum->through += one->through;
  sum->through_clean += one->through_clean;
  sum->outside += one->outside;
  sum->outside_clean += one->outside_clean;
  sum->lost += one->lost;
  sum->lost_clean += one->lost_clean;
  sum->off_path += one->off_path;
  sum->unsettled += one->unsettled;
  sum->not_a_number += one->not_a_number;
  sum->depth += one->depth;
  sum->depth_end += one->depth_end;
  sum->waited += one->waited;
  sum->time += one->time;
  sum->energy_ratio += one->energy_ratio;
  sum->resting += one->resting;
  sum->bodies += one->bodies;
}

void outcome_print(const char *what, stepping how, const outcome *o) {
  char name[STEPPING_NAME];

  stepping_name(how, name);
  printf("# %s, %s: %ld runs of %ld frames (%ld clean), %ld bodies; through %ld (clean %ld), cores met %ld (%ld), ",
         what, name, o->runs, o->frames / o->runs, o->clean_frames, o->bodies, o->through, o->through_clean, o->met,
         o->met_clean);
  printf(
      "outside %ld (%ld), lost %ld (%ld), waited %.1f %%; mean deepest overlap %.3f, at the end %.3f, resting %ld, "
      "energy %.4f",
      o->outside, o->outside_clean, o->lost, o->lost_clean, 100 * o->waited / o->time, o->depth / (double)o->frames,
      o->depth_end / (double)o->runs, o->resting, o->energy_ratio / (double)o->runs);
  if (o->off_path + o->unsettled + o->not_a_number > 0) {
    printf("; off path %ld, unsettled %ld, not numbers %ld", o->off_path, o->unsettled, o->not_a_number);
  }
  putchar('\n');
  fflush(stdout);
}
