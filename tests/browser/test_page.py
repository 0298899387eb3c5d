import io
import re

import pytest
from PIL import Image
from playwright.async_api import ViewportSize, WebSocketRoute, expect

from loopback import Loopback
from loopback.validation.messages import Upload
from loopback.world import posting, threads
from tests.browser.conftest import DESK, IN_BROWSER, PHONE, Visit
from tests.browser.locators import composer, messages, open_table, person
from tests.browser.sample_table import ALT, ALT_AFTER

pytestmark = IN_BROWSER


async def test_a_command_is_composed_from_the_list_with_required_and_optional_options(
    visit: Visit,
) -> None:
    page = await visit()
    await composer(page).press_sequentially("/ta")
    commands = page.get_by_role("listbox", name="Commands").get_by_role("option")
    await expect(commands).to_have_text([re.compile("/table close"), re.compile("/table open")])
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Tab")
    opponent = page.get_by_role("combobox", name="opponent")
    await expect(opponent).to_be_focused()
    await page.keyboard.press("Escape")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert").filter(has_text="opponent is missing")).to_be_visible()
    await opponent.press_sequentially("b")
    await page.get_by_role("option", name="Bo", exact=True).click()
    further = page.get_by_placeholder("+1 optional")
    chosen, field = await opponent.bounding_box(), await further.bounding_box()
    assert chosen is not None
    assert field is not None
    assert abs(chosen["y"] - field["y"]) < field["height"], "further options stand in the same line"
    await page.keyboard.type("me")
    await page.keyboard.press("Enter")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    table = messages(page).last
    await expect(table).to_contain_text("Ann used /table open")
    await expect(table).to_contain_text("@Bo, sit down: 16 men, in 3 days")
    await expect(table.locator("strong", has_text="16 men")).to_be_visible()


async def test_a_thread_that_starts_alone_is_a_line_that_opens_it(
    visit: Visit, server: Loopback
) -> None:
    page = await visit()
    lobby, bot = server.world.channel("lobby"), server.world.bot
    threads.open_thread(server.world, lobby, "Bo's table", bot)
    line = messages(page).filter(has_text="started a thread:").last
    await line.get_by_role("button", name="Bo's table").click()
    await expect(page.get_by_role("heading", name="Bo's table")).to_be_visible()


async def test_each_person_reads_in_a_language_of_their_own(visit: Visit, server: Loopback) -> None:
    page = await visit()
    lobby, bot = server.world.channel("lobby"), server.world.bot
    posting.post(server.world, lobby, bot, {"content": "Ends <t:0:D>"}, {})
    await expect(messages(page).last).to_have_text(re.compile("Ends 1 January 1970"))
    language = page.get_by_label("Language")
    await expect(language).to_have_value("en-US")
    await language.select_option(label="Čeština")
    await expect(messages(page).last).to_have_text(re.compile(r"Ends 1\. ledna 1970"))
    assert server.person("Ann").user.locale == "cs"
    await person(page, "Bo").click()
    await expect(language).to_have_value("en-US")
    await expect(messages(page).last).to_have_text(re.compile("Ends 1 January 1970"))


@pytest.mark.parametrize("size", [DESK, PHONE])
async def test_a_long_name_and_many_pings_need_no_scrollbar(
    visit: Visit, server: Loopback, size: ViewportSize
) -> None:
    page = await visit(size)
    lobby, bot = server.world.channel("lobby"), server.world.bot
    thread = threads.open_thread(server.world, lobby, "Ann – Bo · a long name " * 4, bot)
    for name in ("Bo", "Cy", "Di"):
        badge = person(page, name).locator(".pings-badge")
        ping = {"content": f"<@{server.world.user(name).id}>"}
        # The first ones may come before the page follows this person.
        while not await badge.count() or len(await badge.inner_text()) < 2:
            posting.post(server.world, lobby, bot, ping, {})
            await page.wait_for_timeout(20)
    await messages(page).filter(has_text="started a thread:").get_by_role("button").first.click()
    await expect(page.get_by_role("heading", name=thread.name)).to_be_visible()
    for part in ("#composer", "#people"):
        wider = await page.eval_on_selector(part, "each => each.scrollWidth - each.clientWidth")
        assert wider == 0, part


async def test_a_typed_line_is_understood_and_a_wrong_one_is_kept(visit: Visit) -> None:
    page = await visit()
    await composer(page).fill("/table open opponent:Eve men:16")
    await page.keyboard.press("Enter")
    opponent = page.get_by_role("combobox", name="opponent")
    await expect(page.get_by_role("alert").filter(has_text="a person, not “Eve”")).to_be_visible()
    await opponent.fill("bo")
    await expect(page.get_by_role("option", name="Bo", exact=True)).to_be_visible()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(messages(page).last).to_contain_text("@Bo, sit down: 16 men")


