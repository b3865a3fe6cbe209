import FHIRSupport
import FHIRTape
import FHIRTerminology

/// Code systems and value sets in FHIR's JSON: one, a Bundle of them, or one per line.
enum CodeSystemSource {
  /// - Returns: whether the file is JSON; one that is named so and is not has an error.
  static func read(_ source: any ByteSource, _ file: SourceFile, _ compiler: TerminologyCompiler) throws -> Bool {
    var isRead = false
    var reader = RecordReader(
      source, bundles: compiler.bundles, maximumDepth: 200, maximumRecordBytes: 64 << 20, sizeHint: 0)
    while let event = try reader.next() {
      switch event {
      case .byteOrderMark: break
      case .value(let tape, let place):
        isRead = true
        var failure: (any Error)?
        tape.forEachRecord(in: place, bundles: compiler.bundles) { index, _, _ in
          if failure == nil { do { try read(tape, index, compiler) } catch { failure = error } }
        }
        if let failure { throw failure }
      case .failure(let error, _):
        guard isRead || file.name.hasSuffix(".json") else { return false }
        throw TerminologyPackError(error.message(maximumDepth: 200, maximumRecordBytes: 64 << 20))
      }
    }
    return isRead
  }

  private static func items(_ name: StaticString, of object: TapeIndex, _ tape: Tape) -> [TapeIndex] {
    guard let list = tape.member(name, of: object), tape.tag(list) == .array else { return [] }
    return tape.items(of: list).filter { tape.tag($0) == .object }
  }

  private static func read(_ tape: Tape, _ resource: TapeIndex, _ compiler: TerminologyCompiler) throws {
    let type = tape.tag(resource) == .object ? tape.text("resourceType", of: resource) : nil
    if type == "ValueSet", tape.text("url", of: resource) != nil {
      let range = tape.range(resource)
      let start = tape.bytes + range.lowerBound
      return try compiler.keep(valueSet: UnsafeBufferPointer(start: start, count: range.count))
    }
    guard type == "CodeSystem" else { return compiler.leaveOut("resources other than CodeSystem and ValueSet", 1) }
    guard let url = tape.text("url", of: resource) else { return compiler.leaveOut("code systems without a url", 1) }
    let content = tape.text("content", of: resource) ?? "complete"
    guard content == "complete" || content == "fragment" else {
      return compiler.leaveOut("code systems whose content is \(content)", 1)
    }
    let draft = SystemDraft(url, title: tape.text("title", of: resource) ?? tape.text("name", of: resource) ?? url)
    draft.version = tape.text("version", of: resource) ?? ""
    // The codes of a compositional system are composed of those that it lists.
    draft.isWhole = content == "complete" && tape.member("compositional", of: resource).map { tape.tag($0) } != .true
    draft.ignoresCase = tape.member("caseSensitive", of: resource).map { tape.tag($0) } != .true
    let language = draft.language(tape.text("language", of: resource) ?? "")
    var meanings: [ByteText: String] = [:]
    let properties = items("property", of: resource, tape)
    let declared = Set(properties.compactMap { tape.text("code", of: $0) })
    for property in properties {
      guard let code = tape.text("code", of: property) else { continue }
      // One that no concept has is known, too: no code has it.
      _ = draft.property(code)
      if let uri = tape.text("uri", of: property) {
        let meaning = ConceptProperty.meaning(ofCode: code, uri: uri)
        meanings[code.byBytes] = meaning
        if !declared.contains(meaning) { _ = draft.property(meaning) }
      }
    }
    var pending = items("concept", of: resource, tape).reversed().map { (node: $0, parent: Int?.none) }
    while let (node, parent) = pending.popLast() {
      guard let code = tape.text("code", of: node), !code.isEmpty else { continue }
      let concept = draft.concept(code)
      if let parent { draft.addParent(parent, of: concept) }
      if let display = tape.text("display", of: node) { try draft.addLabel(display, of: concept, language: language) }
      for name in items("designation", of: node, tape) {
        guard let value = tape.text("value", of: name) else { continue }
        let language = draft.language(tape.text("language", of: name) ?? "")
        try draft.addLabel(value, of: concept, rank: 1, use: .synonym, language: language)
      }
      for property in items("property", of: node, tape) {
        guard let name = tape.text("code", of: property), let value = value(of: property, tape) else { continue }
        let meaning = meanings[name.byBytes] ?? name
        add(value, as: name, meaning: meaning, to: concept, draft)
        // Value sets may name a property by what it means.
        guard meaning != name, !declared.contains(meaning) else { continue }
        SystemDraft.withBytes(of: value) { draft.addValue($0, draft.property(meaning), of: concept) }
      }
      pending += items("concept", of: node, tape).reversed().map { ($0, concept) }
    }
    try compiler.finish(draft)
  }

  private static func value(of property: TapeIndex, _ tape: Tape) -> String? {
    for key in tape.keys(of: property) where tape.string(key).hasPrefix("value") {
      if let text = tape.text(key.value) { return text }
      if tape.tag(key.value) == .object { return tape.text("code", of: key.value) }
      return tape.lexemeText(key.value)
    }
    return nil
  }

  private static func add(_ value: String, as name: String, meaning: String, to concept: Int, _ draft: SystemDraft) {
    SystemDraft.withBytes(of: value) { bytes in
      switch meaning {
      case _ where ConceptProperty.retires(meaning, value): draft.setActive(concept, false)
      case _ where ConceptProperty.deprecates(meaning, value): draft.set(PackedSystem.deprecated, of: concept)
      case "notSelectable", "abstract": if value == "true" { draft.set(PackedSystem.abstract, of: concept) }
      case "parent", "subsumedBy": draft.addParent(draft.reference(bytes), of: concept)
      case "child": draft.addParent(concept, of: draft.reference(bytes))
      case "replacedBy", "mapsTo": draft.addReplacement(draft.reference(bytes), of: concept)
      default: break
      }
      draft.addValue(bytes, draft.property(name), of: concept)
    }
  }
}
