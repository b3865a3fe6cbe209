import FHIRSupport

/// A constraint whose expression does not say what its words do, and one that does: a line of a built-in guide.
///
/// ```text
/// reason WORDS
/// constraint KEY PUBLISHED => EXPRESSION
/// constraint KEY PUBLISHED => EXPRESSION => Provenance.agent
/// ```
///
/// `PUBLISHED` is the expression, or the words of a constraint that has none: white space counts as one space. It is
/// corrected wherever a definition comes from. That of a context has the end of the extension's url as its key.
package struct CorrectedConstraint: Sendable {
  package let key: String
  /// The expression, or the words, as published.
  package let published: String
  package let expression: String
  /// Where it is judged instead: an element, or `context`, the element that contains the extension.
  package let place: String?
  /// Why, in words; empty if nothing is said.
  package let reason: String
  /// The guide or the part of a release that has the line, with its version.
  package let source: String

  private static let known: [ByteText: [CorrectedConstraint]] = {
    var all: [CorrectedConstraint] = []
    for kept in KeptDefinitions.ofGuides + KeptDefinitions.ofReleases {
      var reason = ""
      for line in kept.head {
        if line.utf8.starts(with: "constraint ".utf8) {
          all.append(CorrectedConstraint(line, reason, kept))
        } else {
          reason = line.utf8.starts(with: "reason ".utf8) ? String(line.dropFirst("reason ".count)) : ""
        }
      }
    }
    return Dictionary(grouping: all, by: \.key.byBytes)
  }()

  private init(_ line: String, _ reason: String, _ kept: KeptDefinitions) {
    // By bytes: splitting by a text takes fifty times as long.
    let (bytes, arrow) = (Array(line.utf8.dropFirst("constraint ".utf8.count)), Array(" => ".utf8))
    var (parts, start) = ([String](), 0)
    for place in bytes.indices.dropFirst() where bytes[place] == arrow[1] && bytes[(place - 1)...].starts(with: arrow) {
      parts.append(String(decoding: bytes[start..<(place - 1)], as: UTF8.self))
      start = place - 1 + arrow.count
    }
    parts.append(String(decoding: bytes[start...], as: UTF8.self))
    let words = parts[0].split(separator: " ", maxSplits: 1).map(String.init)
    (key, published, expression) = (words[0], words[1], parts[1])
    place = parts.count > 2 ? parts[2] : nil
    self.reason = reason
    source = kept.package.version == "-" ? kept.name : "\(kept.name)@\(kept.package.version)"
  }

  package static func of(_ key: String) -> [CorrectedConstraint] { known[key.byBytes] ?? [] }

  /// The correction of a constraint; `nil` for one that is judged as published.
  static func of(_ key: String, _ published: String) -> CorrectedConstraint? {
    guard let known = known[key.byBytes] else { return nil }
    let published = published.split(whereSeparator: \.isWhitespace).joined(separator: " ").byBytes
    // Of two equal ones the last counts.
    return known.last { $0.published.byBytes == published }
  }
}

extension StructureFacts {
  mutating func moveConstraints() {
    for index in elements.indices where elements[index].constraints.contains(where: { $0.judgedAt != nil }) {
      var all = elements[index].constraints
      let kept = all.partition { $0.judgedAt != nil }
      elements[index].constraints = Array(all[..<kept])
      for moved in all[kept...] {
        if moved.judgedAt == "context" {
          contextInvariants += [moved.expression].compactMap(\.self)
        } else if let place = moved.judgedAt {
          let target = elements.firstIndex { $0.path == place }
          if target == nil { elements.append(ElementFacts(path: place)) }
          elements[target ?? elements.endIndex - 1].constraints.append(moved)
        }
      }
    }
  }
}
