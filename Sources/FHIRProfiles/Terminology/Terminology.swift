import FHIRPath
import FHIRSchema
import FHIRSupport
import FHIRTerminology
import Synchronization

/// The available value sets: those of the added definitions, and those of the release's own bindings.
///
/// A value set is expanded on first use, and shared by all threads from then on.
final class Terminology: FHIRPathDefinitions, Sendable {
  private let schema: SchemaTable
  fileprivate let library: ProfileLibrary
  private let systems: KnownSystems
  private let rowsByURL: [ByteText: Int]
  private let known = Mutex<[Canonical: ExpandedValueSet?]>([:])
  private let noted = Mutex<Set<ProfileFault>>([])

  init(_ schema: SchemaTable, _ library: ProfileLibrary) {
    self.schema = schema
    self.library = library
    systems = KnownSystems(library, of: schema.release)
    var rows: [ByteText: Int] = [:]
    for (number, set) in schema.valueSets.enumerated() where !set.url.isEmpty {
      rows[set.url.byBytes] = number
    }
    rowsByURL = rows
  }

  /// The faults of the value sets that were needed so far.
  var faults: Set<ProfileFault> { noted.withLock { $0 } }

  /// Notes filters by which a system whose codes are all known selects none.
  fileprivate func note(_ filters: [CodeFilter], of system: String, _ facts: ValueSetFacts) {
    guard let place = facts.place else { return }
    let found = filters.map { "'\($0.property) \($0.operation) \($0.value)'" }.joined(separator: ", ")
    let message = "expected filters that select codes of '\(system)', found \(found)"
    let fault = ProfileFault(.definitionUnusableConstraint, facts.url, "", message, at: place)
    noted.withLock { _ = $0.insert(fault) }
  }

  /// The value set with a url, `nil` if it has no definition.
  func valueSet(_ name: Canonical) -> ExpandedValueSet? {
    if let found = known.withLock({ $0[name] }) { return found }
    // One definition has one expansion, whoever refers to it.
    let facts = definition(name)
    let own = facts.map { Canonical("\($0.url)|\($0.version ?? "")", in: $0.package) } ?? name
    let set = known.withLock { $0[own] } ?? expansion(of: name, in: facts?.package ?? name.package)
    return known.withLock { known in
      if let other = known[name] { return other }
      known[own] = .some(set)
      known[name] = .some(set)
      return set
    }
  }

  /// A value set that a questionnaire contains: each may have one of its own, so that it is given less room.
  func valueSet(contained facts: ValueSetFacts) -> ExpandedValueSet {
    var expansion = ValueSetExpansion(self, room: 100_000)
    return set(expansion.expand(facts), in: facts.package)
  }

  /// Whether a code is in a value set; `nil` where that cannot be told.
  func isMember(_ code: String, system: String?, version: String?, of name: Canonical) -> Bool? {
    let found = valueSet(name).map { set in
      system.map { standing(name, set, system: $0, version: version, code: code) }
        ?? set.standing(system: nil, code: code)
    }
    return switch found {
    case .member: true
    case .stranger, .elsewhere, .noCode: false
    case .unchecked, .unknown, nil: nil
    }
  }

  /// The relation of a code to a value set. Where the set names no version of the code's system, the version that the
  /// code states counts.
  func standing(
    _ name: Canonical, _ set: ExpandedValueSet, system: String, version: String?, code: String
  ) -> CodeStanding {
    let standing = set.standing(system: system, version: version, code: code)
    guard let version, set.follows(system) else {
      guard standing == .member, let version, set.namesVersion(of: system) else { return standing }
      // Of several versions that the set names, another one has the code.
      return packed(system, version: version)?.has(code) == false ? .stranger : .member
    }
    let versions = codeSystems(Canonical(system, in: name.package)).compactMap(\.version)
    if version == versions.first { return standing }
    if versions.isEmpty {
      let found = packed(system, version: version)?.version
      if found == nil || found == packed(system, version: nil)?.version { return standing }
    } else if !versions.contains(version) {
      // What an unknown version has, nobody can tell.
      return standing == .stranger ? .unknown : standing
    }
    return self.standing(name, version, of: system, code) ?? standing
  }

