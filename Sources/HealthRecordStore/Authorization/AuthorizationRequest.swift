import ClinicalRecords

/// The types that an app requests together.
struct AuthorizationRequest: Hashable, Sendable {
  let share: Set<ObjectType>
  let read: Set<ObjectType>

  /// Refuses requests for which HealthKit raises an exception.
  ///
  /// HealthKit does not document which of several faults it reports first. The store's order is: nothing requested,
  /// clinical types to write, the HealthKit entitlement, the health-records entitlement, types whose objects are
  /// authorized one by one, the usage descriptions for clinical records, for other reading, for writing, the required
  /// types.
  ///
  /// - Returns: the types that the app requires.
  @discardableResult
  func check(for app: AppConfiguration) throws(HealthError) -> Set<ObjectType> {
    guard !share.isEmpty || !read.isEmpty else { throw .nothingRequested }
    let clinicalShare = share.filter { $0.clinicalType != nil }
    guard clinicalShare.isEmpty else { throw .sharingDisallowed(Array(clinicalShare)) }
    guard app.hasHealthKit else { throw .missingEntitlement }
    let clinicalRead = read.filter { $0.clinicalType != nil }
    guard clinicalRead.isEmpty || app.hasHealthRecords else { throw .readingDisallowed(Array(clinicalRead)) }
    let perObject = read.filter(\.requiresPerObjectAuthorization)
    guard perObject.isEmpty else { throw .readingDisallowed(Array(perObject)) }
    let otherRead = read.subtracting(clinicalRead)
    try app.checkUsageDescription(InfoPlistKey.clinicalUsage, access: "read", for: Array(clinicalRead))
    try app.checkUsageDescription(InfoPlistKey.shareUsage, access: "read", for: Array(otherRead))
    try app.checkUsageDescription(InfoPlistKey.updateUsage, access: "write", for: Array(share))
    return clinicalRead.isEmpty ? [] : try app.requiredTypes()
  }
}
