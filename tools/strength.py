"""Measure the ladder in the arena, and write docs/strength.md from the results.

python tools/strength.py play [NAME …]      play these runs, or all: hours
python tools/strength.py replay NAME [8]    play the first games of a run again: are they the same?
python tools/strength.py page               write the page from the results in docs/strength/

Use a Python that has the compiled Kilowatt with its arena (`.venv/bin/python`, once `./kilowatt` has run). How many
games a run has is decided here, before it is played. A result has, game by game, a hash of the record, and what the
first bot won.
"""

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import kilowatt
from kilowatt.arena.journal import JOURNAL, read_journal
from kilowatt.arena.results import GameResult
from kilowatt.bots.registry import STYLED
from kilowatt.rules.state import State

ROOT = Path(__file__).resolve().parent.parent
RUNS = ROOT / "arena-runs" / "strength"
RESULTS = ROOT / "docs" / "strength"
PAGE = ROOT / "docs" / "strength.md"
HEAD = "<!-- written by tools/strength.py -->\n"

SEARCH = "search@work:100"
"""The work that takes `search` about 0.02 s a decision on the machine that played these runs."""


class Run(NamedTuple):
    """A run of the arena: who, how many games, and the share of the win that the first bot has to clear."""

    name: str
    bots: tuple[str, ...]
    players: int
    games: int
    goal: float = 0.0
    boards: str = "all"
    seed: int = 1

    @property
    def options(self) -> list[str]:
        """The arguments of `kilowatt arena`."""
        who = ["--bots", ",".join(self.bots), "--players", str(self.players), "--boards", self.boards]
        return [*who, "--games", str(self.games), *(["--seed", str(self.seed)] if self.seed > 1 else [])]


LEAGUE = ("capped", "rusher", "hoarder", "blocker", "trailing", "cautious", "passer", "greedy", "steady", "novice")
OLD = "planner-2026"
AGAINST_OLD = (
    Run("old-two", ("planner", OLD), 2, 400, 0.5),
    Run("old-four", ("planner", *[OLD] * 3), 4, 400, 0.35),
    Run("old-six", ("planner", *[OLD] * 5), 6, 402, 1 / 6),
)
AGAINST_LEAGUE = tuple([Run(f"league-{name}", ("planner", *[name] * 3), 4, 400, 0.60) for name in LEAGUE])
MORE_CAPPED = Run("more-capped", ("planner", *["capped"] * 3), 4, 1200, 0.60, seed=2)
"""Other deals, since the first 400 games were too few to tell which side of the goal it is on."""
SEARCHES = (
    Run("search-old", (SEARCH, *[OLD] * 3), 4, 96, 0.75),
    Run("search-new", (SEARCH, *["planner"] * 3), 4, 96, 0.50),
)
"""What the planner and `search` had to show once they had met the league."""
SEARCH_IN_LEAGUE = tuple([Run(f"search-{name}", (SEARCH, *[name] * 3), 4, 96) for name in LEAGUE])
"""Is `search` ahead of the planner against strangers? The deals are the first of those that the planner played."""
AGAINST_STRANGERS = (*AGAINST_OLD, *AGAINST_LEAGUE, MORE_CAPPED, *SEARCHES, *SEARCH_IN_LEAGUE)
STYLED_LADDER = Run("styles", (*STYLED, "novice", "steady", "planner"), 4, 760)
"""Every level and style, with three bots of the ladder to compare them with."""
EXPLOITED = ("kilowatt", "arena", "exploit", "--bot", "planner", "--games", "400")
MOST = 0.32
"""The most that the best deviation may win against three planners, and each of the best ten against three `search`."""
CLOCK = (
    Run("clock-1", ("search@1", "search@0.1"), 2, 12, 0.5),
    Run("clock-10", ("search@10", "search@1"), 2, 6, 0.5),
)
"""Is `search` stronger the longer it may think?"""

