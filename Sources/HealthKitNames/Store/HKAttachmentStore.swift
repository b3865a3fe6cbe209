#if !canImport(HealthKit)
  public import Foundation
  import HealthRecordStore

  /// A file of a clinical note.
  public final class HKAttachment: NSObject, Sendable {
    let attachment: NoteAttachment
    /// When the file was made, else when the note was received.
    public let creationDate: Date

    init(_ attachment: NoteAttachment, of note: HKSample) {
      self.attachment = attachment
      creationDate = attachment.creationDate ?? note.startDate
    }

    /// Identifies the attachment.
    public var identifier: UUID { attachment.id }
    /// The name of the file.
    public var name: String { attachment.name }
    /// The type of the file.
    public var contentType: UTType { UTType(mimeType: attachment.contentType) ?? .data }
    /// The number of bytes.
    public var size: Int { attachment.size }
    /// Always `nil`: notes have none.
    public var metadata: [String: Any]? { nil }
  }

  /// The app's access to the files of clinical notes.
  public final class HKAttachmentStore: NSObject, Sendable {
    private let store: HKHealthStore

    /// Makes an access to the device of a store.
    public init(healthStore: HKHealthStore) { store = healthStore }

    /// The files of an object; none for other objects than clinical notes.
    public func attachments(for object: HKObject) async throws -> [HKAttachment] {
      guard let note = object as? HKClinicalRecord, case .record(let record) = note.content, let key = record.key else {
        return []
      }
      return try await store.device.raising { try await store.device.store.attachments(of: key) }.map {
        HKAttachment($0, of: note)
      }
    }

    /// The files of an object; none for other objects than clinical notes.
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
      let data = attachment.attachment.data.map { Data($0) }
      store.device.call { dataHandler(data, data == nil ? HKError(.errorNoData) : nil, true) }
      return Progress(totalUnitCount: Int64(attachment.size))
    }
  }

  /// Reads a file of a clinical note.
  public final class HKAttachmentDataReader: Sendable {
    /// The file.
    public let attachment: HKAttachment

    init(_ attachment: HKAttachment) { self.attachment = attachment }

    /// The bytes; throws ``HKError/errorNoData`` if the store did not receive them.
    public var data: Data {
      get async throws {
        guard let data = attachment.attachment.data else { throw HKError(.errorNoData) }
        return Data(data)
      }
    }

    /// The bytes one after another.
    public var bytes: AsyncThrowingStream<UInt8, any Error> {
      AsyncThrowingStream { continuation in
        for byte in attachment.attachment.data ?? [] { continuation.yield(byte) }
        continuation.finish(throwing: attachment.attachment.data == nil ? HKError(.errorNoData) : nil)
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
