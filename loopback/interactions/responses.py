"""A bot's responses to an interaction: first answers and follow-ups."""

from loopback.errors import ApiError, ErrorCode
from loopback.interactions.commands import Choice, CommandType
from loopback.interactions.installs import is_only_users, must_be_ephemeral
from loopback.interactions.lifecycle import Interaction, Interactions, Kind, Status
from loopback.model.messages import Message, MessageFlag, MessageType, Source
from loopback.payload import Payload, as_payload, as_payloads, snowflake
from loopback.validation import commands, messages, modals
from loopback.validation.form import Form
from loopback.world import archiving, posting
from loopback.world.posting import Uploads
from loopback.world.state import World

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9

_TYPES = {
    Kind.COMMAND: (MESSAGE, DEFER, MODAL),
    Kind.COMPONENT: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL),
    Kind.AUTOCOMPLETE: (CHOICES,),
    Kind.MODAL: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE),
}
_MAY_SET = (
    MessageFlag.EPHEMERAL
    | MessageFlag.SUPPRESS_EMBEDS
    | MessageFlag.SUPPRESS_NOTIFICATIONS
    | MessageFlag.COMPONENTS_V2
)


MOST_FOLLOW_UPS = 5
"""For an interaction that rests on a user's install alone (receiving-and-responding.mdx)."""


class Responses:
    """The callback and the webhook of interactions, carried out."""

    def __init__(self, world: World, interactions: Interactions) -> None:
        self._world = world
        self._interactions = interactions

    def first(self, interaction: Interaction, body: Payload, files: Uploads) -> Message | None:
        """Carry out a first answer; ApiError 50035 leaves the interaction waiting.

        An empty message (50006) does not: the interaction counts as answered, and the person sees
        a failure (discord-api-docs issue 3177).
        """
        try:
            return self._first(interaction, body, files)
        except ApiError as error:
            if error.error_code is ErrorCode.EMPTY_MESSAGE:
                interaction.acknowledged_at = self._world.clock.now()
            raise

    def _first(self, interaction: Interaction, body: Payload, files: Uploads) -> Message | None:
        form = Form()
        allowed = _TYPES[interaction.kind]
        if interaction.kind is Kind.MODAL and interaction.message_id is None:
            allowed = (MESSAGE, DEFER)
        kind = form.choice(body, "type", allowed)
        form.finish()
        data = as_payload(body.get("data"))
        if kind in (MESSAGE, DEFER):
            return self._new(interaction, data, files, deferred=kind == DEFER)
        if kind in (UPDATE, DEFER_UPDATE):
            return self._update(interaction, data, files, deferred=kind == DEFER_UPDATE)
        if kind == CHOICES:
            self._choices(interaction, data)
        else:
            modals.check(form.at("data"), data)
            form.finish()
            interaction.modal = data
            self._interactions.acknowledge(interaction, MODAL, Status.MODAL)
        return None

    def _new(
        self, interaction: Interaction, data: Payload, files: Uploads, *, deferred: bool
    ) -> Message:
        flags = self._flags(interaction, data)
        if deferred:
            flags = (flags & MessageFlag.EPHEMERAL) | MessageFlag.LOADING
            data, files = {}, {}
        else:
            check_new(Form(("data",)), data, files, flags)
        message = posting.post(
            self._world,
            interaction.channel,
            self._world.bot,
            data,
            files,
            type=_message_type(interaction),
            flags=flags,
            audience=interaction.user.id if MessageFlag.EPHEMERAL in flags else None,
            source=_source(interaction),
            through_webhook=True,
            reply_to=interaction.message_id,
        )
        interaction.response_id = message.id
        interaction.made_ids.append(message.id)
        status = Status.THINKING if deferred else Status.ANSWERED
        self._interactions.acknowledge(interaction, DEFER if deferred else MESSAGE, status)
        return message

    def _flags(self, interaction: Interaction, body: Payload) -> MessageFlag:
        """Return the flags of a new message; ApiError 10003 if its channel was deleted."""
        if interaction.channel.id not in self._world.channels:
            raise ApiError(ErrorCode.UNKNOWN_CHANNEL)
        flags = messages.flags_of(body, _MAY_SET)
        hidden = must_be_ephemeral(
            self._world, interaction.channel, interaction.user, interaction.owners
        )
        return flags | MessageFlag.EPHEMERAL if hidden else flags

    def _check_open(self, interaction: Interaction) -> None:
        """Raise ApiError 50083 if the interaction's thread was archived or locked since."""
        if archiving.takes_no_webhook(self._world, interaction.channel):
            raise ApiError(ErrorCode.ARCHIVED_THREAD)

    def _update(
        self, interaction: Interaction, data: Payload, files: Uploads, *, deferred: bool
    ) -> Message | None:
        message = self._world.messages.get(interaction.message_id or 0)
        if deferred:
            interaction.response_id = interaction.message_id
            self._interactions.acknowledge(interaction, DEFER_UPDATE, Status.THINKING)
            return message
        if message is None:
            raise ApiError(ErrorCode.UNKNOWN_MESSAGE)
        check_edit(Form(("data",)), message, data, files)
        changed = posting.edit(self._world, message, data, files)
        interaction.response_id = message.id
        self._interactions.acknowledge(interaction, UPDATE, Status.UPDATED)
        return changed

    def _choices(self, interaction: Interaction, data: Payload) -> None:
        form = Form()
        commands.check_choices(form.at("data"), data, _focused_type(interaction.data))
        form.finish()
        interaction.choices = tuple(
            Choice(str(each["name"]), each["value"]) for each in as_payloads(data.get("choices"))
        )
        self._interactions.acknowledge(interaction, CHOICES, Status.ANSWERED)

    def original(self, interaction: Interaction) -> Message:
        """Return the message that @original means; ApiError 10008 if there is none."""
        return self._existing(interaction.response_id)

    def made(self, interaction: Interaction, message_id: int) -> Message:
        """Return a message that this interaction's token may change."""
        if message_id not in interaction.made_ids and message_id != interaction.response_id:
            raise ApiError(ErrorCode.UNKNOWN_MESSAGE)
        return self._existing(message_id)

    def _existing(self, message_id: int | None) -> Message:
        message = self._world.messages.get(message_id or 0)
        if message is None:
            raise ApiError(ErrorCode.UNKNOWN_MESSAGE)
        return message

    def follow_up(self, interaction: Interaction, body: Payload, files: Uploads) -> Message:
        """Send a further message; the first one after a deferral fills the loading message.

        The flags of the deferral hold then (reference, "Create Followup Message"). Of a loading
        message that was deleted nothing is documented; here its flags hold, so that no bot relies
        on others.
        """
        waiting = self._world.messages.get(interaction.response_id or 0)
        if waiting is not None and waiting.loading:
            return self.edit(interaction, waiting, body, files)
        flags = self._flags(interaction, body)
        self._check_open(interaction)
        if interaction.is_deferral_gone:
            flags |= MessageFlag.EPHEMERAL
            interaction.is_deferral_gone = False
        check_new(Form(), body, files, flags)
        if is_only_users(interaction.owners):
            if interaction.follow_ups >= MOST_FOLLOW_UPS:
                raise ApiError(ErrorCode.TOO_MANY_FOLLOW_UPS)
            interaction.follow_ups += 1
        message = posting.post(
            self._world,
            interaction.channel,
            self._world.bot,
            body,
            files,
            type=MessageType.REPLY,
            flags=flags,
            audience=interaction.user.id if MessageFlag.EPHEMERAL in flags else None,
            source=_source(interaction),
            through_webhook=True,
            reply_to=interaction.response_id,
        )
        interaction.made_ids.append(message.id)
        interaction.followed.set()
        if interaction.status is Status.THINKING:
            self._interactions.move(interaction, Status.ANSWERED)
        return message

    def edit(
        self, interaction: Interaction, message: Message, body: Payload, files: Uploads
    ) -> Message:
        """Edit a message of this interaction; a loading one is sent by that."""
        self._check_open(interaction)
        check_edit(Form(), message, body, files)
        changed = posting.edit(self._world, message, body, files)
        if interaction.status is Status.THINKING and message.id == interaction.response_id:
            own = interaction.response_type == DEFER_UPDATE
            self._interactions.move(interaction, Status.UPDATED if own else Status.ANSWERED)
        return changed

    def delete(self, interaction: Interaction, message: Message) -> None:
        """Delete a message of this interaction."""
        if message.loading:
            interaction.is_deferral_gone = MessageFlag.EPHEMERAL in message.flags
        posting.delete(self._world, message)
        if interaction.status is Status.THINKING and message.id == interaction.response_id:
            self._interactions.move(interaction, Status.ANSWERED)


