"""A position as a picture, as text, and in a window."""

import re
from functools import cache
from io import BytesIO
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Literal
from xml.etree import ElementTree as ET

import numpy as np
import pygame
import pytest
from PIL import Image

import kilowatt
from kilowatt.drawing.themes import ENOUGH, contrast
from kilowatt.extras import install_command
from kilowatt.rendering import Window, draw, picture, raster, text, to_png, to_rgb
from kilowatt.rendering.map_layout import FRAME, map_layout
from kilowatt.rendering.palette import PALETTES, Palette
from kilowatt.rendering.shapes import ROOFS
from kilowatt.rendering.text import final_ranking
from kilowatt.wording.words import PHASES, places_in_words

WEB = Path(__file__).parents[2] / "web" / "src"
SECRET = 7531
every_theme = pytest.mark.parametrize("theme", ["night", "day"])


@cache
def finished(seed: int = 5) -> kilowatt.Game:
    """A game that was played at random; tests look at it and leave it as it is."""
    game = kilowatt.new_game("japan", players=3, seed=seed)
    rng = Random(seed)
    while not game.is_over:
        game.play(game.legal_actions().sample(rng))
    return game


def halfway() -> kilowatt.Game:
    return finished().at(finished().decisions // 2)


def texts(svg: str) -> list[str]:
    root = ET.fromstring(svg)  # noqa: S314 – we wrote it ourselves
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]


@every_theme
def test_the_same_view_gives_the_same_picture(theme: Literal["night", "day"]) -> None:
    first = draw(halfway().view(0), theme)
    map_layout.cache_clear()
    assert draw(halfway().view(0), theme) == first
    assert to_png(first, 320) == to_png(first, 320)


def test_night_and_day_are_different_pictures() -> None:
    view = halfway().view(None)
    assert draw(view, "night") == draw(view)
    assert to_rgb(draw(view, "night"), 320).mean() < 80
    assert to_rgb(draw(view, "day"), 320).mean() > 180


def test_a_picture_shows_the_round_and_whose_turn_it_is() -> None:
    game = halfway()
    shown = texts(draw(game.view(game.seat)))
    assert game.seat is not None
    who = kilowatt.SEAT_NAMES[game.seat].capitalize()
    assert f"Round {game.round} · {PHASES[game.phase]} · Step {game.step}" in shown
    assert shown.count(who) == 2  # the one who is asked, and a row of the players
    assert f"as {who} sees it" in shown
    assert "as everybody sees it" in texts(draw(game.view(None)))


def test_every_city_in_play_has_its_name_and_every_connection_its_price() -> None:
    game = kilowatt.new_game("japan", players=3, seed=5)
    atlas = game.setup.board.atlas
    shown = " ".join(texts(draw(game.view(None))))
    regions = game.view(None).regions
    for city in atlas.cities:
        assert (city.name in shown) == (city.region in regions)
    inside = {city.id for city in atlas.cities if city.region in regions}
    prices = [cost for a, b, cost in atlas.connections if a in inside and b in inside]
    assert len(map_layout("japan", regions, is_draft=False).prices) == len(prices)


def test_during_a_draft_every_city_and_region_is_shown() -> None:
    game = kilowatt.new_game("japan", players=2, seed=1, regions="draft")
    game.play(kilowatt.PickRegion(region="kyushu"))
    shown = " ".join(texts(draw(game.view(0))))
    assert all(city.name in shown for city in game.setup.board.atlas.cities)
    assert "pick a region" in shown
    assert "Picked: Kyushu" in shown
    assert "regions are picked" in text(game.view(0))


def rich_opponents(seat: int | None) -> kilowatt.View:
    """A view of a game with hidden money in which everybody has a sum that is easy to find."""
    data = kilowatt.new_game("japan", players=3, seed=5, hidden_money=True).snapshot()
    for number, player in enumerate(data["players"]):
        player["money"] = SECRET + number
    return kilowatt.from_snapshot(data).view(seat)


def test_hidden_money_is_neither_drawn_nor_written() -> None:
    spectator, own = rich_opponents(None), rich_opponents(1)
    assert "753" not in "".join(texts(draw(spectator)))
    assert texts(draw(spectator)).count("hidden") == 3
    assert "753" not in text(spectator)
    assert str(SECRET + 1) in texts(draw(own))
    assert texts(draw(own)).count("hidden") == 2
    assert str(SECRET) not in text(own)
    assert str(SECRET + 1) in text(own)


def test_a_plant_under_auction_is_marked_and_the_bid_is_shown() -> None:
    game = kilowatt.new_game("japan", players=3, seed=5)
    before = draw(game.view(None))
    game.play(kilowatt.Open(plant=game.view(None).current[0], bid=9))
    after = draw(game.view(None))
    assert any("bids 9 for plant" in words for words in texts(after))
    assert after.count(PALETTES["night"].accent) > before.count(PALETTES["night"].accent)
    assert "bids 9 for plant" in text(game.view(None))


def test_the_end_shows_the_final_ranking() -> None:
    game = finished()
    view = game.view(None)
    assert final_ranking(view) == game.ranking
    shown = texts(draw(view))
    assert "The game is over" in shown
    assert f"powers {game.ranking[0].powered}" in shown
    assert text(view).endswith("\n".join(places_in_words(game.ranking)) + "\n")


