"""Sockets, disks and clocks around the rules."""

__version__ = "0.1.0"
