/* SPDX-License-Identifier: BSD-3-Clause */

#define _GNU_SOURCE /* getopt_long; must precede the first include */

#include "arguments.h"

#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "output_file.h"

const char ARGUMENTS_HELP[] =
    "Usage: bms-arm-sweep [OPTION]... ROBOT.urdf [FILE]... --from Q --to Q\n"
    "       bms-arm-sweep [OPTION]... ROBOT.urdf [FILE]... --way FILE\n"
    "       bms-arm-sweep [OPTION]... ROBOT.urdf [FILE]... --trajectory FILE\n"
    "       bms-arm-sweep [OPTION]... ROBOT.urdf [FILE]... --edges [EDGES.jsonl]...\n"
    "\n"
    "Answers whether a robot arm meets an obstacle or itself on the way, and if so,\n"
    "when and where.  Nothing is sampled: free means free, and contact is never\n"
    "reported late.  The other files are SRDFs and scenes of MoveIt, YAML or .scene.\n"
    "One file may be \"-\", standard input.\n"
    "\n"
    "The way\n"
    "  --from Q, --to Q  two configurations, q1,q2,... in radians or metres, in the\n"
    "                    order that --joints shows, or the names of states in the\n"
    "                    SRDF; all joints move at constant rates for t from 0 to 1\n"
    "  --way FILE        way-points, one a line: CSV with the joints' names in the\n"
    "                    first line (and t, if wanted), or JSON Lines {\"t\": 0.5,\n"
    "                    \"q\": [q1, ...]}; without t, one a second\n"
    "  --cubic           go through the way-points by a cubic spline, not in\n"
    "                    straight lines\n"
    "  --blend S         go through the way-points in lines that parabolas of S\n"
    "                    seconds join, or of as long as the shorter line lasts\n"
    "  --trajectory FILE trajectories of ROS (Joint-, Robot-, DisplayTrajectory,\n"
    "                    goals) in YAML or JSON, as controllers interpolate them:\n"
    "                    linear, cubic with velocities, quintic with accelerations\n"
    "                    as well\n"
    "  --edges           many pairs of configurations, a line each: {\"id\": any,\n"
    "                    \"from\": [...], \"to\": [...]}; from the files whose names end\n"
    "                    in .jsonl, else from standard input\n"
    "\n"
    "The robot\n"
    "  --group NAME      configurations list the joints of this group of the SRDF;\n"
    "                    the others rest: at the value of a scene's robot_state,\n"
    "                    else at 0, else in the middle of their limits\n"
    "  --allow A:B       links or objects A and B may touch; can be given again\n"
    "  --base POSE       the robot's root stands at x,y,z,roll,pitch,yaw in the\n"
    "                    world; default 0,0,0,0,0,0\n"
    "  --frame A=B       frame A of scenes is link B, or the world; can be given\n"
    "                    again\n"
    "  --package N=D     the package N of meshes is the folder D; can be given again\n"
    "  --package-path D  search D for packages of meshes, before ROS_PACKAGE_PATH;\n"
    "                    can be given again\n"
    "  --pass-over NAME  pass over unknown elements of this name in URDF and SRDF,\n"
    "                    which may be solid; can be given again\n"
    "  --continuous WAY  continuous joints go the shortest way, by half a turn at\n"
    "                    most, or as-given, as the numbers stand; default: shortest\n"
    "                    for --from and --edges, as-given for --way and --trajectory\n"
    "  --ignore-limits   also check ways beyond the joints' limits, which are refused\n"
    "                    otherwise\n"
    "  --joints          list the joints that configurations list, in their order,\n"
    "                    and exit\n"
    "  --pairs           list the pairs of links and objects that are not checked,\n"
    "                    with the reason, and exit\n"
    "  --suggest-srdf    write an SRDF with the pairs of links that always touch, by\n"
    "                    samples, or never, proved, and exit\n"
    "\n"
    "The answer\n"
    "  --tolerance D     parts that stay farther apart than D are no contact;\n"
    "                    default 0.0001\n"
    "  --margin D        parts that come as near as D are a contact; default 0\n"
    "  --samples N       also check N + 1 configurations of each segment, as others\n"
    "                    do, to compare; default 0\n"
    "  --clearance       for --edges: also how far everything stays apart; without\n"
    "                    --edges that is always in the answer\n"
    "  --json            answer in JSON\n"
    "  --no-joints       leave the values of joints out of the answer, which are many\n"
    "                    for long robots\n"
    "  --svg FILE        draw the arm at start, end and contact\n"
    "  --gltf FILE       write the way as an animation in glTF 2.0, up to the contact\n"
    "                    and, next to it, to its end\n"
    "  --html FILE       write the way, or the first 200 edges, as a page that moves\n"
    "                    in any browser, with the clearance over t\n"
    "                    One of these three may be \"-\", in place of the answer\n"
    "  --threads N       share the edges among N threads, 0 for one per processor;\n"
    "                    default 1\n"
    "  --progress        show on standard error how far it is; the default if that is\n"
    "                    a terminal, but not the one that gets the answers to edges\n"
    "  -h, --help        show this and exit\n"
    "  --version         show the version and exit\n"
    "\n"
    "A value may also be joined to its option: --from=0,1.\n"
    "Exit status: 0 if the way is free (all edges are), 1 if there is a contact, 2 if\n"
    "it is not known, or for trouble.\n"
    "\n"
    "Examples, with the files of examples/arm\n"
    "  bms-arm-sweep desk_arm.urdf desk_arm.srdf desk.yaml --from ready --to place\n"
    "  bms-arm-sweep desk_arm.urdf desk_arm.srdf desk.yaml \\\n"
    "    --trajectory desk_planned.yaml --html way.html\n"
    "  bms-arm-sweep desk_arm.urdf desk_arm.srdf desk.yaml --group arm \\\n"
    "    --edges desk_edges.jsonl --threads 0 > answers.jsonl\n";

