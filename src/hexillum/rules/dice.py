"""Battle dice: how many a unit rolls, and which of them count (chapters DICE, HIT, FU, MU, CH, CM, EL)."""

from __future__ import annotations

from typing import Final

from ..core import column, event, kinds, proc, rule
from ..core.battlefield import acted_on, has, inspired, is_a, supporters
from ..core.dice import BLUE, FLAG, GREEN, HELMET, RED, SWORDS
from ..core.frames import cite, faces, forget, note
from ..core.state import (
    ALEXANDER,
    BONUS_FOUGHT,
    COMPANION_CAVALRY,
    LEGION,
    NONE,
    SACRED_BAND,
    SILVER_SHIELDS,
    Frame,
    State,
    Unit,
)
from ..core.structs import dialect
from .terrain import close_in, close_out, dice_less, limited, terrain_swords

OUTFLANKED_DICE: Final = 3  # SCEN-12
AMBUSH_DICE: Final = 2  # CARD-22
PARTHIAN_DICE: Final = 2  # PS-03

# What a face does in the roll of an attack, for merging rolls.
FACE_NOTHING: Final = 0
FACE_HITS: Final = 1
FACE_OWN: Final = 2  # and more: like no other face


@dialect
def freshen(s: State, u: Unit) -> None:
    """Note whether a unit begins this combat at full strength (FU-13)."""
    u.fresh = int(u.blocks == u.full)


@dialect
def mirrored_dice(s: State, foe: int, mode: int) -> int:
    """Dice of an elephant: those its enemy would normally roll, bonus dice never (EL-02 to EL-11)."""
    if foe == NONE:
        cite(s, rule.EL_06)
        return 1
    kind = s.units[foe].kind
    cite(s, column.MIRRORED_RULE[kind] if mode == proc.ATTACKING else column.MIRRORED_BACK_RULE[kind])
    if s.units[foe].fresh == 1 and column.FULL_DICE[kind] > 0:
        cite(s, rule.EL_04)
    if mode != proc.ATTACKING:
        cite(s, rule.EL_22)
    return column.MIRRORED_DICE[kind]


@dialect
def kind_dice(s: State, u: Unit, mode: int) -> int:
    """Close combat dice of a unit by its kind (DICE-02), with the full-strength die (FU-11, CH-02)."""
    cite(s, rule.DICE_02)
    if mode == proc.ATTACKING or mode == proc.AMBUSHING:
        dice = column.CLOSE_DICE[u.kind]
        cite(s, column.CLOSE_RULE[u.kind])
    else:
        dice = column.BACK_DICE[u.kind]
        cite(s, column.BACK_RULE[u.kind])
        tell_reply(s, u, mode)
    if u.fresh == 1 and column.FULL_DICE[u.kind] > 0:
        dice += column.FULL_DICE[u.kind]
        cite(s, column.FULL_DICE_RULE[u.kind])
        if u.blocks < u.full:
            cite(s, rule.GAP_20 if mode == proc.ATTACKING or mode == proc.AMBUSHING else column.FULL_BACK_RULE[u.kind])
    elif column.FULL_DICE[u.kind] > 0:
        cite(s, column.REDUCED_RULE[u.kind])
        cite(s, rule.GAP_07)
    if u.blocks < u.full:
        cite(s, rule.GEN_09)
    return dice


@dialect
def tell_reply(s: State, u: Unit, mode: int) -> None:
    """Tell the log by which rule a unit that did not attack rolls: it battles back, or strikes first (TER-12)."""
    if mode == proc.BATTLING_BACK:
        cite(s, rule.BB_04)
    else:
        cite(s, rule.TER_12 if column.STRIKES_FIRST[s.terrain[u.hex]] == 1 else column.FIRST_RULE[u.kind])


