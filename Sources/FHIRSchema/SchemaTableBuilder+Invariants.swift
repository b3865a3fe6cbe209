extension SchemaTableBuilder {
  /// Finds the type or the elements that each constraint is judged on.
  ///
  /// A constraint on a nested element belongs to the element and not to the type of its content, since other elements
  /// may reuse that content under constraints of their own.
  mutating func placeInvariants(_ invariants: [SchemaInvariant], structures: [SchemaText.Structure]) {
    var stated: [String: [Int]] = [:]
    for (number, invariant) in invariants.enumerated() where !invariant.isNative {
      stated[invariant.path, default: []].append(number)
    }
    var unplaced = Set(stated.keys)
    func take(_ path: String) -> [Int] {
      unplaced.remove(path)
      return stated[path] ?? []
    }
    for structure in structures {
      let own = structure.category == .nested ? [] : take(structure.name)
      let inherited = typeIndices[structure.base].map { $0 < places.ofType.count ? places.ofType[$0] : [] } ?? []
      places.ofType.append(inherited + own)
      for element in structure.elements {
        var numbers = take("\(structure.name).\(element.name)")
        if numbers.isEmpty, let content = element.types.first?.name, content.hasPrefix("@") {
          numbers = take(String(content.dropFirst()))
        }
        places.ofElement.append(numbers)
      }
    }
    precondition(unplaced.isEmpty, "no element for the constraints on \(unplaced.sorted().joined(separator: ", "))")
  }
}