  /// The relation of a code to a value set with one version of the code's system.
  private func standing(_ name: Canonical, _ version: String, of system: String, _ code: String) -> CodeStanding? {
    let key = Canonical("\(name) \(system)|\(version)", in: name.package)
    let set =
      known.withLock { $0[key] }
      ?? expansion(of: name, in: definition(name)?.package ?? name.package, with: (system.byBytes, version))
    known.withLock { $0[key] = .some(set) }
    return set?.standing(system: system, version: version, code: code)
  }

  /// - Parameter chosen: the version of a system that counts where the set states none.
  private func expansion(
    of name: Canonical, in package: Int, with chosen: (system: ByteText, version: String)? = nil
  ) -> ExpandedValueSet? {
    var expansion = ValueSetExpansion(self, chosen: chosen)
    let draft = expansion.expand(name)
    return form(of: name.url, draft).map { ExpandedValueSet($0) } ?? draft.map { set($0, in: package) }
  }

  private func set(_ draft: ValueSetDraft, in package: Int) -> ExpandedValueSet {
    ExpandedValueSet(draft, ignoresCase: { self.ignoresCase($0, in: package) }, isJudged: isJudged)
  }

  /// Whether two codes of a system that differ only in case are the same; `nil` if no definition says it.
  private func ignoresCase(_ system: ByteText, in package: Int) -> Bool? {
    let known =
      codeSystem(Canonical(system.string, in: package))?.ignoresCase ?? packed(system.string, version: nil)?.ignoresCase
    return known ?? defined(system)?.ignoresCase ?? (Self.systemsOfKnownForm.contains(system) ? false : nil)
  }

  private func defined(_ system: ByteText) -> CompleteSystem? {
    Array(system.string.utf8).withUnsafeBufferPointer { DefinedSystems.of(schema.release)?[$0] }
  }

  /// Whether another rule judges the codes of a system, by their form or by the release's list.
  private func isJudged(_ system: ByteText) -> Bool {
    Self.systemsOfKnownForm.contains(system) || defined(system) != nil
  }

  private static let systemsOfKnownForm = Set(
    [
      "http://loinc.org", "http://snomed.info/sct", "http://www.nlm.nih.gov/research/umls/rxnorm",
      "http://unitsofmeasure.org", "http://hl7.org/fhir/sid/cvx", "http://hl7.org/fhir/sid/ndc",
    ].map(\.byBytes))

  /// The content of a definition; an added one has priority over that of the release.
  func definition(_ name: Canonical) -> ValueSetFacts? {
    let found = library.valueSet(name, of: schema.release.name)
    // What the release itself defines means its own sets.
    let range = KeptDefinitions.numbersOfReleases
    guard range.contains(name.package), let found, !range.contains(found.package) else { return found }
    return codes(ofOwn: name.url) == nil ? found : nil
  }

  func codeSystem(_ name: Canonical) -> CodeSystemFacts? { codeSystems(name).first }

  /// All versions of a system, what is meant first.
  func codeSystems(_ name: Canonical) -> [CodeSystemFacts] { library.codeSystems(name, of: schema.release.name) }

  /// The codes of a system that the release defines whole.
  fileprivate func definedCodes(_ system: ByteText) -> [ByteText]? {
    Array(system.string.utf8).withUnsafeBufferPointer { DefinedSystems.of(schema.release)?[$0]?.codes }
  }

  func packed(_ url: String, version: String?) -> PackedSystem? {
    library.packs.system(url, version: version).flatMap { schema.release.means(url, version: $0.version) ? $0 : nil }
  }

  /// All versions of a system among the packs, what is meant first.
  fileprivate func allPacked(_ url: String) -> [PackedSystem] {
    library.packs.packs.flatMap { $0.versions(of: url) }.filter { schema.release.means(url, version: $0.version) }
  }

  /// Whether the caller gave all codes of a system, and a code is neither there nor in what the release defines.
  fileprivate func lacks(_ code: String, _ url: String, _ version: String?, _ packs: [PackedSystem]) -> Bool {
    Array(url.utf8).withUnsafeBufferPointer { url in
      let known = systems.system(url, version: version)
      guard known.map({ $0.isGiven && $0.has(code) == false }) ?? !packs.isEmpty else { return false }
      return packs.allSatisfy { $0.has(code) == false } && !systems.isDefined(url, code)
    }
  }

