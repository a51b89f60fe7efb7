"""The wire as JSON Schema 2020-12: `python -m protocol.schema > protocol/schema.json`.

For whoever writes a client of their own. What is absent is none, so no field that may be left out is
null; the server's objects may get more fields, so none forbids them.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import msgspec

from protocol.messages import VERSION
from protocol.published import LITERALS, UNIONS, WHOLE, always, name_of, structs
from rules.projection.told import Told

Schema = dict[str, Any]

HERE = "#/$defs/{name}"


def written() -> str:
    """The whole file."""
    return in_json(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"Turnkeeper protocol {VERSION}",
            "description": "Generated from the messages by `make types`; do not edit. A message is"
            " one of FromClient or FromServer. Every field is explained in PROTOCOL.md.",
            "anyOf": [_ref("FromClient", HERE), _ref("FromServer", HERE)],
            "$defs": definitions(HERE),
        }
    )


def in_json(document: Schema) -> str:
    """As it stands in a file."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def definitions(template: str) -> dict[str, Schema]:
    """A schema for each type, by its name; `template` says how one refers to another's {name}.

    No keyword in it means in 2020-12 anything else than in draft 7, which AsyncAPI builds on.
    """
    told = _told()
    types = [info.cls for info in structs().values()]
    classes = [*types, *WHOLE, *(cls for kinds in told.values() for cls in kinds)]
    refs, made = msgspec.json.schema_components(classes)
    old = {cls: ref["$ref"].rpartition("/")[2] for cls, ref in zip(classes, refs, strict=True)}
    names = {old[cls]: name_of(cls) for cls in (*types, *WHOLE)}
    tidy = _Tidy(template, names)
    found: dict[str, Schema] = {name: _union(classes, template) for name, classes in UNIONS.items()}
    found |= {name: {"enum": list(values)} for name, values in LITERALS.items()}
    for name, info in structs().items():
        found[name] = _object(name, info.cls, tidy.schema(made[old[info.cls]]), always(info))
    for name, kinds in told.items():
        whole, *less = (made[old[kind]] for kind in kinds)
        required = [f for f in whole["required"] if all(f in part["required"] for part in less)]
        found[name] = _object(name, kinds[0], tidy.schema(whole), required)
    found["Told"] = {
        "description": "Something that happened, as far as the role may know.",
        "anyOf": [_ref(name, template) for name in told],
    }
    found["Patch"] = {"description": "A JSON Merge Patch (RFC 7396).", "type": "object"}
    return found


def _told() -> dict[str, list[type[Told]]]:
    """What is told of each event, by a name of its own: the whole before what players get of it."""
    found: dict[str, list[type[Told]]] = {}
    for kind in Told.__subclasses__():
        tag = str(kind.__struct_config__.tag)
        name = "Told" + "".join(word.title() for word in tag.split("_"))
        found.setdefault(name, []).append(kind)
    return found


def _ref(name: str, template: str) -> Schema:
    return {"$ref": template.format(name=name)}


def _union(classes: tuple[type, ...], template: str) -> Schema:
    return {"anyOf": [_ref(name_of(cls), template) for cls in classes]}


def _object(name: str, cls: type[msgspec.Struct], schema: Schema, required: list[str]) -> Schema:
    """A struct's schema, by the name that it has here. Its tag is never left out."""
    tag = cls.__struct_config__.tag_field
    there = [tag, *(field for field in required if field != tag)] if tag else required
    rest = {key: value for key, value in schema.items() if key not in ("title", "required")}
    return {"title": name, **rest} | ({"required": there} if there else {})


class _Tidy:
    """What msgspec writes, with our names and without what the wire does not say."""

    def __init__(self, template: str, names: dict[str, str]) -> None:
        self._template = template
        self._names = names

    def schema(self, schema: Schema) -> Schema:
        if "$ref" in schema:
            return self._ref(self._names[schema["$ref"].rpartition("/")[2]])
        if named := self._named(schema):
            return named
        done = {key: value for key, value in schema.items() if key not in DROPPED}
        if done.get("additionalProperties") is False:
            del done["additionalProperties"]
        if "properties" in done:
            done["properties"] = {k: self._field(v) for k, v in done["properties"].items()}
        if "prefixItems" in done:
            done["items"] = _alike(done.pop("prefixItems"))
        for key in ("items", "additionalProperties"):
            if isinstance(done.get(key), dict):
                done[key] = self.schema(done[key])
        if "anyOf" in done:
            done |= self._choice(done.pop("anyOf"))
        return done

    def _field(self, schema: Schema) -> Schema:
        """What may be left out, and is none then, is not null."""
        if schema.get("default", ...) is not None:
            return self.schema(schema)
        choices = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
        if len(choices) == 1:
            return self.schema(choices[0])
        rest = {key: value for key, value in schema.items() if key != "default"}
        return self.schema(rest | ({"anyOf": choices} if choices else {}))

    def _named(self, schema: Schema) -> Schema | None:
        """A type that has a name: by a title that a message gives it, or by its values."""
        title = schema.get("title", "")
        if title.endswith("[]"):
            return {"type": "array", "items": self._ref(title.removesuffix("[]"))}
        if title.startswith("Record<string, "):
            inner = title.removeprefix("Record<string, ").removesuffix(">")
            return {"type": "object", "additionalProperties": self._ref(inner)}
        if title:
            return None if schema.get("type") == "object" and title != "Patch" else self._ref(title)
        values = set(schema.get("enum", ()))
        named = (name for name, all_ in LITERALS.items() if set(all_) == values)
        return next((self._ref(name) for name in named), None)

    def _choice(self, choices: list[Schema]) -> Schema:
        kinds = [self.schema(kind) for kind in choices]
        for name, classes in UNIONS.items():
            members = [self._ref(name_of(cls)) for cls in classes]
            if len(kinds) == len(members) and all(kind in members for kind in kinds):
                return self._ref(name)
        return {"anyOf": kinds}

    def _ref(self, name: str) -> Schema:
        return _ref(name, self._template)


DROPPED = ("discriminator",)
"""OpenAPI's; AsyncAPI gives the word another meaning, and the tags say as much."""


def _alike(items: list[Schema]) -> Schema:
    """Every member of a tuple on the wire is of one kind, so draft 7 can say it too."""
    first, *others = items
    assert all(item == first for item in others), items
    return first


if __name__ == "__main__":
    sys.stdout.write(written())
