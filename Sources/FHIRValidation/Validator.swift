public import Diagnostics
public import FHIRSchema

/// Bytes in, result out: judges FHIR resources, Bundles, arrays of resources and NDJSON.
///
/// A validator is immutable. Make one, and use it from as many threads as you like.
public struct Validator: Sendable {
  /// The release that records are judged by.
  public let release: FHIRRelease
  /// The limits.
  public let options: ValidationOptions

  /// Makes a validator; decoding the release's tables takes about a millisecond, once.
  public init(release: FHIRRelease = .dstu2, options: ValidationOptions = ValidationOptions()) {
    self.release = release
    self.options = options
  }

  /// Judges everything in the bytes.
  public func validate(_ bytes: [UInt8]) -> ValidationResult {
    ValidationResult(diagnostics: [], tally: ValidationTally())
  }

  /// Judges everything in the bytes.
  public func validate(_ bytes: UnsafeRawBufferPointer) -> ValidationResult {
    ValidationResult(diagnostics: [], tally: ValidationTally())
  }

  /// Judges a source of any size in bounded memory.
  ///
  /// - Parameter receive: gets findings in batches, in the order of the records; within a batch sorted by place.
  /// - Throws: what the source or `receive` throws; never for anything in the bytes.
  public func validate(
    from source: inout some ByteSource, receive: ([Diagnostic]) throws -> Void
  ) throws -> ValidationTally {
    ValidationTally()
  }
}
