"""A picture without a style sheet, for programs that draw SVG but do not know the variables of CSS."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from xml.etree import ElementTree

_NAMESPACE = "{http://www.w3.org/2000/svg}"
_VARIABLE = re.compile(r"var\((--[\w-]+)(?:, *((?:(?!var\()[^()]|\([^()]*\))+))?\)")
"""A variable, and what stands instead if it has no value; the innermost of nested ones is found first."""
_COLOUR = re.compile(r"rgb\((\d+) (\d+) (\d+) / (\d+)%\)")
_COMPOUND = re.compile(r"([a-z]*)((?:\.[\w-]+)*)")
_DRAWN_BY_USE = ("g", "symbol")

Variables = dict[str, str]


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a selector: an element of that tag, if any, with all of these classes."""

    tag: str
    classes: frozenset[str]

    def fits(self, seen: _Part) -> bool:
        return self.tag in ("", seen.tag) and self.classes <= seen.classes


@dataclass(frozen=True, slots=True)
class _Rule:
    parts: tuple[_Part, ...]
    declarations: tuple[tuple[str, str], ...]

    @property
    def weight(self) -> tuple[int, int]:
        return sum(len(part.classes) for part in self.parts), sum(part.tag != "" for part in self.parts)

    def fits(self, line: tuple[_Part, ...]) -> bool:
        """Whether the last of a line of descent is meant."""
        *above, last = self.parts
        if not last.fits(line[-1]):
            return False
        ancestors = iter(line[:-1])
        return all(any(part.fits(ancestor) for ancestor in ancestors) for part in above)


def flat(svg: str) -> str:
    """Return the same picture where every element carries its own style, and nothing is drawn through `use`.

    >>> flat('<svg xmlns="http://www.w3.org/2000/svg"><style>.a {--b: red;}.a .c {fill: var(--b);}</style>'
    ...      '<g class="a"><path class="c"/></g></svg>')
    '<svg xmlns="http://www.w3.org/2000/svg"><g><path style="fill:red" /></g></svg>'
    """
    root = ElementTree.fromstring(svg)
    style = root.find(f"{_NAMESPACE}style")
    painter = _Painter(root, _rules("" if style is None else style.text or ""))
    ElementTree.register_namespace("", _NAMESPACE[1:-1])
    return ElementTree.tostring(painter.painted(root, (), {}), "unicode")


class _Painter:
    def __init__(self, root: ElementTree.Element, rules: tuple[_Rule, ...]) -> None:
        self._rules = rules
        self._root = _part_of(root)
        self._named = {element.get("id"): element for element in root.iter() if element.get("id")}

    def painted(
        self, element: ElementTree.Element, above: tuple[_Part, ...], inherited: Variables
    ) -> ElementTree.Element:
        line = (*above, _part_of(element))
        declared = {name: value for rule in self._rules if rule.fits(line) for name, value in rule.declarations}
        variables = inherited | {name: value for name, value in declared.items() if name.startswith("--")}
        copy = ElementTree.Element(element.tag, {k: v for k, v in element.attrib.items() if k not in ("class", "href")})
        copy.text, copy.tail = element.text, element.tail
        if own := ";".join(_resolved(declared, variables)):
            copy.set("style", own)
        if _tag(element) == "use":
            self._draw_used(element, copy, variables)
        in_definitions = _tag(element) == "defs"
        for child in element:
            if _tag(child) not in ("style", "title") and not (in_definitions and _tag(child) in _DRAWN_BY_USE):
                copy.append(self.painted(child, line, variables))
        return copy

    def _draw_used(self, use: ElementTree.Element, copy: ElementTree.Element, variables: Variables) -> None:
        """Put what is used in the place of the `use`; it inherits from there, but no selector sees that far up."""
        copy.tag = f"{_NAMESPACE}g"
        x, y = copy.attrib.pop("x", "0"), copy.attrib.pop("y", "0")
        copy.set("transform", f"{copy.get('transform', '')} translate({x} {y})".strip())
        copy.append(self.painted(self._named[use.attrib["href"][1:]], (self._root,), variables))


def _resolved(declared: Variables, variables: Variables) -> Iterator[str]:
    """Yield what is declared, with variables replaced by their values, if they have any."""
    for name, value in declared.items():
        if not name.startswith("--"):
            while (found := _VARIABLE.search(value)) and (instead := variables.get(found[1], found[2])):
                value = value.replace(found[0], instead)
            if found is None:
                yield f"{name}:{'none' if value == 'transparent' else _COLOUR.sub(_with_alpha, value)}"


def _with_alpha(colour: re.Match[str]) -> str:
    return f"rgba({colour[1]},{colour[2]},{colour[3]},{int(colour[4]) / 100:g})"


def _tag(element: ElementTree.Element) -> str:
    return element.tag.removeprefix(_NAMESPACE)


def _part_of(element: ElementTree.Element) -> _Part:
    return _Part(_tag(element), frozenset(element.get("class", "").split()))


@cache
def _rules(sheet: str) -> tuple[_Rule, ...]:
    """Return the rules of a style sheet, the weightiest last, without those for media and for what browsers do."""
    found = []
    for selectors, body in _blocks(sheet):
        declarations = tuple(
            (name.strip(), value.strip())
            for name, _, value in (line.partition(":") for line in body.split(";"))
            if value
        )
        for selector in selectors.split(","):
            parts = [_COMPOUND.fullmatch(part) for part in selector.split()]
            if all(parts):
                read = (_Part(part[1], frozenset(part[2].split(".")[1:])) for part in parts if part)
                found.append(_Rule(tuple(read), declarations))
    return tuple(sorted(found, key=lambda rule: rule.weight))


def _blocks(sheet: str) -> Iterator[tuple[str, str]]:
    """Yield selectors and bodies at the top of a style sheet."""
    depth = start = 0
    for place, character in enumerate(sheet):
        depth += (character == "{") - (character == "}")
        if character == "}" and depth == 0:
            selectors, _, body = sheet[start:place].partition("{")
            if not selectors.strip().startswith("@"):
                yield selectors, body
            start = place + 1
