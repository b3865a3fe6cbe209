import FHIRR4

// begin
/// The patient's id.
func patientID(_ json: [UInt8]) throws -> String? {
  let patient = try FHIRDecoder().decode(Patient.self, from: json)
  return patient.id?.value
}
// end

// begin
/// The observations of a Bundle, and the patient whom the first one is about.
func observations(in json: [UInt8]) throws -> (all: [Observation], subject: Patient?) {
  let bundle = try FHIRDecoder().decode(Bundle.self, from: json)
  let observations = bundle.resources(Observation.self)
  let entry = bundle.entry.first { $0.resource?.resourceType == .observation }
  return (observations, bundle.resolve(observations.first?.subject, from: entry))
}
// end

// begin
/// A patient with one name more and another id.
func renamed(_ patient: Patient) -> Patient {
  var patient = patient
  if patient.id == "101" { patient.id = "102" }
  patient.active = true
  patient.gender = .female
  patient.name.append(HumanName(use: .official, family: "Altmann", given: ["Kim", "Jo"]))
  return patient
}
// end

// begin
/// The year, the minute and the offset from UTC of a point in time, and its distance from another.
func parts(of text: String) -> [Int]? {
  guard let moment = FHIRDateTime(text), let time = moment.time, let zone = moment.zone else { return nil }
  let later = moment.secondsSince1970 + 60
  return [moment.date.year, time.minute, Int(zone.minutes), Int(later - moment.secondsSince1970)]
}
// end

// begin
/// A laboratory value with its unit, its range and its day.
func laboratoryLine(_ json: [UInt8]) throws -> String {
  let observation = try FHIRDecoder().decode(Observation.self, from: json)
  let quantity = observation.value?.quantity
  let range = observation.referenceRange.first
  let day = observation.effective?.dateTime?.value?.date
  return [quantity?.value, range?.low?.value, range?.high?.value].map { "\($0?.value ?? 0)" }.joined(separator: " ")
    + " \(quantity?.unit?.value ?? "") \(day?.description ?? "")"
}
// end

// begin
/// What is prescribed, when the request contains the medication.
func medication(in request: MedicationRequest) -> String? {
  let medication = request.resolve(request.medication?.reference, as: Medication.self)
  return medication?.code?.coding.first(system: "http://www.nlm.nih.gov/research/umls/rxnorm")?.display?.value
}

/// The categories of race of a patient, from an extension within an extension.
func raceCategories(of patient: Patient) -> [String] {
  let race = "http://hl7.org/fhir/us/core/StructureDefinition/us-core-race"
  return patient.extensions(race, "ombCategory").compactMap { $0.value?.coding?.display?.value }
}
// end

// begin
/// A patient as JSON for people to read.
func readable(_ patient: Patient) -> String {
  String(decoding: FHIREncoder(.pretty).encode(patient), as: UTF8.self)
}
// end
