import ClinicalRecords
package import FHIRFindings
import FHIRRecognition
import FHIRSchema
import FHIRSupport
package import FHIRTape

extension Rule {
  package static let duplicateStub = Rule(
    "source/duplicate-stub", .warning, .duplicate, summary: "two entries of an export.xml name one file",
    checks: """
      Each entry of an export names a different file. Every further entry of a file is reported and names the first, \
      which is used.
      """,
    matters: "A file holds one resource from one institution. It is unknown which of the entries describes it.",
    bad: ExportExample.adding(ExportExample.stub.replacing("City Clinic", with: "Town Hospital")),
    good: ExportExample.good, specification: healthKitRecords)

  package static let invalidReceivedDate = Rule(
    "source/invalid-received-date", .warning, .value, summary: "the date of download cannot be read",
    checks:
      "The `receivedDate` of an entry is a day that exists, a time and a zone, as in `2021-03-04 05:06:07 +0100`.",
    matters:
      "The date says how old the copy of a record is. Without it a reader cannot tell which of two exports is newer.",
    bad: ExportExample.good.replacing("2021-03-04", with: "2021-02-30"), good: ExportExample.good,
    specification: healthKitRecords)

  package static let malformedStub = Rule(
    "source/malformed-stub", .error, .structure, summary: "the tag of an entry of an export.xml is not XML",
    checks: """
      An entry is an XML tag: attributes with values in quotes, each once, in UTF-8 and without control characters. \
      The readable parts of it are read. Faults in the rest of an export.xml are not reported.
      """,
    matters: "The facts in a damaged entry are unreliable, and XML parsers stop there.",
    bad: ExportExample.good.replacing(#"type="Patient""#, with: #"type="Patient" type="Group""#),
    good: ExportExample.good, specification: "https://www.w3.org/TR/xml/#sec-starttags")

  package static let missingAttribute = Rule(
    "source/missing-attribute", .error, .required, summary: "an entry of an export.xml lacks an attribute",
    checks: """
      An entry has `type`, `identifier`, `sourceName`, `sourceURL`, `fhirVersion`, `receivedDate` and \
      `resourceFilePath`, and only `sourceURL` may be empty.
      """,
    matters: "These facts are nowhere else: the JSON names neither the institution nor the version of FHIR.",
    bad: """
      <!-- export.xml -->
      <HealthData>
      <ClinicalRecord type="Patient" identifier="a" sourceURL="https://example.org/fhir/Patient/a"
        fhirVersion="1.0.2" receivedDate="2021-03-04 05:06:07 +0100"
        resourceFilePath="/clinical-records/a.json"/>
      </HealthData>
      <!-- clinical-records/a.json -->
      { "resourceType": "Patient", "id": "a", "gender": "female" }
      """,
    good: ExportExample.good, specification: healthKitRecords)

  package static let missingFile = Rule(
    "source/missing-file", .error, .notFound, summary: "the file that an entry of an export.xml names is missing",
    checks:
      "The file that an entry's `resourceFilePath` names is in the export, relative to the folder of the export.xml.",
    matters: "A record that the export lists is lost, and a reader of the files alone does not notice it.",
    bad: ExportExample.adding(ExportExample.stub.replacing(#""a""#, with: #""b""#).replacing("/a", with: "/b")),
    good: ExportExample.good, specification: healthKitRecords)

  package static let missingStub = Rule(
    "source/missing-stub", .warning, .notFound, summary: "no entry of the export.xml names the file of a record",
    checks: """
      Each JSON file in the folder `clinical-records` of an export is named by an entry of its export.xml. The record \
      is still checked.
      """,
    matters: "The JSON does not name its institution, and an identifier is unique only within an institution.",
    bad: ExportExample.good + "\n"
      + ExportExample.record.replacing("/a.json", with: "/b.json").replacing(#""a""#, with: #""b""#),
    good: ExportExample.good, specification: healthKitRecords)

  package static let outsidePath = Rule(
    "source/outside-path", .error, .value, summary: "the path in an entry of an export.xml leads out of the export",
    checks: """
      An entry's `resourceFilePath` stays within the folder of its export.xml. A path that leads out by `..` is not \
      followed. A slash at the beginning stands for that folder.
      """,
    matters: """
      A file elsewhere is not part of the export. A crafted path makes programs that follow it read or show other files.
      """,
    bad: ExportExample.export.replacing("/clinical-records", with: "/../../private"), good: ExportExample.good,
    specification: healthKitRecords)

  package static let stubDisagrees = Rule(
    "source/stub-disagrees", .error, .invariant,
    summary: "a record is not the one that its entry in the export.xml describes",
    checks: """
      The file that an entry names holds one resource, its `resourceType` is the entry's `type`, and its `id` the \
      entry's `identifier`.
      """,
    matters: """
      Source, type and identifier together identify a record. When the entry and the file differ, a record is stored \
      under the wrong identity or replaces another.
      """,
    bad: ExportExample.good.replacing(#""id": "a""#, with: #""id": "b""#), good: ExportExample.good,
    specification: healthKitRecords)

  package static let truncatedExport = Rule(
    "source/truncated-export", .error, .structure, summary: "an export.xml is cut off",
    checks: "An export.xml ends after `</HealthData>`, and each comment, CDATA section and entry in it is closed.",
    matters: "An export that was cut off while it was written or copied lacks entries, and their number is unknown.",
    bad: ExportExample.good.replacing("</HealthData>\n", with: ""), good: ExportExample.good,
    specification: "https://www.w3.org/TR/xml/#sec-documents")

  package static let unknownVersion = Rule(
    "source/unknown-version", .warning, .notSupported, summary: "the version of FHIR is not known",
    checks: """
      The `fhirVersion` of an entry is three numbers and belongs to DSTU2 (1.0), STU3 (3.0), R4 (4.0) or \
      R4B (4.3); HealthKit itself has records of DSTU2 and R4 only. A record whose version cannot be read is checked \
      as if it had none; a record of another release is not checked.
      """,
    matters: """
      The version says which definitions a record follows. With the wrong definitions, valid records look invalid \
      and invalid ones valid.
      """,
    bad: ExportExample.good.replacing("1.0.2", with: "DSTU2"), good: ExportExample.good,
    specification: "https://developer.apple.com/documentation/healthkit/hkfhirversion")
}

extension ExportFindings {
  /// Whether the file of a stub has no other; reports one that has.
  mutating func checkFirst(_ stub: ExportStub, after earlier: ExportStub?) -> Bool {
    guard let earlier else { return true }
    report(
      .duplicateStub, of: stub, path: "resourceFilePath",
      "expected one entry for each file, found '\(stub.resourceFilePath.shortened())' again; "
        + "the entry on line \(earlier.position.line) counts")
    return false
  }

  mutating func checkReceivedDate(of stub: ExportStub) {
    guard !stub.receivedDate.isEmpty, ReceivedDate(stub.receivedDate).secondsSince1970 == nil else { return }
    report(
      .invalidReceivedDate, of: stub, path: "receivedDate",
      "expected a date such as '2021-03-04 05:06:07 +0100', found '\(stub.receivedDate.shortened())'")
  }

  /// Finds the files that a stub names by its path; reports a path that names none.
  mutating func files(of stub: ExportStub, at path: String, in root: String, among paths: ExportPaths) -> [Int] {
    let named = ExportPath.spellings(of: path).lazy.map { paths.files(at: root + $0) }
    if let same = named.first(where: { !$0.isEmpty }) { return Array(same) }
    report(
      .missingFile, of: stub, path: "resourceFilePath",
      "expected the file '\(stub.resourceFilePath.shortened())', found none")
    return []
  }

  /// The normalised path of a stub; `nil` for a path out of the export, which is reported.
  mutating func checkedPath(of stub: ExportStub) -> String? {
    if let path = ExportPath.normalized(stub.resourceFilePath) { return path }
    report(
      .outsidePath, of: stub, path: "resourceFilePath",
      "expected a path within the export, found '\(stub.resourceFilePath.shortened())'; it was not followed")
    return nil
  }

  mutating func checkVersion(of stub: ExportStub) {
    guard !stub.fhirVersion.isEmpty, (FHIRVersion(stub.fhirVersion)?.release ?? .unknown) == .unknown else { return }
    report(
      .unknownVersion, of: stub, path: "fhirVersion",
      """
      expected a version of \(FHIRRelease.published.map(\.rawValue).listed), such as '1.0.2' or '4.0.1', found \
      '\(stub.fhirVersion.shortened())'
      """)
  }
}

extension ExportScanner {
  mutating func checkAttribute(_ attribute: StubAttribute, _ value: Range<Int>?, isBroken: Bool, _ start: Int) {
    // The source URL may be unknown.
    guard value == nil && !isBroken || value?.isEmpty == true && attribute != .sourceURL else { return }
    report(
      .missingAttribute, at: start..<start + "<ClinicalRecord".utf8.count, path: attribute.rawValue,
      "expected '\(attribute.rawValue)', which every entry must have, found \(value == nil ? "none" : "an empty one")")
  }
}

/// The checks of a record file against its export.
package enum StubCheck {
  /// The finding for a file that no stub names. It is at the file's beginning, because the file may not be JSON.
  package static func missingStub(in export: String) -> Finding {
    Finding(
      rule: Rule.missingStub.id, severity: Rule.missingStub.severity, range: SourceRange(start: 0, end: 1), path: "",
      message: "expected an entry in '\(export)' that names this file, found none; its source is unknown")
  }

  /// The finding for a file of another kind than records, which a stub names.
  package static func disagreement(of kind: ContentKind, with stub: ExportStub, in export: String) -> Finding {
    let place = "line \(stub.position.line) of '\(export)'"
    return SourceFault(
      .stubDisagrees, 0, "expected one resource for the entry on \(place), found \(kind.phrase), which was not judged"
    ).finding
  }

  /// The difference between the stub of a file and its first record; `nil` if they agree.
  package static func disagreement(
    of tape: Tape, at index: TapeIndex, in location: RecordPlace, with stub: ExportStub, in export: String
  ) -> Finding? {
    let place = "line \(stub.position.line) of '\(export)'"
    let type = tape.text("resourceType", of: index) ?? ""
    let (at, path, message): (TapeIndex, String, String)
    if location.role != .document {
      (at, path) = (index, type)
      message = "expected one resource for the entry on \(place), found several records"
    } else if type.byBytes != stub.type.byBytes, !stub.type.isEmpty {
      (at, path) = (tape.resourceTypeIndex(of: index) ?? index, type + ".resourceType")
      message = "expected the type '\(stub.type.shortened())' of the entry on \(place), found '\(type.shortened())'"
    } else if tape.text("id", of: index)?.byBytes != stub.identifier.byBytes, !stub.identifier.isEmpty {
      let id = tape.member("id", of: index)
      (at, path) = (id ?? index, id == nil ? type : type + ".id")
      let found = tape.text("id", of: index).map { "'\($0.shortened())'" } ?? "none"
      message = "expected the id '\(stub.identifier.shortened())' of the entry on \(place), found \(found)"
    } else {
      return nil
    }
    let range = tape.range(at)
    let start = location.inputOffset(range.lowerBound)
    let end = tape.isContainer(at) ? start + 1 : location.inputOffset(range.upperBound - 1) + 1
    return Finding(
      rule: Rule.stubDisagrees.id, severity: Rule.stubDisagrees.severity, range: SourceRange(start: start, end: end),
      path: path.shortened(), message: message,
      record: RecordLabel(resourceType: type.shortened(), id: tape.text("id", of: index)?.shortened()))
  }
}
