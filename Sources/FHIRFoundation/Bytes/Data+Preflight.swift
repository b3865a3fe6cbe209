public import Foundation
public import HealthPreflight

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
