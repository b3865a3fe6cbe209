@testable import FHIRSchema
import Testing

/// Numbers by name, as bytes.
struct NameDirectoryTests {
  /// Bytes that are never freed, as those of a literal.
  private func bytes(_ text: String) -> UnsafeBufferPointer<UInt8> {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    return UnsafeBufferPointer(bytes)
  }

  @Test func everyNameIsFoundAlsoAfterTheTableHasGrown() {
    // The first and last eight bytes of most are the same, and so is their hash.
    let names = (100..<400).map { "abcdefgh\($0)stuvwxyz" } + ["", "a", "ab", "b", "abcdefg", "abcdefgh"]
    var directory = NameDirectory(capacity: 2)
    for (number, name) in names.enumerated() { directory.insert(bytes(name), number) }
    #expect(names.map { directory[$0] } == names.indices.map { $0 })
    #expect(["c", "abcdefgi", "abcdefgh400stuvwxyz", "aa"].allSatisfy { directory[$0] == nil })
  }

  @Test func aNameThatIsAddedAgainHasTheNewNumber() {
    var directory = NameDirectory(capacity: 8)
    directory.insert(bytes("one"), 1)
    directory.insert(bytes("one"), 2)
    #expect(directory["one"] == 2)
  }
}
