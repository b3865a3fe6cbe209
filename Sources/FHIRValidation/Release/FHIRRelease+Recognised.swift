public import FHIRRecognition
public import FHIRSchema
import FHIRTape

extension FHIRRelease {
  private static let recogniser = RecordReleases()

  /// The release of the record in some JSON, and what shows it, by the rules of ``Validator``; `nil` if there is no record.
  ///
  /// The release need not be one of those that are judged: see ``FHIRSchema/FHIRRelease/published``.
  ///
  /// - Parameter bytes: a resource or a Bundle; of an array or of NDJSON the first record counts, with what the others
  ///   show of their file.
  public static func recognised(
    in bytes: some Collection<UInt8>
  ) -> (release: FHIRRelease, reason: ReleaseReason)? {
    Array(bytes).withUnsafeBytes { bytes in
      let options = ValidationOptions()
      var reader = RecordReader(
        over: bytes, bundles: .published, maximumDepth: options.readableDepth,
        maximumRecordBytes: options.maximumRecordBytes)
      reader.readBundlesWhole()
      var input = recogniser.input(ReleaseHints(), isPart: false)
      // Reading memory cannot fail.
      while let event = try? reader.next() {
        if (try? input.begin(event, &reader)) ?? false { continue }
        if case .value(let tape, _) = event, tape.tag(.root) == .object, tape.member("resourceType", of: .root) != nil {
          return input.release(of: .root, tape, scope: .root)
        }
      }
      return nil
    }
  }
}