typedef struct parser {
  arguments *a;
  int words;
  char *error;
  size_t size;
} parser;

/* ------------------------------------------------------------------ values */

static bool take_length(const char *text, double least, double *out) {
  char *end;
  *out = strtod(text, &end);
  return end != text && *end == 0 && *out >= least && *out <= ROBOT_GREATEST;
}

static bool take_count(const char *text, int most, int *out) {
  char *end;
  long number = strtol(text, &end, 10);
  *out = (int)number;
  return end != text && *end == 0 && number >= 0 && number <= most;
}

static bool take_pose(const char *text, double out[6]) {
  for (int i = 0; i < 6; i++) {
    char *end;
    out[i] = strtod(text, &end);
    if (end == text || !(fabs(out[i]) <= ROBOT_GREATEST) || *end != (i < 5 ? ',' : 0)) return false;
    text = end + 1;
  }
  return true;
}

/* ------------------------------------------------------------------ options */

/* The options: those that are only set, those with a text, with one more element of a list, and with numbers. */
enum {
  CLEARANCE = FIRST_LONG_OPTION,
  CUBIC,
  EDGES,
  IGNORE_LIMITS,
  JOINTS,
  JSON,
  NO_JOINTS,
  PAIRS,
  PROGRESS,
  SHOW_HELP,
  SHOW_VERSION,
  SUGGEST_SRDF
};
enum { FROM = SUGGEST_SRDF + 1, GLTF, GROUP, HTML, SVG, TO, TRAJECTORY, WAY };
enum { ALLOW = WAY + 1, FRAME, NAMED_PACKAGE, PACKAGE_PATH, PASS_OVER };
enum { BASE = PASS_OVER + 1, BLEND, CONTINUOUS, MARGIN, SAMPLES, THREADS, TOLERANCE };

