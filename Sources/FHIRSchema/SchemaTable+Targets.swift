extension SchemaRows {
  /// Whether a resource type is among the targets of this row.
  @inlinable
  package func isTarget(_ type: Int, of targets: Int) -> Bool {
    targetMasks[targets &* targetWords &+ type &>> 6] &>> UInt64(type & 63) & 1 == 1
  }
}