@dialect
def more_dice(s: State, u: Unit, mode: int) -> int:
    """Dice on top of all limits: those of cards, of an ambush, of a leader of renown (DICE-03, GAP-01, SPEC-05)."""
    dice = 0
    if mode == proc.ATTACKING and u.ordered == 1:
        more = column.CARD_MORE_BONUS[s.effect] if u.fought == BONUS_FOUGHT else column.CARD_MORE_DICE[s.effect]
        if more > 0 and acted_on(s, u) and not (column.CARD_IS_CHARGE[s.effect] == 1 and has(u, kinds.NO_CHARGE_DIE)):
            dice += more
            cite(s, column.CARD_RULE[s.effect])
    elif mode == proc.AMBUSHING:
        dice += AMBUSH_DICE
        cite(s, rule.CARD_22)
    k = s.leader_at[u.hex]
    if k != NONE and s.leaders[k].marks & ALEXANDER != 0 and not has(u, kinds.NO_LEADER_HELP):
        dice += 1
        cite(s, rule.SPEC_05)
    return dice


@dialect
def is_outflanked(s: State, u: Unit, foe: Unit) -> bool:
    """Whether heavy infantry stands unsupported against flexible legions (SCEN-12)."""
    if (
        s.councils[foe.side].flexible == 0
        or is_a(u, kinds.WAR_MACHINE)
        or is_a(foe, kinds.WAR_MACHINE | kinds.LOOSE_FOOT)
    ):
        return False
    if not (
        is_a(u, kinds.HEAVY) and is_a(u, kinds.FOOT) and is_a(foe, kinds.MEDIUM | kinds.HEAVY) and is_a(foe, kinds.FOOT)
    ):
        return False
    return supporters(s, u) < 2


@dialect
def close_dice(s: State, u: Unit, foe: int, hex: int, mode: int) -> int:
    """Dice of a unit against the unit `foe`, or the lone leader where it is NONE, on a hex (DICE-04).

    A Parthian shot has its number whatever the ground (PS-03).
    """
    if mode == proc.SHOOTING_BACK:
        cite(s, rule.PS_03)
        return PARTHIAN_DICE
    dice = mirrored_dice(s, foe, mode) if has(u, kinds.MIRRORS) else kind_dice(s, u, mode)
    if s.law.tactical_flexibility == 1 and mode == proc.BATTLING_BACK and is_outflanked(s, u, s.units[foe]):
        dice = min(dice, OUTFLANKED_DICE)
        cite(s, rule.SCEN_12)
    dice = limited(s, dice, close_out(s, u, u.hex), u.hex, close_in(s, u.hex, hex), hex)
    return max(1, dice - dice_less(s, u.hex)) + more_dice(s, u, mode)


@dialect
def fire_dice(s: State, u: Unit, hex: int) -> int:
    """Dice of ranged combat at a hex: two unmoved, one moved, less where terrain says so (RC-31, RC-32).

    Legions have one die always (SPEC-06).
    """
    dice = 2
    if u.marks & LEGION != 0:
        dice = 1
        cite(s, rule.SPEC_06)
    elif u.moved > 0:
        dice = 1
        cite(s, rule.RC_32)
    else:
        cite(s, rule.RC_31)
    dice = limited(s, dice, column.FIRE_OUT[s.terrain[u.hex]], u.hex, column.FIRE_IN[s.terrain[hex]], hex)
    dice -= dice_less(s, u.hex)
    if column.CARD_MORE_FIRE[s.effect] > 0 and u.ordered == 1 and acted_on(s, u):
        dice += column.CARD_MORE_FIRE[s.effect]
        cite(s, column.CARD_RULE[s.effect])
    return dice


@dialect
def told(s: State, face: int, count: int, effect: int, why: int) -> None:
    """Tell the log what some dice did, and by which rule (DICE-05); where no die shows the face nothing is told."""
    if count > 0:
        cite(s, why)
        note(s, event.FACE, face, count, effect)
    else:
        forget(s)


@dialect
def symbol_rule(face: int, ranged: bool) -> int:
    if ranged:
        return (rule.RC_38, rule.RC_39, rule.RC_40)[face]
    return (rule.HIT_02, rule.HIT_03, rule.HIT_04)[face]


