import FHIRFindings
import HealthPreflight
import Testing

struct BinaryPropertyListReaderTests {
  @Test(
    arguments: [
      ([0x00], PropertyList.Content.null), ([0x08], .boolean(false)), ([0x09], .boolean(true)),
      ([0x10, 0xFF], .number("255")), ([0x11, 0x01, 0x00], .number("256")),
      ([0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], .number("-2")),
      ([0x14] + Array(repeating: 0, count: 15) + [7], .number("7")),
      ([0x22, 0x3F, 0xC0, 0, 0], .number("1.5")), ([0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0], .number("1.5")),
      ([0x33, 0, 0, 0, 0, 0, 0, 0, 0], .date), ([0x42, 1, 2], .data), ([0x80, 5], .uid),
      ([0x52, 0x61, 0x62], .string("ab")), ([0x61, 0x00, 0xE4], .string("ä")),
      ([0x62, 0xD8, 0x3D, 0xDE, 0x00], .string("😀")), ([0x50], .string("")),
      ([0x5F, 0x10, 0x03, 0x61, 0x62, 0x63], .string("abc")), ([0xA0], .array([])), ([0xD0], .dictionary([])),
    ] as [([UInt8], PropertyList.Content)])
  func readsEveryKindOfValue(_ object: [UInt8], _ content: PropertyList.Content) throws {
    let list = try PropertyList.read(BinaryList(object).bytes)
    #expect(list.content == content)
    #expect(list.range == SourceRange(start: 8, end: 8 + object.count))
  }

  @Test func knowsThePlacesOfKeysAndValues() throws {
    let list = try PropertyList.read(BinaryList([0xD1, 1, 2], [0x51, 0x61], [0xA2, 3, 3], [0x09]).bytes)
    let entry = try #require(list.entries?.first)
    #expect(entry.key == "a")
    #expect([list.range, list.head, entry.keyRange] == [range(8, 11), range(8, 9), range(11, 13)])
    #expect(entry.value.range == range(13, 16))
    #expect(entry.value.elements?.map(\.range) == [range(16, 17), range(16, 17)])
  }

  @Test(arguments: [1, 2, 3, 4, 8] as [UInt8])
  func readsOffsetsAndReferencesOfAnySize(_ size: UInt8) throws {
    let reference = Array(repeating: UInt8(0), count: Int(size) - 1) + [1]
    var file = BinaryList([0xA1] + reference, [0x09])
    file.offsetSize = size
    file.referenceSize = size
    #expect(try PropertyList.read(file.bytes).elements?.map(\.content) == [.boolean(true)])
  }

