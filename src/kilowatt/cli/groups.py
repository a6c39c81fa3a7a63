"""Groups of commands."""

from difflib import get_close_matches

import click


class CommandGroup(click.Group):
    """A group that suggests the nearest command if there is none of a name."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of this name; if there is none, the error suggests the nearest."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            near = get_close_matches(name.lower(), self.list_commands(ctx), n=1, cutoff=0.5)
            hint = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(self.list_commands(ctx))}."
            raise click.UsageError(f"There is no command {name[:80]!r}. {hint}", ctx)
        return super().resolve_command(ctx, args)
