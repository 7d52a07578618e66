"""Command cards: hands, the deck, and what each card lets a side order (chapter CARD)."""

from __future__ import annotations

from ..core import ask, column, event, kinds, rule
from ..core.battlefield import belongs, beside_enemy_unit, first_leader, first_unit, has, last_unit, near_leader
from ..core.cards import DICE_ORDER, PLAIN
from ..core.dice import BLUE, GREEN, HELMET, RED
from ..core.frames import cite, faces, note
from ..core.hexes import CENTER, LEFT, NOWHERE, RIGHT, SECTIONS
from ..core.state import NONE, State, Unit
from ..core.structs import dialect
from .reserves import may_ambush


@dialect
def take_card(s: State, side: int, card: int) -> None:
    """A card leaves a hand and lies face up."""
    s.hand[side * ask.MOST_CARDS + card] -= 1
    s.held[side] -= 1
    s.discards[card] += 1
    cite(s, column.CARD_RULE[card])
    note(s, event.PLAYED, side, card, 0)


@dialect
def put_in_hand(s: State, side: int, card: int, why: int) -> None:
    """A card from the deck joins a hand, by a rule: drawn at the end of a turn, dealt, won with banners."""
    s.deck[card] -= 1
    s.deck_left -= 1
    s.hand[side * ask.MOST_CARDS + card] += 1
    s.held[side] += 1
    cite(s, why)
    note(s, event.DREW, side, card, 0)


@dialect
def refill(s: State) -> bool:
    """Shuffle the discards into an empty deck (TURN-04); returns whether there is a card to draw."""
    if s.deck_left > 0:
        return True
    for card in range(column.CARDS_FROM[s.edition], column.CARDS_END[s.edition]):
        s.deck_left += s.discards[card]
        s.deck[card] += s.discards[card]
        s.discards[card] = 0
    if s.deck_left > 0:
        cite(s, rule.TURN_04)
        note(s, event.RESHUFFLED, 0, 0, 0)
    return s.deck_left > 0


@dialect
def legal_cards(s: State, side: int, out: list[int]) -> int:
    """The cards that a side can play; with none at all the turn passes, answered by done."""
    n = 0
    hand = s.hand
    first = side * ask.MOST_CARDS
    for card in range(column.CARDS_FROM[s.edition], column.CARDS_END[s.edition]):
        if hand[first + card] > 0:
            out[n] = ask.CARD_0 + card
            n += 1
    if n == 0:
        out[0] = 0
        n = 1
    return n


@dialect
def legal_draws(s: State, out: list[int]) -> int:
    n = 0
    for card in range(column.CARDS_FROM[s.edition], column.CARDS_END[s.edition]):
        if s.deck[card] > 0:
            out[n] = ask.CARD_0 + card
            n += 1
    return n


@dialect
def has_class(s: State, side: int, classes: int) -> bool:
    """Whether a side has a unit of a class on the board."""
    for i in range(first_unit(side), last_unit(s, side)):
        if s.units[i].hex != NOWHERE and belongs(s.units[i], classes):
            return True
    return False


@dialect
def find_room(s: State) -> None:
    """Note in which sections one more piece can be ordered, however the others are counted (ORD-03)."""
    room = 0
    slack = s.slack
    if slack[7] > 0:
        for sections in (1, 2, 3, 4, 6):
            fits = 1
            for more in range(1, 8):
                if more & sections == sections and slack[more] < 1:
                    fits = 0
            room |= fits << sections
    s.room = room


@dialect
def grant(s: State, orders: int) -> None:
    """So many orders, in whichever sections."""
    for sections in range(1, 8):
        s.slack[sections] = orders
    find_room(s)


@dialect
def one_of_choice(s: State) -> None:
    """One unit of choice instead of what the card says, without its effects (ORD-07)."""
    s.effect = PLAIN
    grant(s, 1)


@dialect
def mirrored(sections: int) -> int:
    """Sections as they look from the other side of the board (ORD-10)."""
    return (sections & CENTER) | ((sections & LEFT) << 2) | ((sections & RIGHT) >> 2)


