import FHIRDSTU2
import Testing

/// Resources whose elements contain elements of the same kind, or resources: nested content can be read, and is encoded
/// unchanged.
struct NestedContentTests {
  private func decoded<R: FHIRResource>(_ json: String) throws -> R {
    let resource = try FHIRDecoder().decode(R.self, from: Array(json.utf8))
    #expect(try LosslessComparison.differences(Array(json.utf8), FHIREncoder().encode(resource)) == [])
    return resource
  }

  @Test func partsOfAParameterAreParameters() throws {
    let parameters: Parameters = try decoded(
      #"""
      {"resourceType":"Parameters","parameter":[{"name":"match","part":[
        {"name":"score","valueDecimal":0.50},
        {"name":"patient","resource":{"resourceType":"Patient","id":"p"}},
        {"name":"more","part":[{"name":"why","valueCodeableConcept":{"text":"same name"}}]}]}]}
      """#)
    let parts = parameters.parameter[0].part
    guard case .decimal(let score)? = parts[0].value, case .patient(let patient)? = parts[1].resource else {
      Issue.record("no score or no patient")
      return
    }
    #expect(score.value?.text == "0.50" && patient.id?.value == "p")
    #expect(parts[2].part[0].name?.value == "why")
  }

  @Test func answersHaveGroups() throws {
    let response: QuestionnaireResponse = try decoded(
      #"""
      {"resourceType":"QuestionnaireResponse","status":"completed","group":{"linkId":"1","group":[{"linkId":"1.1",
        "question":[{"linkId":"1.1.1","answer":[{"valueBoolean":true,"group":[{"linkId":"1.1.1.1"}]}]}]}]}}
      """#)
    #expect(response.status?.value == .completed)
    let answer = try #require(response.group?.group.first?.question.first?.answer.first)
    #expect(answer.value == .boolean(Primitive(true)))
    #expect(answer.group[0].linkId?.value == "1.1.1.1")
  }

  @Test func sectionsHaveSections() throws {
    let composition: Composition = try decoded(
      #"""
      {"resourceType":"Composition","date":"2015","type":{"text":"t"},"title":"T","status":"final","confidentiality":"N",
       "subject":{"reference":"Patient/p"},"author":[{"display":"a"}],"attester":[{"mode":["legal","official"]}],
       "section":[{"title":"outer","section":[{"title":"inner","mode":"snapshot","entry":[{"reference":"List/l"}]}]}]}
      """#)
    // The codes of confidentiality are strings, because their names have no meaning.
    #expect(composition.confidentiality?.value == "N")
    #expect(composition.attester[0].mode.map(\.value) == [.legal, .official])
    #expect(composition.section[0].section[0].mode?.value == .snapshot)
  }

  @Test func elementsAreSharedWithinAResource() throws {
    let order: DiagnosticOrder = try decoded(
      #"""
      {"resourceType":"DiagnosticOrder","subject":{"reference":"Patient/p"},
       "event":[{"status":"requested","dateTime":"2015-02-07"}],
       "item":[{"code":{"text":"glucose"},"event":[{"status":"in-progress","dateTime":"2015-02-08"}]}]}
      """#)
    #expect(order.event[0].dateTime?.value?.description == "2015-02-07")
    #expect(order.item[0].event[0].status?.value == .inProgress)
    let provenance: Provenance = try decoded(
      #"""
      {"resourceType":"Provenance","target":[{"reference":"Goal/g"}],"recorded":"2015-02-07T13:28:17Z",
       "agent":[{"role":{"code":"author"}}],"entity":[{"role":"source","type":{"code":"CarePlan"},"reference":"u",
        "agent":{"role":{"code":"verifier"},"userId":{"value":"u1"}}}]}
      """#)
    #expect(provenance.entity[0].agent?.userId?.value?.value == "u1")
  }

  /// An element named `member` does not collide with the decoder's name.
  @Test func memberIsAnOrdinaryName() throws {
    let plan: CarePlan = try decoded(
      #"""
      {"resourceType":"CarePlan","status":"active","participant":[{"member":{"reference":"Practitioner/1"}}],
       "activity":[{"detail":{"prohibited":false,"scheduledString":"daily","productReference":{"display":"d"}}}]}
      """#)
    #expect(plan.participant[0].member?.reference?.value == "Practitioner/1")
    #expect(plan.activity[0].detail?.prohibited?.value == false)
  }
}
