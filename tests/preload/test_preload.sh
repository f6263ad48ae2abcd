#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# libode-qmbox-preload in front of programs that know nothing of it: nothing tunnels any more, whatever their loop; what
# does not collide is let through; joints, callbacks, threads and processes are as ever.  What cannot be seen is stepped
# as ODE does, to the bit, and that is said once.
#
# Run by `make check` in the build directory, which sets CC, CFLAGS, LDFLAGS, NM, PKG_CONFIG and srcdir.

library=$PWD/preload/.libs/libode-qmbox-preload.so
work=$PWD/tests/preload/work
said="$work/plain $work/with $work/said"
export MALLOC_PERTURB_=165 # what is used after it has been freed shows
. "${srcdir:-.}/tests/support/tap.sh"

if [ ! -f "$library" ]; then
  echo '1..0 # SKIP configured without the preload library'
  exit 0
fi
case $CFLAGS in
  *-fsanitize*) echo "1..0 # SKIP sanitizers have to be loaded first"; exit 0 ;;
esac

# both COMMAND...: output without the library, output and messages with it.
both() {
  "$@" >"$work/plain" 2>&1
  QMBOX_PRELOAD_REPORT=1 LD_PRELOAD=$library "$@" >"$work/with" 2>"$work/said"
}

complaints() {
  grep -c 'stepping as ODE does' "$work/said"
}

# The box has gone through the wall without the library and stays before it with it, each of $1 of them; a body without
# a geom has gone where it goes without a contact, 30 frames at 8 m/s.
stopped() {
  awk -v boxes="$1" '/^box/ { through += $2 > 0 } END { exit through != boxes }' "$work/plain" &&
    awk -v boxes="$1" '/^box/ { good += $2 < 0 && (NF == 2 || $4 == "4.0000") } END { exit good != boxes }' "$work/with"
}

# The number behind the word $1 in the output with the library differs from that without by at most $2 from below.
keeps_up() {
  cat "$work/plain" "$work/with" | awk -v word="$1" -v most="$2" '
    { for (i = 1; i < NF; i++) if ($i == word) value[++count] = $(i + 1) }
    END { exit !(count == 2 && value[2] >= value[1] - most && value[2] <= value[1] + 1e-9) }'
}

echo 1..62
rm -rf "$work"
mkdir -p "$work"

both ./examples/plain_ode
grep -q '^[1-9]' "$work/plain"
report $? 'boxes go through a thin wall in plain ODE'
grep -q '^0 of 20' "$work/with"
report $? 'none does with the library loaded'
grep -q ' 60 steps guarded, [1-9][0-9]* stops, .* 0 steps as ODE' "$work/said"
report $? 'the report counts the steps, all of them guarded'

for loop in usual step_first four_steps two_worlds beside by_hand by_hand_too pairs_of_spaces two_spaces groupless \
  local_data heap_data kept_joints rebuilt; do
  both ./tests/preload/odd_loops $loop
  stopped 1
  report $? "$loop: the box is stopped, and a body without a geom is not"
done

both ./tests/preload/odd_loops ghost
keeps_up box 0.84 # a frame at 50 m/s
report $? 'a box that flies through a ghost loses a frame at most'
both ./tests/preload/odd_programs slides_through_trigger
keeps_up slid 0.1
report $? 'a box that slides through a trigger on the floor loses a frame at most'
both ./tests/preload/odd_programs goes_within_space
keeps_up x 0.1
report $? 'a box that goes through a plate of its own nested space loses a frame at most'
both ./tests/preload/odd_programs thrown_at_turned_field
grep -q '^height -[1-9]' "$work/plain" && grep -q '^height 0' "$work/with"
report $? 'a field that ODE does not show to the program stops a box'
both ./tests/preload/odd_programs cloud
keeps_up way 0.02
report $? 'a cloud of boxes that pass through each other is not held up'
both ./tests/preload/odd_programs sheets
keeps_up way 0.95 # nine frames at 6 m/s, and one in which it is let go
report $? 'a sheet that passes through another loses some frames at most'
both ./tests/preload/odd_programs pairs_by_hand
grep -q '^through [1-9]' "$work/plain" && grep -q '^through 0$' "$work/with"
report $? 'boxes are stopped whose pairs are collided one by one, in changing order'

for program in cart left_cart chain gripper sledge; do
  both ./tests/preload/odd_robots $program
  cat "$work/plain" "$work/with" | awk '
    /^way/ { way[++count] = $2; joints[count] = $4 }
    END { exit !(count == 2 && way[2] > 0.9 * way[1] && joints[2] == joints[1]) }' &&
    { case $program in *cart) : ;; *) grep -q ' [1-9][0-9]* braces' "$work/said" ;; esac; } # carts need none
  report $? "$program: what is joined is not held up where soft contacts let it sink into thin things"
done

for program in worlds common_wall; do
  both ./tests/preload/odd_threads $program
  stopped 4 && grep -q ' 120 steps guarded' "$work/said"
  report $? "$program: four threads, each with a world: each box is stopped"
done
for program in step_elsewhere contacts_elsewhere left_collision; do
  both ./tests/preload/odd_threads $program
  stopped 1 && grep -q ' 30 steps guarded' "$work/said"
  report $? "$program: the box is stopped"
done
both ./tests/preload/odd_programs many_worlds
grep -q '^through 100$' "$work/plain" && grep -q '^through 50$' "$work/with" &&
  grep -q ' 0 pairs let through' "$work/said"
