import FHIRSchema

extension ReleaseNames {
  /// What the releases have in resources of a type, by its name as text.
  func type(named name: String) -> JointType.Pointer? {
    let found: JointType.Pointer? = Array(name.utf8).withUnsafeBufferPointer { self.type(named: $0) }
    if let found { prepare(found) }
    return found
  }

  /// The releases that have a type.
  func releases(having type: String) -> ReleaseSet { self.type(named: type)?.pointee.releases ?? [] }
}
