import FHIRTape

/// Compares values of a record with those of a definition by meaning, independent of notation.
struct JSONComparison {
  let record: Tape
  let definition: Tape

  /// Whether both are equal: the same members in any order, the same items in order, numbers of the same digits.
  func isEqual(_ a: TapeIndex, _ b: TapeIndex) -> Bool {
    guard let kind = kind(a, b) else { return false }
    switch kind {
    case .object:
      guard record.length(a) == definition.length(b) else { return false }
      return definition.keys(of: b).allSatisfy { wanted in
        key(like: wanted, of: a).map { isEqual($0.value, wanted.value) } ?? false
      }
    case .array:
      var first = ArrayCursor(record, a)
      var second = ArrayCursor(definition, b)
      while first.item.exists, second.item.exists {
        guard isEqual(first.item, second.item) else { return false }
        first.advance(record)
        second.advance(definition)
      }
      return !first.item.exists && !second.item.exists
    case .text: return record.string(a).utf8.elementsEqual(definition.string(b).utf8)
    case .plain: return hasSameLexeme(a, b)
    }
  }

  /// Whether a value contains a pattern: each member, and for each item one that contains it.
  func contains(_ a: TapeIndex, _ b: TapeIndex) -> Bool {
    guard let kind = kind(a, b) else { return false }
    switch kind {
    case .object:
      return definition.keys(of: b).allSatisfy { wanted in
        key(like: wanted, of: a).map { contains($0.value, wanted.value) } ?? false
      }
    case .array:
      var wanted = ArrayCursor(definition, b)
      while wanted.item.exists {
        var found = ArrayCursor(record, a)
        while found.item.exists, !contains(found.item, wanted.item) { found.advance(record) }
        if !found.item.exists { return false }
        wanted.advance(definition)
      }
      return true
    case .text, .plain: return isEqual(a, b)
    }
  }

  private enum Kind { case object, array, text, plain }

  /// The common kind of both, `nil` if they cannot be equal.
  private func kind(_ a: TapeIndex, _ b: TapeIndex) -> Kind? {
    switch (record.tag(a), definition.tag(b)) {
    case (.object, .object): .object
    case (.array, .array): .array
    case (.string, .string): .plain
    case (.string, .escapedString), (.escapedString, .string), (.escapedString, .escapedString): .text
    case (let a, let b): a == b ? .plain : nil
    }
  }

  private func hasSameLexeme(_ a: TapeIndex, _ b: TapeIndex) -> Bool {
    record.length(a) == definition.length(b) && Bytes.isEqual(record.lexeme(a), definition.lexeme(b), record.length(a))
  }

  /// The key of a record's object that has the same name as a key of the definition.
  func key(like key: TapeIndex, of object: TapeIndex) -> TapeIndex? {
    let isPlain = definition.tag(key) == .key
    return record.keys(of: object).first { candidate in
      isPlain
        ? record.string(candidate, equals: definition.lexeme(key), definition.length(key))
        : record.string(candidate).utf8.elementsEqual(definition.string(key).utf8)
    }
  }

  /// Whether an object of the definition has a member with the name of a record's key.
  func isInDefinition(_ key: TapeIndex, _ object: TapeIndex) -> Bool {
    let name = record.string(key)
    return definition.keys(of: object).contains { definition.string($0).utf8.elementsEqual(name.utf8) }
  }
}
