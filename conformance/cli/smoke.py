import click


@click.command()
def smoke() -> None:
    """To come."""
