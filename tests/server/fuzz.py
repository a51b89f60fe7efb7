"""Fuzzing guided by coverage: `make fuzz`, for ten minutes.

The properties are those of `test_fuzz.py`. Its first argument is a folder for what it
finds worth keeping; a failure is a file `crash-…`, and `python -m tests.server.fuzz crash-…` plays
that again.
"""

from __future__ import annotations

import logging
import random
import sys
from pathlib import Path

import atheris
import structlog

with atheris.instrument_imports(include=["protocol", "rules", "server"]):
    from tests.server import test_fuzz


ODD = {
    0: test_fuzz.test_no_frame_escapes,
    1: test_fuzz.test_no_flood_of_values_is_decoded,
    2: test_fuzz.test_a_head_is_the_same_however_it_is_cut,
    3: test_fuzz.test_however_connections_come_go_and_send_a_link_has_its_budget_and_no_more,
}


def heard(data: bytes) -> None:
    """The first byte chooses what is tried: mostly a fight of commands, else what comes before one."""
    if not data:
        return
    tried = ODD.get(
        data[0] % 16, test_fuzz.test_no_command_escapes_and_the_log_leads_to_the_same_state
    )
    tried.hypothesis.fuzz_one_input(data[1:])


def sow(corpus: Path) -> None:
    """Inputs to begin with: from nothing it would take minutes to come to a first long fight."""
    chance = random.Random(5)
    corpus.mkdir(parents=True, exist_ok=True)
    for number in range(100):
        (corpus / f"seed-{number}").write_bytes(chance.randbytes(chance.randrange(50, 4000)))


if __name__ == "__main__":
    if len(sys.argv) > 1 and not Path(sys.argv[1]).is_file():
        sow(Path(sys.argv[1]))
    logging.disable()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    atheris.Setup(sys.argv, heard)
    atheris.Fuzz()
