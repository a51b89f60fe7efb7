"""What a rules system states as tables and single values: the catalogue is made of them."""

from __future__ import annotations

from collections.abc import Mapping

from rules.model.phases import PhaseTraits
from rules.systems.kit.dice_spec import DiceSpec
from rules.systems.kit.fields import ActionKind, Field
from rules.systems.kit.layout import Layout


class Tables:
    """The tables of one system. `id`, `dice`, `phases` and `layout` every system states itself."""

    id: str  # by which clients and logs call it: it never changes
    dice: DiceSpec  # what a roller throws, and the clause that refusals of a roll cite
    phases: Mapping[str, PhaseTraits] = {}  # by name, in the order in which a round has them
    layout: Layout  # how a round is drawn
    options: dict[str, Field] = {}  # house rules
    traits: dict[str, Field] = {}  # what is asked of a combatant
    actions: dict[str, ActionKind] = {}  # what may be declared
    situations: dict[str, int] = {}  # modifiers by name, for the choices of a trait
    weapons: dict[str, int] = {}  # speeds by name
    commands: tuple[str, ...] = ()  # of those that not every system has
    corrects: tuple[str, ...] = ()  # parts of a roll that the GM may put right
    surprise_by = "combatants"  # or "sides": who is surprised
    cancel_clause = ""  # by which a declared action may be taken back
    tie_dice = 1  # faces of one roll-off
    hides_places = False  # places come from declarations: an unowned one's are open once reached
