"""Teach a network to win a battle against the player `random`: maskable PPO over battles side by side.

    pip install 'hexillum[train]'
    python examples/train_maskable_ppo.py --minutes 30 --out runs/akragas

One network plays both seats, half of the battles each. It sees what `docs/envs.md` tells, answers what the masks offer,
and is paid 1 and -1 at the end and, on the way, a share for banners and blocks, so that it need not wait for the end of
battles of a thousand answers to learn which of them were good. Every few rounds the network and the curve are saved:
the same command goes on with them. At the end it plays fresh battles, each seat half of them, and tells what it won.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

from hexillum.core import ask
from hexillum.core.hexes import NOWHERE, ROWS, WIDTH
from hexillum.engine import lanes
from hexillum.envs import Observations, VectorEnv

SEEN = lanes.PLANES * NOWHERE + lanes.ALL_FACTS
QUESTIONS, CARDS = 33, ask.MOST_CARDS + 1
ROOM = 9  # rows of the board that the network looks at: those of Ancients
FRESH = 1_000_000_000  # seeds from here on are kept for the test


class Battles(VecEnv):
    """Battles side by side as stable-baselines3 takes them: half from the top seat, half from the bottom one.

    `banner` and `block` are what is paid for a banner and a block more than the enemy, on the way.
    """

    def __init__(self, n: int, scenario: str, seed: int, *, banner: float = 0.2, block: float = 0.05) -> None:
        if n < 2 or n % 2:
            raise ValueError(f"{n} battles side by side: expected an even number, half of them for each seat")
        self.halves = [VectorEnv(n // 2, scenario, seat=seat, limit=20_000) for seat in ("top", "bottom")]
        self.start, self.banner, self.block = seed, banner, block
        self.seen = np.zeros((n, SEEN), np.int8)
        self.masks = np.zeros((n, ask.ACTIONS), bool)
        self.worth = np.zeros(n)
        self.lengths, self.waiting = np.zeros(n, np.int64), np.zeros(n, np.int64)
        super().__init__(n, spaces.Box(0, lanes.LARGEST, (SEEN,), np.int8), spaces.Discrete(ask.ACTIONS))

    def parts(self) -> list[tuple[int, VectorEnv, slice]]:
        """The side, the environment and the places of both halves."""
        half = self.num_envs // 2
        return [(side, env, slice(side * half, (side + 1) * half)) for side, env in enumerate(self.halves)]

    def note(self, where: slice, seen: Observations) -> NDArray[np.float64]:
        """Keep what is seen; returns what banners and blocks are worth to the mover."""
        planes = seen.planes.reshape(len(seen.planes), -1)
        self.seen[where, : planes.shape[1]], self.seen[where, planes.shape[1] :] = planes, seen.facts
        self.masks[where] = seen.masks
        own, enemy = len(lanes.OF_MOMENT), len(lanes.OF_MOMENT) + len(lanes.OF_SIDE)
        banners = seen.facts[:, own].astype(np.int64) - seen.facts[:, enemy]
        blocks = seen.planes[:, 0].sum((1, 2)) - seen.planes[:, lanes.SIDE_PLANES].sum((1, 2))
        return self.banner * banners + self.block * blocks  # type: ignore[no-any-return]

    def reset(self) -> NDArray[np.int8]:
        """Begin all battles, the top seat's with even seeds and the bottom seat's with odd ones."""
        for side, env, where in self.parts():
            self.worth[where] = self.note(where, env.reset(self.start + side * FRESH // 2))
        self.lengths[:] = 0
        return self.seen.copy()

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Take the answers."""
        self.waiting = actions

    def step_wait(self) -> Any:
        """Answer on all battles."""
        rewards, dones = np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, bool)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self.lengths += 1
        for side, env, where in self.parts():
            step = env.step(self.waiting[where])
            over = step.ended | step.given_up
            worth = self.note(where, step.seen)
            rewards[where] = np.where(over, step.rewards[:, side], worth - self.worth[where])
            self.worth[where], dones[where] = worth, over
            for i in np.flatnonzero(over):
                at = where.start + int(i)
                infos[at] = {"won": float(step.rewards[i, side]), "answers": int(self.lengths[at])}
                self.lengths[at] = 0
        return self.seen.copy(), rewards, dones, infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **more: Any) -> list[Any]:
        """The masks, which is all that is ever asked for."""
        if method_name != "action_masks":
            raise AttributeError(f"no method {method_name!r}: expected 'action_masks'")
        return list(self.masks.copy())

    def has_attr(self, attr_name: str) -> bool:
        """Masks are offered."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The same for each battle: there is one environment for all."""
        return [getattr(self, attr_name, None)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Nothing can be set."""
        raise AttributeError(f"{attr_name!r} cannot be set")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Nothing is wrapped."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Nothing is held open."""


class Network(BaseFeaturesExtractor):
    """Logits of all answers and the worth of the position: a small convolution that knows what is asked.

    What is asked, the cards and the banners make a summary; it steers the layers over the map, and a hex is the better
    an answer the more its numbers agree with what the summary looks for.
    """

    def __init__(self, space: spaces.Box, width: int = 24, summary: int = 96) -> None:
        super().__init__(space, ask.ACTIONS + 1)
        scale = torch.full((lanes.PLANES, 1, 1), 0.25)
        for plane in (2, 2 + lanes.SIDE_PLANES, 2 * lanes.SIDE_PLANES):  # kinds and terrain are numbers of rows
            scale[plane] = 0.05
        self.register_buffer("scale", scale)
        self.facts = nn.Sequential(
            nn.Linear(lanes.ALL_FACTS + QUESTIONS + CARDS, summary), nn.ReLU(), nn.Linear(summary, summary), nn.ReLU()
        )
        self.squeeze = nn.Conv2d(lanes.PLANES + 1, 16, 1)
        self.first, self.second = nn.Conv2d(16, width, 3, padding=1), nn.Conv2d(width, width, 3, padding=1)
        self.steer = nn.Linear(summary, 2 * width)
        self.all = nn.Sequential(nn.Linear(summary + 2 * width, summary), nn.ReLU())
        self.quiet, self.wanted = nn.Linear(summary, ask.ACTIONS), nn.Linear(summary, 2 * width)
        self.value = nn.Linear(summary, 1)
        for last in (self.quiet, self.wanted, self.value):
            nn.init.normal_(last.weight, std=0.01)
            nn.init.zeros_(last.bias)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Logits and worth of many positions."""
        count = len(seen)
        planes = seen[:, : lanes.PLANES * NOWHERE].view(count, lanes.PLANES, ROWS, WIDTH)[:, :, :ROOM] * self.scale
        facts = seen[:, lanes.PLANES * NOWHERE :]
        question, card = facts[:, 0].long(), facts[:, 3].long()
        told = torch.cat(
            [facts / 8, nn.functional.one_hot(question, QUESTIONS), nn.functional.one_hot(card, CARDS)], dim=1
        )
        summary = self.facts(told)
        odd = torch.zeros_like(planes[:, :1])
        odd[:, :, 1::2] = 1.0  # odd rows are shifted by half a hex
        steer = self.steer(summary).view(count, 2, -1, 1, 1)
        maps = torch.relu(self.squeeze(torch.cat([planes, odd], dim=1)))
        maps = torch.relu(self.first(maps) + steer[:, 0])
        maps = torch.relu(self.second(maps) + steer[:, 1])
        summary = self.all(torch.cat([summary, maps.mean((2, 3)), maps.amax((2, 3))], dim=1))
        logits = self.quiet(summary)
        of_hexes = torch.einsum("nkc,nchw->nkhw", self.wanted(summary).view(count, 2, -1), maps).flatten(2)
        hexes = ROOM * WIDTH
        logits[:, ask.HEX_0 : ask.HEX_0 + hexes] += of_hexes[:, 0]
        logits[:, ask.LEADER_0 : ask.LEADER_0 + hexes] += of_hexes[:, 1]
        return torch.cat([logits, self.value(summary)], dim=1)


class Part(nn.Module):
    """Some of the numbers."""

    def __init__(self, first: int, end: int) -> None:
        super().__init__()
        self.first, self.end = first, end

    def forward(self, numbers: torch.Tensor) -> torch.Tensor:
        """Those from the first to the end."""
        return numbers[:, self.first : self.end]


class Policy(MaskableActorCriticPolicy):
    """A policy of maskable PPO of which the network is the whole: its heads only take their numbers."""

    def _build(self, lr_schedule: Any) -> None:
        self._build_mlp_extractor()
        self.action_net: nn.Module = Part(0, ask.ACTIONS)
        self.value_net: nn.Module = Part(ask.ACTIONS, ask.ACTIONS + 1)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


class Curve(BaseCallback):
    """Keeps the share of battles that were won, saves the network, and ends in time."""

    COLUMNS = ("steps", "seconds", "battles", "won", "answers")

    def __init__(self, folder: Path, args: argparse.Namespace, last: dict[str, float] | None) -> None:
        super().__init__()
        self.folder, self.seconds, self.steps = folder, 60 * args.minutes, args.steps
        self.recent: deque[tuple[float, int]] = deque(maxlen=400)
        self.before, self.battles = (last["seconds"], int(last["battles"])) if last else (0.0, 0)
        self.begun, self.rounds = time.monotonic(), 0

    def spent(self) -> float:
        """Seconds of this run and those before."""
        return self.before + time.monotonic() - self.begun

    def _on_step(self) -> bool:
        for info in self.locals["infos"]:
            if "won" in info:
                self.recent.append((info["won"] > 0, info["answers"]))
                self.battles += 1
        return self.spent() < self.seconds and (self.steps is None or self.num_timesteps < self.steps)

    def _on_rollout_end(self) -> None:
        self.rounds += 1
        if self.recent:
            won, answers = np.mean(self.recent, axis=0)
            with (self.folder / "curve.csv").open("a", newline="") as file:
                row = (self.num_timesteps, round(self.spent()), self.battles, round(won, 4), round(answers))
                csv.writer(file).writerow(row)
            print("steps {:,}, {} s, {} battles, won {:.1%} of the last, {} answers each".format(*row), flush=True)
        if self.rounds % 10 == 0:
            self.model.save(self.folder / "network")


def learn(args: argparse.Namespace, folder: Path) -> MaskablePPO:
    """Train a network, or go on with the one of the folder."""
    rows = curve_of(folder)
    saved = folder / "network.zip"
    begun = rows[-1]["steps"] if rows and saved.exists() else 0
    battles = Battles(args.side_by_side, args.battle, args.seed + int(begun))
    if begun:
        model = MaskablePPO.load(saved, battles)
        rows = [row for row in rows if row["steps"] <= model.num_timesteps]  # what came after it is learned again
    else:
        rows = []
        model = MaskablePPO(
            Policy,
            battles,
            n_steps=args.answers,
            batch_size=min(1024, args.answers * args.side_by_side),
            n_epochs=3,
            learning_rate=5e-4,
            gamma=0.997,
            gae_lambda=0.95,
            ent_coef=0.005,
            seed=args.seed,
            policy_kwargs={"features_extractor_class": Network, "net_arch": [], "ortho_init": False},
        )
    with (folder / "curve.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, Curve.COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    callback = Curve(folder, args, rows[-1] if rows else None)
    model.learn(10**12, callback=callback, reset_num_timesteps=False)
    model.save(folder / "network")
    return model


def curve_of(folder: Path) -> list[dict[str, float]]:
    """The curve that was kept, as far as there is one."""
    path = folder / "curve.csv"
    if not path.exists():
        return []
    with path.open() as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]


def test(model: MaskablePPO, battle: str, games: int) -> dict[str, Any]:
    """Play fresh battles, half from each seat; returns what was won, with Wilson's interval of 95 %."""
    env = Battles(games, battle, FRESH)
    seen, results = env.reset(), np.full(games, np.nan)
    while np.isnan(results).any():
        going = np.isnan(results)
        chosen = env.masks.argmax(1)  # where a battle is over, what comes after it does not count
        chosen[going], _ = model.predict(seen[going], action_masks=env.masks[going])
        seen, _, _, infos = env.step(chosen)
        for i, info in enumerate(infos):
            if "won" in info and np.isnan(results[i]):
                results[i] = info["won"]
    half = games // 2
    low, high = wilson(int((results > 0).sum()), games)
    return {
        "games": games,
        "won": float((results > 0).mean()),
        "interval": [low, high],
        "won as top": float((results[:half] > 0).mean()),
        "won as bottom": float((results[half:] > 0).mean()),
        "drawn": float((results == 0).mean()),
    }


def wilson(won: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """The interval of a share by Wilson (1927)."""
    share, less = won / games, z * z / games
    middle = share + less / 2
    width = z * math.sqrt(share * (1 - share) / games + less / (4 * games))
    return (middle - width) / (1 + less), (middle + width) / (1 + less)


def draw(folder: Path, title: str) -> None:
    """Draw the curve as a picture."""
    from matplotlib.figure import Figure

    rows = curve_of(folder)
    figure = Figure(figsize=(6.4, 3.2), layout="constrained")
    axes = figure.subplots()
    axes.plot([row["steps"] / 1e6 for row in rows], [100 * row["won"] for row in rows], color="#2b5c8a")
    axes.axhline(80, color="#999999", linestyle=":", linewidth=1)
    axes.set(
        xlabel="answers of the learner, millions", ylabel="won of the last 400 battles, %", ylim=(0, 100), title=title
    )
    figure.savefig(folder / "curve.svg", metadata={"Date": None})


def main(words: Sequence[str] | None = None) -> int:
    """Train, test, and keep all of it in a folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--battle", default="akragas", help="the battle")
    parser.add_argument("--out", type=Path, required=True, help="a folder for the network, the curve and the result")
    parser.add_argument("--minutes", type=float, default=30.0, help="time to train, with all that was spent before")
    parser.add_argument("--steps", type=int, help="end after so many answers of the learner")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the network and of the first battle")
    parser.add_argument("--side-by-side", type=int, default=64, help="battles side by side")
    parser.add_argument("--answers", type=int, default=128, help="answers on each between two lessons")
    parser.add_argument("--games", type=int, default=400, help="fresh battles to test with")
    parser.add_argument("--threads", type=int, default=2, help="cores for the network")
    args = parser.parse_args(words)
    torch.set_num_threads(args.threads)
    args.out.mkdir(parents=True, exist_ok=True)
    model = learn(args, args.out)
    rows = curve_of(args.out)
    result = {
        "battle": args.battle,
        "seed": args.seed,
        "steps": model.num_timesteps,
        "seconds": rows[-1]["seconds"] if rows else 0,
        **test(model, args.battle, args.games),
    }
    (args.out / "result.json").write_text(json.dumps(result, indent=2) + "\n")
    draw(args.out, f"{args.battle} against random, seed {args.seed}")
    print(json.dumps(result, indent=2))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
