"""Write the types of all messages and endpoints for the browser code: `python docs/make_api_types.py`.

They come from the OpenAPI document of the site, which does not know the messages of the stream: those are added. They
go to src/funkenflug/site/infra/scripts/api.d.ts.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from funkenflug.site.api import document
from funkenflug.site.infra.endpoints import schemas_of
from funkenflug.site.tables.responses import Own, Update

TARGET = Path(__file__).parents[1] / "src" / "funkenflug" / "site" / "infra" / "scripts" / "api.d.ts"
_HEAD = """\
// Generated from the OpenAPI document: python docs/make_api_types.py

/** A text of the server, which `translate` of words.js puts into the language of the page. */
export type Words = string | [id: string, values?: Record<string, Words | number>, plural?: string];

"""
_STREAM = (Update, Own)
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def types() -> str:
    """Return the TypeScript declarations."""
    api = document()
    schemas: dict[str, Any] = api["components"]["schemas"] | schemas_of(_STREAM)[1]
    parts = [_declared(name, schema) for name, schema in sorted(schemas.items())]
    parts.append(_endpoints(api["paths"]))
    return _HEAD + "\n".join(parts)


def _declared(name: str, schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        return f"export type {name} = {_type(schema)};\n"
    required = schema.get("required", ())
    lines = [f"  {key}{'' if key in required else '?'}: {_type(kind)};" for key, kind in schema["properties"].items()]
    if schema.get("additionalProperties") is True:
        lines.append("  [key: string]: unknown;")
    return f"export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def _endpoints(paths: dict[str, Any]) -> str:
    """Return what each endpoint of the API takes and returns as JSON, by its method and path."""
    lines = [
        f'  "{method.upper()} {path}": {_endpoint(endpoint)};'
        for path, methods in sorted(paths.items())
        if path.startswith("/api/")
        for method, endpoint in methods.items()
        if _json(_success(endpoint)) is not None
    ]
    return "export interface Endpoints {\n" + "\n".join(lines) + "\n}\n"


def _endpoint(endpoint: dict[str, Any]) -> str:
    parts = []
    if params := [given for given in endpoint.get("parameters", ()) if given["in"] == "path"]:
        fields = [f"{given['name']}: {_type(given['schema'])}" for given in params]
        parts.append(f"path: {{ {'; '.join(fields)} }}")
    if query := [given for given in endpoint.get("parameters", ()) if given["in"] == "query"]:
        fields = [f"{given['name']}{'' if given.get('required') else '?'}: string" for given in query]
        parts.append(f"query?: {{ {'; '.join(fields)} }}")
    if body := endpoint.get("requestBody"):
        parts.append(f"body{'' if body.get('required') else '?'}: {_type(_json(body) or {})}")
    parts.append(f"response: {_type(_json(_success(endpoint)) or {})}")
    return f"{{ {'; '.join(parts)} }}"


def _success(endpoint: dict[str, Any]) -> dict[str, Any]:
    response: dict[str, Any] = next(told for status, told in endpoint["responses"].items() if status.startswith("2"))
    return response


def _json(message: dict[str, Any]) -> dict[str, Any] | None:
    """Return the schema of a message; None if the message is not JSON."""
    schema: dict[str, Any] | None = message.get("content", {}).get("application/json", {}).get("schema")
    return schema


def _type(schema: dict[str, Any]) -> str:
    match schema:
        case {"x-words": True}:
            return "Words"
        case {"$ref": reference}:
            return str(reference).rpartition("/")[2]
        case {"anyOf": kinds}:
            return " | ".join(map(_type, kinds))
        case {"x-registered": True}:
            return "string"
        case {"enum": values}:
            return " | ".join(map(json.dumps, values))
        case {"const": value}:
            return json.dumps(value)
        case {"type": "array", "prefixItems": kinds}:
            return f"[{', '.join(map(_type, kinds))}]"
        case {"type": "array"}:
            item = _type(schema.get("items", {}))
            return f"({item})[]" if "|" in item else f"{item}[]"
        case {"type": "object", "additionalProperties": dict() as values}:
            return f"Record<string, {_type(values)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": kind}:
            return _PLAIN[kind]
    return "unknown"


if __name__ == "__main__":
    TARGET.write_text(types(), encoding="utf-8")
