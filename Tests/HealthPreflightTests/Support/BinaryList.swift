/// A binary property list with exact bytes chosen by a test.
struct BinaryList {
  var offsetSize: UInt8 = 1
  var referenceSize: UInt8 = 1
  var objects: [[UInt8]]
  var top = 0
  /// False values for the trailer.
  var claimedCount: UInt64?
  var claimedTable: UInt64?
  /// False offsets of objects for the offset table.
  var claimedOffsets: [Int: Int] = [:]

  init(_ objects: [UInt8]...) { self.objects = objects }

  init(_ objects: [[UInt8]]) { self.objects = objects }

  var bytes: [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    for (index, offset) in offsets.enumerated() {
      bytes += bigEndian(UInt64(claimedOffsets[index] ?? offset)).suffix(Int(min(offsetSize, 8)))
    }
    bytes += [0, 0, 0, 0, 0, 0, offsetSize, referenceSize]
    for number in [claimedCount ?? UInt64(objects.count), UInt64(top), claimedTable ?? UInt64(table)] {
      bytes += bigEndian(number)
    }
    return bytes
  }

  private func bigEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
  }
}
