// SPDX-License-Identifier: BSD-3-Clause
//
// engines_jolt.mjs: the scenes of engines.c with Jolt.  Run it by node in a folder where jolt-physics is installed.
//
import init from 'jolt-physics/wasm-compat';
const Jolt = await init();
const STILL = 0,
  MOVING = 1;
function setup() {
  const settings = new Jolt.JoltSettings();
  const filter = new Jolt.ObjectLayerPairFilterTable(2);
  filter.EnableCollision(STILL, MOVING);
  filter.EnableCollision(MOVING, MOVING);
  const broad = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
  const L0 = new Jolt.BroadPhaseLayer(0),
    L1 = new Jolt.BroadPhaseLayer(1);
  broad.MapObjectToBroadPhaseLayer(STILL, L0);
  broad.MapObjectToBroadPhaseLayer(MOVING, L1);
  settings.mObjectLayerPairFilter = filter;
  settings.mBroadPhaseLayerInterface = broad;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(broad, 2, filter, 2);
  const jolt = new Jolt.JoltInterface(settings);
  const system = jolt.GetPhysicsSystem();
  system.SetGravity(new Jolt.Vec3(0, 0, -9.81));
  return { jolt, system, bodies: system.GetBodyInterface() };
}
const one = new Jolt.Quat(0, 0, 0, 1);
function add(w, shape, x, y, z, moving, change) {
  const s = new Jolt.BodyCreationSettings(
    shape,
    new Jolt.RVec3(x, y, z),
    one,
    moving ? Jolt.EMotionType_Dynamic : Jolt.EMotionType_Static,
    moving ? MOVING : STILL,
  );
  s.mFriction = 0;
  s.mRestitution = 0;
  s.mLinearDamping = 0;
  s.mAngularDamping = 0;
  if (change) change(s);
  const b = w.bodies.CreateBody(s);
  w.bodies.AddBody(b.GetID(), Jolt.EActivation_Activate);
  return b;
}
const cube = (x, y, z, r = 0) => new Jolt.BoxShape(new Jolt.Vec3(x, y, z), r);
function mesh(nx, wall) {
  const list = new Jolt.TriangleList();
  const tri = (a, b, c) => {
    const t = new Jolt.Triangle();
    [a, b, c].forEach((p, i) => {
      const v = t.get_mV(i);
      v.x = p[0];
      v.y = p[1];
      v.z = p[2];
    });
    list.push_back(t);
  };
  for (let i = 0; i < nx; i++) {
    const a = [i - 1, -3, 0],
      b = [i, -3, 0],
      c = [i - 1, 3, 0],
      d = [i, 3, 0];
    tri(a, b, c);
    tri(b, d, c);
  }
  if (wall) {
    const a = [4.5, -3, 0],
      b = [4.5, 3, 0],
      c = [4.5, -3, 1],
      d = [4.5, 3, 1];
    tri(a, c, b);
    tri(b, c, d);
  }
  const s = new Jolt.MeshShapeSettings(list);
  const r = s.Create();
  if (r.HasError()) throw r.GetError().c_str();
  return r.Get();
}
function slide(floor, shape, enhanced) {
  const w = setup();
  if (floor === 'boxes') for (let i = 0; i < 44; i++) add(w, cube(0.5, 3, 0.5), i - 1, 0, -0.5, false);
  else add(w, mesh(44), 0, 0, 0, false);
  const s =
    shape === 'box'
      ? cube(0.25, 0.25, 0.25)
      : shape === 'ball'
        ? new Jolt.SphereShape(0.25)
        : new Jolt.CapsuleShape(0.25, 0.25);
  const b = add(w, s, 0.37, 0.13, 0.25, true, (c) => {
    c.mEnhancedInternalEdgeRemoval = enhanced;
    c.mAllowSleeping = false;
  });
  w.bodies.SetLinearVelocity(b.GetID(), new Jolt.Vec3(5, 0, 0));
  let up = 0;
  for (let i = 0; i < 500; i++) {
    w.jolt.Step(0.01, 1);
    up = Math.max(up, Math.abs(b.GetLinearVelocity().GetZ()));
  }
  const r = `${(b.GetPosition().GetX() - 0.37).toFixed(2)} m, ${up.toFixed(3)} m/s`;
  Jolt.destroy(w.jolt);
  return r;
}
for (const shape of ['box', 'ball', 'capsule'])
  for (const floor of ['boxes', 'mesh'])
    for (const e of [false, true])
      console.log('slide', floor, shape, e ? 'mEnhancedInternalEdgeRemoval' : '', slide(floor, shape, e));
{
  const w = setup();
  add(w, mesh(10, true), 0, 0, 0, false);
  for (const z of [0.4999, 0.5001])
    for (const back of [false, true]) {
      const shape = cube(0.5, 0.5, 0.5);
      const start = Jolt.RMat44.prototype.sTranslation(new Jolt.RVec3(0.013, 0.017, z));
      const cast = new Jolt.RShapeCast(shape, new Jolt.Vec3(1, 1, 1), start, new Jolt.Vec3(10, 0, 0));
      const settings = new Jolt.ShapeCastSettings();
      settings.mReturnDeepestPoint = true;
      settings.mBackFaceModeTriangles = settings.mBackFaceModeConvex = back
        ? Jolt.EBackFaceMode_CollideWithBackFaces
        : Jolt.EBackFaceMode_IgnoreBackFaces;
      const all = new Jolt.CastShapeAllHitCollisionCollector();
      w.system
        .GetNarrowPhaseQuery()
        .CastShape(
          cast,
          settings,
          new Jolt.RVec3(0, 0, 0),
          all,
          new Jolt.BroadPhaseLayerFilter(),
          new Jolt.ObjectLayerFilter(),
          new Jolt.BodyFilter(),
          new Jolt.ShapeFilter(),
        );
      const hits = [];
      for (let i = 0; i < all.mHits.size(); i++) {
        const h = all.mHits.at(i);
        const n = h.mPenetrationAxis;
        const l = n.Length() || 1;
        hits.push(
          `${(10 * h.mFraction).toFixed(4)} axis ${(n.GetX() / l).toFixed(2)} ${(n.GetY() / l).toFixed(2)} ` +
            `${(n.GetZ() / l).toFixed(2)} depth ${h.mPenetrationDepth.toFixed(6)}`,
        );
      }
      console.log('cast', z, back ? 'back faces' : '', hits.length, hits.sort().slice(0, 12).join('; '));
    }
}
for (const how of ['sleeps', 'destroyed', 'leaves', 'disabled', 'sensor destroyed']) {
  const w = setup();
  w.system.SetGravity(new Jolt.Vec3(0, 0, 0));
  const log = [];
  let frame = 0;
  const l = new Jolt.ContactListenerJS();
  l.OnContactValidate = () => Jolt.ValidateResult_AcceptAllContactsForThisBodyPair;
  l.OnContactAdded = () => log.push(`begin@${frame}`);
  l.OnContactPersisted = () => {};
  l.OnContactRemoved = () => log.push(`end@${frame}`);
  w.system.SetContactListener(l);
  const sensor = add(w, cube(1, 1, 1), 0, 0, 0, false, (s) => {
    s.mIsSensor = true;
  });
  const b = add(w, cube(0.25, 0.25, 0.25), -2.02, 0, 0, true, (s) => {
    s.mLinearDamping = how === 'sleeps' ? 3 : 0;
  });
  w.bodies.SetLinearVelocity(b.GetID(), new Jolt.Vec3(how === 'sleeps' || how === 'leaves' ? 5 : 1, 0, 0));
  let slept = -1;
  for (frame = 0; frame < 600; frame++) {
    if (frame === 150 && how === 'destroyed') {
      w.bodies.RemoveBody(b.GetID());
      w.bodies.DestroyBody(b.GetID());
    }
    if (frame === 150 && how === 'disabled') w.bodies.RemoveBody(b.GetID());
    if (frame === 150 && how === 'sensor destroyed') {
      w.bodies.RemoveBody(sensor.GetID());
      w.bodies.DestroyBody(sensor.GetID());
    }
    w.jolt.Step(0.01, 1);
    if (how === 'sleeps' && slept < 0 && !b.IsActive()) slept = frame;
  }
  Jolt.destroy(w.jolt);
  console.log('sensor', how, slept >= 0 ? `asleep@${slept}` : '', log.join(' '));
}
