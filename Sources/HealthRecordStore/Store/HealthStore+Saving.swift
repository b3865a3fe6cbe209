public import ClinicalRecords

extension HealthStore {
  /// Saves a sample under the app's name.
  public func save(_ sample: Sample) throws(HealthError) { try save([sample]) }

  /// Saves samples under the app's name: all of them, or none if one may not be saved.
  public func save(_ samples: [Sample]) throws(HealthError) {
    try checkSaving(samples.map(\.type))
    for sample in samples { self.samples.add(sample, source: configuration.name, isOwn: true) }
    wakeObservers(of: samples.map(\.type))
  }

  /// Always fails: clinical records come from institutions, and no app can save one.
  public func save(_ record: ClinicalRecord) throws(HealthError) {
    try checkSaving([])
    throw .disallowed("share", record.clinicalType.map { [ObjectType.clinicalType($0)] } ?? [])
  }

  /// Deletes a sample that the app has saved.
  ///
  /// Needs the same permission as saving. One of another source is refused: ``HealthError/Code/errorInvalidArgument``.
  public func delete(_ sample: Sample) throws(HealthError) {
    try checkSaving([sample.type])
    guard samples.removeOwn(sample) else {
      throw HealthError(.errorInvalidArgument, "The object was not saved by this app")
    }
    wakeObservers(of: CollectionOfOne(sample.type))
  }

  private func checkSaving(_ types: [ObjectType]) throws(HealthError) {
    try device.check()
    if device.isGuestUserSession {
      let isOld = configuration.builtFor == .iOS17
      throw HealthError(isOld ? .errorHealthDataRestricted : .errorNotPermissibleForGuestUserMode)
    }
    let statuses = types.map { authorization.shareStatus(of: $0) }
    if statuses.contains(.notDetermined) { throw HealthError(.errorAuthorizationNotDetermined) }
    if statuses.contains(.sharingDenied) { throw HealthError(.errorAuthorizationDenied) }
  }
}
