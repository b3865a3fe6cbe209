import FHIRText

extension SchemaTableBuilder {
  /// Finds the type or the elements that each constraint is judged on.
  ///
  /// A constraint on a nested element belongs to the element and not to the type of its content, since other elements
  /// may reuse that content under constraints of their own.
  mutating func placeInvariants(_ invariants: [SchemaInvariant], structures: [SchemaText.Structure]) throws(SchemaError)
  {
    // By the type and the name of an element in it; those on the type itself under an empty name.
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
      // By index, as copying thousands of elements would take longer than all else here; and to hash their names would, of
      // types whose elements have no constraint.
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

  /// `Patient.contact` as `Patient` and `contact`, `Patient` as `Patient` and nothing.
  private func placeParts(_ path: String) -> (type: String, element: Substring) {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return (path, "") }
    return (String(path[..<dot]), path[path.utf8.index(after: dot)...])
  }
}
