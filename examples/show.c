/* SPDX-License-Identifier: BSD-3-Clause */

/* Runs a scene twice, side by side. */

#include "show.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_CONTACTS = 8, PATH_SIZE = 1024, NAME_SIZE = 64 };

static int add(stage *s, dGeomID geom, const char *name, const double side[3], unsigned color, int moves) {
  int number = replay_add_box(s->lane, name, side, color, moves);

  s->geom = replay_room(s->geom, number + 1, sizeof *s->geom);
  s->geom[number] = geom;
  return number;
}

/* Returns how many boxes have this name and a number. */
static int namesakes(const stage *s, const char *name) {
  int count = 0;

  for (int k = 0; k < s->lane->boxes; k++) count += strncmp(s->lane->box[k].name, name, strlen(name)) == 0;
  return count;
}

dGeomID stage_box(stage *s, const char *name, const double side[3], const double position[3], double density,
                  unsigned color) {
  char numbered[NAME_SIZE];
  dReal x = (dReal)side[0], y = (dReal)side[1], z = (dReal)side[2];
  dGeomID geom = dCreateBox(s->space, x, y, z);

  if (density > 0) {
    dBodyID body = dBodyCreate(s->world);
    dMass mass;
    dMassSetBox(&mass, (dReal)density, x, y, z);
    dBodySetMass(body, &mass);
    dGeomSetBody(geom, body);
  }
  dGeomSetPosition(geom, (dReal)position[0], (dReal)position[1], (dReal)position[2]);
  snprintf(numbered, sizeof numbered, "%s %d", name, namesakes(s, name) + 1);
  add(s, geom, numbered, side, color, density > 0);
  return geom;
}

void stage_ground(stage *s, double width) {
  const double side[3] = {width, width, 0.01 * width};

  dCreatePlane(s->space, 0, 0, 1, 0);
  add(s, 0, "ground", side, 0xc8ccd2, 0);
}

static int number_of(const stage *s, dGeomID geom) {
  for (int k = 0; k < s->lane->boxes; k++)
    if (s->geom[k] == geom) return k;
  return -1; /* the ground is a plane */
}

/* Makes contact joints, as an ordinary near callback does. */
static void near(void *data, dGeomID o1, dGeomID o2) {
  stage *s = data;
  dContact contact[MOST_CONTACTS];
  int count = dCollide(o1, o2, MOST_CONTACTS, &contact[0].geom, sizeof contact[0]);
  bool link = count > 0 && dGeomGetBody(o1) && dGeomGetBody(o2);

  for (int i = 0; i < count; i++) {
    memset(&contact[i].surface, 0, sizeof contact[i].surface);
    contact[i].surface.mode = dContactApprox1;
    contact[i].surface.mu = s->friction;
    dJointAttach(dJointCreateContact(s->world, s->contacts, &contact[i]), dGeomGetBody(o1), dGeomGetBody(o2));
  }
  if (link) replay_add_link(s->lane, number_of(s, o1), number_of(s, o2));
}

static void record(stage *s) {
  replay_pose *pose = replay_add_sample(s->lane, s->now);

  for (int k = 0; k < s->lane->boxes; k++) {
    const replay_box *box = &s->lane->box[k];
    dQuaternion turn = {1, 0, 0, 0};
    pose[k] = (replay_pose){{0, 0, -box->side[2] / 2}, {1, 0, 0, 0}}; /* this is the ground */
    if (!s->geom[k]) continue;
    dGeomGetQuaternion(s->geom[k], turn);
    for (int c = 0; c < 3; c++) pose[k].position[c] = (double)dGeomGetPosition(s->geom[k])[c];
    for (int c = 0; c < 4; c++) pose[k].turn[c] = (double)turn[c];
  }
}

static void record_stop(void *data, const qmboxContact *contact) {
  stage *s = data;
  replay_stop stop = {s->now + contact->time, number_of(s, contact->g1), number_of(s, contact->g2)};

  replay_add_stop(s->lane, &stop);
}

