import FHIRTape

/// A change of an example: a fault that a definition or the specification forbids, or something harmless.
struct Edit {
  enum Kind: String, CaseIterable {
    case required = "an element that is required is removed"
    case limit = "an element that may occur once occurs twice"
    case form = "a number stands for a text, or a text for a number"
    case date = "a date is a word"
    case code = "a code is not in a required value set"
    case fixed = "a value is not the fixed one, or a code not that of the pattern"
    case target = "a reference is to another type of resource"
    case unknown = "an element is not known"
    case invariant = "a constraint is broken: per-1, qty-3 or ref-1"
    case space = "white space"
    case order = "the order of members"
    case escape = "an escape in a text"
    case id = "an id of an element"
    case `extension` = "an extension without a definition"

    var isHarmless: Bool { [.space, .order, .escape, .id, .extension].contains(self) }
  }

  let kind: Kind
  let bytes: [UInt8]
  /// Where a finding must be: the changed value, or the beginning of the object that lacks one.
  let place: Range<Int>

  fileprivate init(_ kind: Kind, _ bytes: [UInt8], _ range: Range<Int>, _ new: [UInt8], at place: Int? = nil) {
    self.kind = kind
    self.bytes = Array(bytes[..<range.lowerBound] + new + bytes[range.upperBound...])
    self.place = place.map { $0..<$0 + 1 } ?? range.lowerBound..<range.lowerBound + max(new.count, 1)
  }
}

/// Makes one edit of each kind in an example, if it has a place for it. The same seed gives the same edits.
struct Editor {
  let bytes: [UInt8]
  let root: JSONNode
  let demands: Demands
  var random: SeededRandom

  private typealias Site = (range: Range<Int>, new: String, place: Int?)

  mutating func edits() -> [Edit] {
    let resources = root.resources
    let found = resources.flatMap { resource in
      demands.of(resource).flatMap { demand in demand.members(in: resource).map { (demand, $0.object, $0.member) } }
    }
    return Edit.Kind.allCases.compactMap { kind -> Edit? in
      let sites: [Site]
      switch kind {
      case .required, .limit, .form, .date, .code, .fixed, .target:
        sites = found.compactMap { demand, object, member in site(kind, demand, object, member) }
      case .unknown: sites = root.objects.filter { !$0.members.isEmpty }.map { inserted("\"unheardOf\": true", in: $0) }
      case .invariant: sites = root.objects.compactMap { brokenConstraint($0) }
      case .space:
        return Edit(kind, bytes, bytes.indices, Self.spaced(bytes, [Bytes.colon, Bytes.comma], "\n\t "))
      case .order: sites = root.objects.filter { $0.members.count > 1 }.map { reordered($0) }
      case .escape:
        let texts = root.objects.flatMap(\.members).filter { $0.name == "display" || $0.name == "text" }
        sites = texts.compactMap { escaped($0) }
      case .id:
        let values = resources.flatMap(\.members).filter { $0.name != "contained" }
        let objects: [JSONNode] = values.flatMap { $0.value.objects }
        sites = objects.filter { $0["id"] == nil && $0["resourceType"] == nil && !$0.members.isEmpty }
          .map { inserted("\"id\": \"score\"", in: $0) }
      case .extension:
        let item = "{\"url\": \"http://example.org/score\", \"valueString\": \"a\"}"
        // Only a resource that may have a text may have extensions.
        sites = resources.filter { $0["extension"] == nil && $0["text"] != nil }
          .map { inserted("\"extension\": [\(item)]", in: $0) }
      }
      guard !sites.isEmpty else { return nil }
      let picked = random.pick(sites)
      return Edit(kind, bytes, picked.range, Array(picked.new.utf8), at: picked.place)
    }
  }