report $? 'a hundred worlds at one place: boxes are stopped by the walls of their own'
both ./tests/preload/odd_programs recedes
grep -q '^through 1$' "$work/plain" && grep -q '^through 0$' "$work/with"
report $? 'a box that chases a wall is stopped by it, as well if the wall slowly recedes'
for program in episodes bullets; do
  both ./tests/preload/odd_lives $program
  grep -q '^through [1-9]' "$work/plain" && grep -q '^through 0$' "$work/with"
  report $? "$program: what is made anew at the address of what has gone is stopped as well"
done
for program in kept_space exchanged destroyed_unseen; do
  both ./tests/preload/odd_lives $program
  stopped 1
  report $? "$program: the box is stopped"
done
both ./tests/preload/odd_lives body_destroyed_unseen
stopped 1 && grep -q 'a body has been destroyed within a step' "$work/said" &&
  grep -q ' 29 steps guarded, .* 1 steps as ODE' "$work/said"
report $? 'a body that is destroyed within a step where no call is seen makes that step ODE'\''s'
both ./tests/preload/odd_programs forks
stopped 2 && [ "$(grep -c 'steps guarded' "$work/said")" -eq 2 ]
report $? 'a process and its child: both boxes are stopped, and both report'
both ./tests/preload/odd_programs killed
stopped 1 && grep -q ' 30 steps guarded' "$work/said"
report $? 'a program that is ended by a signal reports'
both ./tests/preload/odd_programs traps
stopped 1
report $? 'a program that traps floating-point operations is not ended by those of the library'
both ./tests/preload/odd_programs feedbacks_kept
cmp -s "$work/plain" "$work/with" && grep -q '^missing 0 force 1.000' "$work/with"
report $? 'contact joints keep their feedback after the step, and it is the weight'
both ./tests/preload/odd_callbacks told_of_moves
grep -q '^off 0$' "$work/with" && grep -q ' [1-9][0-9]* waits' "$work/said"
report $? 'a moved callback sees where a body is that has been put back'

both ./tests/preload/odd_callbacks unnamed_contacts
stopped 1
report $? 'contacts that name no geoms, or others, are for their bodies'
both ./tests/preload/odd_callbacks world_within
stopped 2
report $? 'a world that is stepped in a near callback is guarded, and the outer one is'
both ./tests/preload/odd_callbacks callbacks_of_mesh
stopped 1 && grep -q '^outside 0$' "$work/with"
report $? 'the callbacks of a mesh are called for the program only'
both ./tests/preload/odd_callbacks left_step
stopped 1 && grep -q ' 30 steps guarded' "$work/said"
report $? 'a step that is left by a jump does not leave the next ones unguarded'
both ./tests/preload/odd_callbacks left_guard
stopped 1 && grep -q '^left 0$' "$work/plain" && grep -q '^left 1$' "$work/with"
report $? 'a jump out of the callback of a heightfield leaves nothing behind'
both ./tests/preload/odd_callbacks marks
stopped 1 && grep -q ' 30 steps guarded' "$work/said"
report $? 'a geom may be destroyed in a moved callback'

both ./tests/preload/odd_programs falls_slowly
cmp -s "$work/plain" "$work/with" && grep -q ' 120 steps guarded, 0 stops' "$work/said"
report $? 'where nothing is put back the world is that of plain ODE, to the bit'

both ./tests/preload/odd_loops nothing_collided
cmp -s "$work/plain" "$work/with" && [ "$(complaints)" -eq 1 ]
report $? 'a program that collides nothing is stepped as ODE does, to the bit, and that is said once'

both ./tests/preload/odd_programs dlopened
cmp -s "$work/plain" "$work/with" && grep -q ' 0 steps guarded, .* 0 steps as ODE' "$work/said"
report $? 'a program that asks libode itself for its functions is not seen, and the report shows it'

both env echo hello
cmp -s "$work/plain" "$work/with" && ! grep -v ' 0 steps guarded, .* 0 steps as ODE' "$work/said"
report $? 'a program without ODE is not bothered'

. "${srcdir:-.}/tests/support/static_ode.sh"
told='a program with ODE linked into it is told so, and runs as ever'
missing=$(static_ode_missing)
if [ -n "$missing" ]; then
  skip "$told" "$missing"
else
  c++ -x c $CFLAGS "$srcdir/examples/plain_ode.c" -x none $($PKG_CONFIG --cflags ode) "$archive" $archive_libs \
    -o "$work/static_ode" >"$work/said" 2>&1 && both "$work/static_ode" && cmp -s "$work/plain" "$work/with" &&
    grep -q 'linked into the program' "$work/said" && [ "$(complaints)" -eq 1 ]
  report $? "$told"
fi

# The two commands of doc/preload.md that trace a program's calls.
if nm -D ./examples/plain_ode >/dev/null 2>&1; then
  nm -D ./examples/plain_ode | grep -q ' U dWorld'
  report $? "nm shows the program's calls of ODE"
else
  skip "nm shows the program's calls of ODE" 'there is no nm'
fi
LD_DEBUG=bindings LD_PRELOAD=$library ./examples/plain_ode 2>&1 | grep dWorldQuickStep >"$work/said"
grep -q 'binding file .*plain_ode.* to .*libode-qmbox-preload' "$work/said"
report $? 'LD_DEBUG shows that the library answers them'

# A program of the plugin does its own stepping.
if [ -x ./examples/falling_tower ]; then
  both ./examples/falling_tower "$work"
  cmp -s "$work/plain" "$work/with"
  report $? 'a program that uses qmbox itself runs as ever'
  [ "$(complaints)" -eq 0 ]
  report $? 'and is told nothing'
else
  for description in 'a program that uses qmbox itself runs as ever' 'and is told nothing'; do
    skip "$description" 'the replays are not built: no jansson'
  done
fi
rm -rf "$work"
