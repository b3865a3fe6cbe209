import FHIRSchema

extension ReleaseNames {
  /// What the releases have in resources of a type, by its name as text.
  func type(named name: String) -> JointType? { Array(name.utf8).withUnsafeBufferPointer { type(named: $0) } }

  /// The releases that have a type.
  func releases(having type: String) -> ReleaseSet { self.type(named: type)?.releases ?? [] }
}