static const struct option OPTION[] = {{"allow", required_argument, NULL, ALLOW},
                                       {"base", required_argument, NULL, BASE},
                                       {"blend", required_argument, NULL, BLEND},
                                       {"clearance", no_argument, NULL, CLEARANCE},
                                       {"continuous", required_argument, NULL, CONTINUOUS},
                                       {"cubic", no_argument, NULL, CUBIC},
                                       {"edges", no_argument, NULL, EDGES},
                                       {"frame", required_argument, NULL, FRAME},
                                       {"from", required_argument, NULL, FROM},
                                       {"gltf", required_argument, NULL, GLTF},
                                       {"group", required_argument, NULL, GROUP},
                                       {"help", no_argument, NULL, SHOW_HELP},
                                       {"html", required_argument, NULL, HTML},
                                       {"ignore-limits", no_argument, NULL, IGNORE_LIMITS},
                                       {"joints", no_argument, NULL, JOINTS},
                                       {"json", no_argument, NULL, JSON},
                                       {"margin", required_argument, NULL, MARGIN},
                                       {"no-joints", no_argument, NULL, NO_JOINTS},
                                       {"package", required_argument, NULL, NAMED_PACKAGE},
                                       {"package-path", required_argument, NULL, PACKAGE_PATH},
                                       {"pairs", no_argument, NULL, PAIRS},
                                       {"pass-over", required_argument, NULL, PASS_OVER},
                                       {"progress", no_argument, NULL, PROGRESS},
                                       {"samples", required_argument, NULL, SAMPLES},
                                       {"suggest-srdf", no_argument, NULL, SUGGEST_SRDF},
                                       {"svg", required_argument, NULL, SVG},
                                       {"threads", required_argument, NULL, THREADS},
                                       {"to", required_argument, NULL, TO},
                                       {"tolerance", required_argument, NULL, TOLERANCE},
                                       {"trajectory", required_argument, NULL, TRAJECTORY},
                                       {"version", no_argument, NULL, SHOW_VERSION},
                                       {"way", required_argument, NULL, WAY},
                                       {NULL, 0, NULL, 0}};

/* The values that getopt_long() returns for '-h', and for an argument that is no option. */
enum { LETTER_HELP = 'h', OPERAND = 1 };

/* Takes the value of an option with numbers; returns NULL, or what it should be. */
static const char *take_number(arguments *a, int option, const char *value) {
  switch (option) {
    case BASE:
      a->robot.base = a->base;
      return take_pose(value, a->base) ? NULL : "six numbers x,y,z,roll,pitch,yaw with commas between, each within 1e9";
    case BLEND:
      return take_length(value, 1e-6, &a->sweep.blend) ? NULL : "a time from 1e-6 to 1e9 s";
    case CONTINUOUS:
      a->sweep.turning = strcmp(value, "shortest") == 0 ? TURNING_SHORTEST : TURNING_AS_GIVEN;
      return a->sweep.turning == TURNING_SHORTEST || strcmp(value, "as-given") == 0 ? NULL : "shortest or as-given";
    case MARGIN:
      return take_length(value, 0, &a->robot.margin) ? NULL : "a length from 0 to 1e9";
    case SAMPLES:
      return take_count(value, 1000000, &a->sweep.samples) ? NULL : "a whole number from 0 to 1000000";
    case THREADS:
      return options_threads(value, &a->threads);
    default:
      return take_length(value, BMS_LEAST_TOLERANCE, &a->sweep.tolerance) ? NULL : "a length from 1e-140 to 1e9";
  }
}

/* Adds an element to one of the lists, which lie one after the other with room for all words in each. */
static void take_element(const parser *p, int option, const char *value) {
  bms_robot_options *options = &p->a->robot;
  int *const count[] = {&options->allow_count,        &options->frame_count,     &options->package_count,
                        &options->package_path_count, &options->pass_over_count, &p->a->file_count};
  int list = option == OPERAND ? PASS_OVER + 1 - ALLOW : option - ALLOW;
  p->a->word[list * p->words + (*count[list])++] = value;
}

/* Takes one option in, OPTION[index] if it is a long one.  `word` is the one that was read last. */
static bool take(const parser *p, int option, int index, const char *word) {
  arguments *a = p->a;
  bool *const flag[] = {&a->sweep.clearance, &a->sweep.cubic, &a->edges,           &a->sweep.ignore_limits,
                        &a->joints,          &a->json,        &a->sweep.no_joints, &a->pairs,
                        &a->sweep.progress,  &a->help,        &a->version,         &a->suggest_srdf};
  const char **const text[] = {&a->from, &a->gltf, &a->group, &a->html, &a->svg, &a->to, &a->trajectory, &a->way};
  if (option == '?' || option == ':') return options_refuse(p->error, p->size, option, word, OPTION);
  if (option == LETTER_HELP) option = SHOW_HELP;
  const char *expected = option >= BASE ? take_number(a, option, optarg) : NULL;
  if (expected != NULL)
    return options_fail(p->error, p->size, "--%s: expected %s, not '%.100s'", OPTION[index].name, expected, optarg);
  if (option >= BASE) return true;
  if (option == OPERAND || option >= ALLOW)
    take_element(p, option, optarg);
  else if (option >= FROM)
    *text[option - FROM] = optarg;
  else
    *flag[option - CLEARANCE] = true;
  return true;
}

