"""Weapons and their speed factors (2E-C4): those of the books, and a table's own."""

from __future__ import annotations

from collections.abc import Mapping

from rules.systems.kit.fields import letters

WEAPONS = {
    "dagger": 2, "dart": 2, "dirk": 2, "knife": 2,
    "short_sword": 3,
    "club": 4, "hand_axe": 4, "javelin": 4, "quarterstaff": 4, "sickle": 4, "throwing_axe": 4,
    "war_hammer": 4,
    "blowgun": 5, "broad_sword": 5, "hand_crossbow": 5, "horsemans_pick": 5, "long_sword": 5,
    "scimitar": 5, "scourge": 5,
    "bastard_sword": 6, "composite_short_bow": 6, "horsemans_flail": 6, "horsemans_mace": 6,
    "light_lance": 6, "sling": 6, "spear": 6,
    "battle_axe": 7, "composite_long_bow": 7, "flail": 7, "footmans_flail": 7, "footmans_mace": 7,
    "footmans_pick": 7, "harpoon": 7, "light_crossbow": 7, "mace": 7, "mancatcher": 7,
    "medium_lance": 7, "military_fork": 7, "morning_star": 7, "short_bow": 7, "trident": 7,
    "bastard_sword_two_handed": 8, "fauchard": 8, "glaive": 8, "guisarme": 8, "heavy_lance": 8,
    "long_bow": 8, "ranseur": 8, "spetum": 8, "whip": 8,
    "bardiche": 9, "bec_de_corbin": 9, "halberd": 9, "khopesh": 9, "lucern_hammer": 9,
    "partisan": 9,
    "bill_guisarme": 10, "heavy_crossbow": 10, "jousting_lance": 10, "two_handed_sword": 10,
    "voulge": 10,
    "staff_sling": 11, "awl_pike": 13, "arquebus": 15,
}  # fmt: skip

FASTEST, SLOWEST = 0, 50
"""The speeds that a table may give; a weapon of the books that it names again has the table's speed."""

_BOOKS = {letters(name): speed for name, speed in WEAPONS.items()}


def weapon_speed(name: str, own: Mapping[str, int]) -> int | None:
    """The speed factor, however the name is written: Long Sword, long-sword, long_sword."""
    written = letters(name)
    by_letters = _BOOKS | {letters(n): speed for n, speed in own.items()}
    return by_letters.get(written)
