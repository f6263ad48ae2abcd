# SPDX-License-Identifier: BSD-3-Clause
"""Throws boxes at a thin wall with PyODE, the usual loop of its tutorial, and counts those that go through."""

import ode

BOXES = 20
FRAMES = 60


def near(arguments, geom1, geom2):
    world, group = arguments
    for contact in ode.collide(geom1, geom2):
        contact.setMu(0.5)
        joint = ode.ContactJoint(world, group, contact)
        joint.attach(geom1.getBody(), geom2.getBody())


def throw(world, space, number):
    body = ode.Body(world)
    mass = ode.Mass()
    mass.setBox(1000, 0.2, 0.2, 0.2)
    body.setMass(mass)
    geom = ode.GeomBox(space, lengths=(0.2, 0.2, 0.2))
    geom.setBody(body)
    body.setPosition((-2 - 0.05 * number, 0.5 * number, 0))
    body.setLinearVel((50, 0, 0))
    body.setAngularVel((1, 2, 3))
    return body, geom


def main():
    world = ode.World()
    space = ode.HashSpace()
    wall = ode.GeomBox(space, lengths=(0.02, 100, 100))
    boxes = [throw(world, space, i) for i in range(BOXES)]
    group = ode.JointGroup()
    for _ in range(FRAMES):
        space.collide((world, group), near)  # the tuple is gone after the call
        world.quickStep(1 / 60)
        group.empty()
    through = sum(body.getPosition()[0] > 0 for body, _ in boxes)
    print(f"{through} of {BOXES} boxes have gone through the wall")
    del wall


main()
