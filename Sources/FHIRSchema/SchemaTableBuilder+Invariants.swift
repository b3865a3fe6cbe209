import FHIRText

extension SchemaTableBuilder {
  /// Finds the type or the elements that each constraint applies to.
  ///
  /// A constraint on a nested element belongs to the element and not to the type of its content, because other elements
  /// may reuse that content with other constraints.
  mutating func placeInvariants(_ invariants: [SchemaInvariant], structures: [SchemaText.Structure]) throws(SchemaError)
  {
    // By the type and the name of its element; constraints on the type itself have an empty name.
    var stated: [String: [Substring: [Int]]] = [:]
    for (number, invariant) in invariants.enumerated() where invariant.native == nil {
      let (type, element) = placeParts(invariant.path)
      stated[type, default: [:]][element, default: []].append(number)
    }
    for structure in structures {
      let here = stated[structure.name]
      let base = typeIndices[structure.base.byBytes]
      let inherited = base.map { $0 < places.ofType.count ? places.ofType[$0] : [] } ?? []
      places.ofType.append(inherited + (here?[""] ?? []))
      // A loop by index, because copying thousands of elements would take longer than everything else here; names are
      // not hashed for types whose elements have no constraints.
      let byElement = here.flatMap { $0.count > ($0[""] == nil ? 0 : 1) ? $0 : nil }
      for index in structure.elements.indices {
        var numbers = byElement?[structure.elements[index].name[...]] ?? []
        if numbers.isEmpty, structure.elements[index].types.first?.name.utf8.first == UInt8(ascii: "@") {
          let (type, name) = placeParts(String(structure.elements[index].types[0].name.dropFirst()))
          numbers = stated[type]?[name] ?? []
        }
        places.ofElement.append(numbers)
      }
    }
    let placed = Set(places.ofType.joined()).union(places.ofElement.joined())
    if let lost = invariants.indices.first(where: { invariants[$0].native == nil && !placed.contains($0) }) {
      throw SchemaError(release, "the invariant \(invariants[lost].key) stands on no element")
    }
  }

  /// Splits `Patient.contact` into `Patient` and `contact`, and `Patient` into `Patient` and an empty name.
  private func placeParts(_ path: String) -> (type: String, element: Substring) {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return (path, "") }
    return (String(path[..<dot]), path[path.utf8.index(after: dot)...])
  }
}
