/// A set of releases in a table of distinctions, one bit for each.
@frozen
@usableFromInline
package struct ReleaseSet: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt8

  @inlinable
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The set with only this release.
  package init(_ number: ReleaseNumber) { self.init(rawValue: 1 << number.rawValue) }

  /// The first of them.
  package var first: ReleaseNumber? {
    isEmpty ? nil : ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: rawValue.trailingZeroBitCount))
  }
}

/// The index of a release in a table of distinctions; less than eight.
@frozen
@usableFromInline
package struct ReleaseNumber: Hashable, Sendable {
  @usableFromInline package let rawValue: UInt8

  @inlinable
  package init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// The JSON form of a member, as far as it distinguishes releases; the raw value is its byte in a word.
@frozen
@usableFromInline
package enum MemberForm: UInt8, CaseIterable, Sendable {
  case string, number, boolean, object, strings, numbers, booleans, objects

  /// The name in the table's text.
  var name: StaticString {
    switch self {
    case .string: "string"
    case .number: "number"
    case .boolean: "boolean"
    case .object: "object"
    case .strings: "strings"
    case .numbers: "numbers"
    case .booleans: "booleans"
    case .objects: "objects"
    }
  }

  /// The form with a name in the table's text.
  init?(named word: UnsafeBufferPointer<UInt8>) {
    let single: MemberForm
    switch word.first {
    case UInt8(ascii: "s"): single = .string
    case UInt8(ascii: "n"): single = .number
    case UInt8(ascii: "b"): single = .boolean
    case UInt8(ascii: "o"): single = .object
    default: return nil
    }
    if word.isWord(single.name) {
      self = single
    } else if let repeated = single.repeated, word.isWord(repeated.name) {
      self = repeated
    } else {
      return nil
    }
  }

  /// The form of an array of such values; an array of arrays has none.
  package var repeated: MemberForm? {
    switch self {
    case .string: .strings
    case .number: .numbers
    case .boolean: .booleans
    case .object: .objects
    case .strings, .numbers, .booleans, .objects: nil
    }
  }
}
