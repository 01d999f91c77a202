"""Build the site of the documentation, and check its links: python docs/build_site.py; needs the extra `docs`.

The pages are those of the repository, at the same paths, so relative links lead to the same places. Pages of the
reference are made from the docstrings. Pages that mkdocs.yml does not list come last. Warnings are errors.
"""

from __future__ import annotations

import logging
import re
import shutil
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import yaml
from mkdocs.commands.build import build
from mkdocs.config import load_config

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "build" / "pages"

REFERENCE = {
    "funkenflug": ("The library", ["funkenflug"]),
    "matches": (
        "Around a match",
        [
            "funkenflug.core.moves",
            "funkenflug.arena.engine",
            "funkenflug.bots.review",
            "funkenflug.match.fair",
            "funkenflug.pictures.captions",
            "funkenflug.match.replay",
            "funkenflug.core.drawing",
            "funkenflug.lessons",
        ],
    ),
    "views": (
        "Views and events",
        [
            "funkenflug.games.feurio.rules.view",
            "funkenflug.games.vulkan.rules.view",
            "funkenflug.games.feuer_wasser.rules.view",
        ],
    ),
    "learners": (
        "For learners",
        [
            "funkenflug.research.vector",
            "funkenflug.research.encoding",
            "funkenflug.research.transformation",
            "funkenflug.research.tensors",
            "funkenflug.research.batched",
            "funkenflug.research.network",
            "funkenflug.research.gymnasium",
            "funkenflug.research.pettingzoo",
            "funkenflug.research.openspiel",
        ],
    ),
    "kernel": (
        "The kernel",
        [
            "funkenflug.kernel.protocol",
            "funkenflug.kernel.playing",
            "funkenflug.kernel.compiling",
            "funkenflug.kernel.records",
            "funkenflug.kernel.randomness",
            "funkenflug.kernel.bits",
            "funkenflug.kernel.values",
            "funkenflug.bots.search",
        ],
    ),
    "games": ("Writing games", ["funkenflug.games.base", "funkenflug.games.meaning"]),
}
"""Pages of the reference: title, and the modules whose public names they show."""


def gather() -> None:
    """Copy the pages of the repository, with what they show and link to, and write those of the reference."""
    shutil.rmtree(PAGES, ignore_errors=True)
    sources = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    sources += [*(ROOT / "src").rglob("rules/en.md"), *(ROOT / "src").rglob("rules/rulings.md")]
    for source in sources:
        text = _with_head(_without_folders(source))
        target = PAGES / ("index.md" if source.name == "README.md" else source.relative_to(ROOT))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        for link in _links(text):
            file = (source.parent / link).resolve()
            if file.is_file() and file.suffix != ".md":
                copy = PAGES / file.relative_to(ROOT)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, copy)
    (PAGES / "reference").mkdir(parents=True, exist_ok=True)
    for name, (title, modules) in REFERENCE.items():
        parts = [f"# {title}", *(_directive(module) for module in modules)]
        (PAGES / "reference" / f"{name}.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _directive(module: str) -> str:
    shown = "\n    options:\n      show_root_full_path: true\n      heading_level: 2"
    return f"::: {module}{shown}"


def _links(text: str) -> list[str]:
    """Return the paths that a page links to or shows."""
    found = re.findall(r"\]\(([^)\s#]+)[^)]*\)", text) + re.findall(r'(?:src|srcset|href)="([^"#]+)', text)
    return [link for link in found if not urlsplit(link).scheme]


def _without_folders(source: Path) -> str:
    """Return the text of a page. Links to folders and to translated rules, which the site has not, become text."""

    def on_site(link: re.Match[str]) -> str:
        path = link[2].partition("#")[0]
        target = (source.parent / path).resolve() if path else source
        elsewhere = target.suffix == ".md" and target.parent.name == "rules" and len(target.stem) == 2
        return link[1] if target.is_dir() or (elsewhere and target.stem != "en") else link[0]

    return re.sub(r"(?<!!)\[([^\]]+)\]\(([^):\s]+)\)", on_site, source.read_text(encoding="utf-8"))


def _with_head(text: str) -> str:
    """Return the text of a page with the date, version and command of an experiment below its title."""
    if not text.startswith("---\n"):
        return text
    _, head, body = text.split("---\n", 2)
    fields = yaml.safe_load(head)
    shown = f"{fields['date']} · {fields['version']} · `{fields['command']}`"
    return re.sub(
        r"^(# .+)$", rf"\1\n\n*{fields['question']}* {fields['answer']}\n\n{shown}", body, count=1, flags=re.MULTILINE
    )


# The built site -----------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """What a page of the site links to, loads, and can be linked to by."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note links, files and anchors."""
        values = {name: value or "" for name, value in attributes}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag == "link" and values.get("rel") in ("stylesheet", "icon", "preload", "preconnect"):
            self.loaded.append(values["href"])
        elif "src" in values:
            self.loaded.append(values["src"])


def broken_links(site: Path) -> list[str]:
    """Return what is wrong with a built site: links that lead nowhere, and files loaded from other sites."""
    pages = {path.resolve(): Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    problems = []
    for path, page in pages.items():
        name = path.relative_to(site.resolve()).as_posix()
        if name == "404.html" or name.startswith("docs/examples/"):
            continue  # its links are from the root of a server; examples use a site of their reader
        problems += [f"{name} loads {file}" for file in page.loaded if urlsplit(file).netloc]
        for link in (*page.links, *page.loaded):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                problems.append(f"{name} links to {link}, which is not there")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                problems.append(f"{name} links to {link}, which has no such heading")
    return problems


def main() -> None:
    """Build and check."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
    gather()
    config = load_config(str(ROOT / "mkdocs.yml"), strict=True)
    listed = str(config.nav)
    pages = sorted(path.relative_to(PAGES).as_posix() for path in (PAGES / "docs").rglob("*.md"))
    if more := [page for page in pages if page not in listed]:
        config.nav = [*(config.nav or []), {"More": more}]
    build(config)
    problems = broken_links(Path(config.site_dir))
    print(*problems, sep="\n")
    if problems:
        sys.exit(f"{len(problems)} broken links")


if __name__ == "__main__":
    main()
