/// The words that made-up records are put together from.
enum Vocabulary {
  /// A code with its system and what people call it.
  struct Concept {
    var system: String
    var code: String
    var display: String
  }

  /// A measurement: its code, its unit, and the span of its values in units of the last decimal place.
  struct Measurement {
    var concept: Concept
    var unit: String
    var range: ClosedRange<Int>
    var decimals: Int
    var normal: ClosedRange<Int>

    init(
      _ code: String, _ display: String, _ unit: String, _ range: ClosedRange<Int>, decimals: Int = 0,
      normal: ClosedRange<Int>
    ) {
      concept = Concept(system: loinc, code: code, display: display)
      self.unit = unit
      self.range = range
      self.decimals = decimals
      self.normal = normal
    }
  }

  static let loinc = "http://loinc.org"
  static let snomed = "http://snomed.info/sct"
  static let rxnorm = "http://www.nlm.nih.gov/research/umls/rxnorm"
  static let vaccines = "http://hl7.org/fhir/sid/cvx"
  static let units = "http://unitsofmeasure.org"

  static let laboratory = [
    Measurement("2345-7", "Glucose", "mg/dL", 600...2400, decimals: 1, normal: 700...1000),
    Measurement("4548-4", "Hemoglobin A1c", "%", 400...1200, decimals: 2, normal: 400...560),
    Measurement("2093-3", "Cholesterol", "mg/dL", 110...320, normal: 125...200),
    Measurement("718-7", "Hemoglobin", "g/dL", 70...180, decimals: 1, normal: 120...160),
    Measurement("2160-0", "Creatinine", "mg/dL", 40...400, decimals: 2, normal: 60...130),
    Measurement("2951-2", "Sodium", "mmol/L", 125...155, normal: 135...145),
    Measurement("6690-2", "Leukocytes", "10*3/uL", 200...2000, decimals: 2, normal: 450...1100),
  ]

  static let vitalSigns = [
    Measurement("29463-7", "Body weight", "kg", 400...1400, decimals: 1, normal: 500...900),
    Measurement("8302-2", "Body height", "cm", 1400...2000, decimals: 1, normal: 1500...1900),
    Measurement("8867-4", "Heart rate", "/min", 45...140, normal: 60...100),
    Measurement("8310-5", "Body temperature", "Cel", 355...405, decimals: 1, normal: 360...375),
    Measurement("9279-1", "Respiratory rate", "/min", 8...30, normal: 12...20),
  ]

  static let systolic = Measurement("8480-6", "Systolic blood pressure", "mm[Hg]", 90...180, normal: 90...120)
  static let diastolic = Measurement("8462-4", "Diastolic blood pressure", "mm[Hg]", 50...110, normal: 60...80)

  static let conditions = snomedConcepts([
    ("38341003", "Hypertension"), ("44054006", "Diabetes mellitus type 2"), ("195967001", "Asthma"),
    ("10509002", "Acute bronchitis"), ("13645005", "Chronic obstructive lung disease"),
    ("232353008", "Perennial allergic rhinitis"), ("13445001", "Ménière's disease"),
  ])
  static let procedures = snomedConcepts([
    ("80146002", "Appendectomy"), ("73761001", "Colonoscopy"), ("430193006", "Medication reconciliation"),
    ("274025005", "Colonic polypectomy"), ("23426006", "Measurement of respiratory function"),
  ])
  static let substances = snomedConcepts([
    ("91936005", "Penicillin"), ("256349002", "Peanut"), ("256277009", "Grass pollen"), ("735029006", "Shellfish"),
  ])
  static let reactions = snomedConcepts([
    ("126485001", "Urticaria"), ("39579001", "Anaphylaxis"), ("49727002", "Cough"),
  ])
  static let visits = snomedConcepts([
    ("185349003", "Encounter for \"check-up\""), ("185345009", "Encounter for symptom"),
    ("50849002", "Emergency room admission"),
  ])
  static let medications = [
    Concept(system: rxnorm, code: "314076", display: "Lisinopril 10 MG Oral Tablet"),
    Concept(system: rxnorm, code: "860975", display: "Metformin 500 MG Extended Release Oral Tablet"),
    Concept(system: rxnorm, code: "197361", display: "Amlodipine 5 MG Oral Tablet"),
    Concept(system: rxnorm, code: "259255", display: "Atorvastatin 80 MG Oral Tablet"),
  ]
  static let immunizations = [
    Concept(system: vaccines, code: "140", display: "Influenza, seasonal, injectable, preservative free"),
    Concept(system: vaccines, code: "113", display: "Td (adult), adsorbed"),
    Concept(system: vaccines, code: "133", display: "Pneumococcal conjugate PCV 13"),
  ]
  static let panels = [
    Concept(system: loinc, code: "24323-8", display: "Comprehensive metabolic panel"),
    Concept(system: loinc, code: "58410-2", display: "Complete blood count panel"),
  ]

  static let families = ["Álvarez", "Bauer", "Chen", "Diallo", "Eriksson", "Fröhlich", "Nguyễn", "O'Neill", "山田"]
  static let givenNames = ["Alex", "Bea", "Chloé", "Dmitri", "Emil", "Fatima", "Grace", "Hiro", "Inês", "Zoë"]
  static let streets = ["Birch Lane", "Harbor Road", "Mill Street", "Orchard Way", "Station Road"]
  static let cities = [("Boston", "02108"), ("Lowell", "01850"), ("Salem", "01970"), ("Worcester", "01601")]

  private static func snomedConcepts(_ codes: [(String, String)]) -> [Concept] {
    codes.map { Concept(system: snomed, code: $0.0, display: $0.1) }
  }
}
