@frozen
@usableFromInline
package struct ReleaseSet: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt8

  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

  @inlinable package init(_ number: ReleaseNumber) { self.init(rawValue: 1 &<< number.rawValue) }

  package init(first count: Int) { self.init(rawValue: UInt8(truncatingIfNeeded: 1 << count - 1)) }

  @inlinable package func contains(_ number: ReleaseNumber) -> Bool { rawValue & 1 &<< number.rawValue != 0 }

  @inlinable package var count: Int { rawValue.nonzeroBitCount }
}

/// The number of a release among those that records may be of; less than eight.
@frozen
@usableFromInline
package struct ReleaseNumber: Hashable, Sendable {
  @usableFromInline package let rawValue: UInt8

  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

  @inlinable package init(_ number: Int) { rawValue = UInt8(truncatingIfNeeded: number) }
}

/// The JSON form of a member, as far as it distinguishes releases; the raw value is its byte in a word of a ``JointType``.
@frozen
@usableFromInline
package enum MemberForm: UInt8, CaseIterable, Sendable {
  case string, number, boolean, object, strings, numbers, booleans, objects

  /// Its letter in the text that `JointText` describes, a capital for an array.
  package var letter: UInt8 { Self.letters.utf8Start[Int(rawValue)] }

  private static var letters: StaticString { "snboSNBO" }

  init?(letter: UInt8) {
    var form: UInt8 = 0
    while form < 8, Self.letters.utf8Start[Int(form)] != letter { form += 1 }
    self.init(rawValue: form)
  }

  @inlinable var isList: Bool { rawValue >= MemberForm.strings.rawValue }

  /// The form of an array of such values; an array of arrays has none.
  package var repeated: MemberForm? { MemberForm(rawValue: rawValue + MemberForm.strings.rawValue) }
}
