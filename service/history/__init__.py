"""The simulation beside history: campaigns played to be measured against published figures.

One module a group of measurements (:mod:`semaphore`, :mod:`post`, :mod:`armies`); the yardstick
they are held to is :mod:`yardstick`.  Tests and ``docs/history.md`` come from the same code.
"""
