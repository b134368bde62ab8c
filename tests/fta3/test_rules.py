"""The rulebook of From the Ashes 3 covers its page, heading by heading, in our own words."""

import re
from pathlib import Path

import pytest

from flagplot.engine.rulebook import Status
from flagplot.fta3.ruleset import FTA3

# Read off the page by hand: each of its headings in order, and the rule that stands for it.
HEADINGS = [
    ("Logistics & Support", "logistics"),
    ("Supply Burn", "supply-burn"),
    ("Forward Operating Base", "forward-operating-base"),
    ("Supply Base", "supply-base"),
    ("Supply Limitations", "supply-limits"),
    ("Example", "logistics/example"),
    ("Space Combat", "space-combat"),
    ("Pre Battle", "pre-battle"),
    ("Enumerate Fleets", "enumerate-fleets"),
    ("Determine (potential) Battle Type", "battle-type"),
    ("Declare Speed", "declare-speed"),
    ("Example of a multi-element battle", "declare-speed/example"),
    ("Avoid/Bring to action (Mobile battles only)", "avoid-action"),
    ("Out-maneuvering a fleet attempting a deep space interception", "out-manoeuvre"),
    ("Prepare for action", "prepare"),
    ("List ships taking place in battle", "list-ships"),
    ("Determine Initiative", "initiative"),
    ("Battle", "battle"),
    ("Launch Fighters (start of battle only)", "launch-fighters"),
    ("Fighter Interception Phase (every round)", "fighter-interception"),
    ("Example", "fighter-interception/example"),
    ("Fighter Dogfight Phase (every round)", "dogfight"),
    ("Fighter First Strike (start of battle only)", "first-strike"),
    ("Fighter Cloak Detection", "cloak-detection"),
    ("Stand Off attack resolution (start of battle only)", "stand-off"),
    ("Example", "stand-off/example"),
    ("Determine Fleet position (every round)", "position"),
    ("Pair Off (every round)", "pair-off"),
    ("Flanking", "flanking"),
    ("Attempt to disengage", "disengage"),
    ("Subhunting", "subhunting"),
    ("Sensor check by defenders against cloaked ships (each round)", "sensor-check"),
    ("Decloaking and firing", "decloaking"),
    ("Shooting back vs cloaked ships", "shooting-at-cloaks"),
    ("Protect actions", "protect"),
    ("Regular shooting (every round)", "shooting"),
    ("To Hit", "to-hit"),
    ("Range Bonuses", "to-hit/range-bonus"),
    ("Range", "to-hit/range-bonus"),
    ("Other Bonuses", "to-hit/other-bonuses"),
    ("Roll to Hit", "to-hit"),
    ("To Pierce", "to-pierce"),
    ("Weapon Bonuses", "to-pierce/weapon-bonus"),
    ("Other Bonuses", "to-pierce/other-bonuses"),
    ("Roll to Pierce", "to-pierce"),
    ("Inflict Damage", "inflict-damage"),
    ("Regular Fighter Anti-Ship Attacks (every round)", "regular-strikes"),
    ("Fighter Reconstitution (every round)", "reconstitution"),
    ("Determine Casualties (every round)", "casualties"),
    ("Ending the Battle", "end-of-battle"),
    ("Post Battle", "post-battle"),
    ("Record Damage level of surviving ships", "record-damage"),
    ("Land Fighters", "land-fighters"),
    ("Resolve Fate of killed ships", "fate-of-killed"),
    ("Overkill or Critical Damage", "overkill"),
    ("Successful Flight", "flight"),
    ("Running Down ‘Killed’ ships", "running-down"),
    ("Value of different TL of salvage", "salvage-tech-level"),
    ("Ship damage", "ship-damage"),
    ("Damage Levels", "damage-levels"),
    ("Heavy Cruiser Example Thresholds", "damage-levels/example"),
    ("Fighting While Damaged", "fighting-while-damaged"),
    ("Repair", "repair"),
    ("Cost", "repair/cost"),
    ("Time", "repair/time"),
    ("Repair Location", "repair/location"),
    ("Strategic Operations - Mass Combat Resolution", "mass-combat"),
    ("Rule Simplifications:", "mass-combat/simplifications"),
    ("Fighter Dogfights", "mass-combat/dogfights"),
    ("Disengagement is automatically successful", "mass-combat/withdrawal"),
    ("Tactical Decisions:", "mass-combat/tactical-decisions"),
    ("Preferred targeting for each type of ship", "mass-combat/targeting"),
    ("Preferred target for excess fighter squadrons", "mass-combat/fighter-targets"),
    ("Preferred disengagement orders", "mass-combat/force-withdrawal"),
    ("Ground Combat", "ground"),
    ("Ground Combat Units", "ground/units"),
    ("Interface Battalion/Brigade/Division/Corps", "units/interface"),
    ("Espatier Battalion/Brigade/Division/Corps", "units/espatier"),
    ("Armored Battalion/Brigade/Division/Corps", "units/armored"),
    ("Mobile Infantry Battalion/Brigade/Division/Corps", "units/mobile-infantry"),
    ("G.T.O. Defense Battalion/Brigade/Division/Corps", "units/gto-defense"),
    ("Interface/Space Fighter Wing", "units/fighter-wing"),
    ("Moving Ground Units Around", "ground/transport"),
    ("Mustering, Combining, and Splitting Ground Units", "ground/mustering"),
    ("Unit Size Table", "ground/unit-sizes"),
    ("Ground unit Stats", "stats"),
    ("Quality", "stats/quality"),
    ("Mobility", "stats/mobility"),
    ("Firepower", "stats/firepower"),
    ("Morale (and Fatigue)", "stats/morale"),
    ("Tech Level (TL) and ground troops", "stats/tech-level"),
    ("Half TL advancement", "stats/half-tech-level"),
    ("Mustering, Combining, and Splitting Ground Units", "ground/mustering"),
    ("Moving Ground Units Around", "ground/transport"),
    ("Ground Unit Traits", "traits"),
    ("Air Defense", "traits/air-defense"),
    ("Assault", "traits/assault"),
    ("Boarding", "traits/boarding"),
    ("Breakthrough", "traits/breakthrough"),
    ("Defensive", "traits/defensive"),
    ("Dig In", "traits/dig-in"),
    ("Engineers", "traits/engineers"),
    ("Extra Artillery", "traits/extra-artillery"),
    ("Fast", "traits/fast"),
    ("Garrison", "traits/garrison"),
    ("Insertion", "traits/insertion"),
    ("MASH", "traits/mash"),
    ("Military Police", "traits/military-police"),
    ("Mobile GTO Network", "traits/mobile-gto-network"),
    ("Secured", "traits/secured"),
    ("SCIENCE", "traits/science"),
    ("Special Forces", "traits/special-forces"),
    ("(Terrain Type) Specialist", "traits/terrain-specialist"),
    ("Resolving Ground Combat", "ground-resolution"),
    ("Damage Saves", "saves"),
    ("Exhaustion", "saves/exhaustion"),
    ("Mobility Advantage", "saves/mobility"),
    ("Firepower Advantage", "saves/firepower"),
    ("Mission Priority", "saves/mission-priority"),
    ("Breakthrough", "saves/breakthrough"),
    ("Dig in", "saves/dig-in"),
    ("Engineers (and Assault)", "saves/engineers"),
    ("MASH", "saves/mash"),
    ("Losing", "saves/losing"),
    ("Ortillery", "ortillery"),
    ("Fighters", "ground-fighters"),
    ("Interception and Dogfighting", "ground-fighters/interception"),
    ("Interdiction", "ground-fighters/interdiction"),
    ("Air Superiority", "ground-fighters/air-superiority"),
    ("Battle Value (BV)", "battle-value"),
    ("Example:", "battle-value/example"),
    ("Differing BV", "battle-value/difference"),
    ("Relative Size", "relative-size"),
    ("Mission Priority", "mission-priority"),
    ("Leadership and Strategy", "leadership"),
    ("Battle Resolution", "ground-battle"),
    ("Time", "ground-time"),
    ("Boarding", "boarding"),
    ("Outdated Boarding Rules", "boarding/outdated"),
]

