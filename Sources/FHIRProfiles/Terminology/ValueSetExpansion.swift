import FHIRSchema
import FHIRSupport
import FHIRTerminology

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
    if let expansion = facts.expansion, !expansion.isOpen || facts.includes.isEmpty { return expansion }
    var result = facts.ownCodes
    // A value set that defines no content may have any codes.
    if facts.includes.isEmpty, result.codes.isEmpty { result.isOpen = true }
    for include in facts.includes where spend(result.count) { result.formUnion(codes(of: include, facts)) }
    for exclude in facts.excludes where spend(result.count) {
      let before = result
      result.subtract(codes(of: exclude, facts))
      if let system = exclude.system, !isOfVersion(exclude, in: before, facts) {
        result.doubt(system.byBytes, of: before)
      }
    }
    // What an incomplete expansion has is in the set, also where the parts do not tell.
    for (system, codes) in facts.expansion?.codes ?? [:]
    where result.isOpen || result.unknownSystems.contains(system) {
      result.codes[system, default: []].formUnion(codes)
    }
    if room < 0 { (result.isCut, result.bounds) = (true, []) }
    return result
  }

  /// Whether codes to leave out are of the version of their system of which the codes in a set are.
  private func isOfVersion(_ part: ValueSetFacts.Part, in set: ValueSetDraft, _ facts: ValueSetFacts) -> Bool {
    guard let url = part.system, let version = part.version, version != ValueSetFacts.Part.allVersions,
      let named = set.versions[url.byBytes]?.values.reduce(Set<String?>(), { $0.union($1) })
    else { return true }
    let own =
      chosen.flatMap { $0.system == url.byBytes ? $0.version : nil } ?? systems(url, nil, facts).first?.version
      ?? terminology.packed(url, version: nil)?.version ?? terminology.defined(url.byBytes)?.version
    return !named.isEmpty
      && named.allSatisfy { stated in
        (stated ?? own).map { $0.namesVersion(version) || version.namesVersion($0) } ?? false
      }
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
    if let system = part.system {
      result = codes(ofSystem: system, part, facts)
    } else if !part.codes.isEmpty || !part.filters.isEmpty {
      // vsd-2 demands a system, so that nobody knows which codes are meant.
      terminology.note("expected the system of listed codes and of filters, found none", facts)
      result = ValueSetDraft(isOpen: true)
    }
    for url in part.valueSets {
      // If a part has several conditions, all must be met; most parts have one.
      let name = url.utf8.first == UInt8(ascii: "#") ? facts.container + url : url
      if let other = expand(Canonical(name, in: package)) {
        result = result.map { Self.intersection($0, other) } ?? other
      } else if result == nil {
        result = ValueSetDraft(isOpen: true)
      } else {
        result?.doubt()
      }
    }
    if part.isActiveOnly { result?.leaveOutRetired { activity(of: $0.string, part.version, facts) } }
    return result ?? ValueSetDraft()
  }

  private func activity(of url: String, _ version: String?, _ facts: ValueSetFacts) -> (ByteText) -> Bool {
    let inactive = Set(systems(url, version, facts).flatMap(\.concepts).filter(\.isInactive).map(\.code))
    let pack = terminology.packed(url, version: version)
    return { !inactive.contains($0) && pack?.mayBeActive($0.string) ?? true }
  }

  private mutating func codes(
    ofSystem url: String, _ part: ValueSetFacts.Part, _ facts: ValueSetFacts
  ) -> ValueSetDraft {
    let system = url.byBytes
    let isFollowed = part.version.map { $0.split(separator: ".").contains("x") } ?? true
    var version = part.version
    if isFollowed, let chosen, chosen.system == system, version?.namesVersion(chosen.version) ?? true {
      version = chosen.version
    }
    let known = systems(url, version, facts)
    let isOfAll = version == ValueSetFacts.Part.allVersions
    let packs = isOfAll ? terminology.allPacked(url) : [terminology.packed(url, version: version)].compactMap(\.self)
    let all: [String?] = known.isEmpty ? packs.map(\.version) : known.map(\.version)
    let (versions, packed) = isOfAll ? (all, packs.first?.version) : ([part.version], version)
    var draft = ValueSetDraft()
    draft.versions[system] = part.byCodes(versions)
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
        if isWhole { limit(&draft, to: part.filters, of: url, known, facts) }
      }
    } else if isWhole {
      draft.codes[system] = Set(known.flatMap(\.concepts).map(\.code))
    } else if let selected = selected(url, packed, []) {
      draft.selected[system] = selected
    } else if known.isEmpty, packs.isEmpty, let own = terminology.defined(system),
      case let isMeant = isOfAll || own.version.map({ version?.namesVersion($0) ?? true }) ?? true,
      !isMeant || url.hasPrefix(FHIRRelease.systemsOfReleases) || !facts.excludes.isEmpty
    {
      // Systems of HL7's terminology get more codes after the release, so that its copy does not exclude any.
      if isMeant {
        draft.codes[system] = Set(own.codes)
        if isFollowed { draft.followedSystems.insert(system) }
      } else {
        // Which codes another version than that of the release has, nobody can tell.
        draft.unknownSystems.insert(system)
      }
    } else {
      draft.wholeSystems.insert(system)
      if !known.isEmpty { draft.codes[system] = Set(known.flatMap(\.concepts).map(\.code)) }
    }
    for other in packs.dropFirst() where draft.selected[system] != nil {
      let codes = spend(other.count) ? SelectedCodes(other, meeting: part.filters)?.codes : nil
      draft.codes[system, default: []].formUnion(codes ?? [])
      if codes == nil { draft.unknownSystems.insert(system) }
    }
    if isFollowed, part.codes.isEmpty, isWhole || draft.selected[system] != nil {
      draft.followedSystems.insert(system)
    }
    return draft
  }

  /// The definitions of a system from which a part takes codes: one, or those of all versions. What is contained beside
  /// the value set comes first.
  private func systems(_ url: String, _ version: String?, _ facts: ValueSetFacts) -> [CodeSystemFacts] {
    let name = version.map { $0 == ValueSetFacts.Part.allVersions ? url : "\(url)|\($0)" } ?? url
    func all(_ name: String) -> [CodeSystemFacts] { terminology.codeSystems(Canonical(name, in: facts.package)) }
    let own = "\(facts.container)#\(url)"
    if terminology.library.hasSystem(own) { return Array(all("\(facts.container)#\(name)").prefix(1)) }
    return version == ValueSetFacts.Part.allVersions ? all(name) : Array(all(name).prefix(1))
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

  /// Leaves out the codes of a system that fail a filter, where others of a part cannot be evaluated, which are noted.
  private mutating func limit(
    _ draft: inout ValueSetDraft, to filters: [CodeFilter], of url: String, _ systems: [CodeSystemFacts],
    _ facts: ValueSetFacts
  ) {
    var unusable: [CodeFilter] = []
    for filter in filters {
      if let codes = select([filter], in: systems) {
        draft.limit(by: ValueSetDraft(codes: [url.byBytes: codes]))
      } else {
        unusable.append(filter)
      }
    }
    let found = unusable.map { "'\($0.property) \($0.operation) \($0.value)'" }.joined(separator: ", ")
    terminology.note("expected filters that select codes of '\(url)', found \(found)", facts)
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
