import FHIRTape

/// Judges the members of an object: missing ones, `_name` beside `name`, and the parts of an extension.
struct StructureJudge {
  /// The current object and its ancestors, if they have a null in place of a value.
  var nullOwners: [TapeIndex] = []
  /// The first key of each slot of the object whose siblings are compared, `.none` if there is none; then the first
  /// siblings.
  let valueKeys: UnsafeMutablePointer<TapeIndex>

  /// The choice variant, by nesting depth and slot; valid only for slots that have a value.
  let choices: UnsafeMutablePointer<UInt16>

  // The keys and choices are not in use between two values, so all releases share them.
  init(_ memory: WalkerMemory) {
    valueKeys = memory.valueKeys
    choices = memory.choices
  }

  /// Whether an object has a null in place of a value.
  @inline(__always)
  func hasNulls(_ object: TapeIndex) -> Bool { nullOwners.last == object }

  mutating func leaveInput() {
    if !nullOwners.isEmpty { nullOwners.removeAll() }
  }
}
