import FHIRFindings
import FHIRProfiles
import FHIRSchema
import FHIRTestSupport
import FHIRSupport
import FHIRValidation
import Testing

/// The version is a part of the name of a definition: another version is not the one that is named.
struct VersionTests {
  private static let clinical = "http://hl7.org/fhir/ValueSet/condition-clinical"
  private static let set = "http://example.org/ValueSet/a"
  private static let system = "http://example.org/s"

  private static func valueSet(_ version: String, _ include: String, url: String = set) -> String {
    #"""
    { "resourceType": "ValueSet", "url": "\#(url)", "version": "\#(version)", "compose": { "include": [\#(include)] } }
    """#
  }

  private static func codes(_ code: String, more: String = "") -> String {
    #"{ "system": "\#(system)", \#(more) "concept": [{ "code": "\#(code)" }] }"#
  }

  private static func codeSystem(_ version: String) -> String {
    #"""
    { "resourceType": "CodeSystem", "url": "\#(system)", "version": "\#(version)", "content": "complete",
      "concept": [{ "code": "a", "concept": [{ "code": "b" }] }] }
    """#
  }

  private static let below =
    #"{ "system": "\#(system)", "version": "%", "filter": [{ "property": "concept", "op": "is-a", "value": "a" }] }"#

  private func result(
    _ elements: String, _ coding: String, others: [String], release: FHIRRelease = .r4
  ) throws -> ValidationResult {
    let profile = ProfileCase(elements, of: "Observation", release: release, others: others)
    let record = #""status": "final", "code": { "text": "a" }, "category": [{ "coding": [{ \#(coding) }] }]"#
    return profile.validator.validate(Array(profile.record(record).utf8))
  }

  private func found(_ elements: String, _ coding: String, others: [String] = []) throws -> [String] {
    let result = try result(elements, coding, others: others)
    return result.findings.filter { $0.rule.group == "profile" }.map(\.rule.rawValue)
      + result.tally.notChecked.keys.map(\.string).sorted()
  }

  private func binding(_ set: String, maximum: String? = nil) -> String {
    let extra = maximum.map {
      #""extension": [{ "url": "http://hl7.org/fhir/StructureDefinition/elementdefinition-maxValueSet", "valueCanonical": "\#($0)" }],"#
    }
    return #"""
      { "path": "Observation.category",
        "binding": { \#(extra ?? "") "strength": "required", "valueSet": "\#(set)" } }
      """#
  }

  private func coding(_ code: String, system: String = system, version: String? = nil) -> String {
    let version = version.map { #", "version": "\#($0)""# } ?? ""
    return #""system": "\#(system)", "code": "\#(code)"\#(version)"#
  }

  /// The release's own sets have its version, or the one that their definition states.
  @Test(arguments: [
    ("condition-clinical", true), ("condition-clinical|4.0.1", true), ("condition-clinical|4.0", true),
    ("condition-clinical|4", true), ("condition-clinical|5.0.0", false), ("condition-clinical|4.0.0", false),
    ("condition-clinical|40", false),
  ])
  func ofTheRelease(name: String, isJudged: Bool) throws {
    let url = "http://hl7.org/fhir/ValueSet/" + name
    let wrong = coding("wrong", system: "http://terminology.hl7.org/CodeSystem/condition-clinical")
    #expect(try found(binding(url), wrong) == [isJudged ? "profile/outside-value-set" : "value set \(url)"])
  }

  @Test(arguments: [("2014-03-26", true), ("4.0.1", false), ("3.0.0", false)])
  func ofASetThatTheReleaseTakesOver(version: String, isJudged: Bool) throws {
    let url = "http://terminology.hl7.org/ValueSet/v3-ActEncounterCode|" + version
    let wrong = coding("wrong", system: "http://terminology.hl7.org/CodeSystem/v3-ActCode")
    #expect(try found(binding(url), wrong) == [isJudged ? "profile/outside-value-set" : "value set \(url)"])
  }

  /// Of some, the release publishes only the expansion, which states the version.
  @Test(arguments: [
    ("v3-Confidentiality", FHIRRelease.r4b, "2.0.0", true), ("v3-Confidentiality", .r4b, "4.3.0", false),
    ("v2-0493", .r4b, "2.0.0", true), ("v2-0493", .r4b, "2.1", false),
  ])
  func ofASetThatTheReleaseExpands(name: String, release: FHIRRelease, version: String, isJudged: Bool) throws {
    let url = "http://terminology.hl7.org/ValueSet/\(name)|\(version)"
    let wrong = coding("wrong", system: "http://terminology.hl7.org/CodeSystem/\(name)")
    let result = try result(binding(url), wrong, others: [], release: release)
    #expect(result.findings.contains { $0.rule == "profile/outside-value-set" } == isJudged)
    #expect(result.tally.notChecked.keys.contains { $0.string == "value set \(url)" } == !isJudged)
  }

  /// Where another version of a set of the release is given, the release's own one is still there.
  @Test func besideAnotherVersion() throws {
    let other = Self.valueSet("7.0.1", Self.codes("x"), url: Self.clinical)
    let own = coding("active", system: "http://terminology.hl7.org/CodeSystem/condition-clinical")
    #expect(try found(binding(Self.clinical + "|4.0.1"), own, others: [other]).isEmpty)
    #expect(try found(binding(Self.clinical + "|7.0.1"), own, others: [other]) == ["profile/outside-value-set"])
    #expect(try found(binding(Self.clinical + "|6"), own, others: [other]) == ["value set \(Self.clinical)|6"])
    // Without a version, what was given counts before what is inside.
    #expect(try found(binding(Self.clinical), coding("x"), others: [other]).isEmpty)
  }

  @Test func ofSetsThatWereGiven() throws {
    let both = [Self.valueSet("1", Self.codes("a")), Self.valueSet("2", Self.codes("b"))]
    #expect(try found(binding(Self.set + "|1"), coding("a"), others: both).isEmpty)
    #expect(try found(binding(Self.set + "|2"), coding("a"), others: both) == ["profile/outside-value-set"])
    #expect(try found(binding(Self.set + "|3"), coding("a"), others: both) == ["value set \(Self.set)|3"])
    // Without a version, the newest is meant.
    #expect(try found(binding(Self.set), coding("b"), others: both).isEmpty)
  }

  @Test func ofAnImportAndAMaximum() throws {
    let given = Self.valueSet("1", Self.codes("a"))
    func importing(_ version: String) -> String {
      Self.valueSet("1", #"{ "valueSet": ["\#(Self.set)|\#(version)"] }"#, url: "http://example.org/ValueSet/b")
    }
    let outer = "http://example.org/ValueSet/b"
    #expect(try found(binding(outer), coding("x"), others: [given, importing("1")]) == ["profile/outside-value-set"])
    #expect(try found(binding(outer), coding("x"), others: [given, importing("2")]) == ["value set \(outer)"])
    let maximum = binding(Self.set + "|1", maximum: Self.set + "|2")
    #expect(try found(maximum, coding("a"), others: [given]) == ["value set \(Self.set)|2"])
  }

  @Test func ofACodeSystem() throws {
    func below(_ version: String) -> String {
      Self.valueSet("1", Self.below.replacing("%", with: version))
    }
    let given = Self.codeSystem("1")
    #expect(try found(binding(Self.set), coding("b"), others: [given, below("1")]).isEmpty)
    #expect(try found(binding(Self.set), coding("x"), others: [given, below("1")]) == ["profile/outside-value-set"])
    #expect(try found(binding(Self.set), coding("b"), others: [given, below("2")]) == ["value set \(Self.set)"])
  }

  /// A code of another version than the set names is not the one that the set has.
  @Test func ofACoding() throws {
    let fixed = [Self.valueSet("1", Self.codes("a", more: #""version": "1","#))]
    #expect(try found(binding(Self.set), coding("a"), others: fixed).isEmpty)
    #expect(try found(binding(Self.set), coding("a", version: "1"), others: fixed).isEmpty)
    #expect(try found(binding(Self.set), coding("a", version: "2"), others: fixed) == ["profile/outside-value-set"])
    #expect(try found(binding(Self.set), coding("a", version: "1.0"), others: fixed).isEmpty)
    let free = [Self.valueSet("1", Self.codes("a"))]
    #expect(try found(binding(Self.set), coding("a", version: "2"), others: free).isEmpty)
  }

  /// An expansion has the codes of the versions that the set names; the version that it states itself is no demand.
  @Test(
    arguments: [
      ("1", nil, true), ("1", "1", true), ("1", "2", false), (nil, "1", true), (nil, "2", true), ("*", "2", true),
    ] as [(String?, String?, Bool)])
  func ofAnExpansion(included: String?, stated: String?, isMember: Bool) throws {
    let part = included.map { #", "version": "\#($0)""# } ?? ""
    let set = #"""
      { "resourceType": "ValueSet", "url": "\#(Self.set)",
        "compose": { "include": [{ "system": "\#(Self.system)"\#(part) }] },
        "expansion": { "contains": [{ "system": "\#(Self.system)", "version": "1", "code": "a" }] } }
      """#
    let found = try found(binding(Self.set), coding("a", version: stated), others: [set])
    #expect(found == (isMember ? [] : ["profile/outside-value-set"]))
  }

  // MARK: - Code systems in two versions

  private static let twoVersions = [("1", "old"), ("2", "new")].map { version, code in
    #"""
    { "resourceType": "CodeSystem", "url": "\#(system)", "version": "\#(version)", "content": "complete",
      "concept": [{ "code": "both" }, { "code": "\#(code)" }] }
    """#
  }

  /// The version that the set names counts, else that of the coding, else the newest; `waits` where that cannot be told.
  @Test(
    arguments: [
      // The set names a version, or all.
      ("1", nil, "old", "valid"), ("1", nil, "both", "valid"), ("1", nil, "new", "broken"), ("2", nil, "old", "broken"),
      ("x", nil, "new", "valid"), ("x", "1", "both", "valid"), ("x", nil, "none", "broken"), ("*", nil, "old", "valid"),
      ("*", nil, "new", "valid"), ("*", "1", "old", "valid"), ("*", nil, "none", "broken"),
      ("3", nil, "old", "waits"), ("3", nil, "none", "waits"), ("1", "2", "both", "broken"),
      // Only the coding does.
      (nil, "1", "old", "valid"), (nil, "1", "new", "broken"), (nil, "2", "new", "valid"), (nil, "2", "old", "broken"),
      (nil, "3", "old", "waits"), (nil, "3", "none", "waits"),
      // Neither.
      (nil, nil, "new", "valid"), (nil, nil, "both", "valid"), (nil, nil, "none", "broken"),
      (nil, nil, "old", "broken"),
    ] as [(String?, String?, String, String)])
  func ofTwoThatWereGiven(included: String?, stated: String?, code: String, expected: String) throws {
    let part = included.map { #", "version": "\#($0)""# } ?? ""
    let set = Self.valueSet("1", #"{ "system": "\#(Self.system)"\#(part) }"#)
    let others = Self.twoVersions + [set]
    let result = try result(binding(Self.set), coding(code, version: stated), others: others)
    let rules = Set(result.findings.filter { $0.severity >= .error }.map(\.rule))
    #expect(rules.isEmpty == (expected != "broken"), "\(rules)")
    #expect(result.tally.notChecked.isEmpty == (expected != "waits"), "\(result.tally.notChecked)")
  }

  /// Where a set lists its codes with versions, each code has its own.
  @Test(
    arguments: [
      ("both", "1", true), ("both", nil, true), ("both", "2", false), ("new", "2", true), ("new", "1", false),
    ] as [(String, String?, Bool)])
  func ofEachCodeInAList(code: String, version: String?, isMember: Bool) throws {
    let parts = [("1", "both"), ("2", "new")].map { Self.codes($1, more: #""version": "\#($0)","#) }
    let others = Self.twoVersions + [Self.valueSet("1", parts.joined(separator: ", "))]
    let found = try found(binding(Self.set), coding(code, version: version), others: others)
    #expect(found.contains("profile/outside-value-set") == !isMember)
  }

  /// A set that has a whole system of the release has the codes of the release's version; those of others nobody knows.
  @Test(
    arguments: [
      (nil, nil, "male", "valid"), (nil, nil, "nosuch", "broken"), ("4.0.1", nil, "male", "valid"),
      ("4.0.1", nil, "nosuch", "broken"), ("4.0", nil, "male", "valid"), ("4.0", nil, "nosuch", "broken"),
      ("4.0.1", "9.9", "male", "broken"), ("9.9", nil, "male", "waits"), ("9.9", nil, "nosuch", "waits"),
      (nil, "4.0.1", "nosuch", "broken"), (nil, "9.9", "nosuch", "waits"), (nil, "9.9", "male", "valid"),
    ] as [(String?, String?, String, String)])
  func ofAWholeSystemOfTheRelease(included: String?, stated: String?, code: String, expected: String) throws {
    let gender = "http://hl7.org/fhir/administrative-gender"
    let part = included.map { #", "version": "\#($0)""# } ?? ""
    let whole = Self.valueSet("1", #"{ "system": "\#(gender)"\#(part) }"#)
    for others in [[whole], Self.twoVersions + [whole]] {
      let found = try found(binding(Self.set), coding(code, system: gender, version: stated), others: others)
      #expect(found.contains("profile/outside-value-set") == (expected == "broken"), "\(found)")
      #expect(found.contains("value set \(Self.set)") == (expected == "waits"), "\(found)")
    }
  }

  /// Constraints and slices know the codes of a system of the release, too.
  @Test func ofAWholeSystemInAConstraintAndInASlice() throws {
    let gender = "http://hl7.org/fhir/administrative-gender"
    let whole = [Self.valueSet("1", #"{ "system": "\#(gender)" }"#)]
    let (good, wrong) = (coding("male", system: gender), coding("nosuch", system: gender))
    func constraint(_ end: String) -> String {
      #"""
      { "path": "Observation.category", "constraint": [{ "key": "a", "severity": "error", "human": "a",
        "expression": "memberOf('\#(Self.set)')\#(end)" }] }
      """#
    }
    #expect(try found(constraint(""), good, others: whole).isEmpty)
    #expect(try found(constraint(""), wrong, others: whole) == ["profile/constraint"])
    #expect(try found(constraint(".not()"), good, others: whole) == ["profile/constraint"])
    #expect(try found(constraint(".not()"), wrong, others: whole).isEmpty)
    let slice = #"""
      { "path": "Observation.category",
        "slicing": { "discriminator": [{ "type": "value", "path": "$this" }], "rules": "open" } },
      { "path": "Observation.category", "sliceName": "a", "min": 1,
        "binding": { "strength": "required", "valueSet": "\#(Self.set)" } }
      """#
    #expect(try found(slice, good, others: whole).isEmpty)
    #expect(try found(slice, wrong, others: whole) == ["profile/missing-slice"])
  }

  /// Codes of another version are not those to leave out: whether they have another meaning, nobody can tell.
  @Test(arguments: [
    ("", "", "a", "no"), ("", "1", "a", "no"), ("", "2", "a", "waits"), ("", "2", "b", "yes"), ("", "2", "x", "no"),
    ("1", "1", "a", "no"), ("1", "2", "a", "waits"), ("1", "2", "b", "yes"), ("1", "1.0", "a", "no"),
  ])
  func ofCodesToLeaveOut(included: String, excluded: String, code: String, expected: String) throws {
    func part(_ version: String, _ more: String) -> String {
      let version = version.isEmpty ? "" : #", "version": "\#(version)""#
      return #"{ "system": "\#(Self.system)"\#(version)\#(more) }"#
    }
    let set = """
      { "resourceType": "ValueSet", "url": "\(Self.set)", "compose": { "include": [\(part(included, ""))],
        "exclude": [\(part(excluded, #", "concept": [{ "code": "a" }]"#))] } }
      """
    let answers = ["yes": [], "no": ["profile/outside-value-set"], "waits": ["value set \(Self.set)"]]
    #expect(try found(binding(Self.set), coding(code), others: [Self.codeSystem("1"), set]) == answers[expected])
  }

  /// Codes can be left out of a system of the release.
  @Test(arguments: [("male", true), ("female", false), ("nosuch", true)])
  func ofAPartOfASystemOfTheRelease(code: String, isOutside: Bool) throws {
    let gender = "http://hl7.org/fhir/administrative-gender"
    let set = """
      { "resourceType": "ValueSet", "url": "\(Self.set)", "compose": { "include": [{ "system": "\(gender)" }],
        "exclude": [{ "system": "\(gender)", "concept": [{ "code": "male" }] }] } }
      """
    let found = try found(binding(Self.set), coding(code, system: gender), others: [set])
    #expect(found == (isOutside ? ["profile/outside-value-set"] : []))
  }

  /// Without a binding that names a version, the newest decides, which is the content that the caller means.
  @Test func ofACodeWithoutABinding() throws {
    let elements = #"{ "path": "Observation.status" }"#
    for (code, isError) in [("old", true), ("new", false), ("none", true)] {
      let result = try result(elements, coding(code), others: Self.twoVersions)
      #expect(result.findings.contains { $0.rule == "code/unknown-code" } == isError, "\(code)")
    }
  }

  /// A list of codes in a value set has the same codes in all versions.
  @Test func ofAListOfCodes() throws {
    let others = Self.twoVersions + [Self.valueSet("1", Self.codes("old"))]
    let outside = try found(binding(Self.set), coding("both", version: "3"), others: others)
    #expect(outside.contains("profile/outside-value-set"))
  }

  @Test func inAConstraintAndInASlice() throws {
    let given = Self.valueSet("1", Self.codes("a"))
    func constraint(_ version: String) -> String {
      #"""
      { "path": "Observation.category", "constraint": [{ "key": "a", "severity": "error", "human": "a",
        "expression": "memberOf('\#(Self.set)|\#(version)')" }] }
      """#
    }
    #expect(try found(constraint("1"), coding("x"), others: [given]) == ["profile/constraint"])
    #expect(try found(constraint("2"), coding("x"), others: [given]) == ["value set \(Self.set)|2"])
    func slices(_ version: String) -> String {
      #"""
      { "path": "Observation.category",
        "slicing": { "discriminator": [{ "type": "value", "path": "$this" }], "rules": "open" } },
      { "path": "Observation.category", "sliceName": "a", "min": 1,
        "binding": { "strength": "required", "valueSet": "\#(Self.set)|\#(version)" } }
      """#
    }
    #expect(try found(slices("1"), coding("x"), others: [given]) == ["profile/missing-slice"])
    #expect(try found(slices("2"), coding("x"), others: [given]) == ["value set \(Self.set)|2"])
  }

  /// A built-in definition of another release is not one of this release, though it has the same address.
  @Test func ofAnotherRelease() throws {
    let url = "http://hl7.org/fhir/ValueSet/data-absent-reason"
    let system = "http://terminology.hl7.org/CodeSystem/data-absent-reason"
    #expect(try found(binding(url), coding("masked", system: system)).isEmpty)
    #expect(try found(binding(url), coding("x", system: system)) == ["profile/outside-value-set"])
    let old = "http://hl7.org/fhir/data-absent-reason"
    let result = try result(binding(url), coding("masked", system: old), others: [])
    #expect(result.findings.contains { $0.rule == "profile/outside-value-set" })
  }
}
