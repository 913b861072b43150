"""Run the command line as `python -m geo.cli`."""

from geo.cli.main import main

main()
