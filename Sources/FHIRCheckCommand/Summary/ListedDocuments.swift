import FHIRDiagnostics
import ClinicalSources
import FHIRReporting
import FHIRSupport

/// The clinical documents of a run, in the order of the inputs: the first ones, and how many there are.
struct ListedDocuments: Sendable {
  struct Entry: Sendable {
    /// The number of the input.
    let number: Int
    var file: String
    /// `nil` for what is redacted.
    var document: ClinicalDocument?
    let byteCount: Int
    /// Why the document is not well-formed.
    var fault: String?
  }

  /// How many documents a run keeps.
  private static let limit = 1_000
  private(set) var entries: [Entry] = []
  private(set) var count = 0

  mutating func add(_ document: ClinicalDocument, in file: String, _ number: Int) {
    merge(
      ListedDocuments(
        entries: [
          Entry(
            number: number, file: file, document: document, byteCount: document.byteCount,
            fault: document.fault?.diagnostic.message)
        ], count: 1))
  }

  mutating func merge(_ other: ListedDocuments) {
    count += other.count
    entries = Array((entries + other.entries).sorted { $0.number < $1.number }.prefix(ListedDocuments.limit))
  }

  /// Removes what the headers say.
  mutating func redact(_ redaction: Redaction) {
    for index in entries.indices {
      entries[index].document = nil
      if entries[index].fault != nil { entries[index].fault = "not well-formed" }
      entries[index].file = redaction.name(ofFile: entries[index].file)
    }
  }

  func write(to writer: inout JSONWriter) {
    if count == 0 { return }
    writer.member("documents", count)
    writer.objects("listedDocuments", entries) { writer, entry in
      writer.member("file", entry.file)
      if let title = entry.document?.title { writer.member("title", title) }
      if let patient = entry.document?.patientName { writer.member("patient", patient) }
      if let author = entry.document?.authorName { writer.member("author", author) }
      if let custodian = entry.document?.custodianName { writer.member("custodian", custodian) }
      if let time = entry.document?.effectiveTime { writer.member("effectiveTime", time) }
      writer.member("bytes", entry.byteCount)
      if let fault = entry.fault { writer.member("fault", fault) }
    }
  }

  /// A line for each document, and one for those that are not listed.
  func lines(_ most: Int) -> [String] {
    entries.prefix(most).map { entry in
      let document = entry.document
      let facts = [
        document?.title ?? "a document", document?.effectiveTime,
        document?.patientName.map { "of \($0)" }, document?.authorName.map { "by \($0)" },
        document?.custodianName.map { "kept by \($0)" }, "\(entry.byteCount) bytes",
        document?.isCut == true ? "not read on" : nil, entry.fault == nil ? nil : "not well-formed",
      ]
      return "\(facts.compactMap { $0 }.joined(separator: ", ")): \(entry.file)"
    } + (count > most ? ["\(count - most) more"] : [])
  }
}
