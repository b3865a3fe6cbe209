public import FHIRSchema

/// A version of FHIR as `<major>.<minor>.<patch>`; a release has many versions.
///
/// ```swift
/// let release = FHIRVersion("1.0.2")?.release  // FHIRRelease.dstu2
/// let isPrimary = FHIRVersion("4.0.1") == .primaryR4  // true
/// let noVersion = FHIRVersion("R4")  // nil
/// ```
public struct FHIRVersion: Hashable, Sendable {
  /// The first number.
  public let major: Int
  /// The second number.
  public let minor: Int
  /// The third number.
  public let patch: Int

  /// Makes a version of three numbers; `nil` if one is negative.
  public init?(major: Int, minor: Int, patch: Int) {
    guard major >= 0, minor >= 0, patch >= 0 else { return nil }
    self.init(major, minor, patch)
  }

  private init(_ major: Int, _ minor: Int, _ patch: Int) {
    (self.major, self.minor, self.patch) = (major, minor, patch)
  }

  /// The version that stands for DSTU2: 1.0.2.
  public static let primaryDSTU2 = FHIRVersion(1, 0, 2)
  /// The version that stands for R4: 4.0.1.
  public static let primaryR4 = FHIRVersion(4, 0, 1)

  /// The release that the version belongs to.
  ///
  /// DSTU2 is 1.0, STU3 3.0, R4 4.0 and R4B 4.3, whatever the patch; any other version belongs to `FHIRRelease.unknown`.
  public var release: FHIRRelease { FHIRRelease.of(version: description) ?? .unknown }
}

extension FHIRVersion: LosslessStringConvertible {
  /// Reads `<major>.<minor>.<patch>`; `nil` for anything else, such as two numbers, a sign or a leading zero.
  public init?(_ description: String) {
    let parts = description.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part -> Int? in
      let isCanonical = part.count == 1 || part.first != UInt8(ascii: "0")
      return isCanonical && part.allSatisfy { $0 &- 0x30 < 10 } ? Int(Substring(part)) : nil
    }
    guard parts.count == 3, numbers.count == 3 else { return nil }
    self.init(numbers[0], numbers[1], numbers[2])
  }

  /// The three numbers, divided by full stops.
  public var description: String { "\(major).\(minor).\(patch)" }
}
