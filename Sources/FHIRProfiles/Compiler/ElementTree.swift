/// Combines the elements of definitions into a tree: first those of the base, then those that refine it.
///
/// A snapshot and a differential are lists of paths. Slices are identified by their order, and in newer forms also by
/// ids. The tree uses an id if it agrees with its path; otherwise an element belongs to the slice that was opened last.
struct ElementTree {
  let root: ElementDraft
  /// The path to the last element, from the root.
  private var way: [ElementDraft]
  /// Elements by the names that a content reference may use: id, path, label.
  private(set) var labels: [String: ElementDraft] = [:]
  /// The elements that the definition being added has named so far.
  private var named: Set<ObjectIdentifier> = []
  /// The paths of extensions that the definition being added repeats without names.
  private var unnamedExtensions: Set<String> = []

  init(type: String) {
    root = ElementDraft(name: type, path: type)
    way = [root]
  }

  /// Adds the elements of a definition.
  ///
  /// - Parameter compare: receives what earlier definitions state about an element before a new one refines it, and
  ///   whether the new one adds a slice although they allow no others.
  mutating func add(
    _ elements: [ElementFacts], of url: String,
    compare: ((_ known: ElementFacts, _ element: ElementFacts, _ isAdded: Bool) -> Void)? = nil
  ) throws(ProfileFault) {
    way = [root]
    var closed: Set<ObjectIdentifier> = []
    named = []
    let repeated = Self.repeatedPaths(elements) { $0.name != nil && !$0.nameIsSlice }
    unnamedExtensions = Self.repeatedPaths(elements) { $0.name == nil && $0.isOfExtensionProfile }
    for element in elements {
      let parts = element.path.utf8.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) }
      guard !parts.isEmpty else { throw fault(element, url, "expected a path with the name of an element, found none") }
      guard parts.count <= 64 else { throw fault(element, url, "expected at most 64 levels, found more") }
      let place = draft(for: element, parts, isRepeated: repeated.contains(element.path))
      if let compare {
        if place.facts.slicing?.rules == .closed, !named.contains(ObjectIdentifier(place)) {
          closed.insert(ObjectIdentifier(place))
        }
        compare(place.facts, element, !place.isNamed && isAdded(place, closed))
      }
      place.facts.refine(by: element)
      place.isNamed = true
      named.insert(ObjectIdentifier(place))
      if let id = element.id { labels[id] = place }
      if labels[element.path] == nil { labels[element.path] = place }
      if let name = element.name, place.sliceName == nil { labels[name] = place }
    }
  }

  /// Whether an element is a new slice of one that earlier definitions have closed.
  ///
  /// - Parameter closed: those of them that the definition being added has refined.
  private func isAdded(_ place: ElementDraft, _ closed: Set<ObjectIdentifier>) -> Bool {
    guard way.count > 1, let base = way[way.count - 2].existingChild(place.name),
      place.sliceName.flatMap(base.existingSlice) === place
    else { return false }
    let isOpen = base.facts.slicing?.rules != .closed || named.contains(ObjectIdentifier(base))
    return !isOpen || closed.contains(ObjectIdentifier(base))
  }

  private func fault(_ element: ElementFacts, _ url: String, _ message: String) -> ProfileFault {
    ProfileFault(.definitionUnreadable, url, element.path, message, at: element.place)
  }

  private mutating func draft(for element: ElementFacts, _ parts: [String], isRepeated: Bool) -> ElementDraft {
    if parts.count == 1 {
      way = [root]
      return root
    }
    var sliceName = element.name
    if let names = Self.slices(in: element, parts) {
      let previous = way
      way = [root]
      for place in 1..<parts.count - 1 {
        let child = way[place - 1].child(parts[place])
        // Ids of the first forms have the names in lower case.
        var next = names[place].map { child.slice(like: $0) } ?? child
        if names[place] == nil, place < previous.count, child.hasUnnamedSlice(previous[place]) {
          next = previous[place]
        }
        way.append(next)
      }
      if sliceName == nil { sliceName = names.last ?? nil }
    } else {
      // The path to the parent, as far as the previous element has the same one.
      var depth = 1
      while depth < min(way.count, parts.count - 1), way[depth].name == parts[depth] { depth += 1 }
      way.removeSubrange(depth...)
      while way.count < parts.count - 1 { way.append(way[way.count - 1].child(parts[way.count])) }
    }
    let base = way[way.count - 1].child(parts[parts.count - 1])
    var place = base
    if let name = sliceName {
      if element.name == nil || isSlice(element, base, isRepeated) { place = base.slice(name) }
    } else if isUnnamedSlice(element, base) {
      place = base.addUnnamedSlice()
    }
    way.append(place)
    return place
  }

  /// Whether an element without a name is a slice: one that follows the slicing of the same definition, or one of
  /// several extensions.
  private func isUnnamedSlice(_ element: ElementFacts, _ base: ElementDraft) -> Bool {
    if element.slicing != nil { return false }
    return base.facts.slicing != nil && named.contains(ObjectIdentifier(base))
      || unnamedExtensions.contains(element.path) && element.isOfExtensionProfile
  }

  /// Whether an element with a name is a slice. In the older form some names are only labels; but a name beside the
  /// first slicing of an element is a slice.
  private func isSlice(_ element: ElementFacts, _ base: ElementDraft, _ isRepeated: Bool) -> Bool {
    if base.facts.slicing != nil { return true }
    if element.slicing != nil { return false }
    if element.nameIsSlice { return true }
    return isRepeated || base.name == "extension" || base.name == "modifierExtension"
  }

  /// The paths of several elements of a kind.
  private static func repeatedPaths(_ elements: [ElementFacts], _ isOfKind: (ElementFacts) -> Bool) -> Set<String> {
    var repeated: Set<String> = []
    var seen: Set<String> = []
    for element in elements where isOfKind(element) {
      if !seen.insert(element.path).inserted { repeated.insert(element.path) }
    }
    return repeated
  }

  /// The name of the slice at each part of the path, from the element's id; `nil` if the id does not agree with the
  /// path.
  private static func slices(in element: ElementFacts, _ parts: [String]) -> [String?]? {
    guard let id = element.id?.utf8, id.contains(UInt8(ascii: ".")) else { return nil }
    let pieces = id.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard pieces.count == parts.count else { return nil }
    var names: [String?] = []
    for (piece, part) in zip(pieces, parts) {
      let colon = piece.firstIndex(of: UInt8(ascii: ":"))
      guard piece[..<(colon ?? piece.endIndex)].elementsEqual(part.utf8) else { return nil }
      names.append(colon.map { String(Substring(piece[piece.index(after: $0)...])) })
    }
    // In the first forms, the id of the root contains the profile's name.
    names[0] = nil
    return names
  }
}

extension ElementFacts {
  /// Whether it is about extensions with a definition.
  fileprivate var isOfExtensionProfile: Bool {
    guard path.hasSuffix(".extension") || path.hasSuffix(".modifierExtension") else { return false }
    return slicing == nil && types?.contains { !$0.profiles.isEmpty } ?? false
  }
}
