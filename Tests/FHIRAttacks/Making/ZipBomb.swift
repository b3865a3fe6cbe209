/// A zip archive of many entries with the same content and different names.
struct ZipBomb {
  private let content: PackedText

  init(_ content: String) {
    self.content = PackedText(content, isGzip: false)
  }

  /// Writes an archive with a number of entries.
  func write(_ count: Int, to file: borrowing FileWriter, name: (Int) -> String) {
    var directory: [UInt8] = []
    var offset = 0
    for index in 0..<count {
      let name = Array(name(index).utf8)
      let shared =
        number(20, 2) + number(1 << 11, 2) + number(8, 2) + number(0, 4) + number(Int(content.checksum), 4)
        + number(content.bytes.count, 4) + number(content.size, 4) + number(name.count, 2) + number(0, 2)
      directory += number(0x0201_4B50, 4) + number(20, 2) + shared + number(0, 2) + number(0, 2) + number(0, 2)
      directory += number(0, 4) + number(offset, 4) + name
      let local = number(0x0403_4B50, 4) + shared + name
      file.put(local)
      file.put(content.bytes)
      offset += local.count + content.bytes.count
    }
    file.put(directory)
    file.put(number(0x0605_4B50, 4) + number(0, 4) + number(min(count, 0xFFFF), 2) + number(min(count, 0xFFFF), 2))
    file.put(number(directory.count, 4) + number(offset, 4) + number(0, 2))
  }

  private func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
