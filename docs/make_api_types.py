"""Write the types of all messages for the browser code: `python docs/make_api_types.py`.

They come from the OpenAPI document of the site and go to src/funkenflug/web/static/api.d.ts.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from funkenflug.web.app import create_app

TARGET = Path(__file__).parents[1] / "src" / "funkenflug" / "web" / "static" / "api.d.ts"
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def types() -> str:
    """Return the TypeScript declarations."""
    schemas = create_app("sqlite://").openapi()["components"]["schemas"]
    parts = [_declared(name, schema) for name, schema in sorted(schemas.items())]
    return "// Generated from the OpenAPI document: python docs/make_api_types.py\n\n" + "\n".join(parts)


def _declared(name: str, schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        return f"export type {name} = {_type(schema)};\n"
    required = schema.get("required", ())
    lines = [f"  {key}{'' if key in required else '?'}: {_type(kind)};" for key, kind in schema["properties"].items()]
    if schema.get("additionalProperties") is True:
        lines.append("  [key: string]: unknown;")
    return f"export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def _type(schema: dict[str, Any]) -> str:
    match schema:
        case {"$ref": reference}:
            return str(reference).rpartition("/")[2]
        case {"anyOf": kinds}:
            return " | ".join(map(_type, kinds))
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
