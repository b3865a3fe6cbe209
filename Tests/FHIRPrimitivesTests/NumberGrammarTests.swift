import FHIRPrimitives
import Testing

@Suite("Numbers")
struct NumberGrammarTests {
  private let decimal: PrimitiveCheck = { DecimalGrammar.check($0, $1) }
  private let integer: PrimitiveCheck = { IntegerGrammar.check($0, $1) }
  private let unsigned: PrimitiveCheck = { IntegerGrammar.checkUnsigned($0, $1) }
  private let positive: PrimitiveCheck = { IntegerGrammar.checkPositive($0, $1) }
  private let thirtyDigits = "314159265358979323846264338327"

  @Test("decimals of any precision")
  func decimals() {
    expect(
      .none,
      for: ["0", "-0", "1", "-1", "0.0", "1.50", "-0.001", "100", thirtyDigits, "3." + thirtyDigits, "2147483648"],
      decimal)
    expect(.empty, for: [""], decimal)
    expect(.exponent, for: ["1e2", "1E2", "1.5e-3", "0e0", "1e"], decimal)
    expect(.plusSign, for: ["+5", "+"], decimal)
    expect(.leadingZero, for: ["01", "-01", "00", "00.5", "007"], decimal)
    expect(
      .numberMalformed, for: ["-", ".5", "1.", "-.5", "1.0.0", "1,5", " 1", "1 ", "NaN", "--1", "0x1F", "1.e2"], decimal
    )
  }

  @Test("integers of 32 bits")
  func integers() {
    expect(.none, for: ["0", "-0", "1", "-1", "2147483647", "-2147483648", "999999999"], integer)
    expect(
      .integerOutOfRange,
      for: ["2147483648", "-2147483649", "9999999999", "10000000000", "12147483647", thirtyDigits, "-" + thirtyDigits],
      integer)
    expect(.empty, for: [""], integer)
    expect(.notWhole, for: ["1.0", "1e2", "1E2", "-1.5", "0.0"], integer)
    expect(.plusSign, for: ["+5"], integer)
    expect(.leadingZero, for: ["01", "-01", "00", "-00", "000000000000"], integer)
    expect(.numberMalformed, for: ["-", "--1", ".5", "e2", " 1", "1 ", "one", "1,000"], integer)
  }

  @Test("unsigned integers")
  func unsignedIntegers() {
    expect(.none, for: ["0", "1", "2147483647"], unsigned)
    expect(.negative, for: ["-1", "-0", "-2147483648", "-99999999999"], unsigned)
    expect(.unsignedOutOfRange, for: ["2147483648", thirtyDigits], unsigned)
    expect(.numberMalformed, for: ["-", "-x", "x"], unsigned)
    expect(.notWhole, for: ["1.0", "-1.0"], unsigned)
    expect(.empty, for: [""], unsigned)
  }

  @Test("positive integers")
  func positiveIntegers() {
    expect(.none, for: ["1", "10", "2147483647"], positive)
    expect(.notPositive, for: ["0"], positive)
    expect(.leadingZero, for: ["00", "01"], positive)
    expect(.negative, for: ["-1", "-0"], positive)
    expect(.positiveOutOfRange, for: ["2147483648"], positive)
    expect(.empty, for: [""], positive)
  }
}
