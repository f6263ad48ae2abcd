#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The plugin in Python, by ctypes alone: a bullet is shot at a thin wall, by plain ODE and by qmboxWorldSimulate().

    bullet_and_wall.py [PATH_OF_LIBODE_QMBOX]

Structures are those of ode/contact.h, ode/common.h and qmbox.h.
"""

import ctypes
import ctypes.util
import sys

FRAMES = 60
STEP = 1 / 60
MOST_CONTACTS = 4
CONTACT_APPROX_1 = 0x7000  # dContactApprox1


def load_ode():
    """Loads the libode that the plugin was linked with; both must be the same one."""
    name = ctypes.util.find_library("ode")
    if name is None:
        sys.exit("bullet_and_wall.py: there is no libode here; install it (Debian: libode8)")
    return ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL)


ode = load_ode()
Real = ctypes.c_double if ode.dCheckConfiguration(b"ODE_double_precision") else ctypes.c_float
Id = ctypes.c_void_p
Near = ctypes.CFUNCTYPE(None, Id, Id, Id)


class ContactGeom(ctypes.Structure):
    _fields_ = [("pos", Real * 4), ("normal", Real * 4), ("depth", Real), ("g1", Id), ("g2", Id),
                ("side1", ctypes.c_int), ("side2", ctypes.c_int)]


class SurfaceParameters(ctypes.Structure):
    _fields_ = [("mode", ctypes.c_int)] + [(name, Real) for name in (
        "mu", "mu2", "rho", "rho2", "rhoN", "bounce", "bounce_vel", "soft_erp", "soft_cfm", "motion1", "motion2",
        "motionN", "slip1", "slip2")]


class Contact(ctypes.Structure):
    _fields_ = [("surface", SurfaceParameters), ("geom", ContactGeom), ("fdir1", Real * 4)]


class SimulateOptions(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("nearCallback", Near), ("nearData", Id), ("contacts", Id), ("stepper", Id),
                ("parts", ctypes.c_int), ("continuity", ctypes.c_int), ("slices", ctypes.c_int),
                ("checks", ctypes.c_int), ("linkageParts", ctypes.c_int), ("bodyContinuity", Id),
                ("bodyContinuityData", Id), ("sensor", Id), ("sensorData", Id), ("stop", Id), ("stopData", Id),
                ("sense", Id), ("senseData", Id), ("held", Id), ("heldData", Id), ("path", Id), ("pathData", Id),
                ("contactLog", Id), ("settings", Id), ("draw", Id), ("mendSeams", ctypes.c_int),
                ("maxSubSteps", ctypes.c_int), ("slop", Real), ("minAdvance", Real), ("bodies", Id), ("bodyCount", ctypes.c_int),
                ("slowStops", ctypes.c_int)]


class SimulateReport(ctypes.Structure):
    _fields_ = [("advanced", Real), ("unguarded", ctypes.c_uint), ("subSteps", ctypes.c_int), ("stops", ctypes.c_int),
                ("heldBodies", ctypes.c_int), ("lostTime", Real), ("longestLost", Real),
                ("advisedParts", ctypes.c_int), ("deepPairs", ctypes.c_int),
                ("unguardedPairs", ctypes.c_int), ("refusedPairs", ctypes.c_int), ("jams", ctypes.c_int), ("trials", ctypes.c_int),
                ("limited", ctypes.c_int), ("unchecked", Real), ("inexact", ctypes.c_uint),
                ("assumed", ctypes.c_uint)]


def load_plugin(path):
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        sys.exit(f"bullet_and_wall.py: {error}; name the path of libode-qmbox.so as the argument")


def function(library, name, result, *arguments):
    found = getattr(library, name)
    found.restype = result
    found.argtypes = arguments
    return found


class Ode:
    """The functions of ODE that are used here, by their names without the d."""

    InitODE = function(ode, "dInitODE", None)
    WorldCreate = function(ode, "dWorldCreate", Id)
    WorldDestroy = function(ode, "dWorldDestroy", None, Id)
    WorldQuickStep = function(ode, "dWorldQuickStep", ctypes.c_int, Id, Real)
    SpaceCreate = function(ode, "dHashSpaceCreate", Id, Id)
    SpaceDestroy = function(ode, "dSpaceDestroy", None, Id)
    SpaceCollide = function(ode, "dSpaceCollide", None, Id, Id, Near)
    JointGroupCreate = function(ode, "dJointGroupCreate", Id, ctypes.c_int)
    JointGroupEmpty = function(ode, "dJointGroupEmpty", None, Id)
    JointGroupDestroy = function(ode, "dJointGroupDestroy", None, Id)
    JointCreateContact = function(ode, "dJointCreateContact", Id, Id, Id, ctypes.POINTER(Contact))
    JointAttach = function(ode, "dJointAttach", None, Id, Id, Id)
    CreateBox = function(ode, "dCreateBox", Id, Id, Real, Real, Real)
    GeomGetBody = function(ode, "dGeomGetBody", Id, Id)
    GeomSetBody = function(ode, "dGeomSetBody", None, Id, Id)
    Collide = function(ode, "dCollide", ctypes.c_int, Id, Id, ctypes.c_int, ctypes.POINTER(ContactGeom),
                       ctypes.c_int)
    BodyCreate = function(ode, "dBodyCreate", Id, Id)
    BodySetPosition = function(ode, "dBodySetPosition", None, Id, Real, Real, Real)
    BodySetLinearVel = function(ode, "dBodySetLinearVel", None, Id, Real, Real, Real)
    BodyGetPosition = function(ode, "dBodyGetPosition", ctypes.POINTER(Real), Id)


class Scene:
    """A bullet of 10 cm at 200 m/s, and a wall of 1 cm at x = 0."""

    def __init__(self):
        self.world = Ode.WorldCreate()
        self.space = Ode.SpaceCreate(None)
        self.contacts = Ode.JointGroupCreate(0)
        self.bullet = Ode.BodyCreate(self.world)
        Ode.CreateBox(self.space, 0.01, 10, 10)
        Ode.GeomSetBody(Ode.CreateBox(self.space, 0.1, 0.1, 0.1), self.bullet)
        Ode.BodySetPosition(self.bullet, -2, 0, 0)
        Ode.BodySetLinearVel(self.bullet, 200, 0, 0)
        self.near = Near(self.make_contacts)  # kept here: ctypes does not keep a callback alive

    def make_contacts(self, _data, geom1, geom2):
        contact = (Contact * MOST_CONTACTS)()
        count = Ode.Collide(geom1, geom2, MOST_CONTACTS, ctypes.byref(contact[0].geom), ctypes.sizeof(Contact))
        for i in range(count):
            contact[i].surface.mode = CONTACT_APPROX_1
            contact[i].surface.mu = 0.5
            joint = Ode.JointCreateContact(self.world, self.contacts, contact[i])
            Ode.JointAttach(joint, Ode.GeomGetBody(geom1), Ode.GeomGetBody(geom2))

    def x(self):
        return Ode.BodyGetPosition(self.bullet)[0]

    def destroy(self):
        Ode.JointGroupDestroy(self.contacts)
        Ode.SpaceDestroy(self.space)
        Ode.WorldDestroy(self.world)


def shoot_plainly():
    scene = Scene()
    for _ in range(FRAMES):
        Ode.SpaceCollide(scene.space, None, scene.near)
        Ode.WorldQuickStep(scene.world, STEP)
        Ode.JointGroupEmpty(scene.contacts)
    x = scene.x()
    scene.destroy()
    return x


def shoot_guarded(simulate):
    """Returns where the bullet is, and all `unguarded` bits of the reports: 0 says that nothing has passed through."""
    scene = Scene()
    options = SimulateOptions(size=ctypes.sizeof(SimulateOptions), nearCallback=scene.near, contacts=scene.contacts)
    report = SimulateReport()
    unguarded = 0
    for _ in range(FRAMES):
        if simulate(scene.world, scene.space, STEP, options, report) <= 0:
            sys.exit("bullet_and_wall.py: qmboxWorldSimulate() has done nothing; its message says why")
        unguarded |= report.unguarded
    x = scene.x()
    scene.destroy()
    return x, unguarded


def main():
    plugin = load_plugin(sys.argv[1] if len(sys.argv) > 1 else "libode-qmbox.so.0")
    simulate = function(plugin, "qmboxWorldSimulate", Real, Id, Id, Real, ctypes.POINTER(SimulateOptions),
                        ctypes.POINTER(SimulateReport))
    Ode.InitODE()
    print(f"plain ODE: the bullet is at {shoot_plainly():.2f} m")
    x, unguarded = shoot_guarded(simulate)
    print(f"guarded:   the bullet is at {x:.2f} m, unguarded {unguarded}")


main()