/* Reads all words; those that are no options may stand anywhere. */
static bool parse_words(const parser *p, int argc, char **argv) {
  arguments *a = p->a;
  a->robot.allow = a->word;
  a->robot.frame = a->word + argc;
  a->robot.package = a->word + 2 * argc;
  a->robot.package_path = a->word + 3 * argc;
  a->robot.pass_over = a->word + 4 * argc;
  a->file = a->word + 5 * argc;
  a->edge_file = a->word + 6 * argc;
  opterr = 0;
  for (int index = 0, option; (option = getopt_long(argc, argv, "-:h", OPTION, &index)) != -1;)
    if (!take(p, option, index, argv[optind - 1])) return false;
  while (optind < argc) take_element(p, OPERAND, argv[optind++]);
  return true;
}

/* ------------------------------------------------------------------ what goes together */

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), tail = strlen(end);
  return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* Moves the files of edges from the list of files to the list of edges. */
static void separate_edges(arguments *a) {
  int kept = 0;
  for (int i = 0; i < a->file_count; i++) {
    const char *file = a->file[i];
    if (a->edges && (ends_with(file, ".jsonl") || output_is_standard(file)))
      a->edge_file[a->edge_file_count++] = file;
    else
      a->file[kept++] = file;
  }
  a->file_count = kept;
}

/* Checks that standard input and standard output are used once. */
static bool check_standard(const parser *p) {
  const arguments *a = p->a;
  int in = output_is_standard(a->way) + output_is_standard(a->trajectory);
  for (int i = 0; i < a->file_count; i++) in += output_is_standard(a->file[i]);
  for (int i = 0; i < a->edge_file_count; i++) in += output_is_standard(a->edge_file[i]);
  if (in > 1) return options_fail(p->error, p->size, "\"-\" names standard input, and can be given once");
  int out = output_is_standard(a->svg) + output_is_standard(a->gltf) + output_is_standard(a->html);
  return out <= 1 || options_fail(p->error, p->size, "only one of --svg, --gltf and --html can be \"-\"");
}

bool arguments_parse(int argc, char **argv, arguments *a, char *error, size_t size) {
  const parser p = {a, argc, error, size};
  *a = (arguments){.threads = 1, .sweep = {.tolerance = 1e-4}};
  a->word = calloc(7 * (size_t)argc + 1, sizeof *a->word);
  if (a->word == NULL) return options_fail(error, size, "out of memory");
  if (!parse_words(&p, argc, argv)) return false;
  if (a->help || a->version) return true;
  separate_edges(a);
  for (int i = 0; i < a->file_count; i++)
    if (ends_with(a->file[i], ".jsonl"))
      return options_fail(error, size, "%.100s: is read with --edges, or by --way; see --help", a->file[i]);
  if (!check_standard(&p)) return false;
  if (a->file_count == 0) return options_fail(error, size, "expected a robot, a URDF file; see --help");
  int lists = a->joints + a->pairs + a->suggest_srdf;
  int ways = (a->from != NULL && a->to != NULL) + (a->way != NULL) + (a->trajectory != NULL) + a->edges + lists;
  if (ways != 1 || (a->from != NULL) != (a->to != NULL))
    return options_fail(error, size,
                        "expected one of: --from with --to, --way, --trajectory, --edges, --joints, --pairs, "
                        "--suggest-srdf; files without an option are the robot, its SRDF and scenes; see --help");
  if (a->sweep.blend > 0 && (a->way == NULL || a->sweep.cubic))
    return options_fail(error, size, "--blend goes with --way, and not with --cubic");
  const char *drawing = a->svg != NULL ? "--svg" : a->gltf != NULL ? "--gltf" : a->html != NULL ? "--html" : NULL;
  const char *other = a->edges ? "--edges" : a->joints ? "--joints" : a->pairs ? "--pairs" : "--suggest-srdf";
  if (drawing != NULL && (lists > 0 || (a->edges && (a->svg != NULL || a->gltf != NULL))))
    return options_fail(error, size, "%s shows one way; it does not go with %s", drawing, other);
  return true;
}

void arguments_free(arguments *a) {
  free(a->word);
  a->word = NULL;
}
