"""Sounds in a real browser: each is heard, none is too loud or too long, and none comes before a gesture."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT, Server
from tests.browser.table import new

UI = ROOT / "web-ui"
PLAIN = """
const ts = require("./node_modules/typescript"), text = require("fs").readFileSync("src/lib/recipes.ts", "utf8");
const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
console.log(ts.transpileModule(text, { compilerOptions: options }).outputText);
"""
RENDER = """async () => {
  const out = {};
  for (const sound of SOUNDS)
    for (const count of sound === "dice" ? [1, 8] : [1]) {
      const { length, peak } = RECIPES[sound];
      const made = await bake(sound, count, new OfflineAudioContext(1, Math.ceil(length * 24000), 24000));
      const samples = made.getChannelData(0);
      let most = 0, sum = 0, heard = 0, last = 0;
      samples.forEach((one, n) => {
        most = Math.max(most, Math.abs(one));
        sum += one * one;
        if (Math.abs(one) > 0.01) heard = n;
      });
      for (const one of samples.slice(-48)) last = Math.max(last, Math.abs(one));
      out[`${sound} ${count}`] = {
        most, peak, last, rms: Math.sqrt(sum / samples.length), seconds: made.duration, heard: heard / 24000
      };
    }
  return out;
}"""
#: Counts the audio contexts of a page and what is played in them.
SPY = """
  window.heard = { contexts: 0, played: 0 };
  const Real = window.AudioContext;
  window.AudioContext = class extends Real {
    constructor(...all) { super(...all); window.heard.contexts++; }
    createBufferSource() {
      const made = super.createBufferSource(), start = made.start.bind(made);
      made.start = (...all) => { window.heard.played++; return start(...all); };
      return made;
    }
  };
"""


@pytest.mark.skipif(not shutil.which("node") or not (UI / "node_modules/typescript").exists(), reason="needs Node")
def test_every_sound_is_heard_and_none_is_too_loud_or_too_long(page: Page, server: Server) -> None:
    script = subprocess.run(["node", "-e", PLAIN], cwd=UI, capture_output=True, text=True, check=True).stdout
    page.goto("about:blank")
    names = "{ SOUNDS, RECIPES, bake }"
    page.add_script_tag(content=script.replace("export ", "") + f"\nObject.assign(window, {names});", type="module")
    page.wait_for_function("() => window.bake")
    made: dict[str, dict[str, float]] = page.evaluate(RENDER)
    assert len(made) == 12, made
    for name, sound in made.items():
        assert sound["rms"] > 0.01, name
        assert abs(sound["most"] - sound["peak"]) < 0.001 and sound["most"] <= 0.7, (name, sound)
        assert 0.1 < sound["heard"] <= sound["seconds"] <= 1.2, (name, sound)
        assert sound["last"] < 0.02, (name, "ends with a click", sound)


def heard(page: Page) -> Any:
    """How many audio contexts a page has made, and how many sounds it has played."""
    return json.loads(page.evaluate("JSON.stringify(window.heard)"))


def test_a_table_is_silent_until_it_is_touched_and_as_loud_as_its_slider(page: Page, server: Server) -> None:
    page.add_init_script(SPY)
    table = new(page, server.url)
    page.wait_for_timeout(300)
    assert heard(page) == {"contexts": 0, "played": 0}
    table.play_card()
    page.wait_for_function("() => window.heard.played > 0")
    assert heard(page)["contexts"] == 1

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    slider = page.get_by_role("slider", name="Loudness")
    expect(slider).to_have_value("40")
    slider.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", "off")
    page.reload()
    table.until(lambda: bool(table.views))
    page.keyboard.press("Shift")
    page.wait_for_timeout(200)
    assert heard(page) == {"contexts": 0, "played": 0}
