import ClinicalSources
import FHIRTape

/// A file with parts of a card, of which others of its folder or archive have the rest. The first one stands for all.
struct CardInput: InputItem {
  let own: any InputItem
  /// All of the files for the first of them, none for the others.
  let files: [any InputItem]

  var name: String { own.name }
  var isNamed: Bool { own.isNamed }
  var size: Int { own.size }
  var identity: InputIdentity? { own.identity }

  func open() throws -> InputSource {
    var text: [UInt8] = []
    for file in files { text += try (file.cardText() ?? []) + [0x0A] }
    return InputSource(MemoryBytes(text))
  }

  /// Puts together the files of a folder or an archive that have parts of one card, whatever their order.
  static func join(_ items: inout [any InputItem]) {
    let found = items.indices.filter { items[$0].container != nil }
    for places in Dictionary(grouping: found, by: { items[$0].container }).values where places.count > 1 {
      var (loose, whole) = ([(number: Int, parts: [CardPart])](), [(number: Int, parts: [CardPart])]())
      var (room, spare) = (CardText.maximumBytes, CardText.maximumBytes)
      for place in places {
        // Whoever reads the file reports that it cannot be read.
        guard let text = (try? items[place].cardText()) ?? nil, text.count <= room else { continue }
        let parts = CardPart.parts(in: text)
        if !parts.loose.isEmpty {
          room -= text.count
          loose.append((place, parts.loose))
        }
        // Another file may have a copy of one of them.
        if !parts.whole.isEmpty, text.count <= spare {
          spare -= text.count
          whole.append((place, parts.whole))
        }
      }
      for group in CardPart.groups(of: loose, whole: whole) where group.count > 1 {
        let files = group.map { items[$0] }
        for place in group { items[place] = CardInput(own: items[place], files: place == group[0] ? files : []) }
      }
    }
  }
}

extension InputItem {
  /// The folder or the archive in which it is, if it may have a part of a card.
  fileprivate var container: String? {
    switch self {
    case let file as FileInput: file.form == .cards ? file.path.folder.text : nil
    case let entry as ArchiveEntry: size <= CardText.maximumBytes ? entry.archive.name : nil
    default: nil
    }
  }

  fileprivate func cardText() throws -> [UInt8]? {
    var source = try open()
    let kind = try ContentKind(of: &source)
    try source.rewind()
    guard kind == .healthCard else { return nil }
    var reader = InputReader()
    guard case .cards(let count) = try reader.read(source, mustLookLikeJSON: false) else { return nil }
    return Array(reader.bytes(count))
  }

  /// Opens what reports count lines and columns in: the payloads of cards, and the input itself for all others.
  func openText() throws -> any ByteSource {
    guard let text = try cardText() else { return try open() }
    return text.withUnsafeBytes { ByteRange(MemoryBytes(CardReader(keys: CardKeys(), now: 0).read($0).text)) }
  }
}
