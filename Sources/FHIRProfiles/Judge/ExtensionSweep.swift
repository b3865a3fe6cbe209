import FHIRSchema
import FHIRTape
import FHIRView

/// Judges the extensions of a resource by their own definitions, anywhere in the resource: the context, and all
/// assertions of the definition.
///
/// Only the paths to extensions are walked, so a record without any costs one scan of its keys.
extension ProfileJudge {
  /// Judges all extensions in the current resource, except those in contained resources.
  mutating func judgeExtensions() {
    let resource = around.resource
    let keys = extensionKeys(in: resource.value)
    guard !keys.isEmpty, resource.type >= 0 else { return }
    var finder = KeyFinder(keys: keys)
    sweep(
      ExtensionPlace(item: resource, path: profiles.schema.typeNames[resource.type]), resource.value, resource.type,
      &finder, 0)
  }

  /// The tape indices of all keys that name extensions, in order.
  private func extensionKeys(in object: Int) -> [Int] {
    var keys: [Int] = []
    let end = tape.next(object)
    var index = object
    while index < end {
      switch tape.tag(index) {
      case .object, .array: index += 2
      case .key, .escapedKey:
        if tape.string(index, equals: "extension") || tape.string(index, equals: "modifierExtension") {
          keys.append(index)
        }
        index += 1
      default: index += 1
      }
    }
    return keys
  }

  private mutating func sweep(
    _ place: ExtensionPlace, _ object: Int, _ type: Int, _ finder: inout KeyFinder, _ depth: Int
  ) {
    let end = tape.next(object)
    var key = object + 2
    let row = rows.types + type
    while key < end, finder.hasKey(before: end), work.spend(1) {
      let value = key + 1
      let next = tape.next(value)
      defer { key = next }
      guard finder.hasKey(before: next) else { continue }
      let (member, isSibling) = self.member(key, row)
      // Contained resources and entries are judged as separate resources.
      guard member >= 0, rows.members[member].kind != .resource, depth < 600 else {
        finder.skip(to: next)
        continue
      }
      finder.skip(to: value)
      var items = ArrayCursor(tape, value)
      var position = tape.tag(value) == .array ? 0 : -1
      while items.item >= 0 {
        if tape.tag(items.item) == .object {
          let memberType = isSibling ? profiles.roles.element : Int(rows.members[member].type)
          let item = JudgedItem(
            value: isSibling ? -1 : items.item, sibling: isSibling ? items.item : -1, key: key, owner: object,
            position: position, member: member, type: Int(rows.members[member].type))
          work.steps.append(profiles.step(item))
          let isExtension = memberType == profiles.roles.extension
          if isExtension {
            judgeExtension(item, in: place, isModifier: tape.string(key, equals: "modifierExtension"))
          }
          if finder.hasKey(before: tape.next(items.item)) {
            let element = profiles.schema.elements[Int(rows.members[member].element)].name
            let inner = ExtensionPlace(
              item: item, path: "\(place.path).\(element)", owner: type, name: element,
              url: isExtension ? url(of: item) : nil)
            sweep(inner, items.item, memberType, &finder, depth + 1)
          }
          work.steps.removeLast()
        }
        items.advance(tape)
        position += 1
      }
      finder.skip(to: next)
    }
    finder.skip(to: end)
  }

  private func url(of item: JudgedItem) -> String? {
    tape.value(profiles.urlName, of: item.value).flatMap { DefinitionNode(tape, $0).string }
  }

  private mutating func judgeExtension(_ item: JudgedItem, in place: ExtensionPlace, isModifier: Bool) {
    guard let url = url(of: item) else { return }
    guard let definition = profiles.profile(url) else {
      // A nested extension is a part of the outer one, whose definition describes it.
      if place.url != nil, !url.contains(":") { return }
      notChecked.count(url)
      if isModifier { reportUnknownModifier(url, item) }
      return
    }
    let outer = profile
    profile = definition
    checkKind(of: definition, item, isModifier: isModifier)
    checkContext(of: definition, item, place)
    profile = outer
    // If a profile asserts something about the extension, it was judged there.
    if work.judgedExtensions[item.value] != ObjectIdentifier(definition) { enter(definition, item) }
  }
}

/// A fast test whether a part of the tape has any of some keys.
private struct KeyFinder {
  private let keys: [Int]
  private var next = 0

  init(keys: [Int]) { self.keys = keys }

  func hasKey(before end: Int) -> Bool { next < keys.count && keys[next] < end }

  mutating func skip(to end: Int) {
    while next < keys.count, keys[next] < end { next += 1 }
  }
}
