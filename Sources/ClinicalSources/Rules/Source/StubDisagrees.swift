package import FHIRFindings
package import FHIRTape
import FHIRSupport
import FHIRRecognition

extension Rule {
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
    bad: ExportExample.good.replacing(#""id": "a""#, with: #""id": "b""#),
    good: ExportExample.good,
    specification: "https://developer.apple.com/documentation/healthkit/hkclinicalrecord")
}

/// The checks of a record file against its export.
package enum StubCheck {
  /// The finding for a file of another kind than records, which a stub names.
  package static func disagreement(of kind: ContentKind, with stub: ExportStub, in export: String) -> Finding {
    let place = "line \(stub.position.line) of '\(export)'"
    return SourceFault(
      .stubDisagrees, 0,
      "expected one resource for the entry on \(place), found \(kind.phrase), which was not judged"
    ).finding
  }

  /// The difference between the stub of a file and its first record; `nil` if they agree.
  package static func disagreement(
    of tape: Tape, at index: TapeIndex, in location: RecordPlace, with stub: ExportStub, in export: String
  ) -> Finding? {
    let view = ResourceView(tape, index)
    let place = "line \(stub.position.line) of '\(export)'"
    let type = view.typeName ?? ""
    let (at, path, message): (TapeIndex, String, String)
    if location.role != .document {
      (at, path) = (index, type)
      message = "expected one resource for the entry on \(place), found several records"
    } else if type.byBytes != stub.type.byBytes, !stub.type.isEmpty {
      (at, path) = (view.typeIndex ?? index, type + ".resourceType")
      message = "expected the type '\(stub.type.shortened())' of the entry on \(place), found '\(type.shortened())'"
    } else if view.id?.byBytes != stub.identifier.byBytes, !stub.identifier.isEmpty {
      let id = tape.member("id", of: index)
      (at, path) = (id ?? index, id == nil ? type : type + ".id")
      let found = view.id.map { "'\($0.shortened())'" } ?? "none"
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
      record: RecordLabel(resourceType: type.shortened(), id: view.id?.shortened()))
  }
}
