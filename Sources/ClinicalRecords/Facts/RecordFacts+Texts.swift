package import FHIRTape

extension RecordFacts {
  /// The instructions of a medication, in their order.
  package static func dosages(_ tape: Tape, at index: TapeIndex) -> [String] {
    MedicationReading(index, on: tape).dosageTexts
  }

  /// The results that a report refers to, in their order.
  package static func results(_ tape: Tape, at index: TapeIndex) -> [Reference] {
    let reader = FactReader(tape)
    return reader.all(["result"], of: index, reader.reference)
  }
}
