"""A separate implementation of the columns of ``fhircheck records``, by the article ``records-format``."""

import json


class Number(str):
    """The digits of a number."""


def load(text):
    return json.loads(text, parse_float=Number, parse_int=Number)


def text(value):
    """A text that is not empty."""
    return value if isinstance(value, str) and not isinstance(value, Number) and value != "" else None


def listed(value):
    return value if isinstance(value, list) else [] if value is None else [value]


def member(value, name):
    return value.get(name) if isinstance(value, dict) else None


class Concept:
    """A CodeableConcept, a Coding or a code."""

    def __init__(self, value):
        self.codings, self.text = [], None
        if isinstance(value, dict):
            self.codings = [item for item in listed(value.get("coding")) if isinstance(item, dict)]
            self.text = text(value.get("text"))
            if not self.codings and not self.text:
                # A Coding instead of a concept.
                self.codings = [value]
        elif text(value):
            self.codings = [{"code": value}]
        self.coding = next((item for item in self.codings if text(item.get("code"))), None)
        self.code = text(member(self.coding, "code"))
        self.system = text(member(self.coding, "system"))
        self.display = self.text or next((d for item in self.codings if (d := text(item.get("display")))), None)
        self.shown = self.code or self.display


# The elements for the columns of each type, as in the article; other types have those of None.
MEDICATION_CODE = ["medicationCodeableConcept", "medicationReference"]
PLACES = {
    None: {"code": ["code"], "status": ["status"], "category": ["category"], "patient": ["subject", "patient"]},
    "AllergyIntolerance": {
        "code": ["substance", "code"], "status": ["clinicalStatus", "status"],
        "start": ["onset", "onsetDateTime", "onsetPeriod.start"], "end": ["onsetPeriod.end"],
        "issued": ["recordedDate"],
    },
    "Condition": {
        "status": ["clinicalStatus"], "start": ["onsetDateTime", "onsetPeriod.start"],
        "end": ["abatementDateTime", "abatementPeriod.end"], "issued": ["dateRecorded", "recordedDate"],
    },
    "Coverage": {
        "code": ["type"], "category": [], "patient": ["beneficiary"], "start": ["period.start"],
        "end": ["period.end"],
    },
    "DiagnosticReport": {
        "start": ["effectiveDateTime", "effectivePeriod.start"], "end": ["effectivePeriod.end"], "issued": ["issued"],
    },
    "DocumentReference": {
        "code": ["type"], "category": ["class", "category"], "start": ["context.period.start"],
        "end": ["context.period.end"], "issued": ["indexed", "date"],
    },
    "Immunization": {
        "code": ["vaccineCode"], "category": [], "start": ["date", "occurrenceDateTime"], "issued": ["recorded"],
    },
    "MedicationDispense": {"code": MEDICATION_CODE, "start": ["whenHandedOver", "whenPrepared"]},
    "MedicationOrder": {"code": MEDICATION_CODE, "end": ["dateEnded"], "issued": ["dateWritten", "authoredOn"]},
    "MedicationRequest": {"code": MEDICATION_CODE, "end": ["dateEnded"], "issued": ["dateWritten", "authoredOn"]},
    "MedicationStatement": {
        "code": MEDICATION_CODE, "start": ["effectiveDateTime", "effectivePeriod.start"],
        "end": ["effectivePeriod.end"], "issued": ["dateAsserted"],
    },
    "Observation": {
        "start": ["effectiveDateTime", "effectiveInstant", "effectivePeriod.start"], "end": ["effectivePeriod.end"],
        "issued": ["issued"],
    },
    "Procedure": {"start": ["performedDateTime", "performedPeriod.start"], "end": ["performedPeriod.end"]},
}


def found(record, column):
    """The values in the places of a column, in their order."""
    for place in {**PLACES[None], **PLACES.get(record.get("resourceType"), {})}.get(column, []):
        values = [record]
        for name in place.split("."):
            values = [item for value in values for item in listed(member(value, name))]
        yield from values


def first(values):
    return next((value for value in values if value), None)


MEDICATION = {
    "MedicationOrder": "order", "MedicationRequest": "request", "MedicationStatement": "statement",
    "MedicationDispense": "dispense",
}


def quantity(value):
    number = member(value, "value")
    return str(number) if isinstance(number, Number) else None


def pair(one, between, other):
    return None if one is None and other is None else (one or "") + between + (other or "")


