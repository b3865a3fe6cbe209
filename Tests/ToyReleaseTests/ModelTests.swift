import FHIRTOY
import Testing

/// The generated models of the toy release, compiled: a release needs no hand-written code of its own.
@Suite struct ModelTests {
  /// The runtime reads the decimals of all releases by one grammar, without an exponent.
  private let bytes = Array(JudgingTests.sound.replacing("1.5e1", with: "15").replacing("1e2", with: "100").utf8)

  @Test func aRecordIsDecoded() throws {
    let dragon = try FHIRDecoder().decode(Dragon.self, from: bytes)
    #expect(dragon.heads?.value == 2)
    #expect(dragon.mood?.value == .angry)
    #expect(dragon.hoard.compactMap { $0.aim?.value } == ["#h", "Hoard/1"])
    #expect(dragon.extension.first?.label?.value == "http://toy.example/fire")
    #expect(dragon.contained.first?.resourceType == .hoard)
    #expect(dragon.fhirComments == ["psst"])
    guard case .measure(let weight) = dragon.egg.first?.weight else {
      Issue.record("the weight is no Measure")
      return
    }
    #expect(weight.code?.value == "kg")
  }

  @Test func nothingIsLostInEncoding() throws {
    let dragon = try FHIRDecoder().decode(Dragon.self, from: bytes)
    let again = try FHIRDecoder().decode(Dragon.self, from: FHIREncoder().encode(dragon))
    #expect(again == dragon)
  }

  @Test func aBundleOfItsOwnHoldsResources() throws {
    let crate = #"{"resourceType": "Crate", "type": "pile", "entry": [{"resource": {"resourceType": "Dragon"}}]}"#
    let decoded = try FHIRDecoder().decode(Crate.self, from: Array(crate.utf8))
    #expect(decoded.resources(Dragon.self).count == 1)
  }
}