PLAYED = (
    Run("two-novice", ("novice", "random"), 2, 400),
    Run("two-steady", ("steady", "random"), 2, 800, 0.98),
    Run("two-planner", ("planner", "steady"), 2, 800, 0.65),
    Run("two-search", (SEARCH, "planner"), 2, 160, 0.60),
    Run("four-steady", ("steady", "novice", "novice", "novice"), 4, 640, 0.50),
    Run("four-planner", ("planner", "steady", "steady", "steady"), 4, 640, 0.40),
    SEARCHES[1],
    Run("sane", ("planner", "planner", "planner", "planner"), 4, 200, boards="germany"),
    Run("ladder", ("random", "novice", "steady", "planner", SEARCH), 4, 80),
)


def deviations() -> list[Run]:
    """One of the best deviations that the exploiter found against three `search`; none before it has searched."""
    if not (RESULTS / "exploit.json").exists():
        return []
    found = _read("exploit")["found"]["finalists"]
    return [Run(f"deviation-{place}", (one["deviation"], *[SEARCH] * 3), 4, 96) for place, one in enumerate(found, 1)]


def all_runs() -> list[Run]:
    """Every run of the arena."""
    return list(dict.fromkeys((*AGAINST_STRANGERS, *deviations(), *CLOCK, STYLED_LADDER, *PLAYED)))


def arena(run: Run, folder: Path) -> list[GameResult]:
    """Play a run, or what is missing of it, in this folder; return its games in their order."""
    command = [sys.executable, "-m", "kilowatt.cli", "arena", *run.options, "--out", str(folder)]
    print(f"=== {run.name}: kilowatt arena {' '.join(run.options)}", flush=True)
    subprocess.run(command, check=True, cwd=ROOT)
    entries, _ = read_journal(folder / JOURNAL)
    return [entries[game].result for game in sorted(entries)]


def hashes(games: list[GameResult]) -> str:
    """The hashes of the records of these games."""
    return " ".join([game.record_hash[:12] for game in games])


def wins(run: Run, games: list[GameResult]) -> str:
    """What the first bot of a run won in each of these games."""
    won = [sum([seat.win for seat in game.seats if seat.bot == run.bots[0]]) for game in games]
    return " ".join([f"{win:g}" for win in won])


def play(run: Run) -> None:
    """Play a run (or what is missing of it) and keep its figures."""
    folder = RUNS / run.name
    games = arena(run, folder)
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    result: dict[str, Any] = {"command": " ".join(["kilowatt arena", *run.options]), "kilowatt": manifest["kilowatt"]}
    result |= {"python": manifest["python"], "code": manifest["code"]}
    result["summary"] = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    if run.name == "sane":
        result["sanity"] = sanity(sorted((folder / "records").glob("*.kw")))
    result |= {"records": hashes(games), "wins": wins(run, games)}
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps(result, indent=1, ensure_ascii=False)
    (RESULTS / f"{run.name}.json").write_text(text + "\n", encoding="utf-8")


def replay(run: Run, games: int) -> None:
    """Play the first games of a run again, and say whether they are the same as those that its figures are from."""
    kept = _read(run.name).get("records", "").split()
    with tempfile.TemporaryDirectory() as folder:
        again = hashes(arena(run._replace(games=games), Path(folder) / "run")).split()
        code = json.loads((Path(folder) / "run" / "manifest.json").read_text(encoding="utf-8"))["code"]
    if code != _read(run.name)["code"]:
        print("The rules or the bots have changed since this run was played.")
    same = sum(now == then for now, then in zip(again, kept, strict=False))
    print(f"{same} of {len(again)} games are the same.")
    sys.exit(same < len(again))


