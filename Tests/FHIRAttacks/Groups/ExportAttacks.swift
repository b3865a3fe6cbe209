/// Apple Health exports, many of them at once. n counts exports.
extension Attack {
  static let exports: [Attack] = [
    Attack(
      "exports/folders", "n exports, each in a folder of its own", size: 1_000, run: #""$F" --quiet in"#, exits: [0]
    ) { n, folder in
      folder.folder("in")
      for index in 0..<n {
        folder.folder("in/\(index)")
        folder.folder("in/\(index)/clinical-records")
        try folder.write("in/\(index)/export.xml", export(of: "\(index)"))
        try folder.write("in/\(index)/clinical-records/a.json", #"{"resourceType":"Patient","id":"\#(index)"}"#)
      }
    },
    Attack(
      "exports/folder", "n exports in one folder, and n records that none of them names", size: 1_000,
      run: #""$F" --quiet in"#, exits: [0]
    ) { n, folder in
      folder.folder("in")
      folder.folder("in/clinical-records")
      try folder.write("in/clinical-records/a.json", sound)
      for index in 0..<n {
        try folder.write("in/\(index).xml", export(of: "a"))
        try folder.write("in/clinical-records/\(index).json", #"{"resourceType":"Patient","id":"\#(index)"}"#)
      }
    },
  ]

  /// An export.xml with the stub of one record.
  private static func export(of id: String) -> String {
    """
    <?xml version="1.0"?>
    <HealthData locale="en">
    <ClinicalRecord type="Patient" identifier="\(id)" sourceName="a" sourceURL="a" fhirVersion="1.0.2"
     receivedDate="2020-01-01 00:00:00 +0000" resourceFilePath="/clinical-records/a.json"/>
    </HealthData>
    """
  }
}