PRINTED_TWICE = {"ground/mustering", "ground/transport"}
RETURNED_TO = {"to-hit", "to-pierce"}  # "Roll to Hit" ends what "To Hit" begins

# What the page leaves to the moderator; every other mechanism on it is to be computed.
BY_HAND = {
    "logistics/shortfall",
    "overkill/technical-data",
    "ground/keywords",
    "stats/quality/elite",
    "stats/morale",
    "traits/assault/supply",
    "traits/military-police/beyond",
    "traits/secured",
    "traits/science",
    "traits/void-jockey",
    "ground-time",
    "ground-withdrawal",
    "boarding/permission",
    "boarding/docking",
}

RULES = FTA3.rulebook.rules
PAGE = Path(__file__).parents[3] / "shared" / "seeds" / "004_98f63d28ee996b9c.txt"
SAME_WORDS = 6  # so many words in a row as on the page are a copied sentence, not a term of the game


@pytest.fixture(scope="module")
def page() -> str:
    if not PAGE.exists():
        pytest.skip("the page itself is not at hand")
    return PAGE.read_text(encoding="utf-8")


def runs(text: str) -> set[tuple[str, ...]]:
    """Every run of ``SAME_WORDS`` words in a row; numbers are no words."""
    words = re.findall("[a-z]+", text.lower())
    return {tuple(words[start : start + SAME_WORDS]) for start in range(len(words) - SAME_WORDS + 1)}


