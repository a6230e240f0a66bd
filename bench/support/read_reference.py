"""Reads mails, calendars and cards with Python's email, icalendar and vobject: one JSON line for each file.

Standard input has one JSON object a line: {"format": ..., "path": ...}. A file that the parser refuses has an `error`.
"""

import contextlib
import email
import email.policy
import email.utils
import hashlib
import io
import json
import logging
import sys
import warnings

import icalendar
import vobject

warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)


def digest(data):
    return hashlib.sha256(data).hexdigest()[:16]


def addresses(message, name):
    values = [str(value) for value in message.get_all(name, [])]
    return [address for _, address in email.utils.getaddresses(values) if address]


def read_mail(data):
    # `policy.default` decodes encoded words; it fails on some headers, where the older policy gives them as they are.
    message = email.message_from_bytes(data, policy=email.policy.default)
    names = {name.lower() for name in message.keys()}
    if not names & {"from", "to", "cc", "subject", "date", "message-id"}:
        raise ValueError("a part of a message")
    date = None
    with contextlib.suppress(Exception):
        date = email.utils.parsedate_to_datetime(str(message["date"])).timestamp() * 1000
    body = message.get_body(preferencelist=("plain",))
    files = []
    for part in message.walk():
        if part.is_multipart() and part.get_content_type() != "message/rfc822":
            continue
        if part is body:
            continue
        is_file = part.get_content_disposition() == "attachment" or part.get_filename()
        if is_file and not part.is_multipart():
            content = part.get_payload(decode=True) or b""
            files.append([part.get_filename() or "", len(content), digest(content)])
    return {
        "subject": str(message["subject"] or ""),
        "from": addresses(message, "from")[:1],
        "to": addresses(message, "to"),
        "date": date,
        "text": None if body is None else str(body.get_content()),
        "files": files,
    }


def moment(component, name):
    value = component.get(name)
    value = value[0] if isinstance(value, list) else value
    value = getattr(value, "dt", None)
    return None if value is None else str(value)[:10]


def read_calendar(data):
    text = decode(data)
    try:
        calendars = icalendar.Calendar.from_ical(text, multiple=True)
        found = [part for calendar in calendars for part in calendar.walk()]
        components = [
            [part.name, str(part.get("uid", "")), str(part.get("summary", "")), moment(part, "dtstart")]
            for part in found
            if part.name in ("VEVENT", "VTODO", "VJOURNAL")
        ]
    except Exception as error:
        try:
            components = read_calendar_with_vobject(text)
        except Exception:
            raise error
    if not components:
        raise ValueError("no event, task or note")
    return {"components": components}


def read_calendar_with_vobject(text):
    components = []
    for calendar in vobject.readComponents(text, allowQP=True):
        for part in calendar.components():
            if part.name in ("VEVENT", "VTODO", "VJOURNAL"):
                summary = part.getChildValue("summary") or ""
                components.append([part.name, part.getChildValue("uid") or "", str(summary), None])
    return components


def decode(data):
    for encoding in ("utf-8-sig", "latin-1"):
        try:
            if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
                return data.decode("utf-16")
            return data.decode(encoding)
        except UnicodeDecodeError:
            pass
    return ""


def read_cards(data):
    text = decode(data)
    error = None
    for options in ({}, {"allowQP": True}, {"allowQP": True, "transform": False}):
        try:
            cards = [card for card in vobject.readComponents(text, **options) if card.name == "VCARD"]
            if not cards:
                raise ValueError("no card")
            return {"cards": [facts_of(card) for card in cards]}
        except Exception as caught:
            error = caught
    raise error


def facts_of(card):
    def values(name):
        return [text_of(child.value) for child in card.contents.get(name, [])]

    photos = [child.value for child in card.contents.get("photo", []) if isinstance(child.value, bytes)]
    return {
        "name": (values("fn") or [""])[0],
        "emails": values("email"),
        "phones": values("tel"),
        "photos": [digest(photo) for photo in photos],
        "properties": sum(len(found) for found in card.contents.values()),
    }


def text_of(value):
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return ", ".join(value) if isinstance(value, list) else str(value)


READERS = {"mail": read_mail, "calendar": read_calendar, "card": read_cards}


def main():
    for line in sys.stdin:
        job = json.loads(line)
        answer = {"path": job["path"]}
        try:
            with open(job["path"], "rb") as file, contextlib.redirect_stdout(io.StringIO()):
                answer["read"] = READERS[job["format"]](file.read())
        except Exception as error:
            answer["error"] = f"{type(error).__name__}: {error}"[:200]
        sys.stdout.write(json.dumps(answer) + "\n")


main()
