import ClinicalRecords
import ClinicalSources
import Foundation

/// Documents and health cards, which the user chooses one by one.
extension HealthStore {
  /// The documents that the app may read, in the order of their arrival.
  ///
  /// The app must have asked to read the type. The user is then asked about each document that no sheet has shown yet
  /// and that the app did not save.
  public func documents(_ select: @Sendable ([Sample]) -> [Sample] = { $0 }) async throws(HealthError) -> [Sample] {
    let access = try readAccess(toSamplesOf: .documentType())
    await waitForSheet()
    defer { sheetIsDone() }
    let found = select(samples.samples(of: .documentType()) { _ in access == .all })
    try await show(objects: found.filter { !isOwn($0) && !authorization.shownObjects.contains($0.uuid) })
    return found.filter { isOwn($0) || authorization.readableObjects.contains($0.uuid) }
  }

  /// The health cards that the user chooses. Nothing stays authorized: each call shows a sheet, unless no card matches.
  ///
  /// Needs no request before, but the entitlement. In a guest's session there is no sheet and no card.
  ///
  /// - Parameters:
  ///   - recordTypes: the types that a card must have, all of them.
  ///   - isWanted: a further condition.
  public func verifiableRecords(
    ofTypes recordTypes: [String], where isWanted: @Sendable (Sample) -> Bool = { _ in true }
  ) async throws(HealthError) -> [Sample] {
    try device.checkReading()
    guard configuration.hasHealthKit else { throw HealthError.missingEntitlement }
    guard configuration.has(access: EntitlementKey.verifiableRecordsAccess) else {
      throw .missing("\(EntitlementKey.access) \(EntitlementKey.verifiableRecordsAccess)")
    }
    await waitForSheet()
    defer { sheetIsDone() }
    let found = samples.samples(of: .verifiableRecord) { sample in
      guard case .verifiableRecord(let record) = sample.value else { return false }
      return Set(recordTypes).isSubset(of: record.recordTypes) && isWanted(sample)
    }
    let chosen = try await show(objects: found, remembers: false)
    return found.filter { chosen.contains($0.uuid) }
  }

  /// Adds the cards of a file: `.smart-health-card`, the text of QR codes, or cards alone.
  func load(cards bytes: [UInt8], _ report: inout LoadReport) {
    let file = bytes.withUnsafeBytes { CardReader(keys: CardKeys(), now: 0).read($0) }
    for card in file.cards {
      guard let record = VerifiableRecord(card, in: file) else {
        report.unreadable += 1
        continue
      }
      let sample = Sample(
        .verifiableRecord, .verifiableRecord(record), record.relevantDate, nil, uuid: UUID(digestOf: record.signedText))
      report.count(samples.add(sample, source: record.issuerIdentifier, isOwn: false) ? .added : .unchanged)
    }
  }

  /// Adds a document, with the date that it states, else that of its receipt.
  func load(document bytes: [UInt8], origin: RecordOrigin, _ report: inout LoadReport) {
    guard let document = try? StoredDocument(bytes) else {
      report.unreadable += 1
      return
    }
    let date = document.date ?? origin.receivedDate?.date ?? .distantPast
    let sample = Sample(.documentType(), .document(document), date, nil, uuid: UUID(digestOf: bytes))
    let isNew = samples.add(sample, source: origin.source, isOwn: false)
    report.count(isNew ? .added : .unchanged)
    if isNew { wakeObservers(of: CollectionOfOne(sample.type)) }
  }
}
