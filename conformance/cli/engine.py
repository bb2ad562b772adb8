import click


@click.command()
def engine() -> None:
    """To come."""
