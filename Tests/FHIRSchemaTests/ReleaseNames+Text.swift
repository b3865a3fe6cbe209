import FHIRSchema

extension ReleaseNames {
  /// What the releases have in resources of a type, by its name as text.
  func type(named name: String) -> JointType? {
    let found: Unmanaged<JointType>? = Array(name.utf8).withUnsafeBufferPointer { self.type(named: $0) }
    guard let type = found?.takeUnretainedValue() else { return nil }
    prepare(type, .linked)
    return type
  }

  /// The releases that have a type.
  func releases(having type: String) -> ReleaseSet { self.type(named: type)?.releases ?? [] }
}
