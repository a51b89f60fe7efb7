"""What tests need beyond Python, and what happens where it is missing.

A test asks for a program by its fixture (`node`, `chromium`, `nats_server`) and gets its path.
Where the program is missing the test is skipped and says why; with `TURNKEEPER_REQUIRE=all` every
skip is a failure but those of EXCEPTIONS, whose reasons are said at the end of the run.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

# A busy machine makes no test fail: what is slow is measured in bench/.
settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("untimed")

ADMIN_FOLDERS = ("/usr/sbin", "/usr/local/sbin")
"""Where a package may put a server; not everybody's PATH has them."""


NO_ENGINE = "no docker, podman or buildah works here, so no image was built"
NO_IMAGE = "the image that ours begins with is not to be had"
NO_PLANARALLY = "TURNKEEPER_PLANARALLY names nothing that starts a PlanarAlly"

EXCEPTIONS = (NO_ENGINE, NO_IMAGE, NO_PLANARALLY)
"""Beginnings of reasons to skip a test that are no failure anywhere: an engine that runs containers
cannot be installed on every machine that runs tests, least of all in a container; and PlanarAlly is
others' work, which this project does not bring along (how it is tried with it, its README says)."""


def nothing_may_be_skipped() -> bool:
    return os.environ.get("TURNKEEPER_REQUIRE") == "all"


def program(*names: str) -> str:
    """The path of the first of these programs that is installed; skips the test if none is."""
    path = os.pathsep.join((os.environ.get("PATH", os.defpath), *ADMIN_FOLDERS))
    for name in names:
        if found := shutil.which(name, path=path):
            return found
    pytest.skip(f"{' or '.join(names)} is not installed")


@pytest.fixture(scope="session")
def node() -> str:
    return program("node")


@pytest.fixture(scope="session")
def chromium() -> str:
    return program("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def nats_server() -> str:
    return program("nats-server")


def fail_instead_of_skipping(report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.outcome == "skipped" and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        if str(reason).removeprefix("Skipped: ").startswith(EXCEPTIONS):
            return
        report.outcome = "failed"
        report.longrepr = f"TURNKEEPER_REQUIRE=all lets nothing be skipped. {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if nothing_may_be_skipped():
        fail_instead_of_skipping(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if nothing_may_be_skipped():
        fail_instead_of_skipping(report)
    return report
