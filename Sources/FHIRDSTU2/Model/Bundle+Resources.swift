extension Bundle {
  /// The resources of one type among the entries, in their order.
  public func resources<R: FHIRResource>(_ type: R.Type) -> [R] {
    entry.compactMap { entry in entry.resource.flatMap { R($0) } }
  }
}
