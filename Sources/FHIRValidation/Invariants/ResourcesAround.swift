import FHIRPath
import FHIRSchema
import FHIRTape

/// The resources that contain an element, as FHIRPath names them.
///
/// An entry of a Bundle that is read entry by entry has none: the Bundle is not in memory.
struct ResourcesAround {
  /// `%resource`: the innermost resource, contained or not.
  private(set) var innermost: FHIRPathNode?
  /// `%rootResource`: the resource that contains `%resource`, or the same resource.
  private(set) var outermost: FHIRPathNode?

  /// The resources that contain the elements of a resource.
  ///
  /// - Parameter isContained: whether it is contained in the innermost resource. An entry of a Bundle is its own root.
  func around(_ resource: TapeIndex, type: TypeID, isContained: Bool) -> ResourcesAround {
    var inner = self
    inner.innermost = FHIRPathNode(resource: resource, type: type)
    if !isContained || outermost == nil { inner.outermost = inner.innermost }
    return inner
  }
}
