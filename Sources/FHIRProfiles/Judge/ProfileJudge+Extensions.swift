package import FHIRSchema
import FHIRSupport
package import FHIRTape

/// Judges the extensions anywhere in a resource by their own definitions: the context, and all assertions. Only the
/// paths to extensions are walked, so a record without any costs one scan of its keys.
extension ProfileJudge {
  /// Judges all extensions in the current resource, except those in contained resources.
  mutating func judgeExtensions() {
    let resource = around.resource
    work.extensions.find(in: resource.value, tape)
    guard !work.extensions.isEmpty, resource.type.exists else { return }
    sweep(ExtensionPlace(item: resource), resource.value, resource.type, 0)
  }

  /// Judges the extensions of an entry without its Bundle, whose element for entries is given, but not of its resource.
  package mutating func judgeExtensions(_ tape: Tape, ofEntry entry: TapeIndex, type: TypeID, element: Int) {
    begin()
    self.tape = tape
    let item = JudgedItem(value: entry, type: type)
    around = JudgedResource(resource: item, container: item, scope: entry, extent: .entry)
    work.extensions.find(in: entry, tape)
    sweep(ExtensionPlace(item: item, owner: profiles.roles.bundle, element: element), entry, type, 0)
    notChecked.settle(isExhausted: work.isExhausted)
  }

  private static let deepest = 600

  private mutating func sweep(_ place: ExtensionPlace, _ object: TapeIndex, _ type: TypeID, _ depth: Int) {
    let end = tape.next(object)
    var key = object.content
    while key < end, work.extensions.hasKey(before: end), work.spend(1) {
      let value = key.value
      let next = tape.next(value)
      defer { key = next }
      guard work.extensions.hasKey(before: next) else { continue }
      let (member, isSibling) = rows.member(key, of: type, tape)
      // Contained resources and entries are judged as separate resources.
      if depth >= Self.deepest { notChecked.count(.nesting) }
      guard member >= 0, rows.members[member].kind != .resource, depth < Self.deepest else {
        work.extensions.skip(to: next)
        continue
      }
      work.extensions.skip(to: value)
      var position = tape.tag(value) == .array ? 0 : -1
      for value in tape.items(of: value) {
        if tape.tag(value) == .object {
          let memberType = isSibling ? profiles.roles.element : rows.members[member].typeID
          let item = JudgedItem(
            value: isSibling ? TapeIndex.none : value, sibling: isSibling ? value : TapeIndex.none, key: key,
            owner: object, position: position, member: member, type: rows.members[member].typeID)
          work.steps.append(profiles.step(item))
          let isExtension = memberType == profiles.roles.extension
          let isKnown = isExtension && judgeExtension(item, in: place, isModifier: tape.isKey(key, "modifierExtension"))
          if isKnown { notChecked.knownExtensions += 1 }
          if work.extensions.hasKey(before: tape.next(value)) {
            let element = Int(rows.members[member].element)
            let inner = ExtensionPlace(
              item: item, owner: type, element: element, isExtension: isExtension, isKnown: isKnown,
              wholes: !place.isExtension ? [] : isExtension ? place.wholes + [place.item.value] : place.wholes)
            sweep(inner, value, memberType, depth + 1)
          }
          work.steps.removeLast()
        }
        position += 1
      }
      work.extensions.skip(to: next)
    }
    work.extensions.skip(to: end)
  }

