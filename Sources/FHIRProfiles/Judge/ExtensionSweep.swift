import FHIRSchema
import FHIRSupport
import FHIRTape
import FHIRRecognition

/// Judges the extensions of a resource by their own definitions, anywhere in the resource: the context, and all
/// assertions of the definition.
///
/// Only the paths to extensions are walked, so a record without any costs one scan of its keys.
extension ProfileJudge {
  /// Judges all extensions in the current resource, except those in contained resources.
  mutating func judgeExtensions() {
    let resource = around.resource
    work.extensions.find(in: resource.value, tape)
    guard !work.extensions.isEmpty, resource.type.exists else { return }
    sweep(ExtensionPlace(item: resource), resource.value, resource.type, 0)
  }

  /// The deepest element whose extensions are judged.
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
            owner: object,
            position: position, member: member, type: rows.members[member].typeID)
          work.steps.append(profiles.step(item))
          let isExtension = memberType == profiles.roles.extension
          let isKnown =
            isExtension && judgeExtension(item, in: place, isModifier: tape.isKey(key, "modifierExtension"))
          if isKnown { notChecked.countKnownExtension() }
          if work.extensions.hasKey(before: tape.next(value)) {
            let element = Int(rows.members[member].element)
            let inner = ExtensionPlace(
              item: item, owner: type, element: element, isExtension: isExtension, isKnown: isKnown,
              wholes: isExtension && place.isExtension ? place.wholes + [place.item.value] : [])
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

  /// Judges an extension by its definition.
  ///
  /// - Returns: whether it has one, or is a part of one that has.
  private mutating func judgeExtension(_ item: JudgedItem, in place: ExtensionPlace, isModifier: Bool) -> Bool {
    guard let address = url(of: item) else { return false }
    // If a profile asserts something about the extension, it was judged there, by the version that this profile means.
    var judged = work.judgedExtensions[item.value]
    if let known = judged, known.url.byBytes != tape.string(address).byBytes { judged = nil }
    guard let definition = judged ?? profile(at: address) else {
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
    profile = outer
    if work.judgedExtensions[item.value] !== definition { enterUnlessGood(definition, item) }
    return true
  }

  /// Judges an extension by its definition, unless the same one was found good before.
  private mutating func enterUnlessGood(_ definition: Profile, _ item: JudgedItem) {
    let range = tape.range(item.value)
    let question = UInt(bitPattern: ObjectIdentifier(definition))
    guard answers.keepsGoodValues, let key = AnswerMemo.Key(question, tape.bytes + range.lowerBound, range.count) else {
      return enter(definition, item)
    }
    remembered(key) { judge in judge.enter(definition, item) }
  }

  /// The tape index of the url of an extension; `nil` if it has none.
  func url(of item: JudgedItem) -> TapeIndex? {
    tape.value(profiles.urlName, of: item.value).flatMap { tape.isString($0) ? $0 : nil }
  }
}

/// The keys of a resource that name extensions, to find the few parts that have any.
struct ExtensionKeys {
  private var keys: [TapeIndex] = []
  private var next = 0

  var isEmpty: Bool { keys.isEmpty }

  /// Finds them anywhere in an object.
  mutating func find(in object: TapeIndex, _ tape: Tape) {
    keys.removeAll(keepingCapacity: true)
    next = 0
    let end = tape.next(object)
    var index = object
    // Each word: the second one of an object or array looks like no key. Most words are none.
    while index < end {
      let tag = tape.tag(index)
      if tag == .key || tag == .escapedKey,
        tape.isKey(index, "extension") || tape.isKey(index, "modifierExtension")
      {
        keys.append(index)
      }
      index = index.following
    }
  }

  func hasKey(before end: TapeIndex) -> Bool { next < keys.count && keys[next] < end }

  mutating func skip(to end: TapeIndex) {
    while next < keys.count, keys[next] < end { next += 1 }
  }
}

extension Tape {
  /// Whether a string contains a colon, which every absolute url does.
  fileprivate func hasColon(_ index: TapeIndex) -> Bool {
    if tag(index) == .escapedString { return string(index).utf8.contains(Bytes.colon) }
    return UnsafeBufferPointer(start: lexeme(index), count: length(index)).contains(Bytes.colon)
  }
}