  /// Adds white space behind some bytes, except in texts.
  static func spaced(_ bytes: [UInt8], _ places: [UInt8], _ space: String) -> [UInt8] {
    var (new, isText, isEscaped): ([UInt8], Bool, Bool) = ([], false, false)
    for byte in bytes {
      new.append(byte)
      if byte == Bytes.quote, !isEscaped { isText.toggle() }
      isEscaped = byte == Bytes.backslash && !isEscaped
      if !isText, places.contains(byte) { new += Array(space.utf8) }
    }
    return new
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  // MARK: - Faults

  private func site(_ kind: Edit.Kind, _ demand: Demand, _ object: JSONNode, _ member: JSONNode.Member) -> Site? {
    let value = member.value
    switch kind {
    case .required:
      // Without its claim, a resource need not meet the profile.
      guard demand.isRequired, !["meta", "meta.profile"].contains(demand.path.joined(separator: ".")),
        object.members.count > 1, object["_" + member.name] == nil,
        let place = object.members.firstIndex(where: { $0.key == member.key })
      else { return nil }
      let start = place > 0 ? object.members[place - 1].value.range.upperBound : member.key.lowerBound
      let end = place > 0 ? value.range.upperBound : object.members[1].key.lowerBound
      return (start..<end, "", object.range.lowerBound)
    case .limit:
      guard demand.isLimited, value.array.count == 1 else { return nil }
      return (value.array[0].range, "\(text(value.array[0].range)), \(text(value.array[0].range))", nil)
    case .form:
      guard let one = value.items.first, one.tag != .object, one.tag != .null, member.name != "resourceType" else {
        return nil
      }
      return (one.range, one.string == nil ? "\"a\"" : "7", nil)
    case .date:
      guard ["date", "dateTime", "instant"].contains(demand.type), value.string != nil else { return nil }
      return (value.range, "\"yesterday\"", nil)
    case .code:
      guard demand.hasRequiredCodes, let one = value.items.first, one.string != nil else { return nil }
      return (one.range, "\"no-such-code\"", nil)
    case .fixed:
      guard let fixed = demand.fixed else { return nil }
      let codes = value.items.flatMap { $0["coding"]?.items ?? [] }.compactMap { $0["code"] }
      guard let one = (value.string == nil ? codes : [value]).first(where: { $0.string == fixed }) else { return nil }
      return (one.range, "\"another\"", nil)
    default:
      guard let one = value.items.first?["reference"], one.string?.first != "#", value.items[0]["type"] == nil,
        let other = demands.other(than: demand.targets)
      else { return nil }
      return (one.range, "\"\(other)/score\"", nil)
    }
  }

  private func brokenConstraint(_ object: JSONNode) -> Site? {
    let names = Set(object.members.map { $0.name })
    if names.isSuperset(of: ["value", "code", "system"]),
      let place = object.members.firstIndex(where: { $0.name == "system" }), place > 0
    {
      let start = object.members[place - 1].value.range.upperBound
      return (start..<object.members[place].value.range.upperBound, "", object.range.lowerBound)
    }
    if names == ["start", "end"], let start = object["start"]?.string, let end = object["end"]?.string,
      start.count == end.count, start.prefix(10) < end.prefix(10)
    {
      return (object.range, "{\"start\": \"\(end)\", \"end\": \"\(start)\"}", nil)
    }
    if let reference = object["reference"], reference.string != nil, names.isSubset(of: ["reference", "display"]) {
      return (reference.range, "\"#nowhere\"", nil)
    }
    return nil
  }

  private func inserted(_ member: String, in object: JSONNode) -> Site {
    let start = object.range.lowerBound + 1
    return (start..<start, "\(member), ", nil)
  }

  // MARK: - Harmless edits

  /// The first member stands behind the others.
  private func reordered(_ object: JSONNode) -> Site {
    let (first, rest) = (object.members[0], object.members[1].key.lowerBound)
    let end = object.members[object.members.count - 1].value.range.upperBound
    let moved = text(first.key.lowerBound..<first.value.range.upperBound)
    return (first.key.lowerBound..<end, "\(text(rest..<end)), \(moved)", nil)
  }

  private func escaped(_ member: JSONNode.Member) -> Site? {
    guard let first = member.value.string?.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic else {
      return nil
    }
    let start = member.value.range.lowerBound + 1
    return (start..<start + 1, "\\u00" + String(first.value, radix: 16), nil)
  }
}