def exploit() -> None:
    """Search for what beats the planner (or go on with it) and keep what was found."""
    folder = RUNS / "exploit"
    command = [sys.executable, "-m", "kilowatt.cli", *EXPLOITED[1:], "--out", str(folder)]
    print(f"=== exploit: {' '.join(EXPLOITED)}", flush=True)
    subprocess.run(command, check=True, cwd=ROOT)
    manifest = json.loads((folder / "last" / "manifest.json").read_text(encoding="utf-8"))
    found = {"command": " ".join(EXPLOITED), "kilowatt": manifest["kilowatt"], "code": manifest["code"]}
    found["found"] = json.loads((folder / "found.json").read_text(encoding="utf-8"))
    (RESULTS / "exploit.json").write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def sanity(records: list[Path]) -> dict[str, Any]:
    """Rounds, the winner's powered cities, and fuel held at the end of a round beyond what all plants burn in one."""
    rounds, powered, hoarded, limits = [], [], [], 0
    for path in records:
        game = kilowatt.read_record(path.read_text(encoding="utf-8"))
        rounds.append(game.round)
        powered.append(game.ranking[0].powered)
        limits += game.round == game.setup.round_limit
        for number, entry in enumerate(game.log):
            if any(type(event).__name__ == "FuelResupplied" for event in entry.events):
                hoarded += [_beyond_a_run(game.at(number + 1).state, seat) for seat in range(game.players)]
    return {
        "games": len(records),
        "rounds": {"least": min(rounds), "median": statistics.median(rounds), "most": max(rounds)},
        "in_8_to_13": sum(8 <= number <= 13 for number in rounds),
        "winner_powered": {"least": min(powered), "median": statistics.median(powered), "most": max(powered)},
        "tokens_beyond_a_run": {"mean": statistics.mean(hoarded), "most": max(hoarded)},
        "reached_the_limit": limits,
    }


def _beyond_a_run(state: State, seat: int) -> int:
    """Tokens that one run of everything would not burn."""
    return max(0, sum(state.fuel_of(seat)) - state.holdings[seat].runs()[-1].tokens)


def page() -> str:
    """The page, from the stored results."""
    results = {run.name: _read(run.name) for run in PLAYED}
    lines = [HEAD, "# How strong the bots are", ""]
    lines += [
        "All of this was played in [the arena](arena.md): every deal with the bots rotated through all seats, so that",
        "luck and seat cancel. The number of games was fixed before the run. Intervals are 95 %, from a bootstrap over",
        f"deals. `search` played with `{SEARCH.partition('@')[2]}`, the others do not depend on a limit. The figures",
        "behind the tables are in `docs/strength/`; `tools/strength.py` has played the runs and written this page.",
        "Times are means over decisions with a choice, compiled, on a machine that had other things to do as well.",
        "",
        *_strangers(),
        "",
        *_styles(_read(STYLED_LADDER.name)["summary"]["bots"]),
        "",
        "## The ladder",
        "",
        f"All five at tables of four{_dagger(PLAYED[-1])}, the choices of four in turn, on all boards: enough games",
        "for the order, not for fine distinctions. Ratings are Plackett–Luce; 400 points are a factor of ten.",
        "Here and below, a run marked with † was played before the last change of `planner` and `search`.",
        "",
        *_ratings(results["ladder"]["summary"]["bots"]),
    ]
    lines += ["", *_against(results, 2), "", *_against(results, 4), "", *_sane(results["sane"]["sanity"])]
    lines += ["", "## On each board", "", "Win shares of the first bot of each run.", ""]
    against = [run for run in PLAYED if run.goal]
    lines.append(f"| board | {' | '.join([_versus(run) + _dagger(run) for run in against])} |")
    lines.append("|---" * (len(against) + 1) + "|")
    on_boards = results[against[0].name]["summary"]["boards"]
    for board in [board for board in kilowatt.boards() if board.key in on_boards]:
        shares = [results[run.name]["summary"]["boards"][board.key][0] for run in against]
        cells = [f"{100 * bot['win_share']['value']:.0f} %" for bot in shares]
        lines.append(f"| {board.name} | {' | '.join(cells)} |")
    lines += ["", "## The commands", "", "```console"]
    lines += [f"$ {_read('exploit')['command']}"] if (RESULTS / "exploit.json").exists() else []
    played = [run for run in all_runs() if (RESULTS / f"{run.name}.json").exists()]
    lines += [*[f"$ {_read(run.name)['command']}" for run in played], "```", ""]
    return "\n".join(lines)


