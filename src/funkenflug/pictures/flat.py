"""Resolve the style sheet of a picture, for renderers of SVG that do not know the variables of CSS."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from xml.etree import ElementTree

import tinycss2
from cssselect2 import ElementWrapper, Matcher, compile_selector_list

_NAMESPACE = "{http://www.w3.org/2000/svg}"
_VARIABLE = re.compile(r"var\((--[\w-]+)(?:, *((?:(?!var\()[^()]|\([^()]*\))+))?\)")
"""A variable and its fallback; of nested ones, the innermost."""
_COLOUR = re.compile(r"rgb\((\d+) (\d+) (\d+) / (\d+)%\)")
_DRAWN_BY_USE = ("g", "symbol")

Properties = dict[str, str]


def flat(svg: str) -> str:
    """Return the same picture with the style of every element in its attributes, and without `use` elements.

    >>> flat('<svg xmlns="http://www.w3.org/2000/svg"><style>.a {--b: red;}.a .c {fill: var(--b);}</style>'
    ...      '<g class="a"><path class="c"/></g></svg>')
    '<svg xmlns="http://www.w3.org/2000/svg"><g><path style="fill:red" /></g></svg>'
    """
    root = ElementTree.fromstring(svg)
    ElementTree.register_namespace("", _NAMESPACE[1:-1])
    painter = _Painter(ElementWrapper.from_xml_root(root), root.findtext(f"{_NAMESPACE}style", ""))
    return ElementTree.tostring(painter.flat_root(), "unicode")


class _Painter:
    def __init__(self, root: ElementWrapper, style_sheet: str) -> None:
        self._root = root
        self._matcher = _matcher(style_sheet)
        self._by_id = {element.id: element for element in root.iter_subtree() if element.id}

    def flat_root(self) -> ElementTree.Element:
        return self._flat(self._root, {})

    def _flat(self, element: ElementWrapper, inherited: Properties) -> ElementTree.Element:
        """Return a copy of an element with its own style; `inherited` are the variables of its parent."""
        matches = self._matcher.match(element)
        declared = dict(pair for _, _, pseudo, declarations in matches if pseudo is None for pair in declarations)
        variables = inherited | {name: value for name, value in declared.items() if name.startswith("--")}
        original = element.etree_element
        attributes = {name: value for name, value in original.items() if name not in ("class", "href")}
        copy = ElementTree.Element(original.tag, attributes)
        copy.text, copy.tail = original.text, original.tail
        if style := ";".join(_resolved(declared, variables)):
            copy.set("style", style)
        if element.local_name == "use":
            self._replace_use(element, copy, variables)
        hidden = ("style", "title", *(_DRAWN_BY_USE if element.local_name == "defs" else ()))
        copy.extend(self._flat(child, variables) for child in element.iter_children() if child.local_name not in hidden)
        return copy

    def _replace_use(self, use: ElementWrapper, copy: ElementTree.Element, variables: Properties) -> None:
        """Make the copy of a `use` a group with what it refers to, which inherits the variables of the `use`."""
        copy.tag = f"{_NAMESPACE}g"
        x, y = copy.attrib.pop("x", "0"), copy.attrib.pop("y", "0")
        copy.set("transform", f"{copy.get('transform', '')} translate({x} {y})".strip())
        copy.append(self._flat(self._by_id[use.etree_element.attrib["href"][1:]], variables))


def _resolved(declared: Properties, variables: Properties) -> Iterator[str]:
    """Yield the declarations with the values of their variables, without those whose variables have none."""
    for name, value in declared.items():
        if not name.startswith("--"):
            while (found := _VARIABLE.search(value)) and (instead := variables.get(found[1], found[2])):
                value = value.replace(found[0], instead)
            if found is None:
                yield f"{name}:{'none' if value == 'transparent' else _COLOUR.sub(_with_alpha, value)}"


def _with_alpha(colour: re.Match[str]) -> str:
    return f"rgba({colour[1]},{colour[2]},{colour[3]},{int(colour[4]) / 100:g})"


@cache
def _matcher(style_sheet: str) -> Matcher:
    """Return the rules of a style sheet, without those for media."""
    matcher = Matcher()
    for rule in tinycss2.parse_stylesheet(style_sheet):
        if rule.type == "qualified-rule":
            found = tinycss2.parse_blocks_contents(rule.content, skip_whitespace=True)
            declarations = [(one.name, tinycss2.serialize(one.value).strip()) for one in found]
            for selector in compile_selector_list(rule.prelude):
                matcher.add_selector(selector, declarations)
    return matcher
