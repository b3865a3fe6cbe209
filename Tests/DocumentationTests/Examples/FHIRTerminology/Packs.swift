import FHIRTerminology

func lookedUp() throws {
  // begin
  let pack = try TerminologyPack("codes.pack")
  let concept = try pack.lookup("8302-2", in: "http://loinc.org")
  // end
  _ = concept
}

func retired() throws {
  // begin
  let pack = try TerminologyPack("codes.pack")
  if let concept = try pack.lookup("8302-2", in: "http://loinc.org"), !concept.isActive {
    print(concept.display ?? concept.code, concept.replacements)
  }
  // end
}
