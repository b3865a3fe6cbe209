#if !canImport(HealthKit)
  import ClinicalRecords
  import HealthKitNames
  import HealthRecordStore
  import Testing

  @Suite("Documents, and the files of clinical notes")
  struct DocumentQueryTests {
    private static let type = HKDocumentType(.CDA)

    private static func xml(_ title: String, _ time: String = "20210304") -> Data {
      let author =
        "<author><assignedAuthor><assignedPerson><name>Dr. \(title)</name></assignedPerson></assignedAuthor></author>"
      return Data(
        "<ClinicalDocument><title>\(title)</title><effectiveTime value='\(time)'/>\(author)</ClinicalDocument>".utf8)
    }

    private static func device(_ responder: AuthorizationResponder = .grantAll) async throws -> SimulatedDevice {
      let device = SimulatedDevice(HealthStore(responder: responder))
      for (title, time) in [("B", "20220101"), ("A", "20210101")] {
        await device.store.load(xml(title, time), origin: RecordOrigin(source: "City Clinic"))
      }
      try await device.run { try await HKHealthStore().requestAuthorization(toShare: [], read: [type]) }
      return device
    }

    /// The documents of a query until its handler says that there are no more.
    private static func documents(
      on device: SimulatedDevice, _ predicate: NSPredicate? = nil, limit: Int = HKObjectQueryNoLimit,
      _ order: [NSSortDescriptor]? = nil, withData: Bool = true
    ) async throws -> [HKCDADocumentSample] {
      let told = Told<(samples: [HKCDADocumentSample]?, isDone: Bool, error: (any Error)?)>()
      device.sync {
        HKHealthStore().execute(
          HKDocumentQuery(
            documentType: type, predicate: predicate, limit: limit, sortDescriptors: order,
            includeDocumentData: withData
          ) { _, samples, isDone, error in
            told.tell((samples?.compactMap { $0 as? HKCDADocumentSample }, isDone, error))
          })
      }
      var found: [HKCDADocumentSample] = []
      while let next = await told.next() {
        if let error = next.error { throw error }
        found += next.samples ?? []
        if next.isDone { break }
      }
      return found
    }

    @Test func aQueryFindsWhatTheUserShares() async throws {
      let device = try await Self.device()
      let byDate = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)
      let found = try await Self.documents(on: device, nil, [byDate])
      #expect(found.compactMap { $0.document?.title } == ["A", "B"])
      #expect(found.first?.document?.documentData == Self.xml("A", "20210101"))
      #expect(found.first?.document?.authorName == "Dr. A" && found.first?.document?.patientName == "")
      #expect(found.first?.documentType == Self.type && found.first?.sampleType == Self.type)
      #expect(try await Self.documents(on: device, limit: 1).map { $0.document?.title } == ["B"])
      #expect(try await Self.documents(on: device, withData: false).allSatisfy { $0.document?.documentData == nil })
      let author = NSPredicate(format: "%K == %@", HKPredicateKeyPathCDAAuthorName, "Dr. A")
      #expect(try await Self.documents(on: device, author).map { $0.document?.title } == ["A"])
      // Another query has no contents.
      let samples = try await device.run { try await HKHealthStore().samples(of: Self.type) }
      #expect(samples.count == 2 && samples.allSatisfy { ($0 as? HKCDADocumentSample)?.document == nil })
    }

    @Test func aQueryFindsNothingOfWhoDenies() async throws {
      #expect(try await Self.documents(on: Self.device(.denyAll)).isEmpty)
      await expectError(.errorAuthorizationNotDetermined) {
        _ = try await Self.documents(on: SimulatedDevice(HealthStore()))
      }
    }

    @Test func anAppSavesADocument() async throws {
      let device = SimulatedDevice(HealthStore(responder: .grantAll))
      try await device.run {
        let store = HKHealthStore()
        try await store.requestAuthorization(toShare: [Self.type], read: [])
        let own = try HKCDADocumentSample(data: Self.xml("C"), start: .now, end: .now, metadata: ["a": "b"])
        try await store.save(own)
        let found = try await Self.documents(on: device)
        #expect(found == [own] && found.first?.document?.title == "C")
        #expect(found.first?.metadata?["a"] as? String == "b")
        await expectError(.errorInvalidArgument) {
          _ = try HKCDADocumentSample(data: Data("<a>".utf8), start: .now, end: .now, metadata: nil)
        }
      }
    }

    /// The dates of the caller are for a document that states none, and must be in order.
    @Test func aDocumentHasItsOwnDate() async throws {
      let (start, end) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 60))
      let stated = try HKCDADocumentSample(data: Self.xml("C"), start: start, end: end, metadata: nil)
      #expect(stated.startDate > end && stated.startDate == stated.endDate)
      let silent = Data("<ClinicalDocument><title>A</title></ClinicalDocument>".utf8)
      let given = try HKCDADocumentSample(data: silent, start: start, end: end, metadata: nil)
      #expect(given.startDate == start && given.endDate == end)
      await expectError(.errorInvalidArgument) {
        _ = try HKCDADocumentSample(data: silent, start: end, end: start, metadata: nil)
      }
    }

    @Test func anAppReadsTheFilesOfANote() async throws {
      let device = SimulatedDevice(HealthStore(responder: .grantAll))
      let note = #"""
        {"resourceType":"DocumentReference","id":"1","content":[
          {"attachment":{"contentType":"text/plain","title":"Letter","data":"SGVsbG8="}},
          {"attachment":{"contentType":"application/pdf","url":"Binary/7","size":4}}]}
        """#
      await device.store.load(Array(note.utf8), origin: RecordOrigin(source: "A", fhirVersion: .primaryR4))
      try await device.run {
        let store = HKHealthStore()
        let notes = HKClinicalType(.clinicalNoteRecord)
        try await store.requestAuthorization(toShare: [], read: [notes])
        let record = try #require(try await store.samples(of: notes).first)
        let files = HKAttachmentStore(healthStore: store)
        let found = try await files.attachments(for: record)
        #expect(found.map(\.name) == ["Letter", "7"] && found.map(\.size) == [5, 4])
        #expect(found.map(\.contentType) == [.plainText, .pdf])
        let letter = files.dataReader(for: try #require(found.first))
        #expect(try await letter.data == Data("Hello".utf8))
        var bytes: [UInt8] = []
        for try await byte in letter.bytes { bytes.append(byte) }
        #expect(bytes == Array("Hello".utf8) && letter.progress.isFinished)
        let pending = files.dataReader(for: letter.attachment)
        #expect(pending.progress.totalUnitCount == 5 && pending.progress.completedUnitCount == 0)
        #expect(try await pending.bytes.reduce(0) { count, _ in count + 1 } == 5 && pending.progress.isFinished)
        let missing = try #require(found.last)
        await expectError(.errorNoData) { _ = try await files.dataReader(for: missing).data }
        await expectError(.errorNoData) { for try await _ in files.dataReader(for: missing).bytes {} }
        let told = Told<Bool>()
        let progress = files.getData(for: letter.attachment) { data, _ in told.tell(data != nil) }
        #expect(await told.next() == true)
        #expect(progress.completedUnitCount == 5)
        files.getData(for: missing) { data, error in told.tell(data == nil && (error as? HKError)?.code == .errorNoData)
        }
        #expect(await told.next() == true)
        files.getAttachments(for: record) { attachments, _ in told.tell(attachments?.count == 2) }
        #expect(await told.next() == true)
        await expectError(.errorInvalidArgument) {
          _ = try await files.addAttachment(
            to: record, name: "a", contentType: .pdf, url: URL(fileURLWithPath: #filePath))
        }
        await expectError(.errorInvalidArgument) { try await files.removeAttachment(letter.attachment, from: record) }
      }
    }

    @Test func anAppAddsFilesToWhatItHasSaved() async throws {
      try await SimulatedDevice(HealthStore(responder: .grantAll)).run {
        let store = HKHealthStore()
        let type = HKQuantityType(.bodyMass)
        try await store.requestAuthorization(toShare: [type], read: [type])
        let sample = HKQuantitySample(
          type: type, quantity: HKQuantity(unit: .gram(), doubleValue: 70_000), start: .now, end: .now)
        let files = HKAttachmentStore(healthStore: store)
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pdf")
        try Data("%PDF-1.7".utf8).write(to: url)
        // The object is not saved yet.
        await expectError(.errorInvalidArgument) {
          _ = try await files.addAttachment(to: sample, name: "scale.pdf", contentType: .pdf, url: url)
        }
        try await store.save(sample)
        await expectError(.errorInvalidArgument) {
          let address = try #require(URL(string: "https://example.org/scale.pdf"))
          _ = try await files.addAttachment(to: sample, name: "scale.pdf", contentType: .pdf, url: address)
        }
        let added = try await files.addAttachment(
          to: sample, name: "scale.pdf", contentType: .pdf, url: url, metadata: ["page": 1])
        try FileManager.default.removeItem(at: url)
        #expect(added.name == "scale.pdf" && added.size == 8 && added.metadata?["page"] as? Int == 1)
        #expect(try await files.attachments(for: sample) == [added])
        #expect(try await files.dataReader(for: added).data == Data("%PDF-1.7".utf8))
        let told = Told<Bool>()
        files.addAttachment(to: sample, name: "gone", contentType: .pdf, url: url) { file, error in
          told.tell(file == nil && error != nil)
        }
        #expect(await told.next() == true)
        try await files.removeAttachment(added, from: sample)
        #expect(try await files.attachments(for: sample).isEmpty)
        files.removeAttachment(added, from: sample) { isDone, error in told.tell(!isDone && error != nil) }
        #expect(await told.next() == true)
      }
    }
  }
#endif
