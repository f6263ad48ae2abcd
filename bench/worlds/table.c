/* SPDX-License-Identifier: BSD-3-Clause */

/* Prints the measurements as Markdown. */

#include "table.h"

#include <stdio.h>

static double per_frame(double sum, const outcome *o) {
  return o->frames > 0 ? sum / (double)o->frames : 0;
}

static double per_run(double sum, const outcome *o) {
  return o->runs > 0 ? sum / (double)o->runs : 0;
}

static double total(const measured *m, int way) {
  return m->total[way];
}

static double median(const measured *m, int way) {
  return m->median[way];
}

static double slowest(const measured *m, int way) {
  return m->slowest[way];
}

static double twin_total(const measured *m, int way) {
  return m->twin_total[way];
}

static double twin_slowest(const measured *m, int way) {
  return m->twin_slowest[way];
}

static double steps(const measured *m, int way) {
  return per_frame((double)m->outcome[way].steps, &m->outcome[way]);
}

static double passed(const measured *m, int way) {
  return (double)(m->outcome[way].through + m->outcome[way].lost);
}

static double passed_clean(const measured *m, int way) {
  return (double)(m->outcome[way].through_clean + m->outcome[way].lost_clean);
}

static double outside(const measured *m, int way) {
  return (double)m->outcome[way].outside;
}

static double met(const measured *m, int way) {
  return (double)m->outcome[way].met;
}

static double met_clean(const measured *m, int way) {
  return (double)m->outcome[way].met_clean;
}

static double clean(const measured *m, int way) {
  return per_frame(100 * (double)m->outcome[way].clean_frames, &m->outcome[way]);
}

static double depth(const measured *m, int way) {
  return per_frame(m->outcome[way].depth, &m->outcome[way]);
}

static double depth_end(const measured *m, int way) {
  return per_run(m->outcome[way].depth_end, &m->outcome[way]);
}

static double waited(const measured *m, int way) {
  const outcome *o = &m->outcome[way];
  return o->time > 0 ? 100 * o->waited / o->time : 0;
}

static double resting(const measured *m, int way) {
  return per_run((double)m->outcome[way].resting, &m->outcome[way]);
}

static double energy(const measured *m, int way) {
  return per_run(m->outcome[way].energy_ratio, &m->outcome[way]);
}

typedef struct question {
  const char *title, *format;
  double (*answer)(const measured *m, int way);
  bool of_qmbox; /* there is no answer for plain ODE */
} question;

static const question QUESTIONS[] = {
    {"All frames, times plain ODE in its own world (* not to the end)", "%.2f", total, false},
    {"The median frame, times plain ODE's in its own world", "%.2f", median, false},
    {"The slowest frame, in plain ODE's median frames in its own world", "%.1f", slowest, false},
    {"All frames, times plain ODE on the same frames, in as many parts", "%.2f", twin_total, true},
    {"The slowest frame, in plain ODE's median frame of the same frames, in as many parts", "%.1f", twin_slowest, true},
    {"Steps of ODE in a frame, tries included", "%.2f", steps, false},
    {"Went through a static box, or lost in another way", "%.0f", passed, false},
    {"of these, in frames that were reported clean", "%.0f", passed_clean, false},
    {"Outside of the room at the end", "%.0f", outside, false},
    {"Pairs whose cores met", "%.0f", met, false},
    {"of these, in frames that were reported clean", "%.0f", met_clean, false},
    {"Frames that were reported clean, %", "%.0f", clean, false},
    {"Mean over frames of the deepest overlap, shortest sides", "%.3f", depth, false},
    {"Deepest overlap at the end, shortest sides", "%.3f", depth_end, false},
    {"Time that bodies lost, % of that of all bodies", "%.1f", waited, true},
    {"Bodies at rest at the end", "%.0f", resting, false},
    {"Kinetic energy at the end, of that at the start", "%.4f", energy, false},
};

static void print_header(const char *title) {
  printf("\n### %s\n\n| |", title);
  for (int i = 0; i < WAYS; i++) {
    char name[STEPPING_NAME];
    stepping_name(WAY[i], name);
    printf(" %s |", name);
  }
  puts("");
  printf("|---|");
  for (int i = 0; i < WAYS; i++) printf("---:|");
  puts("");
}

static void print_table(const question *q, const bench_case *cases, const measured *results, int count) {
  print_header(q->title);
  for (int k = 0; k < count; k++) {
    printf("| %s |", cases[k].name);
    for (int i = 0; i < WAYS; i++) {
      bool whole = results[k].frames[i] == results[k].frames[0];
      if (results[k].frames[i] == 0 || (q->of_qmbox && WAY[i].kind == STEPPING_PLAIN)) {
        printf(" |");
        continue;
      }
      putchar(' ');
      printf(q->format, q->answer(&results[k], i)); /* the list above has the formats */
      printf("%s |", whole ? "" : "*");
    }
    puts("");
  }
}

static void print_scenes(const bench_case *cases, const measured *results, int count) {
  puts("| scene | runs | bodies | frames | plain frame, us |\n|---|---:|---:|---:|---:|");
  for (int k = 0; k < count; k++) {
    const outcome *o = &results[k].outcome[0];
    printf("| %s | %d | %.0f | %d | %.1f |\n", cases[k].name, cases[k].runs, per_run((double)o->bodies, o),
           results[k].frames[0], 1e6 * results[k].frame);
  }
}

void print_tables(const bench_case *cases, const measured *results, int count) {
  print_scenes(cases, results, count);
  for (size_t i = 0; i < sizeof QUESTIONS / sizeof *QUESTIONS; i++) {
    print_table(&QUESTIONS[i], cases, results, count);
  }
}