async def test_backspace_leaves_a_command_and_keeps_what_was_typed(visit: Visit) -> None:
    page = await visit()
    await composer(page).press_sequentially("/table open ")
    await expect(page.get_by_role("combobox", name="opponent")).to_be_focused()
    await page.keyboard.press("Backspace")
    await expect(composer(page)).to_have_value("/table open")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await expect(composer(page)).to_have_value("")


async def test_the_bot_completes_an_option_and_free_text_is_taken_too(visit: Visit) -> None:
    page = await visit()
    await composer(page).press_sequentially("/move c3d")
    await expect(page.get_by_role("listbox").get_by_role("option")).to_have_text(["c3-d4"])
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(messages(page).last).to_contain_text("played c3-d4")
    await composer(page).press_sequentially("/move h8-h9")
    await page.keyboard.press("Enter")
    await expect(messages(page).last).to_contain_text("played h8-h9")


async def test_a_picture_has_its_alt_text_and_can_be_enlarged(visit: Visit) -> None:
    page = await visit()
    table = await open_table(page)
    await expect(table.get_by_role("img", name=ALT)).to_be_hidden()
    dock = page.get_by_role("complementary", name="Newest picture")
    picture = dock.get_by_role("img", name=ALT)
    await expect(picture).to_have_js_property("naturalWidth", 800)
    await expect(dock.locator("figcaption")).to_be_hidden()
    await dock.get_by_role("button", name="Show the alt text").click()
    await expect(dock.locator("figcaption")).to_have_text(ALT)
    await dock.get_by_role("button", name="Enlarge").click()
    viewer = page.get_by_role("dialog", name="Picture")
    await expect(viewer.get_by_role("img", name=ALT)).to_be_visible()
    words = viewer.get_by_role("paragraph")
    hidden = "words => words.scrollHeight - words.clientHeight"
    assert await words.evaluate(hidden) == 0, "the picture leaves room for all of its text"
    await page.keyboard.press("Escape")
    await expect(viewer).to_be_hidden()


async def test_a_private_panel_is_seen_by_its_user_alone(visit: Visit, server: Loopback) -> None:
    page = await visit()
    table = await open_table(page)
    await table.get_by_role("button", name="Move", exact=True).click()
    panel = messages(page).last
    await expect(panel).to_contain_text("Only you can see this")
    await panel.get_by_role("combobox", name="Which piece?").click()
    await page.get_by_role("option", name="2. c3").click()
    await expect(panel).to_contain_text("From c3")
    await person(page, "Bo").click()
    await expect(messages(page)).to_have_count(1)
    await person(page, "Ann").click()
    await expect(messages(page)).to_have_count(2)
    await panel.get_by_role("button", name="Confirm").click()
    await expect(messages(page).last).to_contain_text("The move is on the board")
    await messages(page).nth(1).get_by_role("button", name="Dismiss").click()
    await expect(messages(page)).to_have_count(2)
    assert len(server.person("Ann").sees()) == 2


async def test_the_one_who_is_called_has_a_badge_until_they_look(visit: Visit) -> None:
    page = await visit()
    await open_table(page)
    await expect(person(page, "Bo, 1 mention")).to_be_visible()
    await expect(page).to_have_title(re.compile(r"^\(1\)"))
    await page.reload()
    await expect(person(page, "Bo, 1 mention")).to_be_visible()
    await page.keyboard.press("Alt+2")
    await expect(person(page, "Bo")).to_have_attribute("aria-pressed", "true")
    await expect(messages(page).last).to_have_class(re.compile("names-me"))
    await person(page, "Ann").click()
    await expect(person(page, "Bo")).to_have_accessible_name("Bo")


async def test_a_modal_keeps_the_focus_and_sends_what_was_typed(visit: Visit) -> None:
    page = await visit()
    table = await open_table(page)
    await table.get_by_role("button", name="Type it").click()
    modal = page.get_by_role("dialog", name="Your move")
    field = modal.get_by_label("Move")
    await expect(field).to_be_focused()
    for _ in range(6):
        await page.keyboard.press("Tab")
        assert await page.evaluate("!document.activeElement.closest('main')")
    await field.fill("c3")
    await modal.get_by_role("button", name="Submit").click()
    await expect(modal).to_be_visible()
    await field.fill("c3-d4")
    await page.keyboard.press("Enter")
    await expect(modal).to_be_hidden()
    await expect(messages(page).last).to_contain_text("typed c3-d4")


