extension SchemaRows {
  /// Whether a resource type is among the targets of this row.
  @inlinable
  package func isTarget(_ type: TypeID, of targets: Int) -> Bool {
    targetMasks[targets &* targetWords &+ type.row &>> 6] &>> UInt64(type.row & 63) & 1 == 1
  }
}
