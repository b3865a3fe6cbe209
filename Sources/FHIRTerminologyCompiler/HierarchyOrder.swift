/// An order of the concepts of a hierarchy in which each stands behind all above it.
///
/// A walk in depth numbers the concepts from the last when it leaves them, so that what it first reached through one
/// stands directly behind that. So whether a concept is below another is mostly one comparison; only where several
/// parents lead elsewhere, those that stand behind the other are looked at, too.
struct HierarchyOrder {
  /// The position of each concept, and the concept at each position.
  private(set) var positions, order: [UInt32]
  /// The position behind what the walk first reached through the concept at each position.
  private(set) var ends: [UInt32]
  /// Relations that were left out, because they lead from a concept to itself.
  private(set) var cycles: [(child: Int, parent: Int)] = []

  /// - Parameter edges: child and parent.
  init(count: Int, edges: [(UInt32, UInt32)]) {
    positions = Array(repeating: .max, count: count)
    var starts = [UInt32](repeating: 0, count: count + 1)
    var isRoot = [Bool](repeating: true, count: count)
    for (child, parent) in edges {
      starts[Int(parent) + 1] += 1
      isRoot[Int(child)] = false
    }
    for place in 0..<count { starts[place + 1] += starts[place] }
    let byParents = edges.sorted { (a: (UInt32, UInt32), b: (UInt32, UInt32)) -> Bool in (a.1, a.0) < (b.1, b.0) }
    // How many concepts had been left when each was entered.
    var entries = positions
    (order, ends) = (positions, positions)
    var next = starts
    var left: UInt32 = 0
    var path: [Int] = []

    // What is in a circle has no root above it, and is entered at any of its concepts.
    for round in 0...1 {
      for root in 0..<count where entries[root] == .max && (isRoot[root] || round == 1) {
        entries[root] = left
        path.append(root)
        while let concept = path.last {
          if next[concept] < starts[concept + 1] {
            let child = Int(byParents[Int(next[concept])].0)
            next[concept] += 1
            if entries[child] == .max {
              entries[child] = left
              path.append(child)
            } else if positions[child] == .max {
              cycles.append((child, concept))
            }
          } else {
            path.removeLast()
            left += 1
            let position = UInt32(count) - left
            positions[concept] = position
            order[Int(position)] = UInt32(concept)
            ends[Int(position)] = position + left - entries[concept]
          }
        }
      }
    }
  }
}
