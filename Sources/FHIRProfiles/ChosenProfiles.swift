/// The profiles that all records of a type are judged by, whatever they claim.
struct ChosenProfiles: Sendable {
  private var byType: [Int: [Profile]] = [:]

  init() {}

  /// - Parameter profiles: those that a caller has named.
  init(_ profiles: [Profile]) {
    for profile in profiles { byType[profile.type, default: []].append(profile) }
  }

  var isEmpty: Bool { byType.isEmpty }

  func profiles(forType type: Int) -> [Profile] { byType[type] ?? [] }
}
