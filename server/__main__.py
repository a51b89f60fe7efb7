"""`python -m server` is `turnkeeper`."""

from server.cli import main

main()
