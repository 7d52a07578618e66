"""Battle dice: how many a unit rolls, and which of them count (chapters DICE, HIT, FU, MU, CH, CM, EL)."""

from __future__ import annotations

from typing import Final

from ..edition import (
    ARMOR,
    ARMOR_RULE,
    BACK,
    BACK_RULE,
    BLUE,
    CARD_IS_CHARGE,
    CARD_MORE_BONUS,
    CARD_MORE_DICE,
    CARD_MORE_FIRE,
    CARD_RULE,
    CLOSE,
    CLOSE_RULE,
    FIRE_IN,
    FIRE_OUT,
    FIRST_RULE,
    FLAG,
    FOOT,
    FULL_BACK_RULE,
    FULL_DICE,
    FULL_DICE_RULE,
    GREEN,
    HEAVY,
    HELMET,
    HORSE,
    LOOSE_FOOT,
    MEDIUM,
    MIRRORED,
    MIRRORED_BACK_RULE,
    MIRRORED_RULE,
    MIRRORS,
    NO_CHARGE_DIE,
    NO_LEADER_HELP,
    RED,
    REDUCED_RULE,
    REROLLS_SWORDS,
    SPARES_BLUE,
    SPARES_RED,
    SUPERIOR_STATURE,
    SWORDS,
    SWORDS_IGNORED,
    SWORDS_IGNORED_RULE,
    SWORDS_MISS,
    SWORDS_RULE,
    SYMBOL,
    WAR_MACHINE,
)
from ..events import FACE, FLAGGED, HITS, MISSES, REROLLED, SPARED
from ..records import dialect
from ..state import (
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
from .battlefield import acted_on, has, inspired, is_a, supporters
from .frames import AMBUSHING, ATTACKING, BATTLING_BACK, FIRING, SHOOTING_BACK, STRIKING_FIRST, cite, faces, note
from .ids import (
    CARD_22,
    CM_05,
    DICE_02,
    EL_04,
    EL_06,
    EL_13,
    EL_15,
    EL_16,
    EL_19,
    EL_22,
    EV_05,
    GAP_07,
    GAP_18,
    GAP_20,
    GEN_09,
    HIT_01,
    HIT_02,
    HIT_03,
    HIT_04,
    HIT_05,
    HIT_06,
    HIT_07,
    LD_01,
    LD_02,
    PS_03,
    PS_04,
    RC_31,
    RC_32,
    RC_37,
    RC_38,
    RC_39,
    RC_40,
    RC_41,
    RC_42,
    RC_43,
    RC_44,
    SA_01,
    SA_05,
    SA_06,
    SA_07,
    SA_09,
    SA_10,
    SCEN_12,
    SPEC_02,
    SPEC_03,
    SPEC_05,
    SPEC_06,
)
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
        cite(s, EL_06)
        return 1
    kind = s.units[foe].kind
    cite(s, MIRRORED_RULE[kind] if mode == ATTACKING else MIRRORED_BACK_RULE[kind])
    if s.units[foe].fresh == 1 and FULL_DICE[kind] > 0:
        cite(s, EL_04)
    if mode != ATTACKING:
        cite(s, EL_22)
    return MIRRORED[kind]


@dialect
def kind_dice(s: State, u: Unit, mode: int) -> int:
    """Close combat dice of a unit by its kind (DICE-02), with the full-strength die (FU-11, CH-02)."""
    cite(s, DICE_02)
    if mode == ATTACKING or mode == AMBUSHING:
        dice = CLOSE[u.kind]
        cite(s, CLOSE_RULE[u.kind])
    else:
        dice = BACK[u.kind]
        cite(s, BACK_RULE[u.kind])
        if mode == STRIKING_FIRST:
            cite(s, FIRST_RULE[u.kind])
    if u.fresh == 1 and FULL_DICE[u.kind] > 0:
        dice += FULL_DICE[u.kind]
        cite(s, FULL_DICE_RULE[u.kind])
        if u.blocks < u.full:
            cite(s, GAP_20 if mode == ATTACKING or mode == AMBUSHING else FULL_BACK_RULE[u.kind])
    elif FULL_DICE[u.kind] > 0:
        cite(s, REDUCED_RULE[u.kind])
        cite(s, GAP_07)
    if u.blocks < u.full:
        cite(s, GEN_09)
    return dice


@dialect
def more_dice(s: State, u: Unit, mode: int) -> int:
    """Dice on top of all limits: those of cards, of an ambush, of a leader of renown (DICE-03, GAP-01, SPEC-05)."""
    dice = 0
    if mode == ATTACKING and u.ordered == 1:
        more = CARD_MORE_BONUS[s.effect] if u.fought == BONUS_FOUGHT else CARD_MORE_DICE[s.effect]
        if more > 0 and acted_on(s, u) and not (CARD_IS_CHARGE[s.effect] == 1 and has(u, NO_CHARGE_DIE)):
            dice += more
            cite(s, CARD_RULE[s.effect])
    elif mode == AMBUSHING:
        dice += AMBUSH_DICE
        cite(s, CARD_22)
    k = s.leader_at[u.hex]
    if k != NONE and s.leaders[k].marks & ALEXANDER != 0 and not has(u, NO_LEADER_HELP):
        dice += 1
        cite(s, SPEC_05)
    return dice


@dialect
def is_outflanked(s: State, u: Unit, foe: Unit) -> bool:
    """Whether heavy infantry stands unsupported against flexible legions (SCEN-12)."""
    if s.councils[foe.side].flexible == 0 or is_a(u, WAR_MACHINE) or is_a(foe, WAR_MACHINE | LOOSE_FOOT):
        return False
    if not (is_a(u, HEAVY) and is_a(u, FOOT) and is_a(foe, MEDIUM | HEAVY) and is_a(foe, FOOT)):
        return False
    return supporters(s, u) < 2


@dialect
def close_dice(s: State, u: Unit, foe: int, hex: int, mode: int) -> int:
    """Dice of a unit against the unit `foe`, or the lone leader where it is NONE, on a hex (DICE-04).

    A Parthian shot has its number whatever the ground (PS-03).
    """
    if mode == SHOOTING_BACK:
        cite(s, PS_03)
        return PARTHIAN_DICE
    dice = mirrored_dice(s, foe, mode) if has(u, MIRRORS) else kind_dice(s, u, mode)
    if s.law.tactical_flexibility == 1 and mode == BATTLING_BACK and is_outflanked(s, u, s.units[foe]):
        dice = min(dice, OUTFLANKED_DICE)
        cite(s, SCEN_12)
    dice = limited(s, dice, close_out(s, u, u.hex), u.hex, close_in(s, u.hex, hex), hex)
    return dice - dice_less(s, u.hex) + more_dice(s, u, mode)


@dialect
def fire_dice(s: State, u: Unit, hex: int) -> int:
    """Dice of ranged combat at a hex: two unmoved, one moved, less where terrain says so (RC-31, RC-32).

    Legions have one die always (SPEC-06).
    """
    dice = 2
    if u.marks & LEGION != 0:
        dice = 1
        cite(s, SPEC_06)
    elif u.moved > 0:
        dice = 1
        cite(s, RC_32)
    else:
        cite(s, RC_31)
    dice = limited(s, dice, FIRE_OUT[s.terrain[u.hex]], u.hex, FIRE_IN[s.terrain[hex]], hex)
    dice -= dice_less(s, u.hex)
    if CARD_MORE_FIRE[s.effect] > 0 and u.ordered == 1 and acted_on(s, u):
        dice += CARD_MORE_FIRE[s.effect]
        cite(s, CARD_RULE[s.effect])
    return dice


@dialect
def told(s: State, face: int, count: int, effect: int, why: int) -> None:
    """Tell the log what some dice did, and by which rule (DICE-05)."""
    if count > 0:
        cite(s, why)
        note(s, FACE, face, count, effect)


@dialect
def symbol_rule(face: int, ranged: bool) -> int:
    if ranged:
        return (RC_38, RC_39, RC_40)[face]
    return (HIT_02, HIT_03, HIT_04)[face]


@dialect
def tally_fire(s: State, f: Frame, foe: Unit) -> None:
    """Count a ranged roll: only the target's own symbol hits (RC-37)."""
    symbol = SYMBOL[foe.kind]
    for face in range(3):
        count = faces(s, face)
        if face == symbol:
            f.hits += count
            if count > 0:
                cite(s, RC_37)
            told(s, face, count, HITS, symbol_rule(face, True))
        else:
            told(s, face, count, MISSES, RC_44)
    told(s, HELMET, faces(s, HELMET), MISSES, RC_42)
    told(s, SWORDS, faces(s, SWORDS), MISSES, RC_43)
    f.banners += faces(s, FLAG)
    told(s, FLAG, faces(s, FLAG), FLAGGED, RC_41)


@dialect
def symbols_spared(s: State, u: Unit, foe: Unit, count: int) -> int:
    """Symbol hits that camels and elephants disregard from horses (CM-05, EL-19)."""
    if count == 0 or not is_a(u, HORSE):
        return 0
    if has(foe, SPARES_BLUE):
        told(s, BLUE, 1, SPARED, CM_05)
        return 1
    if has(foe, SPARES_RED):
        told(s, RED, 1, SPARED, EL_19)
        return 1
    return 0


@dialect
def tally_symbols(s: State, f: Frame, u: Unit, foe: Unit) -> None:
    """Count the unit symbols of a close combat roll (HIT-01 to HIT-04)."""
    symbol = SYMBOL[foe.kind]
    for face in (GREEN, BLUE, RED):
        count = faces(s, face)
        if face == symbol:
            spared = symbols_spared(s, u, foe, count)
            f.hits += count - spared
            if count > spared:
                cite(s, HIT_01)
            told(s, face, count - spared, HITS, symbol_rule(face, False))
        else:
            told(s, face, count, MISSES, HIT_01 if f.count == 0 else PS_04 if f.mode == SHOOTING_BACK else EV_05)


@dialect
def tally_evading(s: State, f: Frame, u: Unit, foe: Unit) -> None:
    """Count a roll at a unit that evades, or its shot back: only the target's own symbol hits (EV-05, PS-04)."""
    why = PS_04 if f.mode == SHOOTING_BACK else EV_05
    tally_symbols(s, f, u, foe)
    told(s, HELMET, faces(s, HELMET), MISSES, why)
    if has(u, REROLLS_SWORDS) and faces(s, SWORDS) > 0:
        cite(s, GAP_18)
    told(s, SWORDS, faces(s, SWORDS), MISSES, why)
    told(s, FLAG, faces(s, FLAG), MISSES, why)


@dialect
def swords_ignored(s: State, u: Unit, foe: Unit, mode: int) -> int:
    """Swords of a whole roll that the target disregards by its kind and its ground."""
    count = SWORDS_IGNORED[foe.kind]
    if count > 0:
        cite(s, SWORDS_IGNORED_RULE[foe.kind])
        if has(foe, MIRRORS) and has(u, MIRRORS):
            cite(s, EL_16)
    if foe.marks & COMPANION_CAVALRY != 0:
        count += 1
        cite(s, SPEC_03)
    if mode != BATTLING_BACK or s.law.superior_in_battle_back == 1:
        count += superior(s, u, foe, mode)
    return count + terrain_swords(s, foe, u.hex, mode)


@dialect
def superior(s: State, u: Unit, foe: Unit, mode: int) -> int:
    """Swords of a unit that its target's superior armour and stature let it disregard (SA-01 to SA-07)."""
    count = 0
    if ARMOR[foe.kind] > ARMOR[u.kind]:
        count += 1
        cite(s, SA_01)
        cite(s, ARMOR_RULE[foe.kind])
    elif ARMOR[u.kind] > 0:
        cite(s, SA_05)
    if has(foe, SUPERIOR_STATURE) and is_a(u, FOOT):
        count += 1
        cite(s, SA_06)
    if count == 2:
        cite(s, SA_07)
    if count > 0:
        cite(s, SA_10)
        if mode == BATTLING_BACK:
            cite(s, SA_09)
    return count


@dialect
def tally_swords(s: State, f: Frame, u: Unit, foe: Unit) -> int:
    """Count the swords of a close combat roll; returns how many of these dice are rolled again (EL-13)."""
    count = faces(s, SWORDS)
    if count == 0:
        return 0
    if has(u, SWORDS_MISS):
        told(s, SWORDS, count, MISSES, SWORDS_RULE[u.kind])
        return 0
    spared = min(count, swords_ignored(s, u, foe, f.mode) - f.spared)
    f.spared += spared
    if spared > 0 and has(u, REROLLS_SWORDS):
        cite(s, EL_15)
    told(s, SWORDS, spared, SPARED, 0)
    count -= spared
    f.hits += count
    if count == 0:
        return 0
    cite(s, HIT_05)
    if has(u, REROLLS_SWORDS):
        cite(s, EL_13)
        told(s, SWORDS, count, REROLLED, SWORDS_RULE[u.kind])
        return count
    told(s, SWORDS, count, HITS, SWORDS_RULE[u.kind])
    return 0


@dialect
def helmets_hit(s: State, u: Unit) -> bool:
    """Whether helmets count for a unit in close combat: a leader's, or those of the bravest (LD-01, LD-02, SPEC-02)."""
    if has(u, NO_LEADER_HELP):
        return False
    return inspired(s, u) or u.marks & (SACRED_BAND | SILVER_SHIELDS) != 0


@dialect
def tally_close(s: State, f: Frame, u: Unit, foe: Unit) -> int:
    """Count a close combat roll into the frame; returns how many dice are rolled again."""
    tally_symbols(s, f, u, foe)
    helmets = faces(s, HELMET)
    if helmets > 0:
        if has(u, NO_LEADER_HELP):
            told(s, HELMET, helmets, MISSES, LD_02)
        elif helmets_hit(s, u):
            f.hits += helmets
            cite(s, LD_01 if inspired(s, u) else SPEC_02)
            told(s, HELMET, helmets, HITS, HIT_06)
        else:
            told(s, HELMET, helmets, MISSES, HIT_06)
    f.banners += faces(s, FLAG)
    told(s, FLAG, faces(s, FLAG), FLAGGED, HIT_07)
    return tally_swords(s, f, u, foe)


@dialect
def tally(s: State, f: Frame, u: Unit, foe: Unit) -> int:
    """Count a roll in the way its mode asks for; returns how many dice are rolled again."""
    if f.mode == FIRING:
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
    if face == SYMBOL[foe.kind]:
        spares = f.mode != FIRING and symbols_spared(s, u, foe, 1) > 0
        return FACE_OWN + face if spares else FACE_HITS
    if face < HELMET:
        return FACE_NOTHING
    if f.mode != FIRING and f.count == 1:
        return FACE_NOTHING
    if face == FLAG:
        return FACE_OWN + FLAG
    if f.mode == FIRING:
        return FACE_NOTHING
    if face == HELMET:
        return FACE_HITS if helmets_hit(s, u) else FACE_NOTHING
    if has(u, SWORDS_MISS):
        return FACE_NOTHING
    own = has(u, REROLLS_SWORDS) or swords_ignored(s, u, foe, f.mode) > f.spared
    return FACE_OWN + SWORDS if own else FACE_HITS
