package import FHIRSupport

/// The hierarchy, the reference sets and the properties, by which value sets select codes.
extension PackedSystem {
  package var hasHierarchy: Bool { self[.positions].count > 0 }

  /// Whether a concept is another one or below it.
  package func isKind(_ concept: Int, of ancestor: Int) throws(PackDamage) -> Bool {
    if concept == ancestor { return true }
    guard hasHierarchy else { return false }
    let own = try bytes.word32(self[.positions], ancestor)
    let end = try bytes.word32(self[.ends], own)
    // What is above a concept stands before it, so that the last is never met again.
    var pending = [try bytes.word32(self[.positions], concept)]
    while let position = pending.popLast(), position >= own {
      if position < end { return true }
      // To insert among many costs more than to walk down.
      if pending.count > 1000 { return try kinds(of: ancestor).contains(concept) }
      for place in try parentPlaces(position) {
        let parent = try bytes.word32(self[.parents], place)
        guard parent < position else { throw PackDamage(offset: self[.parents].start) }
        let next = (0..<pending.count).bisect { pending[$0] >= parent }
        if next == pending.count || pending[next] != parent { pending.insert(parent, at: next) }
      }
    }
    return false
  }

  /// The hierarchies of LOINC and SNOMED CT are in files of their own, which may have been left out.
  package var knowsHierarchy: Bool {
    isWhole && (hasHierarchy || ![CodeSystemURI.snomed, CodeSystemURI.loinc].contains(url))
  }

  /// Whether a code is another one or above it; `nil` where that cannot be told.
  package func subsumes(_ ancestor: String, _ code: String) throws(PackDamage) -> Bool? {
    guard let above = try concept(ancestor), let below = try concept(code) else { return nil }
    return try isKind(below, of: above) ? true : knowsHierarchy ? false : nil
  }

  package func kinds(of ancestor: Int) throws(PackDamage) -> ConceptSet {
    var found = ConceptSet(capacity: count)
    found.insert(ancestor)
    guard hasHierarchy else { return found }
    var position = try bytes.word32(self[.positions], ancestor)
    var (end, reached) = (try bytes.word32(self[.ends], position), ConceptSet(capacity: count))
    // The walk reached all between the two ends; what stands behind may have a parent among them.
    while position < count {
      if position >= end {
        let others = try parentPlaces(position)
        if others.count > 1 {
          for place in others where reached.contains(try bytes.word32(self[.parents], place)) {
            end = try bytes.word32(self[.ends], position)
          }
        }
      }
      if position < end {
        reached.insert(position)
        found.insert(try bytes.word32(self[.order], position))
      }
      position += 1
    }
    return found
  }

  /// Where the parents of the concept at a position are.
  private func parentPlaces(_ position: Int) throws(PackDamage) -> Range<Int> {
    try range(self[.parentStarts], position, of: self[.parents].count / Section.parents.stride)
  }

  package func parents(of concept: Int) throws(PackDamage) -> [Int] {
    guard hasHierarchy else { return [] }
    return try parentPlaces(bytes.word32(self[.positions], concept)).map { place throws(PackDamage) in
      try bytes.word32(self[.order], bytes.word32(self[.parents], place))
    }
  }

  package func members(ofSet concept: Int) throws(PackDamage) -> ConceptSet? {
    for place in 0..<self[.sets].count / 12 where try bytes.word32(self[.sets], place * 3) == concept {
      let (start, size) = (try bytes.word32(self[.sets], place * 3 + 1), try bytes.word32(self[.sets], place * 3 + 2))
      var found = ConceptSet(capacity: count)
      for member in start..<start + size { found.insert(try bytes.word32(self[.members], member)) }
      return found
    }
    return nil
  }

  package var memberSets: ConceptSet {
    get throws(PackDamage) {
      var found = ConceptSet(capacity: count)
      for place in 0..<self[.sets].count / 12 { found.insert(try bytes.word32(self[.sets], place * 3)) }
      return found
    }
  }

  package func property(named name: String) -> Property? {
    directory.properties.first { $0.name.byBytes == name.byBytes }
  }

  package func valueCount(of property: Property) -> Int { property.valueCount }

  package func numbers(_ property: Property, _ concept: Int) throws(PackDamage) -> [Int] {
    let rows =
      property.rowStarts.count > 0
      ? try range(property.rowStarts, concept, of: property.rows.count / property.width) : concept..<concept + 1
    var numbers: [Int] = []
    for row in rows {
      let place = try bytes.bytes(property.rows, at: row * property.width, property.width)
      let number =
        switch property.width {
        case 1: Int(place.load(as: UInt8.self))
        case 2: Int(place.load(as: UInt16.self))
        default: Int(place.load(as: UInt32.self))
        }
      if number < property.valueCount { numbers.append(number) }
    }
    return numbers
  }

  package func value(_ number: Int, of property: Property) throws(PackDamage) -> String {
    String(decoding: try slice(property.valueStarts, number, of: property.values), as: UTF8.self)
  }

  package var hasDisplays: Bool { true }
}

