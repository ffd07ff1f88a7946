"""The OpenAPI 3.1 document, from the endpoints and the very types they take and give."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Any

import msgspec

from service.api.chapters import CHAPTERS
from service.api.problem import CONTENT_TYPE, STATUSES, Problem
from service.version import release_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.api.endpoint import Endpoint, Endpoints

BASE = "/api/v1"

_REF = "#/components/schemas/{name}"
_PART = re.compile(r"\{(\w+)\}")


def document(chapters: Sequence[Endpoints]) -> dict[str, Any]:
    """The whole document."""
    types: list[Any] = [Problem]
    for chapter in chapters:
        for endpoint in chapter.all:
            types += [one for one in (endpoint.takes, endpoint.gives) if one is not None]
    schemas, components = msgspec.json.schema_components(types, ref_template=_REF)
    schema_of = {repr(one): schema for one, schema in zip(types, schemas, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for chapter in chapters:
        for endpoint in chapter.all:
            described = _operation(endpoint, chapter.about, schema_of)
            paths.setdefault(BASE + endpoint.path, {})[endpoint.method.lower()] = described
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Galloper",
            "version": release_name(),
            "description": "Everything that the pages do, for programs. Errors are problem+json;"
            " a GET's ETag is a hash of its bytes; a POST that takes an Idempotency-Key is done"
            " once under one key.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(
    endpoint: Endpoint, chapter: str, schema_of: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    given = {"schema": schema_of[repr(endpoint.gives)]}
    problem = {CONTENT_TYPE: {"schema": schema_of[repr(Problem)]}}
    answers: dict[str, Any] = {
        "200": {"description": "Done.", "content": {"application/json": given}}
    }
    if endpoint.streams and not endpoint.media:
        events = {"schema": {"type": "string"}, "x-event-data": given["schema"]}
        answers["200"] = {
            "description": "Events, one after another; the data of each is JSON (x-event-data).",
            "content": {"text/event-stream": events},
        }
    elif endpoint.media:
        # A body of bytes has no schema in OpenAPI 3.1: its media type says all.
        answers["200"] = {"description": "Its bytes.", "content": {endpoint.media: {}}}
    if endpoint.method == "GET" and not endpoint.streams:
        answers["304"] = {"description": "What you have is what there is."}
    for status in (*STATUSES, 500, 503):
        answers[str(status)] = {"description": _SAID[status], "content": problem}
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "tags": [chapter],
        "summary": endpoint.summary,
        "parameters": _parameters(endpoint),
        "responses": answers,
        "security": [] if endpoint.scope is None else [{"token": []}],
    }
    if endpoint.takes is not None:
        taken = {"schema": schema_of[repr(endpoint.takes)]}
        operation["requestBody"] = {"required": True, "content": {"application/json": taken}}
    return operation


_SAID = {
    400: "What was sent is not what is wanted.",
    401: "The request does not prove who makes it.",
    403: "The token or the role does not go so far.",
    404: "There is nothing of that name that you may know of.",
    409: "It is there already, or the key was used for something else.",
    410: "It can no longer be taken.",
    422: "The rules refuse it.",
    429: "Too many requests.",
    500: "A fault of ours.",
    503: "It took too long.",
}


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in _PART.findall(endpoint.path)
    ]
    found += [
        {"name": one.name, "in": "query", "description": one.about, "schema": {"type": one.type}}
        for one in endpoint.query
    ]
    if endpoint.keyed:
        found.append(
            {
                "name": "Idempotency-Key",
                "in": "header",
                "description": "Under one key it is done once, however often it is sent.",
                "schema": {"type": "string", "maxLength": 200},
            }
        )
    if endpoint.streams and not endpoint.media:
        found.append(
            {
                "name": "Last-Event-ID",
                "in": "header",
                "description": "Go on after the event of this id.",
                "schema": {"type": "integer"},
            }
        )
    return found


@functools.cache
def document_bytes() -> bytes:
    """The document of this release, as served."""
    return msgspec.json.encode(document(CHAPTERS), order="deterministic")
