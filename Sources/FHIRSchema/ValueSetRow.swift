package struct ValueSetRow: @unchecked Sendable {
  // @unchecked: the slices point into the schema text or a literal, which never change and outlive the table.

  /// The index of this row among the table's value sets.
  package let number: Int
  let nameBytes, urlBytes: UnsafeBufferPointer<UInt8>
  let unexpandedBytes: UnsafeBufferPointer<UInt8>?
  package let form: CodeForm?
  package let systemRows: [SchemaText.System]
  /// Whether codes of some system are compared without regard to case.
  package let ignoresCase: Bool
  /// The codes' rows in the ``CodeTable``.
  package let codes: Range<Int>

  package var name: String { nameBytes.text }

  /// Whether this is its name, without making a text of that.
  package func isNamed(_ name: String) -> Bool { nameBytes.elementsEqual(name.utf8) }

  /// Whether this is its url, without making a text of that.
  // Inlined into a search over all rows, it would copy each.
  @inline(never) package func isAt(_ url: UnsafeBufferPointer<UInt8>) -> Bool {
    urlBytes.count >= url.count && (urlBytes.count == url.count || urlBytes[url.count] == UInt8(ascii: "|"))
      && urlBytes.starts(with: url)
  }

  /// Without the version.
  package var url: String { UnsafeBufferPointer(rebasing: urlBytes.prefix { $0 != UInt8(ascii: "|") }).text }
  /// Its version, `nil` for that of the release.
  package var version: String? { urlBytes.text.split(separator: "|").dropFirst().first.map(String.init) }
  package var isUnexpanded: Bool { unexpandedBytes != nil }
  /// Why its codes are not known; `nil` if they are.
  package var unexpanded: String? { unexpandedBytes?.text }
  package var systems: [String] { systemRows.map(\.bytes.text) }

  /// Row 0, for elements without a judged binding.
  static let none = ValueSetRow(
    number: 0, nameBytes: empty, urlBytes: empty, unexpandedBytes: nil, form: nil, systemRows: [], ignoresCase: false,
    codes: 0..<0)

  /// A set that a binding names and nothing defines.
  static func undefined(_ name: UnsafeBufferPointer<UInt8>, number: Int, codes: Int) -> ValueSetRow {
    let reason: StaticString = "its definition is not available"
    return ValueSetRow(
      number: number, nameBytes: name, urlBytes: name,
      unexpandedBytes: UnsafeBufferPointer(start: reason.utf8Start, count: reason.utf8CodeUnitCount), form: nil,
      systemRows: [], ignoresCase: false, codes: codes..<codes)
  }

  private static var empty: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: nil, count: 0) }
}
