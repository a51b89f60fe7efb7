"""`python -m server` is `turnkeeper`."""

from server.cli.commands import main

main()
