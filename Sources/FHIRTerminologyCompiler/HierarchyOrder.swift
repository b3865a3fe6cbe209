/// An order of the concepts of a hierarchy in which all below one concept stand in few ranges.
///
/// A walk in depth numbers the concepts; what it reaches first by one parent stands in one range. Where a concept has
/// several parents, the ranges below the others are added to theirs. So whether a concept is below another is a search
/// among a few ranges, whatever the depth.
struct HierarchyOrder {
  /// The position of each concept, and the concept at each position.
  private(set) var positions: [UInt32]
  private(set) var order: [UInt32] = []
  /// Where the ranges of the concept at each position begin, and where the last end. A concept without any below has no
  /// range.
  private(set) var spanStarts: [UInt32] = [0]
  /// The first position and the one behind the last, of each range.
  private(set) var spans: [UInt32] = []
  /// Relations that were left out, because they lead from a concept to itself.
  private(set) var cycles: [(child: Int, parent: Int)] = []

  /// - Parameter edges: child and parent.
  /// - Returns: `nil` if there are too many ranges, since many concepts have many parents.
  init?(count: Int, edges: [(child: UInt32, parent: UInt32)], mostRanges: Int) {
    positions = Array(repeating: .max, count: count)
    var starts = [UInt32](repeating: 0, count: count + 1)
    var isRoot = [Bool](repeating: true, count: count)
    for edge in edges {
      starts[Int(edge.parent) + 1] += 1
      isRoot[Int(edge.child)] = false
    }
    for place in 0..<count { starts[place + 1] += starts[place] }
    var children = [UInt32](repeating: 0, count: edges.count)
    var next = starts
    for edge in edges {
      children[Int(next[Int(edge.parent)])] = edge.child
      next[Int(edge.parent)] += 1
    }
    // What is below each concept that has been left: ranges of positions, merged.
    var below: [[UInt32]] = Array(repeating: [], count: count)
    var room = mostRanges * 2
    var isOpen = [Bool](repeating: false, count: count)
    next = starts
    order.reserveCapacity(count)
    var path: [UInt32] = []

    func enter(_ concept: UInt32) {
      positions[Int(concept)] = UInt32(order.count)
      order.append(concept)
      isOpen[Int(concept)] = true
      path.append(concept)
    }

    // What is in a circle has no root above it, and is entered at any of its concepts.
    for round in 0...1 {
      for root in 0..<count where positions[root] == .max && (isRoot[root] || round == 1) {
        enter(UInt32(root))
        while let last = path.last {
          if room < 0 { return nil }
          let concept = Int(last)
          if next[concept] < starts[concept + 1] {
            let child = children[Int(next[concept])]
            next[concept] += 1
            if positions[Int(child)] == .max {
              enter(child)
            } else if isOpen[Int(child)] {
              cycles.append((Int(child), concept))
            } else {
              let position: UInt32 = positions[Int(child)]
              below[concept] += [position, position + 1]
              below[concept] += below[Int(child)]
              room -= below[Int(child)].count + 2
            }
          } else {
            path.removeLast()
            isOpen[concept] = false
            let own = positions[concept]
            if UInt32(order.count) > own + 1 || !below[concept].isEmpty {
              let spans: [UInt32] = below[concept] + [own, UInt32(order.count)]
              below[concept] = Self.merged(spans)
              room -= below[concept].count - spans.count + 2
            }
            // What is below this one by several parents is below all above it.
            if let parent = path.last {
              let end = UInt32(order.count)
              let spans: [UInt32] = below[concept]
              for place in stride(from: 0, to: spans.count, by: 2) where spans[place] < own || spans[place + 1] > end {
                below[Int(parent)] += spans[place...place + 1]
                room -= 2
              }
            }
          }
        }
      }
    }
    for concept in order {
      spans += below[Int(concept)]
      spanStarts.append(UInt32(spans.count / 2))
    }
  }

  /// Ranges in their order, without overlaps.
  private static func merged(_ ranges: [UInt32]) -> [UInt32] {
    let starts = stride(from: 0, to: ranges.count, by: 2).sorted { ranges[$0] < ranges[$1] }
    var merged: [UInt32] = []
    for place in starts {
      if let end = merged.last, ranges[place] <= end {
        merged[merged.count - 1] = max(end, ranges[place + 1])
      } else {
        merged += [ranges[place], ranges[place + 1]]
      }
    }
    return merged
  }
}
