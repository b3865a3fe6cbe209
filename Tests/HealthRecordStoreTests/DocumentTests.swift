import ClinicalRecords
import ClinicalSources
import FHIRTestSupport
import Foundation
import HealthRecordStore
import Testing

@Suite("Documents and the files of notes")
struct DocumentTests {
  private static let type = ObjectType.documentType()

  private static func export(_ responder: AuthorizationResponder) async throws -> HealthStore {
    let store = HealthStore(responder: responder)
    let path = PackageRoot.url.appending(path: "Samples/apple-health-export").path
    try await store.load(RecordFiles(FolderTree(path: path)))
    return store
  }

  private static func document(_ sample: Sample) -> StoredDocument? {
    if case .document(let document) = sample.value { document } else { nil }
  }

  @Test func anExportHasTwoDocumentsAndACard() async throws {
    let store = try await Self.export(.grantAll)
    try await store.requestAuthorization(toShare: [], read: [Self.type])
    let found = try await store.documents()
    // The document that the phone makes for the export is none of them.
    #expect(found.compactMap(Self.document).map(\.title) == ["Summary of care", "Discharge letter"])
    let first = try #require(found.first)
    #expect(first.startDate == Date(timeIntervalSince1970: 1_614_830_767))
    let document = try #require(Self.document(first))
    #expect(document.patientName == "Erika Mustermann")
    #expect(document.authorName == "Dr. Jana Weiss")
    #expect(document.custodianName == "St. Anna Clinic")
    #expect(String(decoding: document.data, as: UTF8.self).hasPrefix("<?xml"))
    #expect(found.last?.startDate == Date(timeIntervalSince1970: 1_660_003_200))
    let cards = try await store.verifiableRecords(ofTypes: [])
    #expect(try HealthCardTests.record(cards.only).issuerIdentifier == "https://lakeside.example.org/cards")
    // The vaccination in the card is not a clinical record, too.
    try await store.requestAuthorization(toShare: [], read: [.clinicalType(.immunizationRecord)])
    #expect(try await store.clinicalRecords(ofType: .immunizationRecord).map(\.source) == ["St. Anna Clinic"])
  }

  @Test func theUserIsAskedOnceAboutEachDocument() async throws {
    let log = SheetLog()
    let store = try await Self.export(
      log.responder(
        AuthorizationResponder { sheet in
          .decide(.init(read: Set(sheet.read), objects: Set(sheet.objects.prefix(1).map(\.uuid))))
        }))
    await expectError(.errorAuthorizationNotDetermined) { _ = try await store.documents() }
    try await store.requestAuthorization(toShare: [], read: [Self.type])
    for _ in 1...2 { #expect(try await store.documents().count == 1) }
    #expect(await log.sheets.map(\.objects.count) == [0, 2])
    // Other queries find all, without their content.
    let samples = try await store.samples(ofType: Self.type)
    #expect(samples.count == 2 && samples.allSatisfy { $0.value == .document(nil) })
    #expect(try await store.sampleChanges(ofType: Self.type).added == samples)
  }

  /// The phone names the document of its own by its language. Others are in the folder of records, some with stubs.
  @Test func theDocumentOfThePhoneIsNotRead() async throws {
    let store = HealthStore(responder: .grantAll)
    let export =
      #"<HealthData><ClinicalRecord type="DocumentReference" identifier="a" sourceName="Clinic" "#
      + #"fhirVersion="4.0.1" resourceFilePath="/clinical-records/a.xml"/></HealthData>"#
    func document(_ time: String) -> [UInt8] {
      let members = #"<title>\#(time)</title><effectiveTime value="\#(time)"/>"#
      return Array("<ClinicalDocument xmlns=\"urn:hl7-org:v3\">\(members)</ClinicalDocument>".utf8)
    }
    let tree = MemoryTree([
      ("e/export.xml", Array(export.utf8)), ("e/exportar_cda.xml", document("2020")),
      ("e/clinical-records/a.xml", document("202103-0500")), ("e/clinical-records/b.xml", document("2021-0500")),
    ])
    #expect(try await store.load(RecordFiles(tree)).added == 2)
    try await store.requestAuthorization(toShare: [], read: [Self.type])
    // Midnight of the first day in the zone.
    #expect(
      Set(try await store.documents().map(\.startDate)) == [
        Date(timeIntervalSince1970: 1_614_574_800), Date(timeIntervalSince1970: 1_609_477_200),
      ])
  }

