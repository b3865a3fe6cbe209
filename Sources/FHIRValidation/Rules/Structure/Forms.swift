package import FHIRFindings
import FHIRSchema
import FHIRTape

/// The rules of the JSON forms of values: the walk compares a form with that of the element, and so one table.
extension Rule {
  package static let emptyArray = Rule(
    "structure/empty-array", .error, .structure, summary: "an array is empty",
    checks: "An array has at least one item. An element that does not occur is left out, together with its array.",
    matters: """
      Readers differ on whether an empty list means "none" or "not stated", which for allergies is a clinical \
      difference. FHIR gives it no meaning and forbids it.
      """,
    bad: """
      {
        "resourceType": "Patient",
        "name": []
      }
      """,
    good: #"{ "resourceType": "Patient" }"#, specification: "https://hl7.org/fhir/DSTU2/json.html")

  package static let expectedArray = Rule(
    "structure/expected-array", .error, .structure, summary: "an element that may repeat is not an array",
    checks: """
      An element that may occur more than once is an array, even when it occurs only once. The same goes for the `_` \
      sibling of a repeating primitive.
      """,
    matters: """
      Converters from XML, which has no arrays, produce this fault. `HumanName.family` is a common case: it repeats in \
      DSTU2, and is a single string in R4.
      """,
    form: .resource("Patient"), bad: #""name": [{ "family": "Chalmers" }]"#,
    good: #""name": [{ "family": ["Chalmers"] }]"#, specification: "https://hl7.org/fhir/DSTU2/json.html")

  package static let misplacedNull = Rule(
    "structure/misplaced-null", .error, .structure, summary: "null is where it is not allowed",
    checks: """
      A null has one use in FHIR: in the array of a repeating primitive, or in its `_` sibling, it keeps the two \
      arrays aligned where one of them has no item. Everywhere else an element without a value is left out.
      """,
    matters: """
      Programs that write every field of a class produce nulls. A reader cannot tell whether the value is unknown, \
      withheld or not recorded; FHIR has extensions and reasons for these.
      """,
    bad: """
      {
        "resourceType": "Patient",
        "birthDate": null
      }
      """,
    good: #"{ "resourceType": "Patient" }"#, specification: "https://hl7.org/fhir/DSTU2/json.html")

  package static let misplacedSibling = Rule(
    "structure/misplaced-sibling", .error, .structure, summary: "an underscore key belongs to no primitive element",
    checks: """
      A key that begins with `_` carries the id and the extensions of the primitive element whose name follows. It is \
      reported when that element is complex, and so has them itself, and when it can have neither: the `id` of an \
      element and the `url` of an extension are attributes in XML, and the `div` of a narrative is XHTML. In DSTU2 the \
      `id` of a resource is a normal element; in R4 it is a plain string of FHIRPath, which cannot be extended.
      """,
    matters: """
      The content of such a key belongs to no element, so readers drop it. For a complex element write `id` and \
      `extension` in the element itself.
      """,
    form: .observation(of: "Glucose"),
    bad: """
      "category": { "text": "Laboratory" },
      "_category": { "id": "c1" }
      """,
    good: #""category": { "id": "c1", "text": "Laboratory" }"#, specification: "https://hl7.org/fhir/DSTU2/json.html")

  package static let notAnObject = Rule(
    "structure/not-an-object", .error, .structure, summary: "a record is not an object",
    checks: """
      A record is a JSON object: the top-level value itself, each item of a top-level array, or the value on each line \
      of NDJSON. A string, number, boolean, null or nested array in such a place is reported and not read further.
      """,
    matters: """
      Only an object can have a `resourceType`, so nothing else can be a resource. The usual cause is a record that \
      was serialised twice and arrives as one long string.
      """,
    example: """
      [
        { "resourceType": "Patient", "id": "a" },
        ~
      ]
      """,
    bad: #""Patient/b""#, good: #"{ "resourceType": "Patient", "id": "b" }"#,
    specification: "https://hl7.org/fhir/DSTU2/json.html")

  package static let siblingLength = Rule(
    "structure/sibling-length", .error, .structure, summary: "an array and its underscore sibling differ in length",
    checks: """
      The array of a repeating primitive and the array under the same name with `_` in front have the same number of \
      items, as items belong together by position. A null fills the place where one of them has no item.
      """,
    matters: """
      With unequal lengths it is unknown to which value an extension belongs. A qualifier such as "maiden name" may be \
      applied to the wrong part of a name.
      """,
    form: .resource("Patient"),
    example: """
      "name": [
        {
          "given": ["Peter", "James"],
          "_given": [{ "id": "g1" }~]
        }
      ]
      """,
    bad: "", good: ", null", specification: "https://hl7.org/fhir/DSTU2/json.html")

  package static let unexpectedArray = Rule(
    "structure/unexpected-array", .error, .structure, summary: "an element that does not repeat is an array",
    checks: "An element whose maximum is one is a single value, never an array, not even one with a single item.",
    matters: """
      This is the most common sign of R4 content labelled as DSTU2: `Observation.category` and `Condition.category` \
      are single objects in DSTU2 and arrays in R4. In R4, `HumanName.family` is one string. A typed decoder refuses \
      the whole record.
      """,
    form: .resource("Observation"),
    example: """
      "status": "final",
      "category": ~,
      "code": { "text": "Glucose" }
      """,
    bad: #"[{ "text": "Laboratory" }]"#, good: #"{ "text": "Laboratory" }"#,
    specification: "https://hl7.org/fhir/DSTU2/json.html")

  package static let wrongKind = Rule(
    "structure/wrong-kind", .error, .structure, summary: "a value has the wrong JSON type",
    checks: """
      Each element has the JSON type that its FHIR type requires: an object for complex types and references, true or \
      false for boolean, a number for decimal and the integer types, a string for every other primitive. The content \
      is checked only when the JSON type is right.
      """,
    matters: """
      Typed decoders refuse a number or the word "true" in quotes, and lenient ones sort it wrongly. The record seems \
      to have a result, but programs find none.
      """,
    form: .resource("Patient"), bad: #""active": "true""#, good: #""active": true"#,
    specification: "https://hl7.org/fhir/DSTU2/json.html")
}

extension RecordCursor {
  @inline(never) mutating func reportEmptyArray(_ value: TapeIndex, _ member: MemberID, isSibling: Bool = false) {
    report(.emptyArray, at: tape.range(value), path: .member(member, isSibling: isSibling)) {
      "expected at least one item in '\($0.schema.nameBytes(of: member))', found []"
    }
  }

  @inline(never) mutating func reportExpectedArray(_ value: TapeIndex, _ member: MemberID, isSibling: Bool = false) {
    if drops(.expectedArray) { return }
    report(
      .expectedArray, at: headRange(value), path: .member(member, isSibling: isSibling),
      "expected an array, since '\(schema.nameBytes(of: member))' may repeat, found \(tape.description(of: value))")
  }

  @inline(never) mutating func reportNull(_ value: TapeIndex, _ member: MemberID, index: Int, isSibling: Bool = false) {
    if drops(.misplacedNull) { return }
    let name = schema.name(of: member)
    let expected =
      if index < 0 {
        "a value or no '\(name)' at all"
      } else if !members[member].kind.isPrimitive {
        "an object in '\(name)'"
      } else {
        "a value, or something beside it in '\(isSibling ? "" : "_")\(name)'"
      }
    report(
      .misplacedNull, at: tape.range(value), path: .member(member, index: index, isSibling: isSibling),
      "expected \(expected), found null")
  }

  @inline(never) mutating func reportMisplacedSibling(_ key: TapeIndex, _ member: MemberID) {
    if drops(.misplacedSibling) { return }
    let name = schema.nameBytes(of: member)
    let reason: StaticString =
      switch members[member].kind {
      case .resourceType, .comments: "no element"
      case .xhtml: "XHTML and has no extensions"
      case let kind where kind.isPrimitive: "a plain value with neither id nor extensions"
      default: "complex and holds its id and extensions itself"
      }
    report(
      .misplacedSibling, at: tape.range(key), path: .key(tape.string(key)),
      "expected '_\(name)' only beside a primitive element, found it beside '\(name)', which is \(reason)")
  }

  @inline(never) mutating func reportNotAnObject(_ value: TapeIndex) {
    report(.notAnObject, at: headRange(value), path: .element) {
      "expected a resource, an object with a 'resourceType', found \($0.tape.description(of: value))"
    }
  }

  @inline(never) mutating func reportSiblingLength(_ key: TapeIndex, _ member: MemberID, values: Int, siblings: Int) {
    let name = schema.nameBytes(of: member)
    report(.siblingLength, at: headRange(key.value), path: .member(member, isSibling: true)) { _ in
      "expected as many items in '_\(name)' as in '\(name)', \(values), found \(siblings)"
    }
  }

  @inline(never) mutating func reportUnexpectedArray(_ value: TapeIndex, _ member: MemberID, isSibling: Bool = false) {
    report(.unexpectedArray, at: headRange(value), path: .member(member, isSibling: isSibling)) {
      "expected one value, since '\($0.schema.nameBytes(of: member))' does not repeat, found an array"
    }
  }

  /// Reports a value that has not the JSON form of its member: a null, an array of a single value, or another kind.
  @inline(never) mutating func reportOtherForm(_ value: TapeIndex, _ member: MemberID, index: Int) {
    switch tape.tag(value) {
    case .null: reportNull(value, member, index: index)
    case .array where index < 0: reportUnexpectedArray(value, member)
    default: reportWrongKind(value, member, index: index)
    }
  }

  @inline(never) mutating func reportWrongKind(_ value: TapeIndex, _ member: MemberID, index: Int) {
    if drops(.wrongKind) { return }
    let type = schema.typeNames[Int(members[member].type)]
    let expected =
      switch members[member].kind {
      case .complex: "an object of type \(type.contains(".") ? "BackboneElement" : type)"
      case .resource: "a resource, an object with a 'resourceType'"
      case .comments: "a string"
      case .boolean: "true or false"
      case .integer, .unsignedInt, .positiveInt, .decimal, .scientificDecimal: "a number of type \(type)"
      default: type == "string" ? "a string" : "a string of type \(type)"
      }
    reportKind(value, expected, path: .member(member, index: index))
  }

  @inline(never) mutating func reportSiblingKind(_ value: TapeIndex, _ member: MemberID, index: Int) {
    reportKind(
      value, "an object with the id or extensions of '\(schema.name(of: member))'",
      path: .member(member, index: index, isSibling: true))
  }

  @inline(never) mutating func reportResourceTypeKind(_ value: TapeIndex) {
    reportKind(value, "a string that names a resource type", path: .child("resourceType"))
  }

  private mutating func reportKind(_ value: TapeIndex, _ expected: String, path: FindingPath) {
    if drops(.wrongKind) { return }
    let kind = tape.description(of: value)
    let found = tape.isContainer(value) || kind == "null" ? kind : "the \(kind.dropFirst(2)) \(tape.excerpt(value))"
    report(.wrongKind, at: headRange(value), path: path, "expected \(expected), found \(found)")
  }
}