@dialect
def tally_fire(s: State, f: Frame, foe: Unit) -> None:
    """Count a ranged roll: only the target's own symbol hits (RC-37)."""
    symbol = column.SYMBOL[foe.kind]
    for face in range(3):
        count = faces(s, face)
        if face == symbol:
            f.hits += count
            if count > 0:
                cite(s, rule.RC_37)
            told(s, face, count, event.HITS, symbol_rule(face, True))
        else:
            told(s, face, count, event.MISSES, rule.RC_44)
    told(s, HELMET, faces(s, HELMET), event.MISSES, rule.RC_42)
    told(s, SWORDS, faces(s, SWORDS), event.MISSES, rule.RC_43)
    f.banners += faces(s, FLAG)
    told(s, FLAG, faces(s, FLAG), event.FLAGGED, rule.RC_41)


@dialect
def symbols_spared(s: State, u: Unit, foe: Unit, count: int) -> int:
    """Symbol hits that camels and elephants disregard from horses (CM-05, EL-19)."""
    if count == 0 or not is_a(u, kinds.HORSE):
        return 0
    if has(foe, kinds.SPARES_BLUE):
        told(s, BLUE, 1, event.SPARED, rule.CM_05)
        return 1
    if has(foe, kinds.SPARES_RED):
        told(s, RED, 1, event.SPARED, rule.EL_19)
        return 1
    return 0


@dialect
def tally_symbols(s: State, f: Frame, u: Unit, foe: Unit) -> None:
    """Count the unit symbols of a close combat roll (HIT-01 to HIT-04)."""
    symbol = column.SYMBOL[foe.kind]
    for face in (GREEN, BLUE, RED):
        count = faces(s, face)
        if face == symbol:
            spared = symbols_spared(s, u, foe, count)
            f.hits += count - spared
            if count > spared:
                cite(s, rule.HIT_01)
            told(s, face, count - spared, event.HITS, symbol_rule(face, False))
        else:
            told(
                s,
                face,
                count,
                event.MISSES,
                rule.HIT_01 if f.count == 0 else rule.PS_04 if f.mode == proc.SHOOTING_BACK else rule.EV_05,
            )


@dialect
def tally_evading(s: State, f: Frame, u: Unit, foe: Unit) -> None:
    """Count a roll at a unit that evades, or its shot back: only the target's own symbol hits (EV-05, PS-04)."""
    why = rule.PS_04 if f.mode == proc.SHOOTING_BACK else rule.EV_05
    tally_symbols(s, f, u, foe)
    told(s, HELMET, faces(s, HELMET), event.MISSES, why)
    if has(u, kinds.REROLLS_SWORDS) and faces(s, SWORDS) > 0:
        cite(s, rule.GAP_18)
    told(s, SWORDS, faces(s, SWORDS), event.MISSES, why)
    told(s, FLAG, faces(s, FLAG), event.MISSES, why)


@dialect
def swords_ignored(s: State, u: Unit, foe: Unit, mode: int) -> int:
    """Swords of a whole roll that the target disregards by its kind and its ground."""
    count = column.SWORDS_IGNORED[foe.kind]
    if count > 0:
        cite(s, column.SWORDS_IGNORED_RULE[foe.kind])
        if has(foe, kinds.MIRRORS) and has(u, kinds.MIRRORS):
            cite(s, rule.EL_16)
    if foe.marks & COMPANION_CAVALRY != 0:
        count += 1
        cite(s, rule.SPEC_03)
    if mode != proc.BATTLING_BACK or s.law.superior_in_battle_back == 1:
        count += superior(s, u, foe, mode)
    return count + terrain_swords(s, foe, u.hex, mode)


@dialect
def superior(s: State, u: Unit, foe: Unit, mode: int) -> int:
    """Swords of a unit that its target's superior armour and stature let it disregard (SA-01 to SA-07)."""
    count = 0
    if column.ARMOR[foe.kind] > column.ARMOR[u.kind]:
        count += 1
        cite(s, rule.SA_01)
        cite(s, column.ARMOR_RULE[foe.kind])
    if has(foe, kinds.SUPERIOR_STATURE) and is_a(u, kinds.FOOT):
        count += 1
        cite(s, rule.SA_06)
    if count == 2:
        cite(s, rule.SA_07)
    if count > 0:
        cite(s, rule.SA_10)
        if mode == proc.BATTLING_BACK:
            cite(s, rule.SA_09)
    return count