  /// Whether a code of a pack is above another one; `nil` where no pack can tell.
  func subsumes(_ ancestor: String, _ code: String, system: String, version: String?) -> Bool? {
    guard let answer = try? packed(system, version: version)?.subsumes(ancestor, code) else { return nil }
    return answer
  }

  /// The form of the codes of a value set of the release, whose definition has no more than the whole system.
  private func form(of url: String, _ draft: ValueSetDraft?) -> CodeForm? {
    guard let form = own(url)?.form else { return nil }
    guard let draft else { return form }
    let system = form.system.byBytes
    return draft.codes.keys.allSatisfy { $0 == system } && draft.wholeSystems == [system] ? form : nil
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
  private var open: Set<Canonical> = []
  /// The value sets expanded so far, so that one that is included twice is expanded once.
  private var done: [Canonical: ValueSetDraft] = [:]
  private var selections: [Canonical: CodeSelection] = [:]
  /// The version of a system that counts where a part states none.
  private let chosen: (system: ByteText, version: String)?
  /// How many codes may still be collected or looked at: a few value sets that include one another can grow without
  /// limit.
  private var room: Int
  /// The longest chain of included value sets.
  private static let deepest = 30

  init(
    _ terminology: Terminology, room: Int = 20_000_000, chosen: (system: ByteText, version: String)? = nil
  ) {
    (self.terminology, self.room, self.chosen) = (terminology, room, chosen)
  }

  /// The codes of a value set, `nil` if it has no definition.
  mutating func expand(_ name: Canonical) -> ValueSetDraft? {
    guard let facts = terminology.definition(name) else {
      return terminology.codes(ofOwn: name.url) ?? implicit(name.url)
    }
    if let known = done[name] { return known }
    guard open.count < Self.deepest else { return ValueSetDraft(isCut: true) }
    guard open.insert(name).inserted else { return nil }
    defer { open.remove(name) }
    var result = expand(facts)
    for part in facts.includes where !terminology.library.packs.isEmpty {
      result.names.formUnion(part.names.map { ValueSetDraft.name(part.system ?? "", $0.code, $0.text) })
    }
    done[name] = result
    return result
  }

  mutating func expand(_ facts: ValueSetFacts) -> ValueSetDraft {
    if let expansion = facts.expansion { return expansion }
    var result = facts.ownCodes
    // A value set that defines no content may have any codes.
    if facts.includes.isEmpty, result.codes.isEmpty { result.isOpen = true }
    for include in facts.includes where spend(result.count) { result.formUnion(codes(of: include, facts)) }
    if !facts.excludes.isEmpty { result.list(terminology.definedCodes) }
    for exclude in facts.excludes where spend(result.count) { result.subtract(codes(of: exclude, facts)) }
    if room < 0 { (result.isCut, result.bounds) = (true, []) }
    return result
  }

  /// The codes that a URL of SNOMED CT or of LOINC itself describes, from a pack: all, those below a concept or a part, or
  /// the members of a reference set or of an answer list. See <https://hl7.org/fhir/R4/snomedct.html> and
  /// <https://hl7.org/fhir/R4/loinc.html>.
  private mutating func implicit(_ url: String) -> ValueSetDraft? {
    let (snomed, loinc, name) = ("http://snomed.info/sct", "http://loinc.org", ProfileURL(url))
    let url = name.address
    var part = ValueSetFacts.Part(version: name.version)
    if url.byBytes.hasPrefix("\(loinc)/vs".byBytes) {
      part.system = loinc
      let list = String(url.dropFirst(loinc.count + 4))
      if list.byBytes.hasPrefix("LP") {
        part.filters = [CodeFilter(property: "ancestor", operation: "=", value: list)]
      } else if !list.isEmpty {
        part.filters = [CodeFilter(property: "concept", operation: "in", value: list)]
      }
    } else if url.byBytes.hasPrefix(snomed.byBytes), let question = url.firstIndex(of: "?") {
      part.system = snomed
      let edition = String(url[..<question])
      if edition.byBytes != snomed.byBytes { part.version = edition }
      let wanted = url[question...].split(separator: "/", maxSplits: 1).map(String.init)
      switch (wanted.first ?? "", wanted.count) {
      case ("?fhir_vs", 1): break
      case ("?fhir_vs=isa", 2): part.filters = [CodeFilter(property: "concept", operation: "is-a", value: wanted[1])]
      case ("?fhir_vs=refset", 1):
        guard let found = terminology.packed(snomed, version: part.version).flatMap(SelectedCodes.referenceSets) else {
          return nil
        }
        var (draft, all) = (ValueSetDraft(unknownSystems: [snomed.byBytes]), ValueSetDraft())
        (draft.selected[snomed.byBytes], all.selected[snomed.byBytes]) = (found.known, found.all)
        draft.limit(by: all)
        return draft
      case ("?fhir_vs=refset", 2): part.filters = [CodeFilter(property: "concept", operation: "in", value: wanted[1])]
      default: return nil
      }
    }
    guard let system = part.system else { return nil }
    var draft = ValueSetDraft()
    if let selected = selected(system, part.version, part.filters) {
      draft.selected[system.byBytes] = selected
    } else {
      // Codes of other systems are not in it, whatever is known of this one.
      draft.unknownSystems = [system.byBytes]
    }
    return draft
  }

  private mutating func spend(_ codes: Int) -> Bool {
    room -= codes + 100
    return room >= 0
  }

  private mutating func codes(of part: ValueSetFacts.Part, _ facts: ValueSetFacts) -> ValueSetDraft {
    let package = facts.package
    var result: ValueSetDraft?
    if let system = part.system { result = codes(ofSystem: system, part, facts) }
    for url in part.valueSets {
      // If a part has several conditions, all must be met; most parts have one.
      if let other = expand(Canonical(url, in: package)) {
        result = result.map { Self.intersection($0, other) } ?? other
      } else if result == nil {
        result = ValueSetDraft(isOpen: true)
      } else {
        result?.doubt()
      }
    }
    if part.isActiveOnly { result?.leaveOutRetired { activity(of: $0.string, part.version, in: package) } }
    return result ?? ValueSetDraft()
  }

  /// Tells which codes of a system may be active.
  private func activity(of url: String, _ version: String?, in package: Int) -> (ByteText) -> Bool {
    let inactive = Set(systems(url, version, in: package).flatMap(\.concepts).filter(\.isInactive).map(\.code))
    let pack = terminology.packed(url, version: version)
    return { !inactive.contains($0) && pack?.mayBeActive($0.string) ?? true }
  }

  private mutating func codes(
    ofSystem url: String, _ part: ValueSetFacts.Part, _ facts: ValueSetFacts
  ) -> ValueSetDraft {
    let (system, package) = (url.byBytes, facts.package)
    let version = part.version ?? (chosen?.system == system ? chosen?.version : nil)
    let known = systems(url, version, in: package)
    let isOfAll = version == Self.allVersions
    let packs = isOfAll ? terminology.allPacked(url) : [terminology.packed(url, version: version)].compactMap(\.self)
    let all: [String?] = known.isEmpty ? packs.map(\.version) : known.map(\.version)
    let (versions, packed) = isOfAll ? (all, packs.first?.version) : ([part.version], version)
    let listed: [ByteText?] = part.codes.isEmpty || part.version == nil ? [nil] : part.codes
    var draft = ValueSetDraft()
    draft.versions[system] = Dictionary(listed.map { ($0, Set(versions)) }) { one, _ in one }
    let isWhole = !known.isEmpty && known.allSatisfy(\.isComplete)
    if !part.codes.isEmpty, !part.filters.isEmpty {
      // vsd-3 forbids both, so that nobody knows which codes are meant.
      draft.unknownSystems.insert(system)
    } else if !part.codes.isEmpty {
      let own = known.first.flatMap { $0.ignoresCase ? selection(of: $0) : nil }
      let codes = part.codes.map { own?.spelling(of: $0) ?? packs.first?.spelling(of: $0) ?? $0 }
      draft.codes[system] = Set(codes).filter { !terminology.lacks($0.string, url, version, packs) }
    } else if !part.filters.isEmpty {
      if isWhole, let codes = select(part.filters, in: known) {
        draft.codes[system] = codes
      } else if let selected = selected(url, packed, part.filters) {
        draft.selected[system] = selected
      } else {
        draft.unknownSystems.insert(system)
        if isWhole { terminology.note(part.filters, of: url, facts) }
      }
    } else if isWhole {
      draft.codes[system] = Set(known.flatMap(\.concepts).map(\.code))
    } else if let selected = selected(url, packed, []) {
      draft.selected[system] = selected
    } else {
      draft.wholeSystems.insert(system)
      if !known.isEmpty { draft.codes[system] = Set(known.flatMap(\.concepts).map(\.code)) }
    }
    for other in packs.dropFirst() where draft.selected[system] != nil {
      let codes = spend(other.count) ? SelectedCodes(other, meeting: part.filters)?.codes : nil
      draft.codes[system, default: []].formUnion(codes ?? [])
      if codes == nil { draft.unknownSystems.insert(system) }
    }
    if part.version == nil, part.codes.isEmpty, isWhole || draft.selected[system] != nil {
      draft.followedSystems.insert(system)
    }
    return draft
  }

  /// What a part that includes all versions of a system states as its version.
  private static let allVersions = "*"

  /// The definitions of a system from which a part takes codes: one, or those of all versions.
  private func systems(_ url: String, _ version: String?, in package: Int) -> [CodeSystemFacts] {
    if version == Self.allVersions { return terminology.codeSystems(Canonical(url, in: package)) }
    return [terminology.codeSystem(Canonical(version.map { "\(url)|\($0)" } ?? url, in: package))].compactMap(\.self)
  }

  /// The codes of a part from a pack, `nil` if none has the system, or a filter cannot be evaluated.
  private mutating func selected(_ url: String, _ version: String?, _ filters: [CodeFilter]) -> SelectedCodes? {
    guard let system = terminology.packed(url, version: version), spend(system.count / 16 * (1 + filters.count)) else {
      return nil
    }
    return SelectedCodes(system, meeting: filters)
  }

  /// The codes of a system in some versions that meet some filters, `nil` if that is unknown.
  private mutating func select(_ filters: [CodeFilter], in systems: [CodeSystemFacts]) -> Set<ByteText>? {
    var codes: Set<ByteText> = []
    for known in systems {
      guard spend(known.concepts.count * filters.count), let found = selection(of: known).codes(meeting: filters) else {
        return nil
      }
      codes.formUnion(found)
    }
    return codes
  }

  private mutating func selection(of known: CodeSystemFacts) -> CodeSelection {
    let name = Canonical("\(known.url)|\(known.version ?? "")", in: known.package)
    let selection = selections[name] ?? CodeSelection(known)
    selections[name] = selection
    return selection
  }

  private static func intersection(_ a: ValueSetDraft, _ b: ValueSetDraft) -> ValueSetDraft {
    var result = ValueSetDraft()
    result.limit(by: a)
    result.limit(by: b)
    for (system, codes) in a.codes {
      if b.wholeSystems.contains(system) {
        result.codes[system] = codes
      } else if let other = b.codes[system] {
        result.codes[system] = codes.intersection(other)
      }
      if let other = b.selected[system] { result.insert(codes, selectedBy: other, system) }
    }
    for (system, selected) in a.selected {
      if b.wholeSystems.contains(system) { result.selected[system] = selected }
      if let codes = b.codes[system] { result.insert(codes, selectedBy: selected, system) }
      if let other = b.selected[system] {
        var both = selected
        if both.combine(other, { $0.formIntersection($1) }) {
          result.selected[system] = both
        } else {
          result.unknownSystems.insert(system)
        }
      }
    }
    for system in a.wholeSystems {
      if b.wholeSystems.contains(system) { result.wholeSystems.insert(system) }
      if let codes = b.codes[system] { result.codes[system] = codes }
      if let selected = b.selected[system] { result.selected[system] = selected }
    }
    result.unknownSystems.formUnion(a.unknownSystems.union(b.unknownSystems))
    result.followedSystems = a.followedSystems.union(b.followedSystems)
    result.names = a.names.union(b.names)
    result.isOpen = a.isOpen || b.isOpen
    result.isCut = a.isCut || b.isCut
    result.versions = a.versions.merging(b.versions) { $0.merging($1) { $0.union($1) } }
    return result
  }
}
