extension SchemaTable {
  /// As ``SchemaRows/member(named:length:of:)``, for callers that have the table.
  package func member(named name: UnsafePointer<UInt8>, length: Int, of type: TypeRow) -> MemberID {
    withUnsafePointer(to: type) { rows.member(named: name, length: length, of: $0) }
  }

  /// As ``SchemaRows/resource(named:length:)``, for callers that have the table.
  package func resource(named name: UnsafePointer<UInt8>, length: Int) -> TypeID {
    rows.resource(named: name, length: length)
  }
}