static void plain_step(stage *s, dReal step) {
  dSpaceCollide(s->space, s, near);
  dWorldQuickStep(s->world, step);
  dJointGroupEmpty(s->contacts);
}

/* Prints how much has been done, on one line that is written over and over at a terminal. */
static void show_progress(const show *scene, const stage *s, int done) {
  if (!isatty(STDERR_FILENO)) return;
  fprintf(stderr, "\r%s, %s: %d of %d steps", scene->name, s->guarded ? "guarded" : "plain ODE", done, scene->steps);
  if (done == scene->steps) fputs("\r\033[K", stderr);
}

/* Prints the result and returns the number of boxes that went astray. */
static int run_steps(stage *s, const show *scene) {
  int astray = 0;
  qmboxSimulateOptions options = {.size = sizeof options,
                                  .nearCallback = near,
                                  .nearData = s,
                                  .contacts = s->contacts,
                                  .parts = scene->parts,
                                  .stop = record_stop,
                                  .stopData = s};

  record(s);
  for (int i = 1; i <= scene->steps; i++) {
    if (s->guarded) {
      qmboxWorldSimulate(s->world, s->space, scene->step, &options, 0);
    } else {
      plain_step(s, scene->step);
    }
    s->now = i * (double)scene->step;
    record(s);
    if (i == scene->judged) astray = scene->count(s);
    show_progress(scene, s, i);
  }
  return astray;
}

/* Runs one of the worlds and returns the number of boxes that went astray. */
static int run_lane(const show *scene, replay_lane *lane, bool guarded) {
  stage s = {dWorldCreate(), dHashSpaceCreate(0), dJointGroupCreate(0), (dReal)0.6, guarded, 0, lane, 0};
  char name[NAME_SIZE] = "plain ODE";
  int astray;

  if (guarded && scene->parts > 1) {
    snprintf(name, sizeof name, "guarded, each step in %d parts", scene->parts);
  } else if (guarded) {
    snprintf(name, sizeof name, "guarded");
  }
  dRandSetSeed(1); /* dWorldQuickStep() takes the joints in a random order */
  dWorldSetGravity(s.world, 0, 0, (dReal)-9.81);
  scene->build(&s);
  astray = run_steps(&s, scene);
  snprintf(lane->title, sizeof lane->title, "%s: %d %s", name, astray, scene->counted);
  printf("  %s\n", lane->title);
  dJointGroupDestroy(s.contacts);
  dSpaceDestroy(s.space);
  dWorldDestroy(s.world);
  free(s.geom);
  return astray;
}

enum { KINDS = 3 };
static const char *const KIND[KINDS] = {"gltf", "svg", "html"};

static int write_file(const replay *r, const show *scene, int kind, const char *path) {
  if (kind == 0) return replay_write_gltf(r, scene->apart, path);
  return kind == 1 ? replay_write_strip(r, &scene->view, path) : replay_write_page(r, &scene->view, path);
}

int show_run(const show *scene, int argc, char **argv) {
  replay r = {.title = scene->title};
  char path[PATH_SIZE];
  int astray = 0, written;
  const char *directory = argc > 1 ? argv[1] : ".";

  if (argc > 2 || directory[0] == '-' || strlen(directory) + strlen(scene->name) + 8 > PATH_SIZE) {
    fprintf(stderr, "Usage: %s [DIRECTORY]\nWrites %s.gltf, %s.svg and %s.html there.\n", scene->name, scene->name,
            scene->name, scene->name);
    return 2;
  }
  dInitODE();
  printf("%s\n", scene->title);
  for (int k = 0; k < REPLAY_LANES; k++) astray = run_lane(scene, &r.lane[k], k == 1);
  dCloseODE();
  written = 1;
  for (int kind = 0; kind < KINDS; kind++) {
    snprintf(path, sizeof path, "%s/%s.%s", directory, scene->name, KIND[kind]);
    if (write_file(&r, scene, kind, path)) continue;
    fprintf(stderr, "%s: %s: cannot be written: %s\n", scene->name, path, strerror(errno));
    written = 0;
  }
  replay_free(&r);
  return written && astray == 0 ? 0 : 1;
}