  /// Judges an extension by its definition; `false` if it neither has one nor is a part of one that has.
  private mutating func judgeExtension(_ item: JudgedItem, in place: ExtensionPlace, isModifier: Bool) -> Bool {
    guard let address = url(of: item) else { return false }
    // If a profile asserts something about the extension, it was judged there, by the version that this profile means.
    let judged = work.judgedExtensions[item.value]
    let isOwn = judged.map { $0.url.byBytes == tape.string(address).byBytes } ?? false
    guard let definition = isOwn ? judged : profile(at: address) else {
      // In another extension it is a part of that one, which the definition of that one knows.
      if place.isExtension, url(of: place.item) != nil, !tape.hasColon(address) { return place.isKnown }
      notChecked.count(extension: tape.string(address))
      if isModifier, profiles.isGiven { reportUnknownModifier(tape.string(address), item) }
      return false
    }
    let outer = profile
    profile = definition
    checkKind(of: definition, item, isModifier: isModifier)
    checkContext(of: definition, item, place)
    checkNumber(of: definition, address, item)
    profile = outer
    if work.judgedExtensions[item.value] !== definition {
      let question = UInt(bitPattern: ObjectIdentifier(definition))
      remembered(tape.range(item.value), question) { judge in judge.enter(definition, item) }
    }
    return true
  }

  func url(of item: JudgedItem) -> TapeIndex? {
    tape.value(profiles.urlName, of: item.value).flatMap { tape.isString($0) ? $0 : nil }
  }

  /// Whether an extension is allowed in an element; `nil` if a context that cannot be judged may allow it.
  mutating func allows(_ definition: Profile, _ place: ExtensionPlace) -> Bool? {
    let type = place.item.type
    // Resources also count as elements, although no definition derives them from Element.
    let isOfType = definition.contextTypes.contains {
      $0 == profiles.roles.element || type.exists && profiles.isKind(type, of: $0)
    }
    if isOfType { return true }
    // One that is not compiled is not judged.
    var isDecided = definition.contexts.count { $0.kind == .expression } == definition.contextPaths.count
    for context in definition.contexts {
      switch context.kind {
      case .extension: if isPlace(place, of: context.expression) { return true }
      case .element:
        let isThere = isPath(context.element, place)
        if isThere, !context.isOfProfile { return true }
        let (isAllowed, isSure) = stands(place, for: context.element)
        if isAllowed { return true }
        if isThere || !isSure { isDecided = false }
      case .expression: break
      case .other: isDecided = false
      }
    }
    guard let isAmong = isAmong(definition.contextPaths, whole(place)) else { return nil }
    return isAmong ? true : isDecided ? false : nil
  }

  /// Whether an element stands for a type that the release lacks, and whether that is sure: a later base type of what
  /// has a canonical URL, or a type that may be this one's new name, unless some release has both.
  private func stands(_ place: ExtensionPlace, for path: Substring) -> (isAllowed: Bool, isSure: Bool) {
    let profiles = profiles
    let type = String(path.prefix { $0 != "." })
    if profiles.schema.type(named: type) != nil { return (false, true) }
    if path == "CanonicalResource" || path == "MetadataResource" {
      return (place.element < 0 && profiles.isCanonical(place.item.type), true)
    }
    let names = ReleaseNames.published
    let own = names.releases(ofType: profiles.schema.typeNames[around.resource.type])
    return (false, !own.isDisjoint(with: names.releases(ofType: type)))
  }

  /// The element of a place, with the value beside a `_` sibling, which only expressions need.
  func whole(_ place: ExtensionPlace) -> JudgedItem {
    let tape = tape
    var item = place.item
    guard !item.value.exists,
      let value = tape.value(KeptText(profiles.schema.name(of: MemberID(item.member))), of: item.owner)
    else { return item }
    var values = tape.items(of: value).dropFirst(max(item.position, 0)).makeIterator()
    if let value = values.next(), tape.tag(value) != .null { item.value = value }
    return item
  }

  /// Whether a context names an extension by its url, or a part of one with those on the way to it:
  /// `http://example.org/a#part#part`. An extension with a value has others only on that.
  private func isPlace(_ place: ExtensionPlace, of expression: String) -> Bool {
    let isValue = place.owner == profiles.roles.extension && profiles.schema.elements[place.element].baseName == "value"
    guard place.isExtension || isValue else { return false }
    let whole = place.isExtension ? place.item.value : place.item.owner
    guard let name = tape.value(profiles.urlName, of: whole).map(tape.string) else { return false }
    if name == expression { return true }
    let parts = expression.split(separator: "#", omittingEmptySubsequences: false)
    guard parts.count > 1, parts.count <= place.wholes.count + 1 else { return false }
    guard let last = parts.last, name.utf8.elementsEqual(last.utf8) else { return false }
    return zip(place.wholes.suffix(parts.count - 1), parts).allSatisfy { whole, part in
      tape.value(profiles.urlName, of: whole).map { tape.string($0).utf8.elementsEqual(part.utf8) } ?? false
    }
  }

