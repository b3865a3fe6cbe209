public import FHIRFindings
public import FHIRValidation
public import Foundation
public import HealthPreflight

extension Validator {
  /// Validates all records in the data: a resource, a Bundle, an array of resources, or NDJSON.
  public func validate(_ data: Data) -> ValidationResult {
    data.withUnsafeBytes { validate($0) }
  }

  /// Validates a file of any size in bounded memory, and keeps up to ``ValidationOptions/maximumFindings`` findings.
  ///
  /// - Throws: the error if the file cannot be read; its content never causes one.
  public func validate(contentsOf url: URL) throws -> ValidationResult {
    try validate(from: FileSource(url))
  }

  /// Validates the bytes of a file handle, from its current position on: see ``FileHandleSource``.
  ///
  /// - Parameters:
  ///   - handle: a file, a pipe or a socket.
  ///   - receive: receives findings in batches, in the order of the records.
  /// - Throws: the error if it cannot be read, and errors of `receive`.
  public func validate(
    from handle: FileHandle, receive: ([Finding]) throws -> Void
  ) throws -> ValidationTally {
    try validate(from: FileHandleSource(handle), receive: receive)
  }
}

extension LineTable {
  /// Makes a table of the lines of the data.
  public init(_ data: Data) { self.init([UInt8](data)) }
}

extension ProjectFile {
  /// Makes a file of an app.
  ///
  /// - Parameters: as for `init(path:kind:bytes:)`.
  public init(path: String, kind: Kind? = nil, data: Data) {
    self.init(path: path, kind: kind, bytes: [UInt8](data))
  }

  /// Reads a file of an app.
  ///
  /// - Throws: the error if it cannot be read.
  public init(contentsOf url: URL, kind: Kind? = nil) throws {
    self.init(path: url.lastPathComponent, kind: kind, data: try Data(contentsOf: url))
  }
}
