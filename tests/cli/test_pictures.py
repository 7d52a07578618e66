"""A board as a picture in the terminal: what is sent is the picture, and only to a terminal that can show it."""

import re
import sys
from base64 import standard_b64decode
from io import BytesIO

import pytest

from hexillum.battle.door import Battle
from hexillum.cli import main
from hexillum.cli.pictures import CHUNK, COLOURS, in_kitty, in_sixels, png_of, shown, way_of
from tests.kit.terminal import HEXILLUM, Terminal, at_terminal

Image = pytest.importorskip("PIL.Image", reason="needs pillow")


def of_kitty(sent: str) -> tuple[list[str], bytes]:
    """The keys of kitty's sequences, and what they carry; nothing else may be there."""
    parts = re.findall(r"\x1b_G([^;]*);([A-Za-z0-9+/=]*)\x1b\\", sent)
    assert "".join(f"\x1b_G{keys};{letters}\x1b\\" for keys, letters in parts) == sent
    assert all(len(letters) <= CHUNK for _, letters in parts)
    return [keys for keys, _ in parts], standard_b64decode("".join(letters for _, letters in parts))


def of_sixels(sent: str) -> tuple[list[tuple[int, ...]], list[list[int]]]:
    """The palette in percent, and the number of the colour of every pixel, row by row."""
    told = re.fullmatch(r'\x1bPq"1;1;(\d+);(\d+)(.*)\x1b\\', sent)
    assert told
    width, height, body = int(told[1]), int(told[2]), told[3]
    palette = {int(n): tuple(map(int, rgb.split(";"))) for n, rgb in re.findall(r"#(\d+);2;(\d+;\d+;\d+)", body)}
    body = re.sub(r"#\d+;2;\d+;\d+;\d+", "", body)
    rows = [[-1] * width for _ in range(height)]
    x = top = colour = 0
    for sign, number, count, letter in re.findall(r"([$-])|#(\d+)|(?:!(\d+))?([?-~])", body):
        if sign:
            x, top = 0, top + (6 if sign == "-" else 0)
        elif number:
            colour = int(number)
        else:
            for at in range(x, x + int(count or 1)):
                for bit in range(6):
                    if (ord(letter) - 63) >> bit & 1:
                        assert rows[top + bit][at] == -1, "a pixel has one colour"
                        rows[top + bit][at] = colour
            x += int(count or 1)
    return [palette[n] for n in sorted(palette)], rows


def test_kitty_is_sent_the_whole_picture_in_pieces():
    png = png_of(Battle.start("akragas", seed=7))
    keys, carried = of_kitty(in_kitty(png, 77))
    assert carried == png and png.startswith(b"\x89PNG")
    assert keys[0] == "a=T,f=100,q=2,c=77,m=1" and keys[-1] == "m=0" and set(keys[1:-1]) == {"m=1"}


def test_sixels_are_the_picture_pixel_for_pixel():
    image = Image.open(BytesIO(png_of(Battle.start("dara", seed=7)))).convert("RGB").resize((301, 157))
    palette, rows = of_sixels(in_sixels(image))
    meant = image.quantize(COLOURS)
    assert rows == [[meant.getpixel((x, y)) for x in range(301)] for y in range(157)]
    assert len(palette) <= COLOURS and all(0 <= part <= 100 for colour in palette for part in colour)
    colours = meant.getpalette()
    assert palette[rows[80][150]] == tuple(round(v / 2.55) for v in colours[3 * rows[80][150] :][:3])


def test_a_picture_is_as_wide_as_the_terminal():
    png = png_of(Battle.start("akragas", seed=7))
    assert shown(png, "sixel", 50).startswith('\x1bPq"1;1;400;210')
    assert shown(png, "sixel", 50, pixels=600).startswith('\x1bPq"1;1;600;315')
    assert shown(png, "sixel", 300, pixels=4000).startswith('\x1bPq"1;1;1200;630')
    assert ",c=50," in shown(png, "kitty", 50)


@pytest.mark.parametrize(
    ("environment", "answer", "way"),
    [
        ({"TERM": "xterm-kitty"}, "", "kitty"),
        ({"TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"}, "", "kitty"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, "", "kitty"),
        ({"TERM": "foot"}, "", "sixel"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, "", "sixel"),
        ({"TERM": "xterm-256color"}, "\x1b[?64;1;2;4;22c", "sixel"),
        ({"TERM": "xterm-256color"}, "\x1b[?64;1;2;22c", "none"),  # 64 is what it is, 4 is not there
        ({"TERM": "xterm-256color"}, "abc", "none"),
        ({"TERM": "xterm-kitty", "TMUX": "/tmp/x,1,0"}, "\x1b[?1;2c", "none"),
        ({"TERM": "screen-256color", "KITTY_WINDOW_ID": "1"}, "\x1b[?1;2;4c", "sixel"),
        ({"TERM": "dumb", "KITTY_WINDOW_ID": "1"}, "", "none"),
        ({}, "", "none"),
    ],
)
def test_a_terminal_tells_what_it_can(environment, answer, way):
    assert way_of(environment, lambda: answer) == way


def test_a_terminal_is_asked_and_shown_the_picture_as_it_answers():
    terminal = Terminal([*HEXILLUM, "board", "akragas", "--picture"], 100)
    terminal.until("\x1b[c")
    terminal.type("\x1b[?62;4c")
    status, seen = terminal.end()
    assert status == 0 and '\x1bPq"1;1;800;420' in seen and "bottom must choose a card" in seen
    assert "\x1b[?62;4c" not in seen  # the answer is not for the person


def test_one_that_does_not_answer_gets_letters_and_a_word():
    status, seen = at_terminal("board", "akragas", "--picture", columns=100)
    assert status == 0 and "this terminal shows no pictures" in seen and "A13" in seen


def test_a_file_gets_letters_or_what_is_named(capsys):
    assert main(["board", "akragas", "--picture"]) == 0
    assert "A13" in capsys.readouterr().out
    assert main(["board", "akragas", "--picture", "kitty"]) == 0
    sent = capsys.readouterr().out
    assert of_kitty(sent[: sent.rindex("\x1b\\") + 2])[1].startswith(b"\x89PNG")


def test_without_pillow_it_says_what_to_install(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert main(["board", "akragas", "--picture", "sixel"]) == 2
    assert "pip install 'hexillum[web]'" in capsys.readouterr().err


def test_two_answers_at_a_time_are_refused(capsys):
    assert main(["board", "akragas", "--picture", "kitty", "--json"]) == 2
    assert "--picture and --json are two answers" in capsys.readouterr().err
