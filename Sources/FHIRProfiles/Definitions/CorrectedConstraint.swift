import FHIRSupport

/// A constraint whose published expression does not say what its words do, and an expression that does: a line of a
/// built-in guide.
///
/// ```text
/// constraint KEY PUBLISHED => EXPRESSION
/// constraint KEY PUBLISHED => EXPRESSION => Provenance.agent
/// ```
///
/// `PUBLISHED` is the expression, or the words of a constraint that has none, in one line: white space counts as one
/// space. The same published text is corrected wherever a definition comes from. The constraint of a context has the end of the extension's url as its key.
struct CorrectedConstraint: Sendable {
  var expression: String
  /// Where it is judged instead: an element, or `context`, the element that contains the extension.
  var place: String?

  private static let all: [ByteText: CorrectedConstraint] = {
    var all: [ByteText: CorrectedConstraint] = [:]
    let kept = KeptDefinitions.ofGuides + KeptDefinitions.ofReleases
    for line in kept.flatMap(\.head) where line.utf8.starts(with: "constraint ".utf8) {
      let parts = line.dropFirst("constraint ".count).split(separator: " => ").map(String.init)
      all[parts[0].byBytes] = CorrectedConstraint(expression: parts[1], place: parts.count > 2 ? parts[2] : nil)
    }
    return all
  }()

  /// The correction of a constraint; `nil` for one that is judged as published.
  static func of(_ key: String, _ published: String) -> CorrectedConstraint? {
    let published = published.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return all["\(key) \(published)".byBytes]
  }
}

extension StructureFacts {
  /// Moves constraints to the places where their corrections are judged.
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
