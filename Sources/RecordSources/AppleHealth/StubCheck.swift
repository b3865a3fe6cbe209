package import Diagnostics
package import FHIRValidation
import FHIRView
import JSONTape

/// Compares the record of a file with what its stub says.
extension SourceRule {
  /// What the stub says otherwise; `nil` where both agree.
  ///
  /// - Parameter record: the first record of the file.
  package static func disagreement(of record: VisitedRecord, with stub: ExportStub, export: String) -> Diagnostic? {
    let (tape, index) = (record.tape, record.index)
    let view = ResourceView(tape, index)
    let place = "line \(stub.position.line) of '\(export)'"
    let type = view.typeName ?? ""
    let label = RecordLabel(resourceType: type.clipped, id: view.id?.clipped)
    let (at, path, message): (Int, String, String)
    if record.place.role != .document {
      (at, path) = (index, type)
      message = "expected one resource, of which \(place) speaks, found several records"
    } else if type != stub.type, !stub.type.isEmpty {
      (at, path) = (view.typeIndex ?? index, type + ".resourceType")
      message = "expected the type '\(stub.type.clipped)' of the stub on \(place), found '\(type.clipped)'"
    } else if view.id != stub.identifier, !stub.identifier.isEmpty {
      let id = tape.member("id", of: index)
      (at, path) = (id ?? index, id == nil ? type : type + ".id")
      let found = view.id.map { "'\($0.clipped)'" } ?? "none"
      message = "expected the id '\(stub.identifier.clipped)' of the stub on \(place), found \(found)"
    } else {
      return nil
    }
    let offset = record.place.inputOffset(tape.offset(at))
    let end = tape.isContainer(at) ? offset + 1 : record.place.inputOffset(tape.range(at).upperBound - 1) + 1
    return Diagnostic(
      rule: stubDisagrees.id, severity: stubDisagrees.severity, range: SourceRange(start: offset, end: end),
      path: path.clipped, message: message, record: label)
  }
}