  /// Hostile and damaged files: the message for each, and its place.
  static let hostile: [(name: String, file: BinaryList, place: SourceRange, message: String)] = {
    func changed(_ file: BinaryList, _ change: (inout BinaryList) -> Void) -> BinaryList {
      var file = file
      change(&file)
      return file
    }
    let flag = BinaryList([0x09])
    return [
      (
        "an array in itself", BinaryList([0xA1, 0]), range(8, 9),
        "expected no object inside itself, found object 0 in itself"
      ),
      (
        "a circle of three", BinaryList([0xA1, 1], [0xA1, 2], [0xA1, 0]), range(8, 9),
        "expected no object inside itself, found object 0 in itself"
      ),
      (
        "a dictionary in itself", BinaryList([0xD1, 1, 0], [0x51, 0x61]), range(8, 9),
        "expected no object inside itself, found object 0 in itself"
      ),
      (
        "a reference beyond the objects", BinaryList([0xA1, 9]), range(9, 10),
        "expected one of 1 objects, found a reference to number 9"
      ),
      (
        "a key that is no string", BinaryList([0xD1, 1, 1], [0x09]), range(9, 10),
        "expected a string as the key of a dictionary, found a boolean"
      ),
      (
        "a count beyond the file", BinaryList([0xAF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
        range(8, 9), "expected 9223372036854775807 items, found the end of the objects after 0"
      ),
      (
        "a count of all ones", BinaryList([0xDF, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
        range(8, 9), "expected 18446744073709551615 items, found the end of the objects after 0"
      ),
      (
        "a count that is no number", BinaryList([0x5F, 0x51, 0x61]), range(8, 9),
        "expected a count after the marker, found none"
      ),
      ("a count at the end", BinaryList([0x5F]), range(8, 9), "expected a count after the marker, found none"),
      (
        "a string beyond the objects", BinaryList([0x54, 0x61]), range(8, 9),
        "expected 4 items, found the end of the objects after 1"
      ),
      (
        "a number beyond the objects", BinaryList([0x13, 0]), range(8, 9),
        "expected an object of 8 bytes, found the end of the objects"
      ),
      ("ASCII that is not", BinaryList([0x51, 0xE9]), range(9, 10), "expected ASCII, found units that are not"),
      ("half a pair", BinaryList([0x61, 0xD8, 0x00]), range(9, 11), "expected UTF-16, found units that are not"),
      ("a marker that is none", BinaryList([0xF0]), range(8, 9), "expected the marker of an object, found F0"),
      ("a filler", BinaryList([0x0F]), range(8, 9), "expected the marker of an object, found 0F"),
      ("a number of 2^15 bytes", BinaryList([0x1F]), range(8, 9), "expected the marker of an object, found 1F"),
      (
        "an object in the offset table", changed(flag) { $0.claimedOffsets = [0: 9] }, range(9, 10),
        "expected object 0 before the offset table, found it at 9"
      ),
      (
        "an object in the header", changed(flag) { $0.claimedOffsets = [0: 0] }, range(9, 10),
        "expected object 0 before the offset table, found it at 0"
      ),
      (
        "offsets of no bytes", changed(flag) { $0.offsetSize = 0 }, range(15, 17),
        "expected offsets and references of 1 to 8 bytes, found 0 and 1"
      ),
      (
        "references of 200 bytes", changed(flag) { $0.referenceSize = 200 }, range(16, 18),
        "expected offsets and references of 1 to 8 bytes, found 1 and 200"
      ),
      (
        "more objects than room", changed(flag) { $0.claimedCount = .max }, range(18, 26),
        "expected as many objects as the offset table has room for, found 18446744073709551615"
      ),
      (
        "no object", changed(flag) { $0.claimedCount = 0 }, range(18, 26),
        "expected as many objects as the offset table has room for, found 0"
      ),
      (
        "a top that is none", changed(flag) { $0.top = 1 }, range(26, 34),
        "expected one of 1 objects at the top, found number 1"
      ),
      (
        "a table beyond the file", changed(flag) { $0.claimedTable = .max }, range(34, 42),
        "expected the offset table inside the file, found it at 18446744073709551615"
      ),
      (
        "a table in the header", changed(flag) { $0.claimedTable = 8 }, range(34, 42),
        "expected the offset table inside the file, found it at 8"
      ),
    ]
  }()

  @Test(arguments: hostile.indices)
  func hostileFilesAreFaults(_ index: Int) {
    let (name, file, place, message) = Self.hostile[index]
    let fault = #expect(throws: PropertyListFault.self, "\(name)") { try PropertyList.read(file.bytes) }
    #expect(fault?.message == message, "\(name)")
    #expect(fault?.range == place, "\(name)")
    #expect(fault?.kind == .malformed)
  }

  /// Sixty arrays, each with two references to the next: a few hundred bytes that stand for more values than memory
  /// holds.
  @Test func sharingIsBounded() {
    let arrays = (1...60).map { [0xA2, UInt8($0), UInt8($0)] as [UInt8] } + [[0x09]]
    let fault = #expect(throws: PropertyListFault.self) { try PropertyList.read(BinaryList(arrays).bytes) }
    #expect(fault?.kind == .limit)
    #expect(fault?.message == "expected at most 100000 values, found more")
  }

  @Test func depthIsBounded() {
    let arrays = (1...200).map { [0xA1, UInt8($0)] as [UInt8] } + [[0x09]]
    let fault = #expect(throws: PropertyListFault.self) {
      var file = BinaryList(arrays)
      file.offsetSize = 2
      return try PropertyList.read(file.bytes)
    }
    #expect(fault?.message == "expected at most 64 levels, found a deeper one")
  }

  /// A hundred overlapping strings; one string with a hundred references is allowed.
  @Test func textsMayNotLieOverEachOther() throws {
    let long = [0x5F, 0x10, 200] + Array(repeating: UInt8(0x61), count: 200)
    let array = [0xAF, 0x10, 100] + (1...100).map { UInt8($0) }
    var file = BinaryList([array, long] + Array(repeating: [], count: 99))
    file.offsetSize = 2
    for index in 2...100 { file.claimedOffsets[index] = 8 + array.count }
    let fault = #expect(throws: PropertyListFault.self) { try PropertyList.read(file.bytes) }
    #expect(fault?.kind == .limit)
    #expect(fault?.message == "expected strings that do not overlap, found more text than the file has bytes")

    let shared = BinaryList([0xAF, 0x10, 100] + Array(repeating: 1, count: 100), long)
    #expect(try PropertyList.read(shared.bytes).elements?.count == 100)
  }

  @Test func everyBeginningIsAFault() {
    let bytes = BinaryList([0xD1, 1, 2], [0x51, 0x61], [0x09]).bytes
    for count in 6..<bytes.count {
      let fault = #expect(throws: PropertyListFault.self) { try PropertyList.read(Array(bytes.prefix(count))) }
      #expect(fault.map { 0 <= $0.range.start && $0.range.start <= $0.range.end && $0.range.end <= count } == true)
    }
  }

  private static func range(_ start: Int, _ end: Int) -> SourceRange { SourceRange(start: start, end: end) }
  private func range(_ start: Int, _ end: Int) -> SourceRange { Self.range(start, end) }
}