@dialect
def tally_swords(s: State, f: Frame, u: Unit, foe: Unit) -> int:
    """Count the swords of a close combat roll; returns how many of these dice are rolled again (EL-13)."""
    count = faces(s, SWORDS)
    if count == 0:
        return 0
    if has(u, kinds.SWORDS_MISS):
        told(s, SWORDS, count, event.MISSES, column.SWORDS_RULE[u.kind])
        return 0
    spared = min(count, swords_ignored(s, u, foe, f.mode) - f.spared)
    f.spared += spared
    if spared > 0 and has(u, kinds.REROLLS_SWORDS):
        cite(s, rule.EL_15)
    told(s, SWORDS, spared, event.SPARED, 0)
    count -= spared
    f.hits += count
    if count == 0:
        return 0
    cite(s, rule.HIT_05)
    if column.ARMOR[u.kind] > 0 and column.ARMOR[foe.kind] <= column.ARMOR[u.kind]:
        cite(s, rule.SA_05)
    if has(u, kinds.REROLLS_SWORDS):
        cite(s, rule.EL_13)
        told(s, SWORDS, count, event.REROLLED, column.SWORDS_RULE[u.kind])
        return count
    told(s, SWORDS, count, event.HITS, column.SWORDS_RULE[u.kind])
    return 0


@dialect
def helmets_hit(s: State, u: Unit) -> bool:
    """Whether helmets count for a unit in close combat: a leader's, or those of the bravest (LD-01, LD-02, SPEC-02)."""
    if has(u, kinds.NO_LEADER_HELP):
        return False
    return inspired(s, u) or u.marks & (SACRED_BAND | SILVER_SHIELDS) != 0


@dialect
def tally_close(s: State, f: Frame, u: Unit, foe: Unit) -> int:
    """Count a close combat roll into the frame; returns how many dice are rolled again."""
    tally_symbols(s, f, u, foe)
    helmets = faces(s, HELMET)
    if helmets > 0:
        if has(u, kinds.NO_LEADER_HELP):
            told(s, HELMET, helmets, event.MISSES, rule.LD_02)
        elif helmets_hit(s, u):
            f.hits += helmets
            cite(s, rule.LD_01 if inspired(s, u) else rule.SPEC_02)
            told(s, HELMET, helmets, event.HITS, rule.HIT_06)
        else:
            told(s, HELMET, helmets, event.MISSES, rule.HIT_06)
    f.banners += faces(s, FLAG)
    told(s, FLAG, faces(s, FLAG), event.FLAGGED, rule.HIT_07)
    return tally_swords(s, f, u, foe)


@dialect
def tally(s: State, f: Frame, u: Unit, foe: Unit) -> int:
    """Count a roll in the way its mode asks for; returns how many dice are rolled again."""
    if f.mode == proc.FIRING:
        tally_fire(s, f, foe)
        return 0
    if f.count == 1:
        tally_evading(s, f, u, foe)
        return 0
    return tally_close(s, f, u, foe)


@dialect
def alike_in_attack(s: State, f: Frame, face: int) -> int:
    """What a face does in the roll of an attack: faces with the same number may stand for each other.

    A face that the target disregards once or that is rolled again is like no other.
    """
    u = s.units[f.unit]
    foe = s.units[f.foe]
    if face == column.SYMBOL[foe.kind]:
        spares = f.mode != proc.FIRING and symbols_spared(s, u, foe, 1) > 0
        return FACE_OWN + face if spares else FACE_HITS
    if face < HELMET:
        return FACE_NOTHING
    if f.mode != proc.FIRING and f.count == 1:
        return FACE_NOTHING
    if face == FLAG:
        return FACE_OWN + FLAG
    if f.mode == proc.FIRING:
        return FACE_NOTHING
    if face == HELMET:
        return FACE_HITS if helmets_hit(s, u) else FACE_NOTHING
    if has(u, kinds.SWORDS_MISS):
        return FACE_NOTHING
    own = has(u, kinds.REROLLS_SWORDS) or swords_ignored(s, u, foe, f.mode) > f.spared
    return FACE_OWN + SWORDS if own else FACE_HITS