  @Test func anAppReadsWhatItHasSaved() async throws {
    let store = HealthStore(responder: .grantAll)
    try await store.requestAuthorization(toShare: [Self.type], read: [])
    let xml = #"<ClinicalDocument xmlns="urn:hl7-org:v3"><title>A</title></ClinicalDocument>"#
    try await store.save(.document(StoredDocument(Array(xml.utf8)), start: .now))
    await store.setResponder(.denyAll)
    #expect(try await store.documents().compactMap(Self.document).map(\.title) == ["A"])
    for fault in ["<ClinicalDocument>", "<html/>", "{}"] {
      await expectError(.errorInvalidArgument) { _ = try StoredDocument(Array(fault.utf8)) }
    }
    let report = await store.load(Array("<ClinicalDocument>".utf8), origin: RecordOrigin())
    #expect(report.unreadable == 1 && report.added == 0)
  }

  // MARK: - Attachments

  private static func attachments(_ members: String, binary: String = "{}") async throws -> [NoteAttachment] {
    let store = HealthStore(responder: .grantAll)
    let origin = RecordOrigin(source: Clinic.name, fhirVersion: .primaryR4)
    let note = #"{"resourceType":"DocumentReference","id":"n","content":[{"attachment":{\#(members)}}]}"#
    for text in [note, binary] { await store.load(Array(text.utf8), origin: origin) }
    try await store.requestAuthorization(toShare: [], read: [.clinicalType(.clinicalNoteRecord)])
    return try await store.attachments(
      of: RecordKey(source: Clinic.name, resourceType: .documentReference, identifier: "n"))
  }

  /// "Hello" and its digest.
  private static let hello = #""data":"SGVsbG8=","hash":"9/+ei3uy4Jtwk1pdeF4MxdnQq/A=","size":5"#

  @Test func aFileInTheNote() async throws {
    let found = try await Self.attachments(
      #""contentType":"text/plain","title":"Letter","creation":"2021",\#(Self.hello)"#)
    let file = try #require(found.only)
    #expect(file.name == "Letter" && file.contentType == "text/plain" && file.size == 5)
    #expect(file.data == Array("Hello".utf8) && file.disagreements.isEmpty)
    #expect(file.creationDate == Date(timeIntervalSince1970: 1_609_459_200))
    #expect(
      try await Self.attachments(#""contentType":"text/plain","title":"Letter",\#(Self.hello)"#).only?.id == file.id)
  }

  private static let disagreeing: [(members: String, expected: Set<NoteAttachment.Disagreement>)] = [
    (#""contentType":"application/pdf","data":"SGVsbG8=""#, [.contentType]),
    (#""contentType":"text/plain; charset=utf-8","data":"JVBERi0xLjc=""#, [.contentType]),
    (#""contentType":"Application/PDF","data":"JVBERi0xLjc=""#, []),
    (#""contentType":"text/plain","data":"SGVsbG8=","size":6,"hash":"AAAA""#, [.size, .hash]),
  ]

  @Test func whatDisagrees() async throws {
    for (members, expected) in Self.disagreeing {
      #expect(try await Self.attachments(members).only?.disagreements == expected, "\(members)")
    }
  }

  @Test func aFileBesideTheNote() async throws {
    let binary = #"{"resourceType":"Binary","id":"7","contentType":"text/html","data":"SGVsbG8="}"#
    let note = #""url":"https://fhir.example.org/r4/Binary/7","size":4"#
    let found = try #require(try await Self.attachments(note + #","contentType":"text/plain""#, binary: binary).only)
    #expect(found.data == Array("Hello".utf8) && found.name == "7")
    #expect(found.disagreements == [.contentType, .size])
    #expect(try await Self.attachments(note, binary: binary).only?.contentType == "text/html")
    // Exports mostly lack it.
    let missing = try #require(try await Self.attachments(note).only)
    #expect(missing.data == nil && missing.size == 4 && missing.disagreements.isEmpty)
  }

  @Test func filesNeedTheRightToReadTheNote() async throws {
    let store = HealthStore(responder: .denyAll)
    let report = #"{"resourceType":"DiagnosticReport","id":"r","presentedForm":[{"data":"SGVsbG8="},{"data":"QQ=="}]}"#
    await store.load(Array(report.utf8), origin: RecordOrigin(source: "A", fhirVersion: .primaryR4))
    let key = RecordKey(source: "A", resourceType: .diagnosticReport, identifier: "r")
    await expectError(.errorAuthorizationNotDetermined) { _ = try await store.attachments(of: key) }
    try await store.requestAuthorization(toShare: [], read: [.clinicalType(.clinicalNoteRecord)])
    #expect(try await store.attachments(of: key).isEmpty)
    await store.allow(read: [.clinicalType(.clinicalNoteRecord)])
    #expect(try await store.attachments(of: key).map(\.size) == [5, 1])
  }
}
