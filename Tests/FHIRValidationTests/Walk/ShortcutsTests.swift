import FHIRFindings
import FHIRSchema
import Testing

@testable import FHIRValidation

/// A shortcut makes validation faster and does not change the findings.
struct ShortcutsTests {
  /// All examples of rules for single documents, twice, so that there are repeated values.
  static let records = RepeatedValuesTests.examples.map { "[\($0),\($0)]" }

  @Test(arguments: Shortcuts.byName.map(\.name))
  func shortcutsDoNotChangeFindings(name: String) throws {
    let shortcut = try #require(Shortcuts.byName.first { $0.name == name }?.shortcut)
    let (all, without) = (Validator(), Validator(without: shortcut))
    #expect(!without.options.shortcuts.contains(shortcut))
    for record in Self.records {
      let bytes = Array(record.utf8)
      let (expected, found) = (all.validate(bytes), without.validate(bytes))
      #expect(found.findings == expected.findings, "\(record)")
      #expect(found.tally == expected.tally, "\(record)")
    }
  }

  @Test func aPublicValidatorUsesAllShortcuts() {
    #expect(Validator().options.shortcuts == .all)
    #expect(Set(Shortcuts.byName.map(\.name)).count == Shortcuts.all.rawValue.nonzeroBitCount)
  }
}
