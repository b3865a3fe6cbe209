import FHIRSupport

struct TextPlace {
  var offset: Int
  var count: Int
}

/// Texts, of which the last are in memory and the others in a temporary file.
struct TextSpool {
  private var file: TemporaryFile?
  private var recent: [UInt8] = []
  private var written = 0
  private static let most = 1 << 20

  mutating func append(_ text: UnsafeBufferPointer<UInt8>) throws -> TextPlace {
    let place = TextPlace(offset: written + recent.count, count: text.count)
    recent += text
    if recent.count >= Self.most {
      let file = try self.file ?? TemporaryFile()
      self.file = file
      try recent.withUnsafeBytes { try file.append($0) }
      written += recent.count
      recent.removeAll(keepingCapacity: true)
    }
    return place
  }

  func text(_ place: TextPlace) throws -> [UInt8] {
    if place.offset >= written {
      return Array(recent[(place.offset - written)..<(place.offset - written + place.count)])
    }
    var text = [UInt8](repeating: 0, count: place.count)
    try text.withUnsafeMutableBytes { if let file { try file.read(at: place.offset, into: $0) } }
    return text
  }
}