def test_the_text_names_the_seat_to_act_and_what_everybody_has() -> None:
    game = halfway()
    view = game.view(None)
    assert game.seat is not None
    shown = text(view)
    assert f"It is {kilowatt.SEAT_NAMES[game.seat].capitalize()}'s turn: " in shown.splitlines()[-1]
    assert shown.startswith("Japan: round ")
    assert all(str(player.money) in shown for player in view.players)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (640, 400), (333, 209)])
def test_pixels_come_in_the_width_that_was_asked_for(width: int, height: int) -> None:
    view = halfway().view(None)
    whole = to_rgb(draw(view), width)
    assert whole.shape == (height, width, 3)
    assert whole.dtype == np.uint8
    assert Image.open(BytesIO(to_png(draw(view), width))).size == (width, height)
    pieces = picture(view, width)
    assert pieces.shape == whole.shape
    assert np.abs(pieces.astype(int) - whole).mean() < 0.1


def test_a_picture_follows_the_game_although_parts_are_kept() -> None:
    game = finished()
    for moment in (0, game.decisions // 3, game.decisions, 1):
        view = game.at(moment).view(None)
        assert np.abs(picture(view, 400).astype(int) - to_rgb(draw(view), 400)).mean() < 0.1


def test_text_is_drawn_without_any_font_of_the_system() -> None:
    for family in ("Liberation Sans", "FreeSans", "Nobody Has This"):
        words = f'<text y="30" font-size="30" font-family="{family}, sans-serif" fill="#fff">Łódź</text>'
        pixels = to_rgb(f'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40">{words}</svg>', 90)
        assert (pixels > 200).any()


def test_bold_words_are_drawn_in_a_bold_font() -> None:
    def light(weight: int) -> float:
        words = f'<text y="30" font-size="30" font-weight="{weight}" fill="#fff">Łódź</text>'
        return float(to_rgb(f'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40">{words}</svg>', 90).mean())

    assert light(700) > 1.2 * light(400)


def test_a_width_that_is_none_is_refused() -> None:
    for width in (0, -5, 100_000):
        with pytest.raises(kilowatt.BadInput, match="from 1 to 7680 pixels wide"):
            to_png("<svg/>", width)


def test_an_unknown_theme_is_refused_with_those_there_are() -> None:
    with pytest.raises(kilowatt.BadInput, match=r"no theme 'dusk'\. There are: night, day\."):
        draw(halfway().view(None), "dusk")  # type: ignore[arg-type]


def test_a_missing_package_is_named_with_the_extra_that_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "find_spec", lambda name: None if name == "resvg_py" else name)
    with pytest.raises(kilowatt.BadInput, match=f"need resvg_py: {re.escape(install_command('data'))}"):
        to_png("<svg/>")


def test_a_window_without_pygame_names_the_extra_that_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = picture(halfway().view(None), 320)
    monkeypatch.setattr(raster, "find_spec", lambda name: None if name == "pygame" else name)
    with pytest.raises(kilowatt.BadInput, match=f"A window needs pygame: {re.escape(install_command('window'))}"):
        Window().show(shown)


@pytest.mark.parametrize(("board", "players"), [("germany", 5), ("italy", 6), ("russia", 4)])
def test_nothing_written_on_the_map_covers_anything_else(board: str, players: int) -> None:
    layout = map_layout(board, kilowatt.new_game(board, players=players, seed=3).view(None).regions, is_draft=False)
    boxes = [*layout.marks.values(), *layout.names.values(), *layout.prices.values()]
    assert sum(one.overlap(other) for one, other in combinations(boxes, 2)) < 60
    assert all(FRAME.holds(box) for box in boxes)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_all_text_of_the_panel_can_be_read(palette: Palette) -> None:
    for ground in (palette.panel, palette.raised, palette.map.sea):
        for colour in (palette.text, palette.quiet, palette.accent):
            assert contrast(colour, ground) >= ENOUGH
    for band in (*palette.fuels.values(), palette.eco):
        assert contrast(palette.panel, band) >= ENOUGH


def test_colours_and_roofs_are_those_of_the_page() -> None:
    css = (WEB / "theme.css").read_text(encoding="utf-8")
    blocks = {"night": css[css.index(":root {") :], "day": css[css.index(':root[data-theme="day"] {') :]}
    for theme, block in blocks.items():
        palette = PALETTES[theme]
        found = dict(re.findall(r"--([\w-]+): (#\w+);", block[: block.index("}")]))
        assert [found[f"seat-{seat}"] for seat in range(6)] == list(palette.seats)
        assert {name: found[name] for name in palette.fuels} == palette.fuels
        names = {"raised": "panel-raised"}
        for name in ("panel", "raised", "line", "text", "quiet", "accent", "glow", "eco"):
            assert found[names.get(name, name)] == getattr(palette, name)
    assert re.findall(
        r'roof: "([^"]+)"', (WEB / "lib" / "game" / "playerLooks.ts").read_text(encoding="utf-8")
    ) == list(ROOFS)


def test_a_window_shows_pictures_and_may_be_closed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window()
    window.close()
    shown = picture(halfway().view(None), 320)
    seen = []
    for happens in (None, pygame.QUIT, None):
        if happens is not None:
            pygame.event.post(pygame.event.Event(happens))
        window.show(shown)
        seen.append(window.is_open)
    assert seen == [True, False, True]
    screen = pygame.display.get_surface()
    assert screen is not None
    assert (pygame.surfarray.array3d(screen).swapaxes(0, 1) == shown).all()
    window.close()
    window.close()
    assert not window.is_open
