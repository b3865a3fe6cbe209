import FHIRSupport

/// Texts, of which the last are in memory and the others in a temporary file.
struct TextSpool {
  private var file: TemporaryFile?
  private var recent: [UInt8] = []
  private var written = 0
  private static let most = 1 << 20

  mutating func append(_ text: UnsafeBufferPointer<UInt8>) throws -> Range<Int> {
    let start = written + recent.count
    recent += text
    if recent.count >= Self.most {
      let file = try self.file ?? TemporaryFile()
      self.file = file
      try recent.withUnsafeBytes { try file.append($0) }
      written += recent.count
      recent.removeAll(keepingCapacity: true)
    }
    return start..<start + text.count
  }

  func text(_ place: Range<Int>) throws -> [UInt8] {
    if place.lowerBound >= written { return Array(recent[(place.lowerBound - written)..<(place.upperBound - written)]) }
    var text = [UInt8](repeating: 0, count: place.count)
    try text.withUnsafeMutableBytes { if let file { try file.read(at: place.lowerBound, into: $0) } }
    return text
  }
}