  /// Whether a context names an element by its path, or by the type that has it.
  private func isPath(_ expression: Substring, _ place: ExtensionPlace) -> Bool {
    let (bases, schema) = (profiles.bases, profiles.schema)
    let form = place.item.type.exists ? schema.typeNames[place.item.type] : ""
    if Self.isSame(path(of: place), expression, form) { return true }
    guard place.element >= 0 else { return false }
    let name = schema.elements[place.element].name
    var row = place.owner
    while row.exists {
      if Self.isSame("\(schema.typeNames[row]).\(name)", expression, form) { return true }
      row = bases[row]
    }
    return false
  }

  /// Whether both are the same path; for the suffix of a choice may stand nothing, or the type: `item.valueCoding`.
  private static func isSame(_ path: String, _ expression: Substring, _ type: String) -> Bool {
    if path == expression { return true }
    guard path.hasSuffix("[x]"), expression.hasPrefix(path.dropLast(3)) else { return false }
    let form = expression.dropFirst(path.count - 3)
    return form.isEmpty || form == type.prefix(1).uppercased() + type.dropFirst()
  }

  /// The path in the definitions of the element that contains the current extension: the resource's type, and names.
  func path(of place: ExtensionPlace) -> String {
    let (rows, schema) = (rows, profiles.schema)
    let names = work.steps.dropLast().map { schema.elements[Int(rows.members[$0.member.row].element)].name }
    return ([schema.typeNames[around.resource.type]] + names).joined(separator: ".")
  }
}

/// The keys of a resource that name extensions, to find the few parts that have any.
struct ExtensionKeys {
  private var keys: [TapeIndex] = []
  private var next = 0

  var isEmpty: Bool { keys.isEmpty }

  mutating func find(in object: TapeIndex, _ tape: Tape) {
    keys.removeAll(keepingCapacity: true)
    next = 0
    let end = tape.next(object)
    var index = object
    // Each word: the second one of an object or array looks like no key. Most words are none.
    while index < end {
      let tag = tape.tag(index)
      if tag == .key || tag == .escapedKey, tape.isKey(index, "extension") || tape.isKey(index, "modifierExtension") {
        keys.append(index)
      }
      index = index.following
    }
  }

  func hasKey(before end: TapeIndex) -> Bool { next < keys.count && keys[next] < end }
  mutating func skip(to end: TapeIndex) { while next < keys.count, keys[next] < end { next += 1 } }
}

extension Tape {
  /// Whether a string contains a colon, which every absolute url does.
  func hasColon(_ index: TapeIndex) -> Bool { string(index).utf8.contains(Bytes.colon) }
}

struct ExtensionPlace {
  var item: JudgedItem
  /// The row of the type that has the element, and the element's number; `.none` for a resource.
  var owner = TypeID.none
  var element = -1
  var isExtension = false
  /// Whether it is an extension with a definition, or a part of one.
  var isKnown = false
  /// The tape indices of the extensions that it is a part of, from the outermost.
  var wholes: [TapeIndex] = []
}

extension ExtensionContext {
  /// The row of the type that it names, `.none` if there is none. Some words stand for all elements.
  func type(_ schema: SchemaTable, _ roles: SchemaRoles) -> TypeID {
    guard kind == .element, !isOfProfile else { return .none }
    return ["*", "Any", "Base"].contains(element) ? roles.element : schema.type(named: String(element)) ?? TypeID.none
  }
}
