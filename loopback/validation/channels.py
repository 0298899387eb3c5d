"""Settings of channels (reference, "Modify Channel")."""

from loopback.model.channels import Overwrite
from loopback.payload import Payload
from loopback.validation.form import Form

ROLE, MEMBER = 0, 1
MOST_OVERWRITES = 100


def overwrites(form: Form, body: Payload) -> dict[int, Overwrite] | None:
    """Read the overwrites of a channel by the ids of their roles and members, if they are there."""
    if body.get("permission_overwrites") is None:
        return None
    found: dict[int, Overwrite] = {}
    for place, raw in form.each(body, "permission_overwrites", 0, MOST_OVERWRITES):
        found[place.id(raw, "id", required=True) or 0] = overwrite(place, raw)
    return found


def overwrite(form: Form, raw: Payload) -> Overwrite:
    """Read what a channel gives to a role or member, and takes from them."""
    kind = form.choice(raw, "type", (ROLE, MEMBER), default=ROLE)
    allow, deny = (form.permissions(raw, key) for key in ("allow", "deny"))
    return Overwrite(allow or 0, deny or 0, person=kind == MEMBER)
