import FHIRPrimitives
import Testing

@Suite("time")
struct TimeGrammarTests {
  private let check: PrimitiveCheck = { TimeGrammar.check($0, $1, []) }

  @Test("times of day")
  func accepted() {
    expect(.none, for: ["00:00:00", "23:59:59", "14:35:00", "14:35:00.5", "14:35:00.000000000001"], check)
  }

  @Test("texts that are not a time of day")
  func refused() {
    expect(.empty, for: [""], check)
    expect(.missingSeconds, for: ["14:35", "14:35Z"], check)
    expect(.hour24, for: ["24:00:00"], check)
    expect(.hourOutOfRange, for: ["25:00:00"], check)
    expect(.minuteOutOfRange, for: ["14:60:00"], check)
    expect(.leapSecond, for: ["23:59:60"], check)
    expect(.secondOutOfRange, for: ["23:59:61"], check)
    expect(
      .timeMalformed, for: ["14", "1435", "4:35:00", "14:35:0", "14:35:000", "2pm", "T14:35:00", "14:35 pm"], check)
    expect(.fractionMalformed, for: ["14:35:00.", "14:35:00,5", "14:35:00.x"], check)
    expect(.zoneInTime, for: ["14:35:00Z", "14:35:00+01:00", "14:35:00.5-05:00"], check)
    expect(.trailingCharacters, for: ["14:35:00 ", "14:35:00am", "14:35:00.5.5"], check)
  }
}
