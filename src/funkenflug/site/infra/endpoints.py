"""Endpoints of the JSON API. What each takes and returns is declared once, by the signature of its function.

A parameter is a part of the path, of the query or the body (a `RequestBody`), or what another function provides
(`Annotated[…, Depends(function)]`). Routing, validation and the OpenAPI document come from it.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any, Literal, NamedTuple, TypeVar, get_args, get_type_hints

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from funkenflug.core.words import Message, clipped, printable
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.requests import REGISTERED, RequestBody
from funkenflug.site.infra.responses import OPEN_ENDED, WORDS, ErrorResponse

H = TypeVar("H", bound=Callable[..., Awaitable[Any]])
Method = Literal["GET", "POST", "DELETE"]


class Depends(NamedTuple):
    """Marks a parameter that a function provides, from parameters of its own."""

    provide: Callable[..., Awaitable[Any]]


class _Asked(NamedTuple):
    """A request whose parts are valid."""

    connection: HTTPConnection
    parameters: Any
    body: RequestBody | None


class _Plan:
    """How to call a function: where its arguments come from."""

    def __init__(self, function: Callable[..., Awaitable[Any]], endpoint: Endpoint) -> None:
        self._function = function
        hints = get_type_hints(function, include_extras=True)
        self._givers = {
            name: self._giver(name, hints[name], parameter.default, endpoint)
            for name, parameter in inspect.signature(function).parameters.items()
        }

    def _giver(self, name: str, hint: Any, default: Any, endpoint: Endpoint) -> Callable[[_Asked], Awaitable[Any]]:
        if isinstance(hint, type) and issubclass(hint, HTTPConnection):
            return _connection
        for mark in getattr(hint, "__metadata__", ()):
            if isinstance(mark, Depends):
                return _Plan(mark.provide, endpoint).call
        if any(isinstance(each, type) and issubclass(each, RequestBody) for each in (hint, *get_args(hint))):
            endpoint.body = hint
            return _body
        endpoint.parameters[name] = hint, default
        return partial(_parameter, name)

    async def call(self, asked: _Asked) -> Any:
        """Call the function with what was asked."""
        return await self._function(**{name: await giver(asked) for name, giver in self._givers.items()})


async def _connection(asked: _Asked) -> HTTPConnection:
    return asked.connection


async def _body(asked: _Asked) -> RequestBody | None:
    return asked.body


async def _parameter(name: str, asked: _Asked) -> Any:
    return getattr(asked.parameters, name)


class Endpoint:
    """A method and a path, and what answers it."""

    def __init__(self, method: Method, path: str, function: Callable[..., Awaitable[Any]], tag: str) -> None:
        self.method, self.path, self.function, self.tag = method, path, function, tag
        self.response: Any = None
        """The type of the response; None: it is not JSON."""
        self.media_type = "application/json"
        self.status = 200
        self.body: Any = None
        self.parameters: dict[str, tuple[Any, Any]] = {}
        """By name: the type, and the default if there is one."""
        self._plan = _Plan(function, self)
        fields = [
            (name, hint) if default is inspect.Parameter.empty else (name, hint, default)
            for name, (hint, default) in self.parameters.items()
        ]
        self._parameters = msgspec.defstruct("Parameters", fields, bases=(RequestBody,), kw_only=True)
        self._read_body = None if self.body is None else msgspec.json.Decoder(self.body).decode

    async def answer(self, request: Request) -> Response:
        """Answer a request; refuse one that is not valid."""
        given = {**request.query_params, **request.path_params}
        try:
            known = {name: given[name] for name in self.parameters if name in given}
            parameters = msgspec.convert(known, self._parameters, strict=False)
            asked = _Asked(request, parameters, self._decoded(await request.body()))
        except (ValueError, RecursionError) as error:
            raise _invalid(error) from None
        answer: Response = await self._plan.call(asked)
        return answer

    def _decoded(self, content: bytes) -> Any:
        if self._read_body is None or (not content and type(None) in get_args(self.body)):
            return None
        return self._read_body(content)


def _invalid(error: Exception) -> Refused:
    """Return a refusal that names the field of a request that is not valid."""
    text, _, at = str(error).partition(" - at `$")
    if not isinstance(error, msgspec.ValidationError):
        text = at = ""
    field = text.partition("field `")[2].partition("`")[0]
    parts = [*at.rstrip("`").replace("[", ".").replace("]", "").split("."), field]
    where = ".".join(filter(None, parts)) or "body"
    return Refused(422, Message("Invalid request: {where}", where=clipped(printable(where), 120)))


class Router:
    """The endpoints of a subject."""

    def __init__(self, tag: str = "") -> None:
        self.tag = tag
        self.endpoints: list[Endpoint] = []
        self.routes: list[BaseRoute] = []

    def get(self, path: str, response: Any = None, **facts: Any) -> Callable[[H], H]:
        """Declare what answers GET: with a response of a type, as JSON, or else of a `media_type`."""
        return partial(self._add, "GET", path, response, facts)

    def post(self, path: str, response: Any = None, **facts: Any) -> Callable[[H], H]:
        """Declare what answers POST."""
        return partial(self._add, "POST", path, response, facts)

    def delete(self, path: str, response: Any = None, **facts: Any) -> Callable[[H], H]:
        """Declare what answers DELETE."""
        return partial(self._add, "DELETE", path, response, facts)

    def options(self, path: str) -> Callable[[H], H]:
        """Declare what answers OPTIONS, which the document does not tell of."""

        def add(function: H) -> H:
            self.routes.append(Route(path, function, methods=["OPTIONS"]))
            return function

        return add

    def _add(self, method: Method, path: str, response: Any, facts: Mapping[str, Any], function: H) -> H:
        endpoint = Endpoint(method, path, function, self.tag)
        endpoint.response = response
        for name, value in facts.items():
            setattr(endpoint, name, value)
        self.endpoints.append(endpoint)
        self.routes.append(Route(path, endpoint.answer, methods=[method]))
        return function

    def websocket(self, path: str) -> Callable[[H], H]:
        """Declare what serves a WebSocket."""

        def add(function: H) -> H:
            self.routes.append(WebSocketRoute(path, function))
            return function

        return add


# The document -------------------------------------------------------------------------------------------------------

_REFUSALS = (400, 403, 404, 408, 409, 410, 413, 422, 429, 503, 507)
_PLACE = "#/components/schemas/{name}"


def schemas_of(types: Iterable[Any]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the schemas of types, and those that they refer to by name."""
    schemas, components = msgspec.json.schema_components(list(types), ref_template=_PLACE)
    named = {name: _adapted(schema) for name, schema in components.items()}
    for name in OPEN_ENDED & named.keys():
        named[name]["additionalProperties"] = True
    return list(map(_adapted, schemas)), named


