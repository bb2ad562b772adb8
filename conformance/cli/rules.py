import click


@click.group()
def rules() -> None:
    """To come."""