/// A condition of a value set: `ValueSet.compose.include.filter`.
package struct CodeFilter: Sendable {
  package let (property, operation, value): (String, String, String)

  package init(property: String, operation: String, value: String) {
    (self.property, self.operation, self.value) = (property, operation, value)
  }
}

/// The concepts of a system, from a pack or from a definition, of which value sets select some by conditions.
package protocol ConceptSource {
  associatedtype Property
  var url: String { get }
  /// How many concepts there are. Each has a number below that.
  var count: Int { get }
  /// Whether two codes that differ only in case are the same.
  var ignoresCase: Bool { get }
  /// Whether what the system does not relate is unrelated.
  var knowsHierarchy: Bool { get }
  var hasDisplays: Bool { get }

  /// The concept with a code, `nil` if there is none.
  func concept(_ code: String) throws(PackDamage) -> Int?
  func code(_ concept: Int) throws(PackDamage) -> String
  func display(_ concept: Int) throws(PackDamage) -> String?
  func isActive(_ concept: Int) throws(PackDamage) -> Bool
  /// A concept and all below it.
  func kinds(of ancestor: Int) throws(PackDamage) -> ConceptSet
  /// The concepts directly above one.
  func parents(of concept: Int) throws(PackDamage) -> [Int]
  /// The members of a reference set, `nil` if the system does not have it.
  func members(ofSet concept: Int) throws(PackDamage) -> ConceptSet?

  /// A property, `nil` if no concept has it.
  func property(named name: String) -> Property?
  /// How many different values a property has. Each has a number below that.
  func valueCount(of property: Property) -> Int
  func value(_ number: Int, of property: Property) throws(PackDamage) -> String
  /// The numbers of the values that a concept has.
  func numbers(_ property: Property, _ concept: Int) throws(PackDamage) -> [Int]
}

extension PackedSystem: ConceptSource {}

extension ConceptSource {
  /// A code as the system writes it, if its case does not matter; `nil` if the system does not have it.
  package func spelling(of code: ByteText) -> ByteText? {
    guard ignoresCase, let number = (try? concept(code.string)) ?? nil else { return nil }
    return (try? self.code(number))?.byBytes
  }

  /// The concepts that meet all conditions, `nil` if one of these cannot be evaluated.
  ///
  /// - Parameter pattern: compiles a regular expression; `nil` if it cannot be used on so many texts.
  package func concepts(
    meeting filters: [CodeFilter], pattern: (_ expression: String, _ texts: Int) -> ((String) -> Bool?)?
  ) throws(PackDamage) -> ConceptSet? {
    var all = ConceptSet(capacity: count, isFull: true)
    // Whether expressions of several concepts are in the set, too: these are not judged.
    for filter in filters where filter.property != "expressions" {
      guard let found = try concepts(meeting: filter, pattern: pattern) else { return nil }
      all.formIntersection(found)
    }
    return all
  }

  /// The concepts that meet a condition, `nil` if it cannot be evaluated: the system knows neither the property nor the
  /// code that it names, or the condition is an expression.
  private func concepts(
    meeting filter: CodeFilter, pattern: (_ expression: String, _ texts: Int) -> ((String) -> Bool?)?
  ) throws(PackDamage) -> ConceptSet? {
    let isAboutCodes = ["code", "concept", ""].contains(filter.property)
    let isAboutKinds =
      filter.operation.hasSuffix("-of") || ["is-a", "is-not-a", "generalizes"].contains(filter.operation)
      || ["parent", "child", "ancestor", "descendant"].contains(filter.property)
    if isAboutKinds, !knowsHierarchy { return nil }
    switch filter.operation {
    case "is-a" where isAboutCodes: return try kinds(named: filter.value)
    case "is-not-a" where isAboutCodes: return try kinds(named: filter.value).map(complement)
    case "descendent-of" where isAboutCodes, "descendant-of" where isAboutCodes:
      return try concepts("ancestor", among: [filter.value])
    case "child-of" where isAboutCodes: return try concepts("parent", among: [filter.value])
    case "generalizes" where isAboutCodes:
      return try concept(filter.value).map { concept throws(PackDamage) in try reached(from: [concept], by: parents) }
    case "=": return try concepts(filter.property, among: [filter.value])
    case "in":
      // SNOMED CT writes the members of a reference set in this way, and LOINC those of an answer list.
      if isAboutCodes, let set = try concept(filter.value), let members = try members(ofSet: set) { return members }
      if isAboutCodes, [CodeSystemURI.snomed, CodeSystemURI.loinc].contains(url) { return nil }
      return try concepts(filter.property, among: Self.list(filter.value))
    case "not-in": return try concepts(filter.property, among: Self.list(filter.value)).map(complement)
    case "exists":
      guard let found = try concepts(having: filter.property) else { return nil }
      return filter.value == "false" ? complement(found) : found
    case "regex": return try concepts(filter.property, matching: filter.value, pattern)
    default: return nil
    }
  }

