"""Decks as hypothesis draws them."""

from __future__ import annotations

from hypothesis import strategies as st

from core import registry
from core.clean import clean
from decks.formats import find_format, formats_for, groups, pool
from decks.model import ABOUT, NAME, Deck, clean_notes

plain = st.text(max_size=60).map(lambda text: clean(text, NAME).strip())


@st.composite
def legal_decks(draw: st.DrawFn) -> Deck:
    """Any deck or setup of any game that is legal in its format, with everything a deck can have."""
    game = registry.load(draw(st.sampled_from(sorted(registry.names()))))
    group = draw(st.sampled_from(list(groups(game))))
    form = draw(st.sampled_from(formats_for(game, group)))
    assert find_format(game.name, form.name) == form
    ids = [card.id for card in pool(game, group)]
    cards: dict[str, int] = {}
    if form.whole is not None:
        cards = dict.fromkeys((card.id for card in pool(game, group, form.whole)), 1)
    elif form.each is not None:
        for own in game.pool_groups(group):
            copies = draw(st.permutations([card for card in ids if f"/{own}/" in card] * form.copies))
            for card in copies[: form.each]:
                cards[card] = cards.get(card, 0) + 1
    else:
        chosen = draw(st.sets(st.sampled_from(ids), min_size=form.minimum, max_size=form.minimum + 9))
        cards = {card: draw(st.integers(1, form.copies)) for card in sorted(chosen)}
    maybe = draw(st.dictionaries(st.sampled_from(ids), st.integers(1, 3), max_size=4))
    about = draw(st.text(max_size=300).map(lambda text: clean(text.strip(), ABOUT).strip()))
    notes = draw(st.text(max_size=200).map(clean_notes))
    name = draw(plain.filter(bool))
    return Deck(
        name,
        game.name,
        group,
        form.name,
        dict(sorted(cards.items())),
        about,
        dict(sorted(maybe.items())),
        notes,
    )
