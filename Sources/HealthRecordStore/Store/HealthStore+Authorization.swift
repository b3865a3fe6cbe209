import ClinicalRecords

/// Asking for permission.
extension HealthStore {
  /// Asks the person for permission to write and to read types, with one sheet that shows those not decided yet.
  ///
  /// Success means that the request was processed, not that anything was granted. What HealthKit raises an exception
  /// for is thrown as ``HealthError/Code/errorInvalidArgument``. In a guest's session nothing happens, in silence.
  ///
  /// A person who closes the sheet decides nothing, and the request fails with ``HealthError/Code/errorUserCanceled``.
  public func requestAuthorization(toShare share: Set<ObjectType>, read: Set<ObjectType>) async throws(HealthError) {
    let request = AuthorizationRequest(share: share, read: read)
    try device.check()
    let required = try request.check(for: configuration)
    await waitForSheet()
    defer { sheetIsDone() }
    guard !device.isGuestUserSession else { return }
    if let sheet = authorization.sheet(for: request, required: required) {
      try await show(sheet)
    }
    // Nothing was decided when a guest has taken over in the meantime, so nothing can be found denied.
    if !device.isGuestUserSession, authorization.deniesRequired(required, of: request) {
      throw HealthError(.errorRequiredAuthorizationDenied)
    }
  }

  /// Asks the person for permission to read single objects of a type that is authorized object by object.
  ///
  /// The sheet shows all objects of others that match, also those decided before: each request lets the person choose
  /// anew. Without such objects there is no sheet.
  public func requestPerObjectReadAuthorization(for type: ObjectType, predicate: QueryPredicate? = nil)
    async throws(HealthError)
  {
    try await requestPerObjectReadAuthorization(for: type) { predicate?.matches($0) ?? true }
  }

  /// The same for those objects that a closure lets through.
  package func requestPerObjectReadAuthorization(for type: ObjectType, where matches: @Sendable (Sample) -> Bool)
    async throws(HealthError)
  {
    try checkPerObjectRequest(for: type)
    await waitForSheet()
    defer { sheetIsDone() }
    let objects = samples.samples(of: type) { _ in true }.filter { $0.source != configuration.name && matches($0) }
    guard !device.isGuestUserSession, !objects.isEmpty else { return }
    try await show(AuthorizationSheet(objects: objects))
  }

  /// Refuses what a request for single objects would refuse before it shows anything.
  package func checkPerObjectRequest(for type: ObjectType) throws(HealthError) {
    try device.check()
    guard configuration.hasHealthKit else { throw HealthError.missingEntitlement }
    guard type.requiresPerObjectAuthorization else { throw .readingDisallowed([type]) }
    try configuration.checkUsageDescription(InfoPlistKey.shareUsage, access: "read", for: [type])
  }

  /// Whether a request for these types would show its sheet; it says nothing of what was granted.
  ///
  /// Refuses what the request would refuse.
  public func statusForAuthorizationRequest(toShare share: Set<ObjectType>, read: Set<ObjectType>)
    throws(HealthError) -> AuthorizationRequestStatus
  {
    try device.check()
    let request = AuthorizationRequest(share: share, read: read)
    try request.check(for: configuration)
    return authorization.requestStatus(for: request)
  }

  /// Whether the app may write a type. Whether it may read one is never told.
  public func authorizationStatus(for type: ObjectType) throws(HealthError) -> AuthorizationStatus {
    try device.check()
    return authorization.shareStatus(of: type)
  }

  private func show(_ sheet: AuthorizationSheet) async throws(HealthError) {
    let answer = await responder.respond(to: sheet)
    // What a guest answers is not the person's answer.
    guard !device.isGuestUserSession else { return }
    guard case .decide(let grants) = answer else { throw HealthError(.errorUserCanceled) }
    authorization.apply(grants, to: sheet, at: records.sequence)
    wakeObservers(of: sheet.read + sheet.objects.map(\.type))
  }

  private func waitForSheet() async {
    if sheetIsUp {
      await withCheckedContinuation { waitingRequests.append($0) }
    }
    sheetIsUp = true
  }

  private func sheetIsDone() {
    sheetIsUp = false
    guard !waitingRequests.isEmpty else { return }
    // Ownership passes directly to the next caller, so no other caller can take it.
    sheetIsUp = true
    waitingRequests.removeFirst().resume()
  }
}
