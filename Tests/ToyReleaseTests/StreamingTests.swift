import FHIRSchema
import FHIRTape
import FHIRValidation
import Testing

/// The entries of a release's own Bundle are read one at a time, whatever the release calls it.
@Suite struct StreamingTests {
  private static let limit = 4000

  /// - Parameter type: where the document has its type: before its entries or after them.
  private func document(_ name: String, of records: String, isFirst: Bool) -> String {
    let all = (0..<200).map { #"{"fullUrl": "urn:oid:2.999.\#($0)", "resource": \#(records)}"# }
    let entries = all.joined(separator: ",")
    let type = #""resourceType": "\#(name)""#
    return isFirst
      ? #"{\#(type), "type": "pile", "entry": [\#(entries)]}"# : #"{"entry": [\#(entries)], "type": "pile", \#(type)}"#
  }

  private func findings(_ text: String) throws -> [String] {
    var options = ValidationOptions()
    options.maximumRecordBytes = Self.limit
    let validator = try ToyRelease.validator(options)
    let bytes = Array(text.utf8)
    #expect(bytes.count > 2 * Self.limit)
    let inMemory = ToyRelease.findings(validator.validate(bytes))
    let streamed = try bytes.withUnsafeBytes { ToyRelease.findings(try validator.validate(from: MemorySource($0))) }
    #expect(inMemory == streamed)
    return inMemory
  }

  @Test(arguments: [true, false])
  func entriesOfACrateAreReadOneAtATime(isFirst: Bool) throws {
    let dragon = #"{"resourceType": "Dragon", "mood": "sad"}"#
    let expected = (0..<200).map { "code/not-in-value-set Crate.entry[\($0)].resource.mood" }
    let found = try findings(document("Crate", of: dragon, isFirst: isFirst))
    #expect(found == expected)
  }

  /// A document that is not a Bundle in any of the releases is one record, whatever its members are called.
  @Test func otherDocumentsAreReadWhole() throws {
    let dragon = #"{"resourceType": "Dragon"}"#
    #expect(try findings(document("Hoard", of: dragon, isFirst: true)) == ["limit/record-too-large "])
  }

  @Test func theReleasesNameTheirBundles() throws {
    #expect(ReleaseNames.published.bundleTypes == ["Bundle"])
    for release in GeneratedSchema.releases {
      let name = try #require(release.table.facts.typeName(.bundle))
      #expect(ReleaseNames.published.bundleTypes.contains(name))
    }
  }
}
