import JSONTape

/// What invariants of structure definitions ask of many elements.
extension Tape {
  /// eld-11: a bound element has some type that can be bound.
  func isOneTypeBindable(_ object: Int) -> Bool {
    guard case .value(let types) = plain("type", of: object), tag(types) == .array else { return false }
    var items = PlainItems(next: types + 2, end: next(types))
    while let item = items.take(self) {
      guard tag(item) == .object else { return false }
      if case .value(let code) = plain("code", of: item), tag(code) == .string {
        for name: StaticString in ["CodeableConcept", "code", "Coding", "Quantity", "string", "uri", "Extension"]
        where isText(code, name) { return true }
      }
    }
    return false
  }

  /// sdf-3: each element has a definition, a minimum and a maximum.
  func areElementsComplete(_ snapshot: Int) -> Bool {
    all(of: snapshot) { element in
      plain("definition", of: element).isFilled(self) == true && plain("min", of: element).isFilled(self) == true
        && plain("max", of: element).isFilled(self) == true
    }
  }

  /// sdf-13: each element of the snapshot says what it is based on.
  func haveElementsBases(_ object: Int) -> Bool {
    switch plain("snapshot", of: object) {
    case .absent: true
    case .odd: false
    case .value(let snapshot): all(of: snapshot) { plain("base", of: $0).isFilled(self) == true }
    }
  }

  /// sdf-8: the path of each element goes on from that of the first.
  func arePathsWithinFirst(_ object: Int) -> Bool {
    allParts(of: object) { part in
      var first = -1
      return all(of: part) { element in
        guard case .value(let path) = plain("path", of: element), tag(path) == .string else { return false }
        if first < 0 {
          first = path
          return true
        }
        let count = length(first)
        return length(path) > count && lexeme(path)[count] == UInt8(ascii: ".")
          && Bytes.isEqual(lexeme(path), lexeme(first), count)
      }
    }
  }

  /// sdf-9: an element whose path is one name has no label, code and requirements.
  func isRootPlain(_ object: Int) -> Bool {
    allParts(of: object) { part in
      all(of: part) { element in
        switch plain("path", of: element) {
        case .absent: break
        case .value(let path) where tag(path) == .string: if hasDot(path) { return true }
        default: return false
        }
        return plain("label", of: element).isAbsent && plain("code", of: element).isAbsent
          && plain("requirements", of: element).isAbsent
      }
    }
  }

  private func hasDot(_ value: Int) -> Bool {
    let text = lexeme(value)
    for place in 0..<length(value) where text[place] == UInt8(ascii: ".") { return true }
    return false
  }

  /// Whether snapshot and differential are as they should be, where they are there.
  private func allParts(of object: Int, _ isGood: (Int) -> Bool) -> Bool {
    for name: StaticString in ["snapshot", "differential"] {
      switch plain(name, of: object) {
      case .absent: break
      case .odd: return false
      case .value(let part): if !isGood(part) { return false }
      }
    }
    return true
  }

  /// Whether all elements of a snapshot or differential are as they should be.
  private func all(of part: Int, _ isGood: (Int) -> Bool) -> Bool {
    guard var items = plainArray("element", of: part) else { return false }
    while let item = items.take(self) {
      guard tag(item) == .object, isGood(item) else { return false }
    }
    return true
  }

  // MARK: - Codes

  /// obs-7: no component has a code that the observation has.
  func hasOtherCodesInComponents(_ observation: Int) -> Bool {
    // So few codes that comparing each with each stays linear.
    guard var components = plainArray("component", of: observation), let own = codings(of: observation),
      own.end - own.next <= 64
    else { return false }
    while let component = components.take(self) {
      guard var codings = codings(of: component) else { return false }
      while let coding = codings.take(self) {
        switch plain("code", of: coding) {
        case .absent: break
        case .odd: return false
        case .value(let code): if tag(code) != .string || !hasOther(own, than: code) { return false }
        }
      }
    }
    return true
  }

  /// Whether all codings have another code.
  private func hasOther(_ codings: PlainItems, than code: Int) -> Bool {
    var codings = codings
    while let coding = codings.take(self) {
      switch plain("code", of: coding) {
      case .absent: break
      case .odd: return false
      case .value(let other):
        guard tag(other) == .string else { return false }
        if length(other) == length(code), Bytes.isEqual(lexeme(other), lexeme(code), length(code)) { return false }
      }
    }
    return true
  }

  /// The codings of what a `code` has.
  private func codings(of object: Int) -> PlainItems? {
    switch plain("code", of: object) {
    case .absent: PlainItems(next: 0, end: 0)
    case .value(let concept): plainArray("coding", of: concept)
    case .odd: nil
    }
  }
}
