import click


@click.command()
def explain() -> None:
    """To come."""