def value_of(item):
    """The kind of a value, and the value as text."""
    for name, value in item.items():
        kind = name.removeprefix("value")
        if kind == name or not kind[:1].isupper():
            continue
        if kind == "Quantity":
            return kind, quantity(value)
        if kind == "CodeableConcept":
            concept = Concept(value)
            return kind, concept.display or concept.code
        if kind in ("String", "Time"):
            return kind.lower(), text(value)
        if kind == "DateTime":
            return "dateTime", text(value)
        if kind == "Boolean":
            return "boolean", str(value).lower()
        if kind == "Integer":
            return "integer", str(value)
        if kind == "Range":
            return kind, pair(quantity(value.get("low")), " - ", quantity(value.get("high")))
        if kind == "Ratio":
            return kind, pair(quantity(value.get("numerator")), ":", quantity(value.get("denominator")))
        if kind == "Period":
            return kind, pair(text(value.get("start")), "/", text(value.get("end")))
        if kind == "SampledData":
            return kind, text(value.get("data"))
        if kind == "Attachment":
            return kind, text(value.get("title")) or text(value.get("url"))
    return None, None


def unit_of(item):
    value = member(item, "valueQuantity")
    return text(member(value, "unit")) or text(member(value, "code"))


def joined(values):
    values = [value for value in values if value]
    return "|".join(values) or None


def medications(value):
    """The concepts of the Medications in a Bundle, by what references call them."""
    named = {}
    for entry in listed(member(value, "entry")):
        resource = member(entry, "resource")
        if member(resource, "resourceType") == "Medication" and resource.get("code"):
            for name in (text(entry.get("fullUrl")), "Medication/" + str(resource.get("id"))):
                if name:
                    named[name] = resource["code"]
    return named


def row(record, bundled={}):
    """The cells of a record that depend only on its JSON, and on the Medications of its Bundle."""
    type = record.get("resourceType")
    meta = member(record, "meta")
    cells = {
        "resourceType": type, "id": text(record.get("id")), "versionId": text(member(meta, "versionId")),
        "lastUpdated": text(member(meta, "lastUpdated")), "medicationType": MEDICATION.get(type),
        "patient": first(text(member(value, "reference")) for value in found(record, "patient")),
        "status": first(Concept(value).shown for value in found(record, "status")),
        "category": joined(Concept(value).shown for value in found(record, "category")),
    }
    about = next((c for value in found(record, "code") if (c := concept_of(value, record, bundled)).shown), Concept(None))
    cells |= {"code": about.shown, "system": about.system, "display": about.display}
    cells |= {name: first(text(value) for value in found(record, name)) for name in ("start", "end", "issued")}
    if type == "Observation":
        cells |= measurement(record)
    return {name: cell for name, cell in cells.items() if cell is not None}


def concept_of(value, record, bundled):
    """A concept, or that of the contained or bundled medication that a reference names, or its display."""
    reference = text(member(value, "reference"))
    if not reference:
        return Concept(value)
    for contained in listed(record.get("contained")):
        if reference == "#" + str(contained.get("id")) and contained.get("code"):
            return Concept(contained["code"])
    if reference in bundled:
        return Concept(bundled[reference])
    return Concept({"text": member(value, "display")})


def measurement(record):
    kind, value = value_of(record)
    cells = {"valueType": kind, "value": value}
    cells["comparator"] = text(member(record.get("valueQuantity"), "comparator"))
    cells["unit"] = unit_of(record)
    ranges = listed(record.get("referenceRange"))
    if ranges:
        low, high = quantity(ranges[0].get("low")), quantity(ranges[0].get("high"))
        cells["rangeLow"], cells["rangeHigh"] = low, high
        shown = f"{low} - {high}" if low and high else f">= {low}" if low else f"<= {high}" if high else None
        cells["range"] = text(ranges[0].get("text")) or shown
    cells["interpretation"] = joined(Concept(value).shown for value in listed(record.get("interpretation")))
    parts = []
    for part in listed(record.get("component")):
        unit = unit_of(part)
        name, value = Concept(part.get("code")).shown or "", value_of(part)[1] or ""
        parts.append(f"{name}={value} {unit}" if unit else f"{name}={value}")
    cells["components"] = joined(parts)
    return cells


def records(value):
    """The records of a text, in their order: the entries of Bundles instead of the Bundles."""
    if isinstance(value, list):
        for item in value:
            yield from records(item)
    elif isinstance(value, dict) and value.get("resourceType") == "Bundle" and value.get("entry"):
        for entry in listed(value["entry"]):
            for name, part in entry.items():
                if name in ("resource", "response"):
                    yield from records(part if name == "resource" else part.get("outcome"))
    elif isinstance(value, dict):
        yield value
