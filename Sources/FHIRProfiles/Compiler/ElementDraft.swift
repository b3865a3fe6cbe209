/// An element of a profile during compilation: all statements of the definitions about it, its children, its slices.
final class ElementDraft {
  /// The last part of the path: `name`, `value[x]`.
  let name: String
  /// The path for messages, with slices: `Patient.identifier:mrn.system`.
  let path: String
  /// The name of this slice.
  let sliceName: String?
  var facts: ElementFacts
  /// Whether a definition has an element for it, not only for what is below it.
  var isNamed = false
  /// The one form that is left of this choice, if the profile writes it like an element.
  var form: String?
  private(set) var children: [ElementDraft] = []
  private(set) var slices: [ElementDraft] = []
  private var childrenByName: [String: Int] = [:]
  private var slicesByName: [String: Int] = [:]
  /// The same, by their names in lower case.
  private var slicesByLetters: [String: Int] = [:]

  /// Those of the slices to which no definition gives a name.
  private var unnamedSlices: Set<ObjectIdentifier> = []

  init(name: String, path: String, sliceName: String? = nil) {
    (self.name, self.path, self.sliceName) = (name, path, sliceName)
    facts = ElementFacts(path: path)
  }

  /// The child with a name; creates it if there is none.
  func child(_ name: String) -> ElementDraft {
    if let place = childrenByName[name] { return children[place] }
    let child = ElementDraft(name: name, path: path + "." + name)
    childrenByName[name] = children.count
    children.append(child)
    return child
  }

  /// The child with a name; `nil` if there is none.
  func existingChild(_ name: String) -> ElementDraft? { childrenByName[name].map { children[$0] } }

  /// The slice with a name, ignoring case; creates it if there is none.
  func slice(like name: String) -> ElementDraft {
    if slicesByName[name] == nil, let place = slicesByLetters[name.lowercased()] { return slices[place] }
    return slice(name)
  }

  /// The slice with a name; creates it if there is none. `a/b` is the slice `b` of the slice `a`.
  func slice(_ name: String) -> ElementDraft {
    if let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")) {
      let outer = String(name[..<slash])
      if slicesByName[outer] != nil { return slice(outer).slice(String(name[name.utf8.index(after: slash)...])) }
    }
    if let place = slicesByName[name] { return slices[place] }
    let slice = ElementDraft(name: self.name, path: "\(path):\(name)", sliceName: name)
    slicesByName[name] = slices.count
    slicesByLetters[name.lowercased()] = slices.count
    slices.append(slice)
    return slice
  }

  /// The slice with a name; `nil` if there is none.
  func existingSlice(_ name: String) -> ElementDraft? { slicesByName[name].map { slices[$0] } }

  /// Adds a slice that is named by its number, because the definition does not name it.
  func addUnnamedSlice() -> ElementDraft {
    var number = slices.count + 1
    while slicesByName[String(number)] != nil { number += 1 }
    let slice = slice(String(number))
    unnamedSlices.insert(ObjectIdentifier(slice))
    return slice
  }

  func hasUnnamedSlice(_ slice: ElementDraft) -> Bool { unnamedSlices.contains(ObjectIdentifier(slice)) }

  /// Merges a slice with its own name into it: some definitions name a form of a choice as an element and as a slice.
  ///
  /// - Returns: whether there was one.
  func dissolveSlice() -> Bool {
    guard slices.count == 1, let slice = slices.first else { return false }
    (slices, slicesByName, slicesByLetters) = ([], [:], [:])
    facts.slicing = nil
    merge(slice)
    return true
  }

  /// Copies the facts of another element and of everything below it.
  func merge(_ other: ElementDraft) {
    facts.refine(by: other.facts)
    isNamed = isNamed || other.isNamed
    for child in other.children { self.child(child.name).merge(child) }
    for slice in other.slices { if let name = slice.sliceName { self.slice(name).merge(slice) } }
  }

  // MARK: - From the profile of the type

  /// Takes over what tells the slices below this element from the profile that its values must meet: a profile may
  /// name a slice of that one, and need not repeat what distinguishes it.
  func inheritSlicing(of other: ElementDraft) {
    for child in children {
      guard let same = other.existingChild(child.name) else { continue }
      if !child.slices.isEmpty, child.facts.slicing == nil { child.facts.slicing = same.facts.slicing }
      for slice in child.slices {
        guard let name = slice.sliceName, let twin = same.existingSlice(name) else { continue }
        slice.inheritValues(of: twin)
        slice.inheritSlicing(of: twin)
      }
      child.inheritSlicing(of: same)
    }
  }

  private func inheritValues(of other: ElementDraft) {
    facts.values.fixed = facts.values.fixed ?? other.facts.values.fixed
    facts.values.pattern = facts.values.pattern ?? other.facts.values.pattern
    for child in other.children where child.statesValues { self.child(child.name).inheritValues(of: child) }
  }

  /// Whether it or an element below has slices.
  var hasSlicesBelow: Bool { !slices.isEmpty || children.contains(where: \.hasSlicesBelow) }

  /// Whether it or an element below has a fixed value or a pattern.
  private var statesValues: Bool {
    facts.values.fixed != nil || facts.values.pattern != nil || children.contains(where: \.statesValues)
  }
}
