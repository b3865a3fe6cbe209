/// Combines the elements of definitions into a tree: first those of the base, then those that refine it. A snapshot and
/// a differential are lists of paths. Slices are identified by their order, and in newer forms also by ids. The tree
/// uses an id if it agrees with its path; otherwise an element belongs to the slice that was opened last.
struct ElementTree {
  let root: ElementDraft
  /// The path to the last element, from the root.
  private var way: [ElementDraft]
  /// Elements by the names that a content reference may use: id, path, label.
  private(set) var labels: [String: ElementDraft] = [:]
  private var number = 0
  /// The paths of extensions that the definition being added repeats without names.
  private var unnamedExtensions: Set<String> = []

  init(type: String) {
    root = ElementDraft(name: type, path: type)
    way = [root]
  }

  /// Adds elements. Before each, `compare` receives what is known of it, and whether it is a new slice of closed ones.
  mutating func add(
    _ elements: [ElementFacts], of url: String,
    compare: ((_ known: ElementFacts, _ element: ElementFacts, _ isAdded: Bool) -> Void)? = nil
  ) throws(ProfileFault) {
    way = [root]
    var closed: Set<ObjectIdentifier> = []
    number += 1
    let repeated = Self.repeatedPaths(elements) { $0.name != nil && !$0.nameIsSlice }
    unnamedExtensions = Self.repeatedPaths(elements) { $0.name == nil && $0.isOfExtensionProfile }
    for element in elements {
      let parts = element.path.utf8.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) }
      guard !parts.isEmpty else { throw fault(element, url, "expected a path with the name of an element, found none") }
      guard parts.count <= 64 else { throw fault(element, url, "expected at most 64 levels, found more") }
      let place = draft(for: element, parts, isRepeated: repeated.contains(element.path))
      if let compare {
        if place.facts.slicing?.rules == .closed, place.definition != number { closed.insert(ObjectIdentifier(place)) }
        compare(place.facts, element, !place.isNamed && isAdded(place, closed))
      }
      place.facts.refine(by: element)
      place.isNamed = true
      place.definition = number
      if let id = element.id { labels[id] = place }
      if labels[element.path] == nil { labels[element.path] = place }
      if let name = element.name, place.sliceName == nil { labels[name] = place }
    }
  }

  /// Whether an element is a new slice of one that earlier definitions have closed, and this one may have refined.
  private func isAdded(_ place: ElementDraft, _ closed: Set<ObjectIdentifier>) -> Bool {
    guard way.count > 1, let base = way[way.count - 2].existingChild(place.name),
      place.sliceName.flatMap(base.existingSlice) === place
    else { return false }
    let isOpen = base.facts.slicing?.rules != .closed || base.definition == number
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
        if names[place] == nil, place < previous.count, previous[place].isUnnamedSlice(of: child) {
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

  /// Whether an element without a name is a slice: after a slicing of the same definition, or one of many extensions.
  private func isUnnamedSlice(_ element: ElementFacts, _ base: ElementDraft) -> Bool {
    if element.slicing != nil { return false }
    return base.facts.slicing != nil && base.definition == number
      || unnamedExtensions.contains(element.path) && element.isOfExtensionProfile
  }

  /// Whether an element with a name is a slice: in the older form some are only labels, unless there is a slicing.
  private func isSlice(_ element: ElementFacts, _ base: ElementDraft, _ isRepeated: Bool) -> Bool {
    if base.facts.slicing != nil { return true }
    if element.slicing != nil { return false }
    if element.nameIsSlice { return true }
    return isRepeated || base.name == "extension" || base.name == "modifierExtension"
  }

  private static func repeatedPaths(_ elements: [ElementFacts], _ isOfKind: (ElementFacts) -> Bool) -> Set<String> {
    var seen: Set<String> = []
    return Set(elements.filter(isOfKind).map(\.path).filter { !seen.insert($0).inserted })
  }

  /// The name of the slice at each part of the path, from the element's id; `nil` if the id is not that of the path.
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

/// An element of a profile during compilation: all statements of the definitions about it, its children, its slices.
final class ElementDraft {
  /// The last part of the path: `name`, `value[x]`.
  let name: String
  /// The path for messages, with slices: `Patient.identifier:mrn.system`.
  let path: String
  let sliceName: String?
  /// The same after those of the slices that it is a slice of: `a/b`.
  let wholeName: String?
  var facts: ElementFacts
  /// Whether a definition has an element for it, not only for what is below it.
  var isNamed = false
  /// The number of the last definition of a tree that has named it.
  var definition = 0
  /// Whether it is a slice to which no definition gives a name.
  private var isUnnamed = false
  /// The one form that is left of this choice, if the profile writes it like an element.
  var form: String?
  private(set) var children: [ElementDraft] = []
  private(set) var slices: [ElementDraft] = []
  private var childrenByName: [String: ElementDraft] = [:]
  private var slicesByName: [String: ElementDraft] = [:]
  /// The same, by their names in lower case.
  private var slicesByLetters: [String: ElementDraft] = [:]

  init(name: String, path: String, sliceName: String? = nil, wholeName: String? = nil) {
    (self.name, self.path, self.sliceName, self.wholeName) = (name, path, sliceName, wholeName)
    facts = ElementFacts(path: path)
  }

  /// The child with a name; creates it if there is none.
  func child(_ name: String) -> ElementDraft {
    if let child = childrenByName[name] { return child }
    let child = ElementDraft(name: name, path: path + "." + name)
    childrenByName[name] = child
    children.append(child)
    return child
  }

  func existingChild(_ name: String) -> ElementDraft? { childrenByName[name] }

  /// The slice with a name, ignoring case; creates it if there is none.
  func slice(like name: String) -> ElementDraft {
    if slicesByName[name] == nil, let slice = slicesByLetters[name.lowercased()] { return slice }
    return slice(name)
  }

  /// The slice with a name; creates it if there is none. `a/b` is the slice `b` of the slice `a`.
  func slice(_ name: String) -> ElementDraft {
    if let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")) {
      let outer = slicesByName[String(name[..<slash])]
      if let outer { return outer.slice(String(name[name.utf8.index(after: slash)...])) }
    }
    if let slice = slicesByName[name] { return slice }
    let slice = ElementDraft(
      name: self.name, path: path + (wholeName == nil ? ":" : "/") + name, sliceName: name,
      wholeName: (wholeName.map { $0 + "/" } ?? "") + name)
    slicesByName[name] = slice
    slicesByLetters[name.lowercased()] = slice
    slices.append(slice)
    return slice
  }

  func existingSlice(_ name: String) -> ElementDraft? { slicesByName[name] }

  /// Adds a slice that is named by its number, because the definition does not name it.
  func addUnnamedSlice() -> ElementDraft {
    var number = slices.count + 1
    while slicesByName[String(number)] != nil { number += 1 }
    let slice = slice(String(number))
    slice.isUnnamed = true
    return slice
  }

  func isUnnamedSlice(of base: ElementDraft) -> Bool { isUnnamed && sliceName.flatMap(base.existingSlice) === self }

  /// Merges the only slice, if there is one, into it: some definitions name a form of a choice as an element and a slice.
  func dissolveSlice() -> Bool {
    guard slices.count == 1, let slice = slices.first else { return false }
    (slices, slicesByName, slicesByLetters) = ([], [:], [:])
    facts.slicing = nil
    merge(slice)
    return true
  }

  func merge(_ other: ElementDraft) {
    facts.refine(by: other.facts)
    isNamed = isNamed || other.isNamed
    for child in other.children { self.child(child.name).merge(child) }
    for slice in other.slices { if let name = slice.sliceName { self.slice(name).merge(slice) } }
  }

  func addLacking(of other: ElementDraft) {
    for child in other.children {
      existingChild(child.name)?.addLacking(of: child) ?? self.child(child.name).merge(child)
    }
    if facts.slicing?.discriminators.isEmpty == true {
      facts.slicing?.discriminators = other.facts.slicing?.discriminators ?? []
    }
    if let known = other.facts.slicing, facts.slicing?.isOrdered == nil { facts.slicing?.isOrdered = known.isOrdered }
    for slice in other.slices where !slice.isUnnamed {
      guard let name = slice.sliceName else { continue }
      existingSlice(name)?.addLacking(of: slice) ?? self.slice(name).merge(slice)
    }
  }

  // MARK: - From the profile of the type

  /// Takes over what tells the slices below it from the profile of its values: it need not repeat what it names.
  func inheritSlicing(of other: ElementDraft) {
    for child in children {
      guard let same = other.existingChild(child.name) else { continue }
      if !child.slices.isEmpty, child.facts.slicing == nil, var slicing = same.facts.slicing {
        // The profile of the type judges the values that none of these slices takes.
        (slicing.rules, slicing.isOrdered) = (.open, false)
        child.facts.slicing = slicing
      }
      for slice in child.slices {
        guard let name = slice.sliceName, let twin = same.existingSlice(name) else { continue }
        slice.inheritValues(of: twin)
        slice.facts.types = slice.facts.types ?? twin.facts.types
        slice.inheritSlicing(of: twin)
      }
      child.inheritSlicing(of: same)
    }
  }

  /// Takes over the types of choices of which it states only parts, from what else is said of its values.
  func inheritTypes(of other: ElementDraft) {
    for child in children {
      guard let same = other.existingChild(child.name) else { continue }
      if child.lacksType { child.facts.types = same.facts.types?.map { TypeFacts(code: $0.code) } }
      child.inheritTypes(of: same)
    }
    for slice in slices { if let twin = slice.sliceName.flatMap(other.existingSlice) { slice.inheritTypes(of: twin) } }
  }

  /// Whether it is a choice of which parts are stated, and no types.
  private var lacksType: Bool { facts.types == nil && !children.isEmpty && name.hasSuffix("[x]") }
  var lacksTypesBelow: Bool { lacksType || children.contains(where: \.lacksTypesBelow) }

  private func inheritValues(of other: ElementDraft) {
    facts.values.fixed = facts.values.fixed ?? other.facts.values.fixed
    facts.values.pattern = facts.values.pattern ?? other.facts.values.pattern
    for child in other.children where child.statesValues { self.child(child.name).inheritValues(of: child) }
  }

  /// The profile that all its values must meet, if it is of one type with one.
  var onlyProfile: Canonical? {
    guard let types = facts.types, types.count == 1, types[0].profiles.count == 1 else { return nil }
    return types[0].profiles[0]
  }

  /// Whether it or an element below is stated by a definition that is not built in.
  var isOfCaller: Bool { facts.place != nil || (slices + children).contains(where: \.isOfCaller) }
  var hasSlicesBelow: Bool { !slices.isEmpty || children.contains(where: \.hasSlicesBelow) }

  private var statesValues: Bool {
    facts.values.fixed != nil || facts.values.pattern != nil || children.contains(where: \.statesValues)
  }
}