async def test_an_interaction_without_an_answer_is_shown_as_failed(
    visit: Visit, server: Loopback
) -> None:
    page = await visit()
    table = await open_table(page)
    await expect(table.get_by_role("button", name="Closed")).to_be_disabled()
    mute = table.get_by_role("button", name="Mute")
    await mute.click()
    await expect(mute).to_have_attribute("aria-busy", "true")
    server.clock.advance(4)
    await expect(table.get_by_role("alert")).to_have_text("This interaction failed")
    await expect(mute).not_to_have_attribute("aria-busy", "true")


async def test_text_is_never_markup(visit: Visit, server: Loopback) -> None:
    page = await visit()
    server.person("Bo").say("<img src=x onerror=alert(1)> `<b>` **bold** [a](javascript:1)")
    text = messages(page).last.locator(".content")
    await expect(text).to_have_text("<img src=x onerror=alert(1)> <b> bold [a](javascript:1)")
    await expect(text.locator("strong")).to_have_text("bold")
    await expect(text.locator("img, b, a")).to_have_count(0)


async def test_what_an_answer_quotes_is_plain_text(visit: Visit, server: Loopback) -> None:
    page = await visit()
    ann, bo = server.person("Ann"), server.person("Bo")
    said = ann.say(
        "- **Play the computer** begins a game. `/play` offers all *seven* games, against the "
        "computer, a person or **anybody who joins**."
    )
    reply = {"content": "Which one?"}
    posting.post(server.world, bo.place("lobby"), bo.user, reply, {}, reply_to=said.id)
    await expect(page.locator(".message .above .link").last).to_have_text(
        "Ann Play the computer begins a game. /play offers "
        "all seven games, against the computer, a person or…"
    )


async def test_a_broken_line_comes_back_with_what_was_missed(
    visit: Visit, server: Loopback
) -> None:
    page = await visit()
    lines: list[WebSocketRoute] = []
    is_down = False

    async def carry(line: WebSocketRoute) -> None:
        if is_down:
            await line.close()
            return
        line.connect_to_server()
        lines.append(line)

    await page.route_web_socket("**/api/live*", carry)
    await page.reload()
    trouble = page.get_by_text("Connecting to the server")
    await expect(page.get_by_role("heading", name="#lobby")).to_be_visible()
    await expect(trouble).to_be_hidden()
    is_down = True
    for line in lines:
        await line.close()
    await expect(trouble).to_be_visible()
    server.person("Bo").say("while you were away")
    is_down = False
    await expect(messages(page).last).to_contain_text("while you were away")
    await expect(trouble).to_be_hidden()


async def test_a_screen_reader_hears_what_is_new(visit: Visit) -> None:
    page = await visit()
    said = page.locator("#announcer p")
    table = await open_table(page)
    await expect(said.last).to_have_text(
        re.compile(r"^Sample: @Bo, sit down: 12 men, .* White to move\. White: man a1, king c3\.$")
    )
    await table.get_by_role("button", name="Move", exact=True).click()
    await expect(said.last).to_have_text("Sample: Pick")
    panel = messages(page).last
    await panel.get_by_role("combobox", name="Which piece?").click()
    await panel.get_by_role("option", name=re.compile("c3")).click()
    await expect(said.last).to_have_text("Sample: From c3")
    await panel.get_by_role("button", name="Confirm").click()
    await expect(said.last).to_have_text(
        "Sample: The move is on the board Black to move. White: man a1, king d4."
    )


async def test_the_hint_stands_where_nothing_was_said_until_it_is_closed(visit: Visit) -> None:
    page = await visit()
    hint = page.get_by_role("complementary", name="First steps")
    await expect(hint).to_contain_text("You are Ann. Type / to begin, then switch to Bo at the top")
    await open_table(page)
    await expect(hint).to_be_hidden()
    await page.get_by_role("button", name="games").click()
    await expect(hint).to_be_visible()
    await hint.get_by_role("button", name="Close the hint").click()
    await page.reload()
    await expect(page.get_by_role("heading", name="#games")).to_be_visible()
    await expect(hint).to_be_hidden()


