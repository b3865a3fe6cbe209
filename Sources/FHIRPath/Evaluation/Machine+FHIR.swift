import FHIRSchema
import FHIRTape

extension Machine {
  /// `extension(url)`: the extensions of all items with this url.
  mutating func evaluateExtension(_ instruction: Instruction, _ frame: Frame, _ limit: Int) throws(FHIRPathError) {
    guard let url = try textArgument(instruction.second, frame, instruction) else { return }
    let (base, end) = try input(instruction, frame)
    for place in base..<end where items[place].kind == .node {
      let (object, type) = object(of: items[place])
      guard object.exists else { continue }
      let key = tape.key(TextSpan("extension"), in: object)
      guard key.exists else { continue }
      let first = count
      let member = rows.member(names[Int(instruction.detail)], of: type)
      try pushValues(key: key, owner: object, member: member, detail: 0, limit: .max)
      var kept = first
      for candidate in first..<count where hasURL(items[candidate].index, url) {
        items[kept] = items[candidate]
        kept += 1
      }
      drop(to: kept)
      if kept - end >= limit { break }
    }
    slide(from: end, to: base)
  }

  private mutating func hasURL(_ object: TapeIndex, _ url: TextSpan) -> Bool {
    tape.isObject(object) && has(object, model.name(ofMember: model.roles.extensionURL), url)
  }

  /// `checkModifiers(url, …)`: the input, if its elements have no modifier extensions but those with these urls; any
  /// other is an error: <https://hl7.org/fhir/R4/fhirpath.html#functions>.
  mutating func checkModifiers(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    var urls: [TextSpan] = []
    for argument in [instruction.second, instruction.third, instruction.detail] where argument >= 0 {
      if let url = try textArgument(argument, frame, instruction) { urls.append(url) }
    }
    let (base, end) = try input(instruction, frame)
    for place in base..<end {
      let index = items[place].index
      guard tape.isObject(index), let list = tape.member("modifierExtension", of: index) else { continue }
      for item in tape.items(of: list) {
        try step()
        var isAllowed = false
        for url in urls where hasURL(item, url) { isAllowed = true }
        if !isAllowed { throw failure(instruction, "found a modifier extension that checkModifiers() does not name") }
      }
    }
  }

