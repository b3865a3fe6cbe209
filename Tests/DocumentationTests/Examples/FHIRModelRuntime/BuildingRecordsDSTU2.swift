import FHIRDSTU2

// begin
/// The same amount, known to a tenth and to a hundredth.
func amounts() -> [Quantity] {
  [Quantity(value: 13.4, unit: "g/dL"), Quantity(value: Primitive(text: "13.40"), unit: "g/dL")]
}
// end

// begin
/// Corrects a result: its status, its value, and a remark that says why.
func correct(_ observation: inout Observation, to value: FHIRDecimal, because reason: String) {
  observation.status = .amended
  if var quantity = observation.value?.quantity {
    quantity.value?.value = value
    observation.value = .quantity(quantity)
  }
  observation.comments = Primitive(reason)
}
// end
