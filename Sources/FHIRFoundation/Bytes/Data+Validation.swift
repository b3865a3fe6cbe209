public import FHIRDiagnostics
public import FHIRValidation
public import Foundation

extension Validator {
  /// Judges everything in the data: a resource, a Bundle, an array of resources, or NDJSON.
  public func validate(_ data: Data) -> ValidationResult {
    data.withUnsafeBytes { validate($0) }
  }

  /// Judges a file of any size in bounded memory, and keeps as many findings as ``ValidationOptions/maximumIssues`` says.
  ///
  /// - Throws: why the file cannot be read; never for anything in it.
  public func validate(contentsOf url: URL) throws -> ValidationResult {
    try validate(from: FileSource(url))
  }

  /// Judges what a file handle gives, from its current place on: see ``FileHandleSource``.
  ///
  /// - Parameters:
  ///   - handle: a file, a pipe or a socket.
  ///   - receive: gets findings in batches, in the order of the records.
  /// - Throws: why it cannot be read, and what `receive` throws.
  public func validate(
    from handle: FileHandle, receive: ([Diagnostic]) throws -> Void
  ) throws -> ValidationTally {
    try validate(from: FileHandleSource(handle), receive: receive)
  }
}

extension LineTable {
  /// Makes a table of the lines of the data.
  public init(_ data: Data) { self.init([UInt8](data)) }
}