  /// `hasValue()`: whether the input is one primitive with a value, not just extensions.
  mutating func evaluateHasValue(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Bool {
    let base = count
    try evaluate(instruction.first, frame, limit: 2)
    defer { drop(to: base) }
    guard count - base == 1 else { return false }
    return items[base].kind != .node || items[base].index.exists && !tape.isContainer(items[base].index)
  }

  // MARK: - References

  /// `resolve()`: the targets of references, in the resource that contains them or in the Bundle. Where a constraint of
  /// a profile is judged, another target leaves the result open.
  mutating func evaluateResolve(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let base = count
    try evaluate(instruction.first, frame)
    var kept = base
    for place in base..<count {
      let item = items[place]
      let reference = referenceText(of: item) ?? .empty
      let target = reference.count > 0 ? try resolve(reference, from: item) : .none
      if target.kind != .none {
        items[kept] = target
        kept += 1
      } else if definitions?.judgesProfiles == true,
        reference.count > 0 ? reference[0] != UInt8(ascii: "#") : isReference(item)
      {
        drop(to: base)
        throw FHIRPathError(.target, column: Int(instruction.column), "the target of a reference is not available")
      }
    }
    drop(to: kept)
  }

  private func isReference(_ item: Item) -> Bool {
    item.index.exists && item.type >= 0
      && model.isKind(item.type, of: Int16(truncatingIfNeeded: model.roles.reference.row))
  }

  private mutating func referenceText(of item: Item) -> TextSpan? {
    if item.kind == .string { return item.text }
    guard item.index.exists else { return nil }
    if tape.tag(item.index) != .object { return plainText(of: item) }
    let value = tape.string(model.name(ofMember: model.roles.referenceReference), in: item.index)
    return value.exists ? lexeme(value) : nil
  }

  private mutating func resolve(_ reference: TextSpan, from item: Item) throws(FHIRPathError) -> Item {
    guard tape.isObject(scope) else { return .none }
    let place = item.index.exists ? item.index : resource.index
    if reference[0] == UInt8(ascii: "#") {
      let container = try container(of: place)
      if reference.count == 1 { return resourceNode(container) }
      return try contained(reference.slice(1, reference.count), in: container)
    }
    return try entry(reference, around: place)
  }

  private func resourceNode(_ index: TapeIndex) -> Item {
    .node(index, owner: .none, key: .none, position: -1, type: model.resourceRow(of: index, tape), member: -1)
  }

  /// The innermost resource that contains a place and is not itself contained in another.
  private mutating func container(of place: TapeIndex) throws(FHIRPathError) -> TapeIndex {
    var object = scope
    var container = object
    search: while tape.isContainer(object) {
      // The member that holds the place.
      let isArray = tape.tag(object) == .array
      for item in isArray ? tape.items(of: object) : tape.keys(of: object) {
        try step()
        let value = isArray ? item : item.value
        guard place >= value, place < tape.next(value) else { continue }
        if !isArray, tape.string(item, equals: "contained") { return container }
        object = value
        if tape.isResource(value) { container = value }
        if place == value { return container }
        continue search
      }
      break
    }
    return container
  }

  private mutating func contained(_ id: TextSpan, in resource: TapeIndex) throws(FHIRPathError) -> Item {
    guard let list = tape.member("contained", of: resource), tape.tag(list) == .array else { return .none }
    for item in tape.items(of: list) {
      try step()
      if tape.tag(item) == .object, has(item, TextSpan("id"), id) { return resourceNode(item) }
    }
    return .none
  }

  private mutating func has(_ object: TapeIndex, _ name: TextSpan, _ text: TextSpan) -> Bool {
    charge(tape.length(object) >> 4)
    let value = tape.string(name, in: object)
    return value.exists && lexeme(value).equals(text)
  }

  /// The resource in the Bundle's entry that a reference names: by its fullUrl, or by type and id if the reference is in no
  /// entry with a fullUrl; in the version that it names, else the first, as a history begins with the newest.
  /// See <https://hl7.org/fhir/R4/bundle.html#references>.
  private mutating func entry(_ reference: TextSpan, around place: TapeIndex) throws(FHIRPathError) -> Item {
    guard let entries = tape.member("entry", of: scope), tape.tag(entries) == .array,
      let address = try absolute(reference, around: place, in: entries)
    else { return .none }
    let (mark, fullURL) = (TextSpan("/_history/"), TextSpan("fullUrl"))
    let history = address.firstIndex(of: mark)
    let text = address.slice(0, history ?? address.count)
    let version = history.map { address.slice($0 + mark.count, address.count) } ?? .empty
    let isRelative = text.firstIndex(of: TextSpan(":")) == nil
    for item in tape.items(of: entries) {
      try step(4 + tape.length(item))
      guard let resource = tape.member("resource", of: item), tape.tag(resource) == .object else { continue }
      if version.count > 0, has(item, fullURL, address) { return resourceNode(resource) }
      guard has(item, fullURL, text) || isRelative && isNamed(resource, text) else { continue }
      if version.count == 0 || isVersion(version, of: resource) { return resourceNode(resource) }
    }
    return .none
  }

  /// A reference at a place, a relative one with the root of the entry's fullUrl; `nil` if that shows none.
  private mutating func absolute(
    _ reference: TextSpan, around place: TapeIndex, in entries: TapeIndex
  ) throws(FHIRPathError) -> TextSpan? {
    if reference.firstIndex(of: TextSpan(":")) != nil { return reference }
    for item in tape.items(of: entries) {
      try step()
      guard place >= item, place < tape.next(item), tape.tag(item) == .object else { continue }
      let url = tape.string(TextSpan("fullUrl"), in: item)
      guard url.exists else { break }
      let text = lexeme(url)
      let length = rows.rootLength(ofFullURL: text.start, text.count)
      return length == 0 ? nil : arena.keep(Array(text.slice(0, length).buffer) + Array(reference.buffer))
    }
    return reference
  }

  private mutating func isNamed(_ resource: TapeIndex, _ reference: TextSpan) -> Bool {
    guard tape.isResource(resource), let index = tape.resourceTypeIndex(of: resource) else { return false }
    let type = lexeme(index)
    return reference.count > type.count + 1 && reference.hasPrefix(type) && reference[type.count] == UInt8(ascii: "/")
      && has(resource, TextSpan("id"), reference.slice(type.count + 1, reference.count))
  }

  private mutating func isVersion(_ version: TextSpan, of resource: TapeIndex) -> Bool {
    guard let meta = tape.member("meta", of: resource), tape.tag(meta) == .object else { return false }
    return has(meta, TextSpan("versionId"), version)
  }
}