def test_every_heading_of_the_page_has_its_rule() -> None:
    assert [slug for _, slug in HEADINGS if slug not in RULES] == []
    assert len(HEADINGS) == 139


def test_rules_stand_in_the_order_of_the_page() -> None:
    order = list(RULES)
    firsts = list(dict.fromkeys(slug for _, slug in HEADINGS))
    assert firsts == sorted(firsts, key=order.index)
    repeated = {slug for _, slug in HEADINGS if [each for _, each in HEADINGS].count(slug) > 1}
    assert repeated == PRINTED_TWICE | RETURNED_TO | {"to-hit/range-bonus"}


def test_each_title_is_the_heading_or_names_a_part() -> None:
    titles = {slug: RULES[slug].title for heading, slug in HEADINGS if not RULES[slug].title.startswith(heading)}
    # Price lines of the unit list, bullets, an example under a bare word, and two headings that end what others begin.
    assert {slug for slug in titles if not slug.startswith("units/")} == {
        "mass-combat/dogfights",
        "mass-combat/withdrawal",
        "mass-combat/targeting",
        "mass-combat/fighter-targets",
        "mass-combat/force-withdrawal",
        "battle-value/example",
        "to-hit",
        "to-pierce",
    }


def test_the_headings_are_those_of_the_page_in_its_order(page: str) -> None:
    at = 0
    for heading, _ in HEADINGS:
        # Two headings are stuck to the end of a paragraph, and some begin a list.
        found = re.compile(rf"(?:^|[.] |• ){re.escape(heading)}", re.MULTILINE).search(page, at)
        assert found, heading
        at = found.end()


def test_every_line_of_the_page_that_looks_like_a_heading_is_one(page: str) -> None:
    body = page.split("Continue to Table of Contents:", 1)[1]
    short = [line.strip() for line in body.splitlines() if line.strip() and len(line) < 70]
    looks = [line for line in short if not re.search(r"[.,:)\d?]$|^[•\d]|\t|^And$", line)]
    others = {"Mobile", "Fixed Objective", "Interface/Space Fighter Wing: $10 & 5 DI"}
    known = {heading for heading, _ in HEADINGS}
    assert [line for line in looks if line not in known | others and not line.startswith("Traits: ")] == []


def test_what_is_left_to_the_moderator_and_what_is_only_named() -> None:
    declared = {status: {id_ for id_, rule in RULES.items() if rule.declared is status} for status in Status}
    assert declared[Status.BY_HAND] == BY_HAND
    assert declared[Status.NAMED_ONLY] == {"supply-limits/long-legs"}
    assert declared[Status.DONE] == declared[Status.NOT_YET] == set()


def test_examples_are_text_only() -> None:
    examples = {slug for heading, slug in HEADINGS if "Example" in heading}
    assert len(examples) == 6
    assert {RULES[slug].declared for slug in examples} == {Status.TEXT_ONLY}


def test_what_comes_from_the_companion_page_says_so() -> None:
    companion = {id_ for id_, rule in RULES.items() if "companion page" in rule.note}
    assert companion == {"ship-design", "tech-levels", "stacking", "module-slots", "prototypes"}
    assert not companion & {slug for _, slug in HEADINGS}


def test_a_paraphrase_is_one_or_two_sentences() -> None:
    for rule in RULES.values():
        assert rule.text.endswith("."), rule.id
        assert len(re.findall(r"[.](?: |$)", rule.text)) in (1, 2), rule.id


def test_no_sentence_is_copied_from_the_page(page: str) -> None:
    theirs = runs(page)
    ours = {rule.id: runs(f"{rule.text} {rule.pending} {rule.note}") & theirs for rule in RULES.values()}
    assert {id_: same for id_, same in ours.items() if same} == {}


def test_no_sentence_of_a_reading_is_copied_from_the_page(page: str) -> None:
    theirs = runs(page)
    for reading in FTA3.readings.values():
        for text in (reading.title, reading.question, reading.taken, *reading.options.values()):
            assert runs(text) & theirs == set(), reading.id


def test_a_run_of_words_is_found_in_what_is_copied() -> None:
    sentence = "Fleet position is re-rolled each round of battle, of course"
    assert runs("as 12 Fleet position is re-rolled each round!") & runs(sentence)
    assert not runs("each round the position is rolled again") & runs(sentence)