  private func children(of parent: Int) throws(PackDamage) -> ConceptSet {
    let kinds = try kinds(of: parent)
    return try all { concept throws(PackDamage) in
      kinds.contains(concept) ? try parents(of: concept).contains(parent) : false
    }
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { part in String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
  }

  private func complement(_ set: ConceptSet) -> ConceptSet {
    var all = ConceptSet(capacity: count, isFull: true)
    all.subtract(set)
    return all
  }

  /// The concepts for which something holds.
  private func all(where holds: (Int) throws(PackDamage) -> Bool) throws(PackDamage) -> ConceptSet {
    var found = ConceptSet(capacity: count)
    for concept in 0..<count where try holds(concept) { found.insert(concept) }
    return found
  }

  private func kinds(named code: String) throws(PackDamage) -> ConceptSet? { try concept(code).map(kinds(of:)) }

  /// Some concepts and all to which others lead from them.
  package func reached(
    from start: [Int], by others: (Int) throws(PackDamage) -> [Int]
  ) throws(PackDamage) -> ConceptSet {
    var (found, pending) = (ConceptSet(capacity: count), start)
    while let next = pending.popLast() {
      if found.contains(next) { continue }
      found.insert(next)
      pending += try others(next)
    }
    return found
  }

  /// The concepts whose property has one of some values.
  private func concepts(_ property: String, among values: [String]) throws(PackDamage) -> ConceptSet? {
    var found = ConceptSet(capacity: count)
    switch property {
    case "code", "concept":
      for value in values { if let concept = try concept(value) { found.insert(concept) } }
      return found
    case "parent", "child", "ancestor", "descendant":
      for value in values {
        guard let concept = try concept(value) else { return nil }
        switch property {
        case "parent": found.formUnion(try children(of: concept))
        case "child": for parent in try parents(of: concept) { found.insert(parent) }
        case "ancestor":
          var below = try kinds(of: concept)
          below.remove(concept)
          found.formUnion(below)
        default: found.formUnion(try reached(from: parents(of: concept), by: parents))
        }
      }
      return found
    case _ where url == CodeSystemURI.loinc && ["LIST", "answers-for"].contains(property):
      for value in values {
        guard let set = try concept(value), let members = try members(ofSet: set) else { return nil }
        found.formUnion(members)
      }
      return found
    case "inactive":
      return try all { concept throws(PackDamage) in values.contains(try isActive(concept) ? "false" : "true") }
    default:
      guard let property = self.property(named: property) else { return nil }
      var numbers = ConceptSet(capacity: valueCount(of: property))
      // The case of LOINC's values does not matter, as <https://hl7.org/fhir/R4/loinc.html> says.
      func folded(_ text: String) -> ByteText { (url == CodeSystemURI.loinc ? text.lowercased() : text).byBytes }
      let wanted = Set(values.map(folded))
      for number in 0..<numbers.capacity where wanted.contains(folded(try value(number, of: property))) {
        numbers.insert(number)
      }
      // A part may stand for its name, and which name that is nobody knows here.
      let isPart = url == CodeSystemURI.loinc && values.contains { $0.uppercased().byBytes.hasPrefix("LP".byBytes) }
      if numbers.count == 0, isPart { return nil }
      return try concepts(having: numbers, of: property)
    }
  }

  /// The concepts that have a value of a property, or that are below or above others; `nil` for an unknown property.
  private func concepts(having property: String) throws(PackDamage) -> ConceptSet? {
    switch property {
    case "parent": return try all { concept throws(PackDamage) in try !parents(of: concept).isEmpty }
    case "child":
      var found = ConceptSet(capacity: count)
      for concept in 0..<count { for parent in try parents(of: concept) { found.insert(parent) } }
      return found
    default:
      guard let property = self.property(named: property) else { return nil }
      return try all { concept throws(PackDamage) in try !numbers(property, concept).isEmpty }
    }
  }

  private func concepts(having values: ConceptSet, of property: Property) throws(PackDamage) -> ConceptSet {
    try all { concept throws(PackDamage) in try numbers(property, concept).contains { values.contains($0) } }
  }

  private func concepts(
    _ name: String, matching expression: String, _ pattern: (String, Int) -> ((String) -> Bool?)?
  ) throws(PackDamage) -> ConceptSet? {
    /// Those of some numbers whose texts match.
    func matching(_ count: Int, _ text: (Int) throws(PackDamage) -> String?) throws(PackDamage) -> ConceptSet? {
      guard let matches = pattern(expression, count) else { return nil }
      var found = ConceptSet(capacity: count)
      for number in 0..<count {
        guard let text = try text(number) else { continue }
        guard let isMatch = matches(text) else { return nil }
        if isMatch { found.insert(number) }
      }
      return found
    }
    if name == "code" || name == "concept" { return try matching(count, code) }
    if name == "display", hasDisplays { return try matching(count, display) }
    guard let property = property(named: name) else { return nil }
    let numbers = try matching(valueCount(of: property)) { number throws(PackDamage) in try value(number, of: property)
    }
    return try numbers.map { numbers throws(PackDamage) in try concepts(having: numbers, of: property) }
  }
}