def _strangers() -> list[str]:
    """What the planner and `search` of today win against strangers; what was not measured is said."""
    lines = [
        "## Against strangers",
        "",
        "Bots that meet only each other hide how they can be beaten. So `planner` and `search` are measured against",
        f"[a league](bots.md#the-league) of dissimilar players, against the planner of 2026 (`{OLD}`), and against",
        "whatever [the exploiter](arena.md#what-beats-a-bot) finds. One against several of the other; fair is what a",
        "bot no better than those would win. The goal of `search` in the league is what the planner won there on the",
        "same deals.",
        "",
        "| who | players | games | win share | fair | goal | reached | ms a decision |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for run in AGAINST_STRANGERS:
        cells = [_versus(run), str(run.players)]
        goal = _goal_of(run)
        if (RESULTS / f"{run.name}.json").exists():
            bot = _read(run.name)["summary"]["bots"][0]
            reached = "yes" if bot["win_share"]["value"] >= goal else "no"
            cells += [str(bot["games"]), _share(bot["win_share"]), f"{100 / run.players:.0f} %"]
            cells += [f"{100 * goal:.0f} %", reached, _milliseconds(bot)]
        else:
            cells += ["0", "not measured", f"{100 / run.players:.0f} %", f"{100 * goal:.0f} %", "–", "–"]
        lines.append(f"| {' | '.join(cells)} |")
    if not (RESULTS / "exploit.json").exists():
        return [*lines, "", "The full search of the exploiter has not been played against this planner."]
    found = _read("exploit")["found"]
    reached = "reached" if found["win_share"]["value"] <= MOST else "not reached"
    return [
        *lines,
        "",
        f"The best deviation we found wins {_share(found['win_share'])} of {found['games']} games against three",
        f"planners (goal: at most {100 * MOST:.0f} %, {reached}): `{found['deviation']}`, which",
        f"{'; '.join(found['words'])}. {found['searched']} games were played to find it.",
        "",
        *_deviations(found["finalists"]),
        "",
        *_clock(),
    ]


def _deviations(finalists: list[dict[str, Any]]) -> list[str]:
    """What the best deviations win against three `search`."""
    lines = [
        f"The ten best deviations, against three planners when they were compared, and against three `{SEARCH}`",
        f"(goal: at most {100 * MOST:.0f} %):",
        "",
        "| deviation of `planner` | against three planners | games | against three `search` | reached |",
        "|---|---|---|---|---|",
    ]
    for run, finalist in zip(deviations(), finalists, strict=True):
        cells = [f"`{run.bots[0].removeprefix('planner+')}`", f"{100 * finalist['win_share']:.0f} %"]
        if (RESULTS / f"{run.name}.json").exists():
            bot = _read(run.name)["summary"]["bots"][0]
            reached = "yes" if bot["win_share"]["value"] <= MOST else "no"
            cells += [str(bot["games"]), _share(bot["win_share"]), reached]
        else:
            cells += ["0", "not measured", "–"]
        lines.append(f"| {' | '.join(cells)} |")
    played = [_read(run.name) for run in deviations() if (RESULTS / f"{run.name}.json").exists()]
    won = [float(win) for result in played for win in result["wins"].split()]
    if won:
        together = f"{100 * statistics.mean(won):.1f} % of {len(won)} games"
        lines += ["", f"All of them together won {together}."]
    return lines


def _clock() -> list[str]:
    """How much stronger `search` is with more time."""
    lines = [
        "Does `search` play better with more time? Two players, the same bot with two limits in seconds:",
        "",
        "| who | games | win share | fair | ms a decision |",
        "|---|---|---|---|---|",
    ]
    for run in CLOCK:
        who = " – ".join([f"`{bot}`" for bot in run.bots])
        if (RESULTS / f"{run.name}.json").exists():
            first, second = _read(run.name)["summary"]["bots"]
            times = f"{_milliseconds(first)}, {_milliseconds(second)}"
            lines.append(f"| {who} | {first['games']} | {_share(first['win_share'])} | 50 % | {times} |")
        else:
            lines.append(f"| {who} | 0 | not measured | 50 % | – |")
    return lines


def _goal_of(run: Run) -> float:
    """The goal of a run; for `search` in the league it is what the planner won there on the same deals."""
    if run not in SEARCH_IN_LEAGUE:
        return run.goal
    won = [float(win) for win in _read(f"league-{run.bots[1]}")["wins"].split()]
    return statistics.mean(won[: run.games])


def _styles(bots: list[dict[str, Any]]) -> list[str]:
    """How strong each level is, in each style."""
    return [
        "## Styles and levels",
        "",
        "The bots with [a style and a level](bots.md#styles-and-levels), with three of the ladder to compare them to,",
        "at tables of four on all boards. Ratings are Plackett–Luce, among these bots.",
        "",
        *_ratings(bots),
    ]


def _ratings(bots: list[dict[str, Any]]) -> list[str]:
    """A table of bots, strongest first."""
    lines = [
        "| bot | games | win share | rating | rounds | cities powered | ms a decision |",
        "|---|---|---|---|---|---|---|",
    ]
    for bot in sorted(bots, key=lambda bot: -bot["rating"]["value"]):
        cells = [f"`{bot['bot']}`", str(bot["games"]), _share(bot["win_share"]), _rating(bot["rating"])]
        cells += [f"{bot['rounds']:.1f}", f"{bot['powered']:.1f}", _milliseconds(bot)]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _read(name: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    return result


def _share(interval: dict[str, float]) -> str:
    return f"{100 * interval['value']:.1f} % ({100 * interval['low']:.1f} – {100 * interval['high']:.1f})"


def _rating(interval: dict[str, float]) -> str:
    return f"{interval['value']:.0f} ({interval['low']:.0f} – {interval['high']:.0f})"


def _milliseconds(bot: dict[str, Any]) -> str:
    mean = 1000 * float(bot["mean_seconds"])
    return f"{mean:.0f}" if mean >= 10 else f"{mean:.2g}"


def _versus(run: Run) -> str:
    names = [bot.partition("@")[0] for bot in run.bots]
    others = f"{len(names) - 1} × {names[1]}" if run.players > 2 else names[1]
    return f"{names[0]} – {others}"


def _dagger(run: Run) -> str:
    """A mark for a run that was played by other bots than those that met the league."""
    return "" if _read(run.name)["code"] == _read(AGAINST_OLD[0].name)["code"] else " †"


def _against(results: dict[str, dict[str, Any]], players: int) -> list[str]:
    """A rung against the one below."""
    words = {2: "Two players", 4: "One against three, four players"}
    fair = {2: "50 %", 4: "25 %"}
    lines = [f"## {words[players]}", "", f"A bot no better than the others would win {fair[players]}.", ""]
    lines += ["| who | games | win share | goal | cleared | ms a decision |", "|---|---|---|---|---|---|"]
    for run in PLAYED:
        if run.players == players and run.goal:
            bot = results[run.name]["summary"]["bots"][0]
            cleared = "yes" if bot["win_share"]["low"] >= run.goal else "no"
            cells = [_versus(run) + _dagger(run), str(bot["games"]), _share(bot["win_share"])]
            cells += [f"{100 * run.goal:.0f} %", cleared]
            cells.append(_milliseconds(bot))
            lines.append(f"| {' | '.join(cells)} |")
    return lines


def _sane(sanity: dict[str, Any]) -> list[str]:
    games, rounds, powered = sanity["games"], sanity["rounds"], sanity["winner_powered"]
    tokens = sanity["tokens_beyond_a_run"]
    lasting = f"{rounds['least']} to {rounds['most']} rounds, {rounds['median']:g} in the median"
    usual = f"{sanity['in_8_to_13']} of {games} end in 8 to 13, {sanity['reached_the_limit']} reach the round limit"
    mean = f"{tokens['mean']:.2f} tokens more than one run of all its plants burns, on average"
    return [
        "## Sane games",
        "",
        f"Four planners on Germany, {games} games:",
        "",
        f"- They last {lasting}; {usual}.",
        f"- The winner powers {powered['median']:g} cities in the median, at least {powered['least']}.",
        f"- After a round, a seat holds {mean}; {tokens['most']} at most.",
    ]


def main() -> None:
    """Play, or write the page."""
    match sys.argv[1:]:
        case ["play", *names]:
            if not names or "exploit" in names:
                exploit()
            for run in all_runs():
                if not names or run.name in names:
                    play(run)
        case ["replay", name, *games] if name in [run.name for run in all_runs()]:
            (run,) = [run for run in all_runs() if run.name == name]
            replay(run, int(games[0]) if games else 8)
        case ["page"]:
            PAGE.write_text(page(), encoding="utf-8")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