async def test_the_newest_picture_is_docked_where_the_page_is_wide(visit: Visit) -> None:
    page = await visit()
    dock = page.get_by_role("complementary", name="Newest picture")
    table = await open_table(page)
    shown, posted = (each.get_by_role("img", name=ALT) for each in (dock, messages(page).first))
    await expect(shown).to_be_visible()
    await expect(posted).to_be_hidden()
    await expect(dock).to_contain_text("@Bo, sit down: 12 men")
    await table.get_by_role("button", name="Move", exact=True).click()
    panel = messages(page).last
    await expect(posted).to_be_visible()
    await expect(panel.get_by_role("img", name=ALT)).to_be_hidden()
    await panel.get_by_role("combobox", name="Which piece?").click()
    await page.get_by_role("option", name="2. c3").click()
    await panel.get_by_role("button", name="Confirm").click()
    await expect(dock.get_by_role("img", name=ALT_AFTER)).to_be_visible()
    await page.set_viewport_size({"width": 1099, "height": 800})
    await expect(dock).to_be_hidden()
    await expect(messages(page).last.get_by_role("img", name=ALT_AFTER)).to_be_visible()


async def test_a_switch_shows_pictures_in_the_box_of_discord(visit: Visit) -> None:
    page = await visit()
    table = await open_table(page)
    switch = page.get_by_role("switch", name="As Discord shows it")
    await switch.click()
    picture = table.get_by_role("img", name=ALT)
    await expect(picture).to_be_visible()
    box = await picture.bounding_box()
    assert box is not None
    assert round(box["height"]) == 350, "a picture of 800x840 is as high as the box"
    await page.reload()
    await expect(switch).to_have_attribute("aria-checked", "true")
    await switch.click()
    await expect(picture).to_be_hidden()


async def test_a_greeting_alone_is_shown_large(visit: Visit, server: Loopback) -> None:
    page = await visit()
    lobby, bot = server.world.channel("lobby"), server.world.bot
    button = {"type": 2, "style": 1, "label": "Begin", "custom_id": "begin"}
    body = {"content": "Welcome.", "components": [{"type": 1, "components": [button]}]}
    data = io.BytesIO()
    Image.new("RGB", (1100, 700), "#886644").save(data, "PNG")
    drawn = Upload("greeting.png", "image/png", data.getvalue())
    posting.post(server.world, lobby, bot, body, {0: drawn})
    picture = messages(page).get_by_role("img")
    await expect(picture).to_be_visible()
    large = await picture.bounding_box()
    assert large is not None
    assert large["width"] > 600, "in the log it is 560 wide"
    await expect(page.get_by_role("button", name="Begin")).to_be_in_viewport()
    server.person("Bo").say("Hello")
    await expect(page.get_by_role("complementary", name="Newest picture")).to_be_visible()


async def test_a_phone_is_wide_enough(visit: Visit) -> None:
    page = await visit(PHONE, touch=True)
    table = await open_table(page)
    await table.get_by_role("button", name="Move", exact=True).tap()
    await expect(messages(page)).to_have_count(2)
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert await page.evaluate("document.getElementById('log').scrollWidth") <= PHONE["width"]
    picture = await table.get_by_role("img", name=ALT).bounding_box()
    assert picture is not None
    assert picture["x"] >= 0
    assert picture["x"] + picture["width"] <= PHONE["width"]
    small = await page.evaluate(
        """[...document.querySelectorAll(".button, .person, .channel, .plain, .select-field")]
           .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 40)
           .map((each) => each.outerHTML)"""
    )
    assert small == []
    side = page.get_by_role("navigation", name="Channels")
    await expect(side).to_be_hidden()
    await page.get_by_role("button", name="Channels", exact=True).tap()
    await side.get_by_role("button", name="games").tap()
    await expect(page.get_by_role("heading", name="#games")).to_be_visible()
    await expect(side).to_be_hidden()


CONTRASTS = """() => {
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const part = (value) =>
    value <= 10.31 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const ground = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = numbers(getComputedStyle(each).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const poor = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((each) => each.nodeType === 3 && each.data.trim());
    const isOff = element.closest(":disabled, .alt-toggle, .unseen, .skip");
    if (!own || isOff || !element.checkVisibility()) continue;
    const pair = [light(numbers(getComputedStyle(element).color)), light(ground(element))];
    const ratio = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
    if (ratio < 4.5) poor.push(`${ratio.toFixed(2)} ${element.outerHTML}`);
  }
  return poor;
}"""


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_every_text_stands_out_from_its_ground(visit: Visit, scheme: str) -> None:
    page = await visit()
    await page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
    await open_table(page)
    await composer(page).fill("/rules")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(messages(page).last).to_contain_text("Men move forwards.")
    await composer(page).press_sequentially("/move c3")
    await expect(page.get_by_role("listbox").get_by_role("option")).to_have_count(2)
    assert await page.evaluate(CONTRASTS) == []
