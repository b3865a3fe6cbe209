import FHIRSchema
import FHIRSupport
import Synchronization

/// The available value sets: those of the added definitions, and those of the release's own bindings.
///
/// A value set is expanded on first use, and shared by all threads from then on.
final class Terminology: Sendable {
  private let schema: SchemaTable
  private let library: ProfileLibrary
  private let rowsByURL: [ByteText: Int]
  private let known = Mutex<[ByteText: ExpandedValueSet?]>([:])

  init(_ schema: SchemaTable, _ library: ProfileLibrary) {
    self.schema = schema
    self.library = library
    var rows: [ByteText: Int] = [:]
    for (number, set) in schema.valueSets.enumerated() where !set.url.isEmpty {
      rows[set.url.byBytes] = number
    }
    rowsByURL = rows
  }

  /// The value set with a url, `nil` if it has no definition.
  func valueSet(_ url: String) -> ExpandedValueSet? {
    let key = url.byBytes
    if let found = known.withLock({ $0[key] }) { return found }
    var expansion = ValueSetExpansion(self)
    let draft = expansion.expand(url)
    let set =
      form(of: url, draft).map { ExpandedValueSet($0) }
      ?? draft.map { draft in ExpandedValueSet(draft) { self.codeSystem($0.string)?.ignoresCase ?? false } }
    return known.withLock { known in
      if let other = known[key] { return other }
      known[key] = .some(set)
      return set
    }
  }

  /// The content of a definition; an added one has priority over that of the release.
  func definition(_ url: String) -> ValueSetFacts? { library.valueSet(url, of: schema.release.name) }

  func codeSystem(_ url: String) -> CodeSystemFacts? { library.codeSystem(url, of: schema.release.name) }

  /// The form of the codes of a value set of the release, whose definition has no more than the whole system.
  private func form(of url: String, _ draft: ValueSetDraft?) -> CodeForm? {
    guard let form = own(url)?.form else { return nil }
    guard let draft else { return form }
    return draft.codes.isEmpty && draft.wholeSystems == [form.system.byBytes] ? form : nil
  }

  /// What the release's data have of a value set.
  private func own(_ url: String) -> ValueSetRow? {
    let wanted = ProfileURL(url)
    guard let number = rowsByURL[wanted.address.byBytes] else { return nil }
    let row = schema.valueSets[number]
    return wanted.means(row, of: schema) ? row : nil
  }

  /// The codes that the release's data have for a value set.
  func codes(ofOwn url: String) -> ValueSetDraft? {
    guard let row = own(url), row.unexpanded == nil else { return nil }
    var draft = ValueSetDraft()
    for (system, code) in schema.codes.codes(of: row) {
      draft.insert(code.byBytes, system: row.systems[system].byBytes)
    }
    return draft
  }
}

/// The expansion of one value set, with the value sets that it includes.
struct ValueSetExpansion {
  private let terminology: Terminology
  private var open: Set<String> = []
  /// The value sets expanded so far, so that one that is included twice is expanded once.
  private var done: [ByteText: ValueSetDraft] = [:]
  private var selections: [ByteText: CodeSelection] = [:]
  /// How many codes may still be collected or looked at: a few value sets that include one another can grow without
  /// limit.
  private var room = 20_000_000
  /// The longest chain of included value sets.
  private static let deepest = 30

  init(_ terminology: Terminology) { self.terminology = terminology }

  /// The codes of a value set, `nil` if it has no definition.
  mutating func expand(_ url: String) -> ValueSetDraft? {
    guard let facts = terminology.definition(url) else { return terminology.codes(ofOwn: url) }
    if let expansion = facts.expansion { return expansion }
    if let known = done[url.byBytes] { return known }
    guard open.count < Self.deepest else { return ValueSetDraft(isCut: true) }
    guard open.insert(url).inserted else { return nil }
    defer { open.remove(url) }
    var result = facts.ownCodes
    // A value set that defines no content may have any codes.
    if facts.includes.isEmpty, result.codes.isEmpty { result.isOpen = true }
    for include in facts.includes where spend(result.count) { result.formUnion(codes(of: include)) }
    for exclude in facts.excludes where spend(result.count) { result.subtract(codes(of: exclude)) }
    if room < 0 { result.isCut = true }
    done[url.byBytes] = result
    return result
  }

  private mutating func spend(_ codes: Int) -> Bool {
    room -= codes + 100
    return room >= 0
  }

  private mutating func codes(of part: ValueSetFacts.Part) -> ValueSetDraft {
    var result: ValueSetDraft?
    if let system = part.system { result = codes(ofSystem: system, part) }
    for url in part.valueSets {
      // If a part has several conditions, all must be met; most parts have one.
      if let other = expand(url) {
        result = result.map { Self.intersection($0, other) } ?? other
      } else if result == nil {
        result = ValueSetDraft(isOpen: true)
      } else {
        result?.doubt()
      }
    }
    return result ?? ValueSetDraft()
  }

  private mutating func codes(ofSystem url: String, _ part: ValueSetFacts.Part) -> ValueSetDraft {
    let system = url.byBytes
    var draft = ValueSetDraft(versions: [system: [part.version]])
    let name = part.version.map { "\(url)|\($0)" } ?? url
    if !part.codes.isEmpty {
      draft.codes[system] = Set(part.codes)
    } else if !part.filters.isEmpty {
      if let codes = select(part.filters, in: name) {
        draft.codes[system] = codes
      } else {
        draft.unknownSystems.insert(system)
      }
    } else if let known = terminology.codeSystem(name), known.isComplete {
      draft.codes[system] = Set(known.concepts.map(\.code))
    } else {
      draft.wholeSystems.insert(system)
    }
    return draft
  }

  /// The codes of a system that meet some filters, `nil` if that is unknown.
  private mutating func select(_ filters: [CodeFilter], in system: String) -> Set<ByteText>? {
    guard let known = terminology.codeSystem(system), known.isComplete, spend(known.concepts.count * filters.count)
    else {
      return nil
    }
    let selection = selections[system.byBytes] ?? CodeSelection(known)
    selections[system.byBytes] = selection
    return selection.codes(meeting: filters)
  }

  private static func intersection(_ a: ValueSetDraft, _ b: ValueSetDraft) -> ValueSetDraft {
    var result = ValueSetDraft()
    for (system, codes) in a.codes {
      if b.wholeSystems.contains(system) { result.codes[system] = codes }
      if let other = b.codes[system] { result.codes[system] = codes.intersection(other) }
    }
    for system in a.wholeSystems {
      if b.wholeSystems.contains(system) { result.wholeSystems.insert(system) }
      if let codes = b.codes[system] { result.codes[system] = codes }
    }
    result.unknownSystems = a.unknownSystems.union(b.unknownSystems)
    result.isOpen = a.isOpen || b.isOpen
    result.isCut = a.isCut || b.isCut
    result.versions = a.versions.merging(b.versions) { $0.union($1) }
    return result
  }
}
