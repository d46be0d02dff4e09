"""What the effects of every game have in common: a kind is a class that says all there is to say of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec


class CardEffect(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """An effect as a card file has it. Its kind stands under `do`: the class's tag."""

    @property
    def does(self) -> tuple[str, ...]:
        """What it is called in searches: its kind in words, and `draw` where it draws cards besides."""
        return (str(self.__struct_config__.tag).replace("-", " "),)


E = TypeVar("E", bound=CardEffect)


def does_words(effects: Iterable[CardEffect]) -> tuple[str, ...]:
    """CardInfo.does for a card with these effects: sorted."""
    return tuple(sorted({word for effect in effects for word in effect.does}))


def effect_kinds(
    defined: Mapping[str, Any], base: type[E], one_of: Iterable[str] = ()
) -> tuple[type[E], ...]:
    """The kinds of effects among what a module defines: the classes under `base`, in their order.

    Raises TypeError, naming the kind and what it lacks, for one that leaves out a method which `base` leaves
    open, or has none of the methods in `one_of`: it would do nothing, and nobody would be told.
    """
    classes = [one for one in defined.values() if isinstance(one, type) and issubclass(one, base)]
    kinds = tuple(one for one in classes if one is not base)
    for kind in kinds:
        lacks = [name for name in dir(base) if getattr(getattr(kind, name), "__isabstractmethod__", False)]
        if one_of and all(getattr(kind, name) is getattr(base, name) for name in one_of):
            lacks.append(" or ".join(one_of))
        if lacks:
            raise TypeError(f"The effect {kind.__name__} is declared without {', '.join(lacks)}.")
    return kinds