def _adapted(schema: Any) -> Any:
    """Return a schema in which texts of the server are `Words`, and what is registered is listed as it is now."""
    if isinstance(schema, list):
        return list(map(_adapted, schema))
    if not isinstance(schema, dict):
        return schema
    if "x-words" in schema:
        return WORDS
    adapted = {name: _adapted(part) for name, part in schema.items()}
    if (registered := adapted.get("x-registered")) is not None:
        adapted |= {"enum": list(REGISTERED[registered]()), "x-registered": True}
    return adapted


def document(title: str, version: str, endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """Return the OpenAPI document of endpoints."""
    told = [endpoint for endpoint in endpoints if endpoint.tag]
    types = {ErrorResponse: None} | {kind: None for endpoint in told for kind in _types(endpoint)}
    schemas, components = schemas_of(types)
    schema_of = dict(zip(types, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in told:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schema_of)
    info = {"title": title, "version": version}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": components}}


def _types(endpoint: Endpoint) -> Iterable[Any]:
    """Return everything that an endpoint takes and returns."""
    yield from (hint for hint, _ in endpoint.parameters.values())
    yield from () if endpoint.body is None else (endpoint.body,)
    yield from _alternatives(endpoint.response)


def _alternatives(response: Any) -> tuple[Any, ...]:
    return () if response is None else response if isinstance(response, tuple) else (response,)


def _operation(endpoint: Endpoint, schema_of: Mapping[Any, dict[str, Any]]) -> dict[str, Any]:
    name = endpoint.function.__name__
    success = [schema_of[kind] for kind in _alternatives(endpoint.response)]
    content = {"schema": success[0] if len(success) == 1 else {"anyOf": success}} if success else {}
    refusal = {"application/json": {"schema": schema_of[ErrorResponse]}}
    operation: dict[str, Any] = {
        "tags": [endpoint.tag],
        "summary": name.replace("_", " ").capitalize(),
        "description": inspect.getdoc(endpoint.function),
        "operationId": f"{endpoint.method.lower()}{endpoint.path}".translate(_IN_NAMES),
        "responses": {
            str(endpoint.status): {"description": "Success", "content": {endpoint.media_type: content}},
            **{str(status): {"description": HTTPStatus(status).phrase, "content": refusal} for status in _REFUSALS},
        },
    }
    if endpoint.parameters:
        operation["parameters"] = [
            {
                "name": name,
                "in": "path" if f"{{{name}}}" in endpoint.path else "query",
                "required": default is inspect.Parameter.empty,
                "schema": schema_of[hint],
            }
            for name, (hint, default) in endpoint.parameters.items()
        ]
    if endpoint.body is not None:
        required = type(None) not in get_args(endpoint.body)
        body = {"application/json": {"schema": schema_of[endpoint.body]}}
        operation["requestBody"] = {"content": body, "required": required}
    return operation


_IN_NAMES = str.maketrans({"/": "_", "{": "", "}": "", "-": "_", ".": "_"})
