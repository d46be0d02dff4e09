"""The key a player began a match with: without it the other side would not know that player again."""

from __future__ import annotations

from core.clean import shown_path
from core.contract.header import Header
from net.protocol.errors import BadIdentity
from net.protocol.identity import Identity, load_identity
from tui.archive.database import Archive, ArchiveError
from tui.archive.queries import THEIR_RECORD, Summary, header_of
from tui.profile import Profile


def identity_for(profile: Profile, kept: Summary, header: Header) -> Identity:
    """The identity with which a match was begun. Raises ArchiveError if it is there no more, or can't be
    used."""
    wanted = header.seats[kept.seats[0]].key
    found = "is there no more"
    try:
        # Not made anew where it is missed: a backup of it would have to take its place.
        if profile.identity.exists():
            identity = load_identity(profile.identity)
            if identity.key == wanted:
                return identity
            found = "is another one now"
    except BadIdentity as error:
        raise ArchiveError(f"Match {kept.name} can't go on. {error}") from None
    back = (
        f"Match {kept.name} was begun with the key in {profile.identity.name}, and that file {found}: the"
        " other side would not know you by it. Put the file of then back into"
        f" {shown_path(profile.root)}, then resume again. Without it the match can't go on: tesser replay"
        f" {kept.name} tells it"
    )
    if kept.outcome is not None:
        raise ArchiveError(f"{back}.")
    raise ArchiveError(
        f"{back}, tesser archive delete {kept.name} takes it out. The other player {THEIR_RECORD}."
    )


def key_lost(archive: Archive, kept: Summary) -> str:
    """Why a match with another machine can't go on for want of the key it was begun with, in sentences; empty
    if that is there, or nobody here holds a seat in it."""
    if not kept.seats:
        return ""
    try:
        identity_for(Profile.of(archive.path), kept, header_of(archive, kept))
    except ArchiveError as error:
        return str(error)
    return ""