@dialect
def effect_of(s: State, side: int, card: int) -> int:
    """The card whose effect is in force: its own, or for a Counter Attack the enemy's last one, seen in a mirror."""
    s.section = 0
    if column.CARD_COUNTERS[card] == 0:
        return column.CARD_OWN_TURN[card]
    last = s.last_card[1 - side]
    cite(s, rule.CARD_11)
    if last == NONE or column.CARD_REACTS[last] == 1:
        return PLAIN
    s.section = mirrored(s.last_section[1 - side])
    return column.CARD_MIRROR[last]


@dialect
def read_card(s: State, side: int, card: int) -> None:
    """Set out what a card orders: `slack` is how many orders are left in each set of sections (ORD-04, ORD-07).

    A Counter Attack without a card to repeat is none to be repeated either (CARD-11).
    """
    s.card = card
    effect = effect_of(s, side, card)
    s.effect = effect
    s.given = 0
    for sections in range(8):
        s.slack[sections] = 0
    s.room = 0
    s.last_card[side] = NONE if effect == PLAIN else effect
    if effect == PLAIN:
        return
    cite(s, column.CARD_RULE[effect])
    s.scouts = column.CARD_SCOUTS[effect]
    s.inspires = column.CARD_INSPIRES[effect]
    s.firing = column.CARD_FIRES_FIRST[effect]
    if column.CARD_RESHUFFLES[effect] == 1:
        s.reshuffle = 1
    classes = column.CARD_CLASS[effect]
    if column.CARD_ONE_OF_NONE[effect] == 1 and not has_class(s, side, classes):
        cite(s, rule.ORD_07)
        one_of_choice(s)
    elif column.CARD_LEADERSHIP[effect] > 0:
        if s.section == 0:
            s.section = section_bits(effect)
        s.last_section[side] = s.section
        cite(s, rule.ORD_09)
        if s.councils[side].homebound == 1:
            cite(s, rule.SCEN_08)
            grant(s, 1)
        else:
            grant(s, 1 + column.CARD_LEADERSHIP[effect])
    elif column.CARD_ALL[effect] == 1:
        order_all(s, side, effect)
    elif column.CARD_ALL_LEADERS[effect] == 1:
        order_all_leaders(s, side)
    elif column.CARD_DICE[effect] > 0:
        cite(s, rule.ORD_04)
    elif column.CARD_ORDERS[effect] > 0:
        grant(s, column.CARD_ORDERS[effect])
    elif classes == 0:
        each = s.command[side] if column.CARD_BY_COMMAND[effect] == 1 else 1
        for sections in range(1, 8):
            for bit in range(3):
                if (sections >> bit) & 1 == 1:
                    s.slack[sections] += each * column.CARD_SECTIONS[effect][bit]
        find_room(s)
    else:
        cite(s, rule.ORD_04)
        grant(s, s.command[side])


@dialect
def section_bits(effect: int) -> int:
    """The sections that a leadership card names, as bits; none where it leaves the choice."""
    bits = 0
    for bit in range(3):
        if column.CARD_SECTIONS[effect][bit] > 0:
            bits |= 1 << bit
    return bits


@dialect
def order_all(s: State, side: int, effect: int) -> None:
    """Order every unit that a card names (CARD-10, CARD-12)."""
    for i in range(first_unit(side), last_unit(s, side)):
        u = s.units[i]
        if u.hex != NOWHERE and (column.CARD_CLASS[effect] == 0 or belongs(u, column.CARD_CLASS[effect])):
            if column.CARD_BESIDE_ENEMY[effect] == 0 or beside_enemy_unit(s, side, u.hex):
                u.ordered = 1


@dialect
def order_all_leaders(s: State, side: int) -> None:
    """Order every leader and the unit that he is with; he may leave it (CARD-28)."""
    for k in range(first_leader(side), first_leader(side + 1)):
        leader = s.leaders[k]
        if leader.hex != NOWHERE:
            leader.ordered = 1
            if s.unit_at[leader.hex] != NONE:
                s.units[s.unit_at[leader.hex]].ordered = 1


