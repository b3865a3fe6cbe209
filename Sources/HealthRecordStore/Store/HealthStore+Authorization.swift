import ClinicalRecords
import Foundation

extension HealthStore {
  /// Asks the user for permission to write and to read types, with one sheet that shows undecided types.
  ///
  /// Success means that the request was processed, not that access was granted. Where HealthKit raises an exception,
  /// the store throws ``HealthError/Code/errorInvalidArgument``. In a guest's session, the request has no effect and no
  /// error.
  ///
  /// If the user closes the sheet, nothing is decided; the error is ``HealthError/Code/errorUserCanceled``.
  public func requestAuthorization(toShare share: Set<ObjectType>, read: Set<ObjectType>) async throws(HealthError) {
    let request = AuthorizationRequest(share: share, read: read)
    try device.check()
    let required = try request.check(for: configuration)
    await waitForSheet()
    defer { sheetIsDone() }
    guard !device.isGuestUserSession else { return }
    if let sheet = authorization.sheet(for: request, required: required) { try await show(sheet) }
    // If a guest has taken over in the meantime, nothing was decided, so nothing can be denied.
    if !device.isGuestUserSession, authorization.deniesRequired(required, of: request) {
      throw HealthError(.errorRequiredAuthorizationDenied)
    }
  }

  /// Asks the user for permission to read single objects of a type that is authorized object by object.
  ///
  /// The sheet shows all matching objects that the app did not save, including those decided before: each request lets
  /// the user choose again. Without such objects there is no sheet.
  public func requestPerObjectReadAuthorization(for type: ObjectType, predicate: QueryPredicate? = nil)
    async throws(HealthError)
  {
    try await requestPerObjectReadAuthorization(for: type) { predicate?.matches($0) ?? true }
  }

  /// As above, for the objects for which a closure returns `true`.
  package func requestPerObjectReadAuthorization(for type: ObjectType, where matches: @Sendable (Sample) -> Bool)
    async throws(HealthError)
  {
    try device.check()
    guard configuration.hasHealthKit else { throw HealthError.missingEntitlement }
    guard type.requiresPerObjectAuthorization, type != .verifiableRecord else { throw .disallowed("read", [type]) }
    try configuration.checkUsageDescription(InfoPlistKey.shareUsage, access: "read", for: [type])
    await waitForSheet()
    defer { sheetIsDone() }
    try await show(objects: samples.samples(of: type) { _ in true }.filter { !isOwn($0) && matches($0) })
  }

  /// Whether a request for these types would show its sheet; the answer does not reveal what was granted.
  ///
  /// Refuses what the request would refuse.
  public func statusForAuthorizationRequest(toShare share: Set<ObjectType>, read: Set<ObjectType>)
    throws(HealthError) -> AuthorizationRequestStatus
  {
    try device.check()
    let request = AuthorizationRequest(share: share, read: read)
    try request.check(for: configuration)
    return authorization.sheet(for: request) == nil ? .unnecessary : .shouldRequest
  }

  /// Whether the app may write a type. The store never tells whether the app may read one.
  public func authorizationStatus(for type: ObjectType) throws(HealthError) -> AuthorizationStatus {
    try device.check()
    return authorization.shareStatus(of: type)
  }

  /// Shows a sheet of single objects, unless there are none or a guest uses the device.
  @discardableResult
  func show(objects: [Sample], remembers: Bool = true) async throws(HealthError) -> Set<UUID> {
    guard !device.isGuestUserSession, !objects.isEmpty else { return [] }
    return try await show(AuthorizationSheet(objects: objects), remembers: remembers)
  }

  func isOwn(_ sample: Sample) -> Bool { sample.source == configuration.name }

  @discardableResult
  private func show(_ sheet: AuthorizationSheet, remembers: Bool = true) async throws(HealthError) -> Set<UUID> {
    let answer = await responder.respond(to: sheet)
    // A guest's answer does not count as the user's.
    guard !device.isGuestUserSession else { return [] }
    guard case .decide(let grants) = answer else { throw HealthError(.errorUserCanceled) }
    if remembers {
      authorization.apply(grants, to: sheet, at: records.sequence)
      wakeObservers(of: sheet.read + sheet.objects.map(\.type))
    }
    return grants.objects
  }

  func waitForSheet() async {
    if sheetIsUp { await withCheckedContinuation { waitingRequests.append($0) } }
    sheetIsUp = true
  }

  func sheetIsDone() {
    sheetIsUp = false
    guard !waitingRequests.isEmpty else { return }
    // Ownership passes directly to the next caller, so no other caller can take it.
    sheetIsUp = true
    waitingRequests.removeFirst().resume()
  }
}
