import FHIRFindings
import FHIRProfiles
import FHIRSchema
import FHIRTestSupport
import FHIRSupport
import FHIRValidation
import Testing

/// What waits for a definition, a value set or a target that is not available is counted: it is no fault, and the
/// profile is not met. What does not depend on it is decided.
struct UndecidedTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let elements: String
    let record: String
    /// The findings, and what was not judged.
    let findings: [String]
    let waits: [ByteText: Int]
    var others: [String] = []

    init(
      _ name: String, _ elements: String, _ record: String, findings: [String] = [], waits: [ByteText: Int] = [:],
      others: [String] = []
    ) {
      (testDescription, self.elements, self.record) = (name, elements, record)
      (self.findings, self.waits, self.others) = (findings, waits, others)
    }
  }

  static let unknown = "http://example.org/ValueSet/none"
  private static let waits: [ByteText: Int] = ["value set http://example.org/ValueSet/none": 1]
  static let rest = #""status": "final", "code": { "text": "a" }"#

  /// A record with categories of these codes in the system of the tests.
  static func categories(_ codes: String...) -> String {
    let all = codes.map { #"{ "coding": [{ "system": "http://example.org/s", "code": "\#($0)" }] }"# }
    return "\(rest), \"category\": [\(all.joined(separator: ", "))]"
  }

  /// A slicing of categories into one slice told by a value set, and others.
  static func slices(_ count: String, rules: String = "open", set: String = unknown, more: String = "")
    -> String
  {
    """
    { "path": "Observation.category",
      "slicing": { "discriminator": [{ "type": "value", "path": "$this" }], "rules": "\(rules)" } },
    { "path": "Observation.category", "sliceName": "a", \(count),
      "binding": { "strength": "required", "valueSet": "\(set)" } }\(more)
    """
  }

  private static let patterned = """
    , { "path": "Observation.category", "sliceName": "b", "min": 0,
        "patternCodeableConcept": { "coding": [{ "system": "http://example.org/s", "code": "b" }] } }
    """

  private static let slicing = [
    Case("a slice that must be there", slices(#""min": 1"#), categories("x"), waits: waits),
    Case("two that must be there", slices(#""min": 2"#), categories("x", "y"), waits: waits.mapValues { $0 * 2 }),
    Case(
      "two that must be there, and only one can be", slices(#""min": 2"#), categories("x"),
      findings: ["missing-slice Observation.category"], waits: waits),
    Case(
      "none that could be in it", slices(#""min": 1"#), rest, findings: ["missing-slice Observation.category"]),
    Case("a slice that must not be there", slices(#""max": "0""#), categories("x"), waits: waits),
    Case("a closed slicing", slices(#""min": 0"#, rules: "closed"), categories("x"), waits: waits),
    Case(
      "a value that is surely in another slice", slices(#""min": 0"#, rules: "closed", more: patterned),
      categories("b")),
    Case(
      "a value that is surely in another slice leaves none for the first",
      slices(#""min": 1"#, more: patterned), categories("b"), findings: ["missing-slice Observation.category"]),
    Case(
      "a value that fits two slices", slices(#""min": 1"#, set: "http://example.org/ValueSet/known", more: patterned),
      categories("b"), waits: ["slices of values that fit several": 1],
      others: [valueSet("known", #"{ "system": "http://example.org/s", "concept": [{ "code": "b" }] }"#)]),
    Case(
      "a value that may be in a narrower slice",
      """
      { "path": "Observation.category", "slicing": { "rules": "closed", "discriminator": [
        { "type": "value", "path": "text" }, { "type": "value", "path": "coding" }] } },
      { "id": "Observation.category:a", "path": "Observation.category", "sliceName": "a" },
      { "id": "Observation.category:a.text", "path": "Observation.category.text", "fixedString": "a" },
      { "id": "Observation.category:b", "path": "Observation.category", "sliceName": "b", "min": 1 },
      { "id": "Observation.category:b.text", "path": "Observation.category.text", "fixedString": "a" },
      { "id": "Observation.category:b.coding", "path": "Observation.category.coding",
        "binding": { "strength": "required", "valueSet": "\(unknown)" } }
      """, "\(rest), \"category\": [{ \"coding\": [{ \"system\": \"urn:s\", \"code\": \"x\" }], \"text\": \"a\" }]",
      waits: waits),
    Case(
      "a set that imports an unknown one", slices(#""min": 1"#, set: "http://example.org/ValueSet/imports"),
      categories("x"), waits: ["value set http://example.org/ValueSet/imports": 1],
      others: [valueSet("imports", #"{ "valueSet": ["\#(unknown)"] }"#)]),
    Case(
      "a code that such a set has in any case", slices(#""min": 1"#, set: "http://example.org/ValueSet/imports"),
      categories("b"),
      others: [
        valueSet(
          "imports",
          #"{ "valueSet": ["\#(unknown)"] }, { "system": "http://example.org/s", "concept": [{ "code": "b" }] }"#)
      ]),
    Case(
      "a set that also has to be in an unknown one", slices(#""min": 1"#, set: "http://example.org/ValueSet/both"),
      categories("b"), waits: ["value set http://example.org/ValueSet/both": 1],
      others: [
        valueSet(
          "both",
          #"{ "system": "http://example.org/s", "concept": [{ "code": "b" }], "valueSet": ["\#(unknown)"] }"#)
      ]),
    Case(
      "a set without the codes of an unknown one", slices(#""min": 1"#, set: "http://example.org/ValueSet/less"),
      categories("b"), waits: ["value set http://example.org/ValueSet/less": 1],
      others: [
        valueSet(
          "less", #"{ "system": "http://example.org/s", "concept": [{ "code": "b" }] }"#,
          excluding: #"{ "valueSet": ["\#(unknown)"] }"#)
      ]),
    Case(
      "a set of a hierarchy whose system is not there", slices(#""min": 1"#, set: "http://example.org/ValueSet/below"),
      categories("b"), waits: ["value set http://example.org/ValueSet/below": 1],
      others: [
        valueSet(
          "below",
          #"{ "system": "http://example.org/s", "filter": [{ "property": "concept", "op": "is-a", "value": "a" }] }"#)
      ]),
  ]

  private static let restricted = #""parameter": [{ "name": "activeOnly", "valueBoolean": true }]"#
  private static let pages: [Case] =
    [
      #""total": 9"#, #""offset": 1000"#, #""parameter": [{ "name": "count", "valueInteger": 1 }]"#,
      #""parameter": [{ "name": "offset", "valueInteger": 1 }]"#, restricted,
      #""parameter": [{ "name": "exclude-system", "valueUri": "http://example.org/other" }]"#,
    ].map {
      Case(
        "a set that is cut off by \($0)", slices(#""min": 1"#, set: "http://example.org/ValueSet/cut"), categories("b"),
        waits: ["value set http://example.org/ValueSet/cut": 1], others: [expansion($0)])
    }
    + [
      Case(
        "a page with all", slices(#""min": 1"#, set: "http://example.org/ValueSet/cut"), categories("b"),
        findings: ["missing-slice Observation.category"],
        others: [expansion(#""total": 1, "offset": 0, "parameter": [{ "name": "count", "valueInteger": 1 }]"#)]),
      Case(
        "a page with retired codes", slices(#""min": 1"#, set: "http://example.org/ValueSet/cut"), categories("b"),
        findings: ["missing-slice Observation.category"],
        others: [expansion(restricted.replacing("true", with: "false"))]),
      Case(
        "a page without codes that the set lists", slices(#""min": 1"#, set: "http://example.org/ValueSet/cut"),
        categories("b"),
        others: [expansion(restricted, of: #"{ "system": "http://example.org/s", "concept": [{ "code": "b" }] }"#)]),
      Case(
        "a page of a set of which nothing else is known", slices(#""min": 1"#, set: "http://example.org/ValueSet/cut"),
        categories("a"), others: [expansion(restricted, of: #"{ "valueSet": ["\#(unknown)"] }"#)]),
    ]

  private static func expansion(_ members: String, of includes: String = "") -> String {
    #"""
    { "resourceType": "ValueSet", "url": "http://example.org/ValueSet/cut", "compose": { "include": [\#(includes)] },
      "expansion": { \#(members), "contains": [{ "system": "http://example.org/s", "code": "a" }] } }
    """#
  }

  static func valueSet(_ name: String, _ includes: String, excluding: String = "") -> String {
    let excludes = excluding.isEmpty ? "" : ", \"exclude\": [\(excluding)]"
    return #"""
      { "resourceType": "ValueSet", "url": "http://example.org/ValueSet/\#(name)",
        "compose": { "include": [\#(includes)]\#(excludes) } }
      """#
  }

  private static func constraint(_ expression: String) -> String {
    """
    { "path": "Observation", "constraint": [{ "key": "a", "severity": "error", "human": "a",
      "expression": "\(expression)" }] }
    """
  }

  private static let member = "category.exists(memberOf('\(unknown)'))"
  private static let constraints = [
    Case("a code of an unknown set", constraint(member), categories("x"), waits: waits),
    Case("none of an unknown set", constraint("\(member).not()"), categories("x"), waits: waits),
    Case(
      "false and undecided", constraint("false and \(member)"), categories("x"), findings: ["constraint Observation"]),
    Case(
      "undecided and false", constraint("\(member) and false"), categories("x"), findings: ["constraint Observation"]),
    Case("true or undecided", constraint("\(member) or status = 'final'"), categories("x")),
    Case("undecided either way", constraint("\(member) or \(member).not()"), categories("x"), waits: waits),
    Case("all of some", constraint("category.all(memberOf('\(unknown)') or coding.exists())"), categories("x", "y")),
    Case(
      "an unknown profile", constraint("conformsTo('http://example.org/none')"), rest,
      waits: ["definition http://example.org/none": 1]),
    Case(
      "a profile that does not matter", constraint("status = 'final' or conformsTo('http://example.org/none')"), rest),
    Case(
      "a profile that waits for a set", constraint("conformsTo('http://example.org/q')"), categories("x"),
      waits: waits, others: [ProfileCase.definition("http://example.org/q", slices(#""min": 1"#), of: "Observation")]),
    Case(
      "a profile that is broken in any case", constraint("conformsTo('http://example.org/q')"), categories("x"),
      findings: ["constraint Observation"],
      others: [
        ProfileCase.definition(
          "http://example.org/q", slices(#""min": 1"#) + #", { "path": "Observation.issued", "min": 1 }"#,
          of: "Observation")
      ]),
  ]

  private static let away: [ByteText: Int] = ["targets of references that profiles ask for": 1]
  private static let subject = #"\#(rest), "subject": { "reference": "Patient/1" }"#
  private static let identified = #"\#(rest), "subject": { "identifier": { "value": "1" } }"#
  private static let practitioners = #"""
    { "path": "Observation.performer",
      "slicing": { "discriminator": [{ "type": "profile", "path": "resolve()" }], "rules": "closed" } },
    { "path": "Observation.performer", "sliceName": "a", "min": 1,
      "type": [{ "code": "Reference", "targetProfile": ["http://hl7.org/fhir/StructureDefinition/Practitioner"] }] }
    """#
  private static let targets = [
    Case("a target elsewhere", constraint("subject.resolve().active = true"), subject, waits: away),
    Case("a target that only an identifier names", constraint("subject.resolve().exists()"), identified, waits: away),
    Case("no reference", constraint("subject.resolve().exists()"), rest, findings: ["constraint Observation"]),
    Case(
      "a target elsewhere that need not be looked at", constraint("subject.resolve().active or status = 'final'"),
      subject),
    Case(
      "false and a target elsewhere", constraint("subject.resolve().active and status = 'x'"), subject,
      findings: ["constraint Observation"]),
    Case(
      "a target that is not contained", constraint("subject.resolve().exists()"),
      ##"\##(rest), "subject": { "reference": "#a" }"##, findings: ["constraint Observation"]),
    Case(
      "a slice told by a target that only an identifier names", practitioners,
      #"\#(rest), "performer": [{ "identifier": { "value": "1" } }]"#, waits: away),
    Case(
      "a slice told by the type that a reference states", practitioners,
      #"\#(rest), "performer": [{ "type": "Organization", "display": "a" }]"#,
      findings: ["missing-slice Observation.performer", "not-in-a-slice Observation.performer[0]"]),
  ]

  private static func bound(_ path: String, to set: String = unknown) -> String {
    #"{ "path": "Observation.\#(path)", "binding": { "strength": "required", "valueSet": "\#(set)" } }"#
  }

  static let reason = "http://hl7.org/fhir/StructureDefinition/data-absent-reason"

  /// What no value set has is a fault, whether the set is there or not: no code, and a code without a system.
  private static let bindings = [
    Case("a code of a set that is not there", bound("category"), categories("x"), waits: waits),
    Case("a text alone", bound("code"), rest, findings: ["outside-value-set Observation.code"]),
    Case(
      "a display alone", bound("method"), #"\#(rest), "method": { "coding": [{ "display": "a" }] }"#,
      findings: ["outside-value-set Observation.method"]),
    Case(
      "a code without a system", bound("method"), #"\#(rest), "method": { "coding": [{ "code": "a" }] }"#,
      findings: ["outside-value-set Observation.method"]),
    Case(
      "a code without a system, of a set with an unknown part", bound("method", to: "http://example.org/ValueSet/open"),
      #"\#(rest), "method": { "coding": [{ "code": "a" }] }"#,
      findings: ["outside-value-set Observation.method.coding[0].code"],
      others: [valueSet("open", #"{ "valueSet": ["\#(unknown)"] }"#)]),
    Case(
      "a quantity without a code", bound("value[x]"), #"\#(rest), "valueQuantity": { "value": 1 }"#,
      findings: ["outside-value-set Observation.value.ofType(Quantity)"]),
    Case("a range has no code", bound("value[x]"), #"\#(rest), "valueRange": { "low": { "value": 1 } }"#),
    Case(
      "only why there is none", bound("method"),
      #"\#(rest), "method": { "id": "a", "extension": [{ "url": "\#(reason)", "valueCode": "unknown" }] }"#),
  ]

  /// Bindings beside that of an element: those that demand something, and are not for all values, are counted.
  private static func additional(
    _ purpose: String, _ more: String = "", set: String = unknown,
    url: String = "http://hl7.org/fhir/tools/StructureDefinition/additional-binding"
  ) -> String {
    let parts =
      #"{ "url": "purpose", "valueCode": "\#(purpose)" }, { "url": "valueSet", "valueCanonical": "\#(set)" }\#(more)"#
    return #"""
      { "path": "Observation.code",
        "binding": { "strength": "example", "extension": [{ "url": "\#(url)", "extension": [\#(parts)] }] } }
      """#
  }

  private static let unjudged: [ByteText: Int] = [
    "extension http://hl7.org/fhir/StructureDefinition/elementdefinition-additional-binding": 1
  ]
  private static let usage = #", { "url": "usage", "valueUsageContext": { "code": { "code": "venue" } } }"#

  /// A record whose code is of the system of the value sets of the tests.
  private static func coded(_ code: String) -> String {
    #""status": "final", "code": { "coding": [{ "system": "http://example.org/s", "code": "\#(code)" }] }"#
  }

  private static let listed = "http://example.org/ValueSet/listed"
  private static let listing = valueSet(
    "listed", #"{ "system": "http://example.org/s", "concept": [{ "code": "a" }] }"#)

  private static let beside =
    ["required", "maximum"].flatMap { purpose in
      [
        Case("one more binding of a set that is not there: \(purpose)", additional(purpose), coded("a"), waits: waits),
        Case(
          "one more binding: \(purpose)", additional(purpose, set: listed), coded("b"),
          findings: ["outside-value-set Observation.code.coding[0].code"], others: [listing]),
        Case(
          "one more binding that is met: \(purpose)", additional(purpose, set: listed), coded("a"), others: [listing]),
        Case("one for some values: \(purpose)", additional(purpose, usage), coded("b"), waits: unjudged),
        Case(
          "one for one value: \(purpose)", additional(purpose, #", { "url": "any", "valueBoolean": true }"#),
          coded("b"),
          waits: unjudged),
      ]
    } + [
      Case(
        "one under the other name",
        additional(
          "required", set: listed,
          url: "http://hl7.org/fhir/StructureDefinition/elementdefinition-additional-binding"), coded("b"),
        findings: ["outside-value-set Observation.code.coding[0].code"], others: [listing]),
      Case(
        "one that may be extended", additional("extensible", set: listed), coded("b"),
        findings: ["outside-extensible-value-set Observation.code.coding[0].code"], others: [listing]),
      Case(
        "in the later form",
        #"""
        { "path": "Observation.code", "binding": { "strength": "example", "additional": [
          { "purpose": "required", "valueSet": "\#(listed)" }, { "purpose": "current", "valueSet": "\#(listed)" }] } }
        """#, coded("b"), findings: ["outside-value-set Observation.code.coding[0].code"], waits: unjudged,
        others: [listing]),
      Case("one with the fewest codes", additional("minimum"), coded("b"), waits: unjudged),
      Case("one that only proposes", additional("candidate"), rest),
    ]

  private static func subjects(_ urls: String...) -> String {
    let targets = urls.map { "\"\($0)\"" }.joined(separator: ", ")
    return #"{ "path": "Observation.subject", "type": [{ "code": "Reference", "targetProfile": [\#(targets)] }] }"#
  }

  private static let patients = ProfileCase.definition(
    "http://example.org/pt", #"{ "path": "Patient.birthDate", "min": 1 }"#, of: "Patient")

  /// Targets elsewhere that have to meet a profile, unless their type says enough.
  private static let profiledTargets = [
    Case("by an address", subjects("http://example.org/pt"), subject, waits: away, others: [patients]),
    Case("by an identifier", subjects("http://example.org/pt"), identified, waits: away, others: [patients]),
    Case(
      "by an identifier and a type", subjects("http://example.org/pt"),
      #"\#(rest), "subject": { "type": "Patient", "identifier": { "value": "1" } }"#, waits: away, others: [patients]),
    Case(
      "by a display, which names none", subjects("http://example.org/pt"), #"\#(rest), "subject": { "display": "a" }"#,
      others: [patients]),
    Case(
      "of another type", subjects("http://example.org/pt"), group, findings: ["wrong-target Observation.subject"],
      others: [patients]),
    Case(
      "of a type without a profile", subjects("http://example.org/pt", "http://hl7.org/fhir/StructureDefinition/Group"),
      group, others: [patients]),
  ]

  private static let absent: [ByteText: Int] = ["definition http://example.org/none": 1]
  private static let group = #"\#(rest), "subject": { "reference": "Group/1" }"#

  /// Targets elsewhere, of which the type is known, by profiles that are not there.
  private static let absentTargets = [
    Case("of a profile that is not there", subjects("http://example.org/none"), group, waits: absent),
    Case(
      "that states its type", subjects("http://example.org/none"),
      #"\#(rest), "subject": { "type": "Group", "display": "a" }"#, waits: absent),
    Case(
      "that is none of a type, either",
      subjects("http://hl7.org/fhir/StructureDefinition/Patient", "http://example.org/none"), group, waits: absent),
    Case(
      "that is of a type", subjects("http://hl7.org/fhir/StructureDefinition/Group", "http://example.org/none"), group),
  ]

  private static let all = [
    slicing, wholeSystems, pages, constraints, targets, limits, bounds, bindings, beside, absentTargets,
  ].flatMap(\.self)

  @Test(arguments: all) func isCounted(test: Case) throws {
    let profile = ProfileCase(test.elements, of: "Observation", others: test.others)
    let result = profile.validator.validate(Array(profile.record(test.record).utf8))
    let found = result.findings.filter { $0.rule.group == "profile" }
      .map { "\($0.rule.rawValue.dropFirst("profile/".count)) \($0.path)" }
    #expect(found.sorted() == test.findings.sorted())
    #expect(result.tally.notChecked.filter { $0.key != "existence of reference targets" } == test.waits)
    var counts = ProfileCounts()
    counts.claimed = 1
    // A code outside of an extensible value set is a warning, which breaks nothing.
    let errors = test.findings.filter { !$0.hasPrefix("outside-extensible") }
    if errors.isEmpty { counts.undecided = test.waits.isEmpty ? 0 : 1 } else { counts.broken = 1 }
    counts.met = 1 - counts.broken - counts.undecided
    #expect(result.tally.profileCounts[ProfileCase.url.byBytes] == counts)
    // Only what somebody could have defined makes a run incomplete.
    let definitions = test.waits.filter { $0.key.string.hasPrefix("definition ") }
    #expect(result.tally.unjudgedParts == definitions.values.reduce(0, +))
  }

  /// The target is a record of its own, so that the profile is met.
  @Test(arguments: profiledTargets) func aProfileOfATargetElsewhereIsCounted(test: Case) {
    let profile = ProfileCase(test.elements, of: "Observation", others: test.others)
    let tally = profile.validator.validate(Array(profile.record(test.record).utf8)).tally
    #expect(profile.findings(in: test.record) == test.findings)
    #expect(tally.notChecked.filter { $0.key != "existence of reference targets" } == test.waits)
    #expect(tally.profileCounts[ProfileCase.url.byBytes]?.met == (test.findings.isEmpty ? 1 : 0))
  }
}
