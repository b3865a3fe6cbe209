import FHIRR4
import FHIRToolkit

// begin
/// When and how much: the value of an Observation as numbers of Foundation.
func measurement(in data: Data) throws -> (value: Decimal, date: Date)? {
  let observation = try FHIRDecoder().decode(Observation.self, from: data)
  guard case .quantity(let quantity)? = observation.value, let value = quantity.value?.value?.decimalValue,
    case .dateTime(let dateTime)? = observation.effective, let date = dateTime.value?.dateValue
  else { return nil }
  return (value, date)
}
// end

func aMonth() -> (DateComponents, DateInterval, Date) {
  // begin
  let birth = FHIRDate("1974-12")!
  let parts = birth.dateComponents  // year and month, and nothing else
  let month = birth.dateInterval(in: .gmt)  // all of December
  let firstDay = month.start  // because it was asked for
  // end
  return (parts, month, firstDay)
}
