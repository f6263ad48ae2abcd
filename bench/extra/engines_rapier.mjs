// SPDX-License-Identifier: BSD-3-Clause
//
// engines_rapier.mjs: the scenes of engines.c with Rapier.  Run it by node in a folder where
// @dimforge/rapier3d-compat is installed.
//
import RAPIER from '@dimforge/rapier3d-compat';
await RAPIER.init();
const fixed = RAPIER.RigidBodyDesc.fixed,
  dynamic = RAPIER.RigidBodyDesc.dynamic;
function world() {
  const w = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
  w.timestep = 0.01;
  return w;
}
function grid(nx, wall) {
  // tiles of 1 m, x from -1, 6 m wide; a wall at x = 4.5
  const v = [],
    t = [];
  for (let i = 0; i <= nx; i++) {
    v.push(i - 1, -3, 0, i - 1, 3, 0);
  }
  for (let i = 0; i < nx; i++) {
    const a = 2 * i;
    t.push(a, a + 2, a + 1, a + 2, a + 3, a + 1);
  }
  if (wall) {
    const a = v.length / 3;
    v.push(4.5, -3, 0, 4.5, 3, 0, 4.5, -3, 1, 4.5, 3, 1);
    t.push(a, a + 2, a + 1, a + 1, a + 2, a + 3);
  }
  return [new Float32Array(v), new Uint32Array(t)];
}
function slide(floor, flags, shape) {
  const w = world();
  if (floor === 'boxes')
    for (let i = 0; i < 44; i++)
      w.createCollider(
        RAPIER.ColliderDesc.cuboid(0.5, 3, 0.5)
          .setTranslation(i - 1, 0, -0.5)
          .setFriction(0),
      );
  else {
    const [v, t] = grid(44);
    w.createCollider(RAPIER.ColliderDesc.trimesh(v, t, flags).setFriction(0));
  }
  const b = w.createRigidBody(dynamic().setTranslation(0.37, 0.13, 0.25).setLinvel(5, 0, 0).setCanSleep(false));
  const s =
    shape === 'capsule'
      ? RAPIER.ColliderDesc.capsule(0.25, 0.25)
      : shape === 'ball'
        ? RAPIER.ColliderDesc.ball(0.25)
        : RAPIER.ColliderDesc.cuboid(0.25, 0.25, 0.25);
  w.createCollider(s.setFriction(0).setRestitution(0), b);
  let up = 0;
  for (let i = 0; i < 500; i++) {
    w.step();
    up = Math.max(up, Math.abs(b.linvel().z));
  }
  return `${(b.translation().x - 0.37).toFixed(2)} m, ${up.toFixed(3)} m/s`;
}
for (const shape of ['box', 'ball', 'capsule']) {
  console.log('slide boxes', shape, slide('boxes', 0, shape));
  console.log('slide mesh', shape, slide('mesh', 0, shape));
  console.log('slide mesh FIX_INTERNAL_EDGES', shape, slide('mesh', RAPIER.TriMeshFlags.FIX_INTERNAL_EDGES, shape));
}
{
  const w = world();
  const [v, t] = grid(10, true);
  w.createCollider(RAPIER.ColliderDesc.trimesh(v, t));
  w.step();
  for (const z of [0.4999, 0.5, 0.5001])
    for (const stop of [true, false]) {
      const hit = w.castShape(
        { x: 0.013, y: 0.017, z },
        { x: 0, y: 0, z: 0, w: 1 },
        { x: 1, y: 0, z: 0 },
        new RAPIER.Cuboid(0.5, 0.5, 0.5),
        0,
        10,
        stop,
      );
      console.log(
        'cast',
        z,
        'stop',
        stop,
        hit
          ? [hit.time_of_impact.toFixed(4), JSON.stringify(hit.normal1), JSON.stringify(hit.normal2)].join(' ')
          : 'none',
      );
    }
}
for (const how of ['sleeps', 'destroyed', 'leaves', 'disabled', 'sensor destroyed']) {
  const w = world();
  w.gravity = { x: 0, y: 0, z: 0 };
  const q = new RAPIER.EventQueue(true);
  const sensor = w.createCollider(
    RAPIER.ColliderDesc.cuboid(1, 1, 1).setSensor(true).setActiveEvents(RAPIER.ActiveEvents.COLLISION_EVENTS),
  );
  const b = w.createRigidBody(
    dynamic()
      .setTranslation(-2.02, 0, 0)
      .setLinvel(how === 'leaves' ? 5 : 1, 0, 0)
      .setLinearDamping(how === 'sleeps' ? 3 : 0),
  );
  const c = w.createCollider(RAPIER.ColliderDesc.cuboid(0.25, 0.25, 0.25), b);
  if (how === 'sleeps') b.setLinvel({ x: 5, y: 0, z: 0 }, true);
  const log = [];
  let slept = -1;
  for (let i = 0; i < 600; i++) {
    if (i === 150 && how === 'destroyed') w.removeRigidBody(b);
    if (i === 150 && how === 'disabled') b.setEnabled(false);
    if (i === 150 && how === 'sensor destroyed') w.removeCollider(sensor, false);
    w.step(q);
    q.drainCollisionEvents((a, d, s) => log.push(`${s ? 'begin' : 'end'}@${i}`));
    if (how === 'sleeps' && slept < 0 && b.isSleeping()) slept = i;
  }
  console.log('sensor', how, slept >= 0 ? `asleep@${slept}` : '', log.join(' '));
}
{
  // overlaps
  const w = world();
  const pairs = {
    'box-box 0.1': [
      new RAPIER.Cuboid(0.5, 0.5, 0.5),
      new RAPIER.Cuboid(0.5, 0.5, 0.5),
      { x: 0.9, y: 0.1, z: 0.2 },
      0.1,
    ],
    'ball-box 0.1': [new RAPIER.Ball(0.5), new RAPIER.Cuboid(0.5, 0.5, 0.5), { x: 0.9, y: 0.1, z: 0.2 }, 0.1],
    'ball in box 0.7': [new RAPIER.Ball(0.2), new RAPIER.Cuboid(0.5, 0.5, 0.5), { x: 0, y: 0.001, z: 0 }, 0.699],
    'capsule-box 0.1': [
      new RAPIER.Capsule(0.5, 0.25),
      new RAPIER.Cuboid(0.5, 0.5, 0.5),
      { x: 0.65, y: 0.1, z: 0.2 },
      0.1,
    ],
    'cylinder-box 0.1': [
      new RAPIER.Cylinder(0.5, 0.5),
      new RAPIER.Cuboid(0.5, 0.5, 0.5),
      { x: 0.9, y: 0.1, z: 0.2 },
      0.1,
    ],
    'cylinder-cylinder 0.1': [
      new RAPIER.Cylinder(0.5, 0.5),
      new RAPIER.Cylinder(0.5, 0.5),
      { x: 0.9, y: 0.1, z: 0 },
      1 - Math.hypot(0.9, 0),
    ],
  };
  for (const [name, [a, b, at, truth]] of Object.entries(pairs)) {
    const c = a.contactShape({ x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 0, w: 1 }, b, at, { x: 0, y: 0, z: 0, w: 1 }, 0.01);
    console.log('overlap', name, c ? (-c.distance).toFixed(6) : 'none', 'true', truth.toFixed(6));
  }
}
console.log('rapier', RAPIER.version());
