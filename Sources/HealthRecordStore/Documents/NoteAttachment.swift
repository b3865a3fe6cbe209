import ClinicalSources
import FHIRPrimitives
import FHIRSupport
import FHIRTape
public import Foundation

/// A file of a clinical note: written into the note, or in a Binary that the note names.
public struct NoteAttachment: Hashable, Sendable, Identifiable {
  /// Identifies the attachment: the same for the same note.
  public let id: UUID
  /// The title; without one, the last part of its address.
  public let name: String
  /// The media type that the note states, else the Binary; without either, that of any bytes.
  public let contentType: String
  /// The number of bytes; of a file that is not there, what the note states.
  public let size: Int
  /// When the file was made; `nil` if the note does not state it.
  public let creationDate: Date?
  /// The bytes; `nil` if the store did not receive the Binary.
  public let data: [UInt8]?
  /// What the note states otherwise than the file has it.
  public let disagreements: Set<Disagreement>

  /// What a note states about its file.
  public enum Disagreement: String, CaseIterable, Hashable, Sendable {
    /// The media type, against that of the Binary, and against the first bytes of formats with a signature.
    case contentType
    /// The number of bytes.
    case size
    /// The SHA-1 digest.
    case hash
  }

  struct Binary: Sendable {
    let contentType: String?
    let data: [UInt8]

    /// Reads a Binary, whose data has another name in the first releases.
    init?(_ tape: Tape, _ index: TapeIndex) {
      guard let text = tape.text("data", of: index) ?? tape.text("content", of: index) else { return nil }
      contentType = tape.text("contentType", of: index)
      data = NoteAttachment.bytes(ofBase64: text)
    }
  }

  static let binaryType = "Binary"

  fileprivate init(_ tape: Tape, _ index: TapeIndex, id: UUID, binary: (_ id: String) -> Binary?) {
    self.id = id
    let parts = tape.text("url", of: index)?.split(separator: "/") ?? []
    let place = parts.lastIndex { $0 == NoteAttachment.binaryType }.map { $0 + 1 }
    let separate = place.flatMap { $0 < parts.count ? binary(String(parts[$0])) : nil }
    let stated = tape.text("contentType", of: index)
    let statedSize = tape.member("size", of: index).flatMap { tape.wholeNumber($0) }
    let hash = tape.text("hash", of: index).map { NoteAttachment.bytes(ofBase64: $0) }
    name = tape.text("title", of: index) ?? parts.last.map { String($0) } ?? ""
    contentType = stated ?? separate?.contentType ?? "application/octet-stream"
    creationDate = tape.text("creation", of: index).flatMap { Date(earliest: $0) }
    data = tape.text("data", of: index).map { NoteAttachment.bytes(ofBase64: $0) } ?? separate?.data
    size = data?.count ?? statedSize ?? 0
    var disagreements: Set<Disagreement> = []
    if let data {
      if let stated, !NoteAttachment.fits(stated, data, separate?.contentType) { disagreements.insert(.contentType) }
      if let statedSize, statedSize != data.count { disagreements.insert(.size) }
      if let hash, hash != SHA1.digest(of: data) { disagreements.insert(.hash) }
    }
    self.disagreements = disagreements
  }

  private static func bytes(ofBase64 text: String) -> [UInt8] {
    var text = text
    return text.withUTF8 { Base64Grammar.bytes(of: $0) }
  }

  /// The media types of formats that begin with a signature.
  private static let mediaTypes: [ContentKind: Set<String>] = [
    .pdf: ["application/pdf"], .rtf: ["application/rtf", "text/rtf"], .png: ["image/png"],
    .jpeg: ["image/jpeg", "image/jpg"], .gif: ["image/gif"], .tiff: ["image/tiff"],
  ]

  private static func fits(_ stated: String, _ data: [UInt8], _ other: String?) -> Bool {
    func plain(_ type: String) -> String { type.prefix { $0 != ";" }.lowercased().filter { $0 != " " } }
    if let other, plain(other) != plain(stated) { return false }
    let kind = data.withUnsafeBytes { ContentKind($0) }
    return mediaTypes.allSatisfy { ($0.key == kind) == $0.value.contains(plain(stated)) }
  }
}

extension HealthStore {
  /// The files of a clinical note, which an app may read that may read the note; none for other records.
  public func attachments(of key: RecordKey) throws(HealthError) -> [NoteAttachment] {
    try device.checkReading()
    guard let row = records[key], let last = try lastVisible(of: row.type), row.sequence <= last else { return [] }
    let found = try? TapedJSON.read(row.json) { tape in
      let places = tape.objects("content", of: .root).flatMap { tape.objects("attachment", of: $0) }
      return (places + tape.objects("presentedForm", of: .root)).enumerated().map { number, place in
        let name = "\(key.source ?? "")\n\(key.resourceType)/\(key.identifier)#\(number)"
        return NoteAttachment(tape, place, id: UUID(digestOf: Array(name.utf8))) {
          binaries[BinaryKey(source: key.source?.byBytes, id: $0.byBytes)]
        }
      }
    }
    return found ?? []
  }

  struct BinaryKey: Hashable {
    let source: ByteText?
    let id: ByteText
  }
}