def check_new(form: Form, body: Payload, files: Uploads, flags: MessageFlag) -> None:
    """Check a new message: ApiError 40005, 50006 (empty) or 50035."""
    messages.check_sizes(files)
    messages.check_supported(form, body)
    if messages.is_empty(body, files):
        raise ApiError(ErrorCode.EMPTY_MESSAGE)
    v2 = MessageFlag.COMPONENTS_V2 in flags
    messages.check(form, body, files, v2=v2)
    if v2:
        messages.check_legacy_fields(form, body)
    form.finish()


def check_edit(form: Form, message: Message, body: Payload, files: Uploads) -> None:
    """Check an edit of a message: ApiError 40005, 50006 (nothing is left) or 50035."""
    messages.check_sizes(files)
    v2 = MessageFlag.COMPONENTS_V2 in message.flags | messages.flags_of(
        body, MessageFlag.COMPONENTS_V2
    )
    messages.check(form, body, files, kept=message.attachments, v2=v2)
    whole = posting.merged(message, body)
    if v2:
        messages.check_legacy_fields(form, body | whole)
    form.finish()
    kept = as_payloads(body["attachments"]) if "attachments" in body else message.attachments
    if messages.is_empty(whole, files) and not kept:
        raise ApiError(ErrorCode.EMPTY_MESSAGE)


def _message_type(interaction: Interaction) -> int:
    if interaction.message_id is not None:
        return MessageType.REPLY
    slash = interaction.data.get("type", CommandType.SLASH) == CommandType.SLASH
    return MessageType.CHAT_INPUT_COMMAND if slash else MessageType.CONTEXT_MENU_COMMAND


def _source(interaction: Interaction) -> Source:
    target, kind = snowflake(interaction.data.get("target_id")), interaction.data.get("type")
    return Source(
        interaction.id,
        int(interaction.kind),
        interaction.user.id,
        interaction.owners,
        interaction.command if interaction.kind is Kind.COMMAND else None,
        interaction.message_id if interaction.kind is Kind.COMPONENT else None,
        None if interaction.opened_by is None else _source(interaction.opened_by),
        target if kind == CommandType.USER else None,
        target if kind == CommandType.MESSAGE else None,
    )


def _focused_type(data: Payload) -> int:
    for option in as_payloads(data.get("options")):
        if option.get("focused"):
            return int(option["type"])
        if "options" in option:
            return _focused_type(option)
    return commands.STRING
