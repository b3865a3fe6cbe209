import FHIRPath

/// The resources around an element, as FHIRPath names them.
///
/// There are none around an entry of a Bundle that is read entry by entry: the Bundle is not in memory then.
struct ResourcesAround {
  /// `%resource`: the innermost resource, be it contained or not.
  private(set) var innermost: FHIRPathNode?
  /// `%rootResource`: the resource that contains that one, or the same.
  private(set) var outermost: FHIRPathNode?

  /// Those around the elements of a resource.
  ///
  /// - Parameter isContained: whether it is a part of the innermost one so far. An entry of a Bundle stands for itself.
  func around(_ resource: Int, type: Int, isContained: Bool) -> ResourcesAround {
    var inner = self
    inner.innermost = FHIRPathNode(resource: resource, type: type)
    if !isContained || outermost == nil { inner.outermost = inner.innermost }
    return inner
  }
}
