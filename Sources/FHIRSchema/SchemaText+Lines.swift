extension SchemaText {
  mutating func readFact(_ words: SchemaLine) throws(SchemaLineError) {
    if words.is(0, "}"), words.count == 1 {
      guard open.popLast() != nil else { throw SchemaLineError(reason: "an unopened }") }
      return
    }
    try checkNothingIsOpen()
    switch words.text(0) {
    case "release" where words.count == 3: (release, version) = (words.text(1), words.text(2))
    case "primitive" where words.count >= 5:
      guard let kind = ValueKind(grammar: words.text(4)) else {
        throw SchemaLineError(reason: "no grammar of primitives: \(words.text(4))")
      }
      guard words.text(3) == kind.jsonKind else {
        throw SchemaLineError(
          reason: "the grammar \(words.text(4)) is of a \(kind.jsonKind), not of a \(words.text(3))")
      }
      begin(words, .primitive)
      structures[structures.count - 1].grammar = kind
    case "type" where words.count >= 3:
      begin(words, .type)
      structures[structures.count - 1].bindingBytes = words.bytes(from: 3)
      _ = try BindingWords(words.bytes(from: 3))
    case "abstract" where words.count == 3: begin(words, .abstract)
    case "resource" where words.count == 3: begin(words, .resource)
    case "valueset": try beginValueSet(words)
    default: if try !facts.read(words) { throw SchemaLineError(reason: "not understood: \(words)") }
    }
  }

  private func checkNothingIsOpen() throws(SchemaLineError) {
    if open.count > 1 { throw SchemaLineError(reason: "a nested element is not closed") }
  }

  mutating func beginValueSet(_ words: SchemaLine) throws(SchemaLineError) {
    closeSystem()
    let isUnexpanded = words.count > 4 && words.is(3, "unexpanded")
    guard isUnexpanded || words.count == 3 else { throw SchemaLineError(reason: "not understood: \(words)") }
    valueSets.append(
      ValueSet(
        nameBytes: words.bytes(1), urlBytes: words.bytes(2), unexpandedBytes: isUnexpanded ? words.bytes(from: 4) : nil)
    )
  }

  /// Extends the section by a line; counts only the words, because this runs at every start.
  mutating func readForeignName(_ line: UnsafeBufferPointer<UInt8>) throws(SchemaLineError) {
    try checkNothingIsOpen()
    var spaces = 0
    for byte in line where byte == 0x20 { spaces &+= 1 }
    guard spaces == 3 || spaces == 4 else { throw SchemaLineError(reason: "not a foreign name") }
    guard let first = foreignNames.baseAddress, let start = line.baseAddress else {
      foreignNames = line
      return
    }
    // A comment or a blank line would also end the section, but the generated text has neither.
    guard first + foreignNames.count + 1 == start else {
      throw SchemaLineError(reason: "the foreign names are not together")
    }
    foreignNames = UnsafeBufferPointer(start: first, count: foreignNames.count + 1 + line.count)
  }

  mutating func beginInvariant(_ words: SchemaLine) throws(SchemaLineError) {
    try checkNothingIsOpen()
    let isNative = words.is(4, "native")
    let sparesContained = words.is(4, "except") && words.is(5, "contained")
    guard words.count == (isNative || sparesContained ? 6 : 4),
      let degree = SchemaInvariant.Degree(rawValue: words.text(2))
    else { throw SchemaLineError(reason: "not understood: \(words)") }
    invariants.append(
      SchemaInvariant(
        keyBytes: words.bytes(1), degree: degree, pathBytes: words.bytes(3),
        nativeBytes: isNative ? words.bytes(5) : nil, sparesContained: sparesContained))
  }

  mutating func readInvariant(_ line: UnsafeBufferPointer<UInt8>) throws(SchemaLineError) {
    let number = invariants.count - 1
    if let text = line.after("fhirpath ") {
      invariants[number].expressionText = text
    } else if let text = line.after("expected ") {
      invariants[number].expectedText = text
    } else if let text = line.after("found ") {
      invariants[number].foundText = text
    } else if let text = line.after("gate ") {
      invariants[number].gates.append(text)
    } else {
      throw SchemaLineError(reason: "not a part of an invariant")
    }
  }

  private mutating func begin(_ words: SchemaLine, _ category: Category) {
    open.removeAll(keepingCapacity: true)
    open.append(structures.count)
    structures.append(Structure(nameBytes: words.bytes(1), baseBytes: words.bytes(2), category: category))
  }

  mutating func readElement(_ line: ElementLine, of structure: Int) throws(SchemaLineError) {
    owners.append(structure)
    guard line.rest.isWord("{") else {
      elements.append(try SchemaElement(line))
      return
    }
    let path = paths.keep(structures[structure].nameBytes, line.name)
    elements.append(try SchemaElement(line, path: path))
    open.append(structures.count)
    structures.append(Structure(nameBytes: path, baseBytes: line.types, category: .nested))
  }

  /// Puts the elements of each structure together: those of nested elements stand among those of the outer one.
  mutating func sortElements() {
    for owner in owners { structures[owner].elements = 0..<structures[owner].elements.count + 1 }
    var first = 0
    for structure in structures.indices {
      let count = structures[structure].elements.count
      // Empty until the elements are in their places.
      structures[structure].elements = first..<first
      first += count
    }
    let sorted = [SchemaElement](unsafeUninitializedCapacity: elements.count) { memory, count in
      for (number, owner) in owners.enumerated() {
        let range = structures[owner].elements
        memory.initializeElement(at: range.upperBound, to: elements[number])
        structures[owner].elements = range.lowerBound..<range.upperBound + 1
      }
      count = elements.count
    }
    elements = sorted
    owners = []
  }
}
