import FHIRSupport

/// Several packs as one: of a system that more than one has, the first with all its codes counts, or else the first, and
/// each version is found. Of the versions in one pack the newest counts.
public struct TerminologyPacks: Sendable {
  /// The packs, in their order.
  public private(set) var packs: [TerminologyPack] = []
  /// What each system means without a version, by the hash of its URI.
  private var meant: [UInt64: PackedSystem] = [:]

  /// Makes a list without packs.
  public init() {}

  /// Adds a pack behind the others.
  public mutating func add(_ pack: TerminologyPack) {
    packs.append(pack)
    for url in Set(pack.systems.map(\.url.byBytes)) {
      meant[KeyedHash.process.hash(url.string.utf8).low] = system(url.string, version: nil)
    }
  }

  package func system(_ url: UnsafeBufferPointer<UInt8>) -> PackedSystem? { meant[KeyedHash.process.hash(url).low] }

  /// Whether there is none.
  public var isEmpty: Bool { packs.isEmpty }

  /// A system by its URI, in any version for `nil`.
  package func system(_ url: String, version: String?) -> PackedSystem? {
    let found = packs.lazy.compactMap { $0.system(url, version: version) }
    return found.first(where: \.isWhole) ?? found.first
  }

  /// What is damaged in a pack, among what was used so far, with the name of the pack; `nil` for nothing.
  package var damage: (pack: String, error: TerminologyPackError)? {
    packs.lazy.compactMap { pack in pack.damage.map { (pack.name, $0) } }.first
  }
}

extension PackedSystem {
  /// What a system says of a code that a record has.
  package enum Answer {
    case concept(Int)
    /// A language tag whose parts are all registered.
    case composed
    case absent
    case open(Doubt)
  }

  /// Why a system cannot tell whether a code is one of its codes.
  package enum Doubt {
    /// An expression of several concepts, whose parts exist.
    case expression
    /// A code of a part of a system that the pack does not have, or of a system of which it has some codes.
    case otherPart
    case damage
  }

  package func find(_ code: UnsafeBufferPointer<UInt8>) -> Answer {
    do throws(PackDamage) {
      if let concept = try concept(code) { return .concept(concept) }
      if url == CodeSystemURI.languages { return try hasParts(ofTag: code) }
      guard directory.isNumeric, url == CodeSystemURI.snomed, code.contains(where: { $0 &- UInt8(ascii: "0") > 9 })
      else { return absence(of: code) }
      return try hasParts(of: code)
    } catch {
      return .open(.damage)
    }
  }

  package func find(_ code: String) -> Answer {
    var code = code
    return code.withUTF8 { find($0) }
  }

  /// Whether the system has a code; `nil` if it cannot tell.
  package func has(_ code: String) -> Bool? {
    switch find(code) {
    case .concept, .composed: true
    case .absent: false
    case .open: nil
    }
  }

  /// Whether a code is active, as far as the system can tell.
  package func mayBeActive(_ code: String) -> Bool {
    switch find(code) {
    case .absent: false
    case .concept(let concept): (try? isActive(concept)) ?? true
    case .composed, .open: true
    }
  }

  private func absence(of code: UnsafeBufferPointer<UInt8>) -> Answer {
    // Of the packages of drugs, the directory has those that are on the market.
    if url == CodeSystemURI.ndc || !isWhole { return .open(.otherPart) }
    guard let part = Self.part(of: code, in: url), !directory.parts.contains(part) else { return .absent }
    return .open(.otherPart)
  }

  /// The part of a system that a code belongs to, if files have only some parts: the publisher of an identifier of SNOMED
  /// CT; whether a code of LOINC is one of an answer, a part, a list or a group; the codes of countries that users assign.
  package static func part(of code: UnsafeBufferPointer<UInt8>, in url: String) -> String? {
    switch url {
    case CodeSystemURI.snomed: namespace(of: code)
    case CodeSystemURI.loinc where code.count > 2 && code[0] == UInt8(ascii: "L"):
      String(decoding: code[..<2], as: UTF8.self)
    case CodeSystemURI.countries where code.count > 1:
      switch (code[0], code[1]) {
      case (UInt8(ascii: "A"), UInt8(ascii: "A")), (UInt8(ascii: "Z"), UInt8(ascii: "Z")), (UInt8(ascii: "X"), _),
        (UInt8(ascii: "Q"), UInt8(ascii: "M")...UInt8(ascii: "Z")):
        "user"
      default: nil
      }
    default: nil
    }
  }

  /// The seven digits that tell the publisher of an identifier of SNOMED CT in the long form; `nil` for the short form.
  private static func namespace(of code: UnsafeBufferPointer<UInt8>) -> String? {
    guard code.count >= 11, code.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }), code[code.count - 3] == UInt8(ascii: "1")
    else { return nil }
    return String(decoding: code[(code.count - 10)..<(code.count - 3)], as: UTF8.self)
  }

  /// Whether all parts of a language tag are registered: the first as a language, others behind `und-` or, if they extend
  /// a language, as languages; and whether these stand in order, one script, one region, and each variant once. What
  /// follows a single letter is an extension or for private use, and free. See RFC 5646, 2.1.
  private func hasParts(ofTag tag: UnsafeBufferPointer<UInt8>) throws(PackDamage) -> Answer {
    var (last, variants) = (0, Set<String>())
    for (place, part) in tag.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).enumerated() {
      let text = String(decoding: part, as: UTF8.self)
      if part.count == 1, place > 0 || text.lowercased() == "x" {
        let rest = tag[part.endIndex...].dropFirst().split(
          separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return rest.allSatisfy { (1...8).contains($0.count) } ? .composed : .absent
      }
      let isWord = part.first.map { $0 > UInt8(ascii: "9") } ?? false
      let kind =
        switch part.count {
        case 2: 3
        case 3: isWord ? 1 : 3
        case 4 where isWord: 2
        default: 4
        }
      if place > 0 {
        guard kind > last || kind == last && [1, 4].contains(kind),
          kind < 4 || variants.insert(text.lowercased()).inserted
        else { return .absent }
        last = kind
      }
      if place > 0, try concept("und-\(text)") != nil { continue }
      guard place == 0 || part.count == 3, try concept(text) != nil else { return absence(of: tag) }
    }
    return .composed
  }

  /// Whether all identifiers of an expression are concepts; terms between bars are no part of it.
  private func hasParts(of expression: UnsafeBufferPointer<UInt8>) throws(PackDamage) -> Answer {
    let signs = ":|+=<{(".utf8
    guard expression.contains(where: signs.contains) else { return .absent }
    var (place, isTerm) = (0, false)
    while place < expression.count {
      let byte = expression[place]
      if byte == UInt8(ascii: "|") { isTerm.toggle() }
      // A number after `#` is a concrete value, and what is in quotation marks a text.
      let isValue =
        place > 0 && (expression[place - 1] == UInt8(ascii: "#") || expression[place - 1] == UInt8(ascii: "."))
      var end = place + 1
      if !isTerm, byte &- UInt8(ascii: "0") < 10 {
        while end < expression.count, expression[end] &- UInt8(ascii: "0") < 10 { end += 1 }
        let part = UnsafeBufferPointer(rebasing: expression[place..<end])
        if !isValue, part.count >= 6, try concept(part) == nil {
          if case .absent = absence(of: part) { return .absent }
        }
      }
      place = end
    }
    return .open(.expression)
  }
}
