#if !canImport(HealthKit)
  public import Foundation
  import HealthRecordStore
  import Synchronization

  /// A file of a clinical note, or one that the app has added to an object.
  public final class HKAttachment: NSObject, Sendable {
    /// Identifies the attachment.
    public let identifier: UUID
    /// The name of the file.
    public let name: String
    /// The type of the file.
    public let contentType: UTType
    /// The number of bytes.
    public let size: Int
    /// When the file was made or added, else when the note was received.
    public let creationDate: Date
    /// What the app has added; `nil` for the files of notes. Nothing changes it.
    public nonisolated(unsafe) let metadata: [String: Any]?
    let data: Data?

    init(_ attachment: NoteAttachment, of note: HKSample) {
      (identifier, name, size) = (attachment.id, attachment.name, attachment.size)
      contentType = UTType(mimeType: attachment.contentType) ?? .data
      creationDate = attachment.creationDate ?? note.startDate
      metadata = nil
      data = attachment.data.map { Data($0) }
    }

    init(name: String, _ contentType: UTType, _ data: Data, _ metadata: [String: Any]) {
      (identifier, creationDate, size) = (UUID(), Date(), data.count)
      (self.name, self.contentType, self.data, self.metadata) = (name, contentType, data, metadata)
    }
  }

  /// The app's access to the files of clinical notes, and to those that it adds to objects that it has saved.
  public final class HKAttachmentStore: NSObject, Sendable {
    private let store: HKHealthStore

    /// Makes an access to the device of a store.
    public init(healthStore: HKHealthStore) { store = healthStore }

    /// Adds a file to an object that the app has saved; it is there for the lifetime of the device.
    ///
    /// - Parameter url: a file of this machine, which is read at once.
    /// - Throws: ``HKError/errorInvalidArgument`` for another address and for an object that the app has not saved, such as
    ///   a clinical record, and the error if the file cannot be read.
    public func addAttachment(
      to object: HKObject, name: String, contentType: UTType, url: URL, metadata: [String: Any] = [:]
    ) async throws -> HKAttachment {
      try add(to: object, name, contentType, url, metadata)
    }

    /// Adds a file to an object that the app has saved; it is there for the lifetime of the device.
    @preconcurrency public func addAttachment(
      to object: HKObject, name: String, contentType: UTType, url: URL, metadata: [String: Any] = [:],
      completion: @escaping @Sendable (HKAttachment?, (any Error)?) -> Void
    ) {
      let result = Result { try add(to: object, name, contentType, url, metadata) }
      store.device.answer(completion) { try result.get() }
    }

    private func add(
      to object: HKObject, _ name: String, _ type: UTType, _ url: URL, _ metadata: [String: Any]
    ) throws -> HKAttachment {
      let isSaved = store.device.objects.withLock { $0.saved[object.uuid] != nil }
      guard isSaved, url.isFileURL else { throw HKError(.errorInvalidArgument) }
      let added = HKAttachment(name: name, type, try Data(contentsOf: url), metadata)
      store.device.objects.withLock { $0.files[object.uuid, default: []].append(added) }
      return added
    }

    /// Removes a file that the app has added.
    ///
    /// - Throws: ``HKError/errorInvalidArgument`` if the object does not have it.
    public func removeAttachment(_ attachment: HKAttachment, from object: HKObject) async throws {
      let isThere = store.device.objects.withLock { objects in
        let place = objects.files[object.uuid]?.firstIndex { $0.identifier == attachment.identifier }
        if let place { objects.files[object.uuid]?.remove(at: place) }
        return place != nil
      }
      if !isThere { throw HKError(.errorInvalidArgument) }
    }

    /// Removes a file that the app has added.
    @preconcurrency public func removeAttachment(
      _ attachment: HKAttachment, from object: HKObject, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
      store.device.answer(completion) { try await self.removeAttachment(attachment, from: object) }
    }

    /// The files of a clinical note, or those that the app has added to an object.
    public func attachments(for object: HKObject) async throws -> [HKAttachment] {
      guard let note = object as? HKClinicalRecord, case .record(let record) = note.content, let key = record.key else {
        return store.device.objects.withLock { $0.files[object.uuid] ?? [] }
      }
      return try await store.device.raising { try await store.device.store.attachments(of: key) }.map {
        HKAttachment($0, of: note)
      }
    }

    /// The files of a clinical note, or those that the app has added to an object.
    @preconcurrency public func getAttachments(
      for object: HKObject, completion: @escaping @Sendable ([HKAttachment]?, (any Error)?) -> Void
    ) {
      store.device.answer(completion) { try await self.attachments(for: object) }
    }

    /// A reader of a file.
    public func dataReader(for attachment: HKAttachment) -> HKAttachmentDataReader {
      HKAttachmentDataReader(attachment)
    }

    /// Reads a file.
    @discardableResult
    @preconcurrency public func getData(
      for attachment: HKAttachment, completion: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
      streamData(for: attachment) { data, error, _ in completion(data, error) }
    }

    /// Reads a file in pieces: here, in one.
    @discardableResult
    @preconcurrency public func streamData(
      for attachment: HKAttachment, dataHandler: @escaping @Sendable (Data?, (any Error)?, Bool) -> Void
    ) -> Progress {
      let (data, progress) = (attachment.data, Progress(totalUnitCount: Int64(attachment.size)))
      store.device.call {
        if data != nil { progress.completedUnitCount = progress.totalUnitCount }
        dataHandler(data, data == nil ? HKError(.errorNoData) : nil, true)
      }
      return progress
    }
  }

  /// Reads a file.
  public final class HKAttachmentDataReader: Sendable {
    /// The file.
    public let attachment: HKAttachment
    /// How many bytes were read: none, or all of them.
    public let progress: Progress

    init(_ attachment: HKAttachment) {
      (self.attachment, progress) = (attachment, Progress(totalUnitCount: Int64(attachment.size)))
    }

    /// The bytes; throws ``HKError/errorNoData`` if the store did not receive them.
    public var data: Data {
      get async throws {
        guard let data = attachment.data else { throw HKError(.errorNoData) }
        progress.completedUnitCount = progress.totalUnitCount
        return data
      }
    }

    /// The bytes one after another.
    public var bytes: AsyncThrowingStream<UInt8, any Error> {
      AsyncThrowingStream { continuation in
        for byte in attachment.data ?? Data() { continuation.yield(byte) }
        if attachment.data != nil { progress.completedUnitCount = progress.totalUnitCount }
        continuation.finish(throwing: attachment.data == nil ? HKError(.errorNoData) : nil)
      }
    }
  }

  // Apple's platforms have this type in UniformTypeIdentifiers.
  extension UTType {
    /// The name of the type.
    public var identifier: String { rawValue }
    /// The media type; `nil` for any bytes.
    public var preferredMIMEType: String? { UTType.units[rawValue] }

    /// The type of a media type; `nil` for one that has no name here.
    public init?(mimeType: String) {
      let plain = mimeType.prefix { $0 != ";" }.lowercased()
      guard let known = UTType.units.first(where: { $0.value == plain }) else { return nil }
      self.init(rawValue: known.key)
    }
  }
#endif
