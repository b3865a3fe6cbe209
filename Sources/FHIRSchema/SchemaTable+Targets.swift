import FHIRText

extension SchemaRows {
  /// Whether a resource type is among the targets of this row.
  @inlinable
  package func isTarget(_ type: Int, of targets: Int) -> Bool {
    targetMasks[targets &* targetWords &+ type &>> 6] &>> UInt64(type & 63) & 1 == 1
  }
}

extension SchemaTable {
  /// One bit for each type, several words for each row of targets.
  ///
  /// - Parameter anyNames: the types that mean any resource.
  static func masks(of targets: [[String]], anyOf anyNames: [String], types: [ByteText: Int], words: Int) -> [UInt64] {
    var masks = [UInt64](repeating: 0, count: targets.count * words)
    for (row, names) in targets.enumerated() {
      let isAny = names.isEmpty || names.contains(where: anyNames.contains)
      for word in 0..<words where isAny { masks[row * words + word] = .max }
      for type in names.compactMap({ types[$0.byBytes] }) {
        masks[row * words + type >> 6] |= 1 << UInt64(type & 63)
      }
    }
    return masks
  }
}
