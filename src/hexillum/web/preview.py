"""What a link to a page says of itself where it is shown: a title, a line of words, and the picture of its table."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from .picture import HEIGHT, WIDTH, plain


@dataclass(frozen=True)
class Preview:
    """A title, a line on it, and where its picture is, "" for none; all three may hold anything."""

    title: str
    words: str
    picture: str = ""


def tagged(page: str, preview: Preview, address: str) -> str:
    """A page with the tags of a preview in its head; `address` is that of the page.

    >>> tagged("<head></head>", Preview('A "B" <C>', "D"), "https://e.org/")[:63]
    '<head><meta property="og:site_name" content="Hexillum" />\\n<meta'
    """
    tags = [
        ("property", "og:site_name", "Hexillum"),
        ("property", "og:type", "website"),
        ("property", "og:title", plain(preview.title, 120)),
        ("property", "og:description", plain(preview.words, 300)),
        ("property", "og:url", address),
        ("name", "twitter:card", "summary_large_image" if preview.picture else "summary"),
        ("name", "twitter:title", plain(preview.title, 120)),
        ("name", "twitter:description", plain(preview.words, 300)),
    ]
    if preview.picture:
        tags += [
            ("property", "og:image", preview.picture),
            ("property", "og:image:width", str(WIDTH)),
            ("property", "og:image:height", str(HEIGHT)),
            ("name", "twitter:image", preview.picture),
        ]
    made = "\n".join(f'<meta {kind}="{name}" content="{escape(words, quote=True)}" />' for kind, name, words in tags)
    return page.replace("</head>", made + "\n</head>", 1)
