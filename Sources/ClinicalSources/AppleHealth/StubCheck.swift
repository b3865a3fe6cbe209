package import FHIRDiagnostics
import FHIRView
package import FHIRTape
import FHIRText

/// The checks of a record file against its export.
package enum StubCheck {
  /// The finding in a file that no stub names; it is at the beginning, since the file may not even be JSON.
  package static func missingStub(in export: String) -> Diagnostic {
    Diagnostic(
      rule: Rule.missingStub.id, severity: Rule.missingStub.severity, range: SourceRange(start: 0, end: 1), path: "",
      message: "expected a stub in '\(export)' that names this file, found none; its source is unknown")
  }

  /// The difference between the stub of a file and its first record; `nil` where both agree.
  ///
  /// - Parameters:
  ///   - index: the tape index of the record.
  ///   - location: where it stands in its file.
  ///   - stub: the stub that names the file.
  ///   - export: the path of the export.xml.
  package static func disagreement(
    of tape: Tape, at index: Int, in location: RecordPlace, with stub: ExportStub, in export: String
  ) -> Diagnostic? {
    let view = ResourceView(tape, index)
    let place = "line \(stub.position.line) of '\(export)'"
    let type = view.typeName ?? ""
    let (at, path, message): (Int, String, String)
    if location.role != .document {
      (at, path) = (index, type)
      message = "expected one resource for the stub on \(place), found several records"
    } else if type.byBytes != stub.type.byBytes, !stub.type.isEmpty {
      (at, path) = (view.typeIndex ?? index, type + ".resourceType")
      message = "expected the type '\(stub.type.clipped)' of the stub on \(place), found '\(type.clipped)'"
    } else if view.id?.byBytes != stub.identifier.byBytes, !stub.identifier.isEmpty {
      let id = tape.member("id", of: index)
      (at, path) = (id ?? index, id == nil ? type : type + ".id")
      let found = view.id.map { "'\($0.clipped)'" } ?? "none"
      message = "expected the id '\(stub.identifier.clipped)' of the stub on \(place), found \(found)"
    } else {
      return nil
    }
    let range = tape.range(at)
    let start = location.inputOffset(range.lowerBound)
    let end = tape.isContainer(at) ? start + 1 : location.inputOffset(range.upperBound - 1) + 1
    return Diagnostic(
      rule: Rule.stubDisagrees.id, severity: Rule.stubDisagrees.severity, range: SourceRange(start: start, end: end),
      path: path.clipped, message: message, record: RecordLabel(resourceType: type.clipped, id: view.id?.clipped))
  }
}
