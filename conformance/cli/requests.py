import click


@click.command()
def requests() -> None:
    """To come."""