@dialect
def leader_in(s: State, side: int, sections: int) -> bool:
    """Whether a side has a leader in one of these sections."""
    for k in range(first_leader(side), first_leader(side + 1)):
        hex = s.leaders[k].hex
        if hex != NOWHERE and SECTIONS[side][hex] & sections != 0:
            return True
    return False


@dialect
def legal_sections(s: State, side: int, out: list[int]) -> int:
    """The sections with a leader, or one unit of choice (CARD-08); all where an ambush may come (SCEN-10)."""
    out[0] = ask.INSTEAD
    n = 1
    anywhere = may_ambush(s, side)
    for bit in range(3):
        if anywhere or leader_in(s, side, 1 << bit):
            out[n] = ask.SECTION_0 + bit
            n += 1
    return n


@dialect
def take_dice(s: State) -> None:
    """Command dice give orders or blocks by class, helmets in any (CARD-15, CARD-19)."""
    s.quota[0] = faces(s, GREEN)
    s.quota[1] = faces(s, BLUE)
    s.quota[2] = faces(s, RED)
    s.quota[3] = faces(s, HELMET)
    if column.CARD_DICE[s.effect] == DICE_ORDER:
        grant(s, s.quota[0] + s.quota[1] + s.quota[2] + s.quota[3])


@dialect
def has_quota(s: State, u: Unit) -> bool:
    """Whether dice left an order or a block for a unit's class, or for any."""
    return s.quota[3] > 0 or s.quota[column.SYMBOL[u.kind]] > 0


@dialect
def use_quota(s: State, u: Unit) -> None:
    """Use up what dice gave, of the unit's own class first."""
    if s.quota[column.SYMBOL[u.kind]] > 0:
        s.quota[column.SYMBOL[u.kind]] -= 1
    else:
        s.quota[3] -= 1


@dialect
def can_rally(s: State, u: Unit) -> bool:
    """Whether a unit may regain a block: damaged, not of a kind that never rallies, near a leader or ordered."""
    if u.hex == NOWHERE or u.blocks >= u.full or has(u, kinds.NO_RALLY) or not has_quota(s, u):
        return False
    if column.CARD_RALLIES_ORDERED[s.effect] == 1:
        return u.ordered == 1
    return near_leader(s, u)


@dialect
def legal_rallies(s: State, side: int, out: list[int]) -> int:
    out[0] = ask.DONE
    n = 1
    for i in range(first_unit(side), last_unit(s, side)):
        if can_rally(s, s.units[i]):
            out[n] = ask.HEX_0 + s.units[i].hex
            n += 1
    return n


@dialect
def rally(s: State, answer: int) -> None:
    """One block comes back to a unit, which is ordered by that (CARD-19)."""
    u = s.units[s.unit_at[answer - ask.HEX_0]]
    use_quota(s, u)
    u.blocks += 1
    u.ordered = 1
    cite(s, column.CARD_RULE[s.effect])
    note(s, event.RALLIED, u.hex, u.blocks, 0)


@dialect
def keep(s: State, side: int, kept: int, other: int) -> None:
    """Of two cards drawn one stays in the hand, the other is discarded (CARD-23)."""
    if other != NONE:
        s.hand[side * ask.MOST_CARDS + other] -= 1
        s.held[side] -= 1
        s.discards[other] += 1
        cite(s, rule.CARD_23)
        note(s, event.FORFEITED, side, other, 0)


@dialect
def reshuffle(s: State) -> None:
    """Shuffle the discards into the deck (CARD-15)."""
    s.reshuffle = 0
    for card in range(column.CARDS_FROM[s.edition], column.CARDS_END[s.edition]):
        s.deck[card] += s.discards[card]
        s.deck_left += s.discards[card]
        s.discards[card] = 0
    cite(s, column.CARD_RULE[s.effect])
    note(s, event.RESHUFFLED, 0, 0, 0)
