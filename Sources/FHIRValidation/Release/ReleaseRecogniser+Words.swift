import FHIRRecognition
import FHIRSchema
import FHIRTape
import FHIRView

extension ReleaseRecogniser {
  /// Describes for a message what in a record shows its release; `nil` if the record itself shows none.
  func words(_ tape: Tape, _ index: TapeIndex, for found: RecognisedRelease) -> String? {
    switch found.reason {
    case .profile:
      return profile(tape, index, of: found.number).map { "its profile is '\($0.clipped)'" }
    case .type:
      return ResourceView(tape, index).typeName.map {
        "the type '\($0.clipped)' is one of \(known.titles[Int(found.number.rawValue)])"
      }
    case .elements:
      let names = signs(tape, index, of: found.number).prefix(4).map { "'\($0.clipped)'" }
      return "its elements \(names.joined(separator: ", ")) are of \(known.titles[Int(found.number.rawValue)])"
    case .codes:
      let codes = signs(tape, index, of: found.number).prefix(4).map { "'\($0.clipped)'" }
      return "its codes \(codes.joined(separator: ", ")) are of \(known.titles[Int(found.number.rawValue)])"
    case .requirements: return "it has all that \(known.titles[Int(found.number.rawValue)]) requires"
    case .bundle: return "its Bundle is"
    case .file: return "its file is"
    case .source: return "its source is"
    case .caller, .stub, .chosen, .assumed: return nil
    }
  }
}
