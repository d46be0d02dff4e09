"""A compositor that writes only the cells that changed.

Textual's, told of a few cells in the middle of a widget, writes all of the row from the widget's left edge:
a cursor that moves at the right of a board would cost a whole row each time, which is to be felt over SSH.
"""

from __future__ import annotations

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor


class SpansUpdate(ChopsUpdate):
    """The changed spans, cropped on both sides."""

    def render_segments(self, console: Console) -> str:
        written: list[str] = []
        for y, left, right in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                first, last = max(x, left), min(end, right)
                if strip is not None and first < last:
                    written.append(Control.move_to(first, y).segment.text)
                    written.append(strip.crop(first - x, last - x).render(console))
        return "".join(written)


class SpansCompositor(Compositor):
    """Textual's compositor with such updates."""

    def render_partial_update(self) -> ChopsUpdate | None:
        update = super().render_partial_update()
        return update and SpansUpdate(update.chops, update.spans, update.chop_ends)
