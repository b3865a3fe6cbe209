/// Texts of combining marks, which take quadratic time to compare as `String`. n counts bytes.
extension Attack {
  static let marks: [Attack] = [
    record("bundle-type", "the type of a Bundle, which its entries are judged by") {
      #"{"resourceType":"Bundle","type":"\#($0)","entry":[{"resource":{"resourceType":"Patient","id":"a"}}]}"#
    },
    record("contained-id", "the id of a contained resource, and a reference to it", size: 204_800) {
      #"{"resourceType":"Patient","id":"a","contained":[{"resourceType":"Organization","id":"\#($0)"}],"#
        + ##""managingOrganization":{"reference":"#\##($0)"}}"##
    },
    record("resource-type", "an unknown resource type") { #"{"resourceType":"\#($0)","id":"a"}"# },
    record("choice", "an unknown type of a choice") { #"{"resourceType":"Observation","id":"a","valueA\#($0)":1}"# },
    record("contained-type", "an unknown type of a contained resource") {
      #"{"resourceType":"Patient","id":"a","contained":[{"resourceType":"\#($0)","id":"b"}]}"#
    },
    record("nested-key", "unknown elements of an element, and the sibling of one") {
      #"{"resourceType":"Patient","id":"a","name":[{"\#($0)":1,"\#($0)":2}],"\#($0)":1,"_\#($0)":1}"#
    },
    record("request", "the requests and responses of a transaction") {
      #"{"resourceType":"Bundle","type":"transaction","entry":[{"fullUrl":"urn:uuid:\#($0)","resource":{"#
        + #""resourceType":"Patient","id":"a"},"request":{"method":"PUT","url":"Patient/\#($0)","#
        + #""ifNoneExist":"\#($0)","ifMatch":"\#($0)"},"response":{"status":"\#($0)","etag":"\#($0)"}}]}"#
    },
    record("key", "an unknown element") { #"{"resourceType":"Patient","id":"a","\#($0)":1,"n\#($0)ame":1}"# },
    record("escaped-key", "unknown elements whose names are escapes", exits: [1]) { marks in
      let escapes = String(repeating: #"\u0301\u0316"#, count: marks.utf8.count / 12)
      return #"{"resourceType":"Patient","id":"a","\#(escapes)":1,"\#(escapes)x":2}"#
    },
    record("duplicate-key", "an element that is there twice") {
      #"{"resourceType":"Patient","id":"a","\#($0)":1,"\#($0)":1}"#
    },
    record("release", "what tells the release of a record", exits: [2]) {
      #"{"resourceType":"Observation","id":"a","meta":{"profile":["http://hl7.org/fhir/5.0/StructureDefinition/\#($0)"]},"#
        + #""category":[{"coding":[{"system":"http://terminology.hl7.org/\#($0)","code":"\#($0)"}]}]}"#
    },
    record("unit", "a unit, and the hint for it") {
      #"{"resourceType":"Observation","id":"a","status":"final","code":{"text":"a"},"valueQuantity":"#
        + #"{"value":1,"unit":"\#($0)","system":"http://unitsofmeasure.org","code":"mg/\#($0)"}}"#
    },
    record("coding", "a code and its system") {
      #"{"resourceType":"Patient","id":"a","maritalStatus":{"coding":[{"system":"http://hl7.org/\#($0)","#
        + #""code":"\#($0)","display":"\#($0)"}]},"gender":"\#($0)"}"#
    },
    record("address", "addresses and references in a Bundle") {
      #"{"resourceType":"Bundle","type":"batch","entry":[{"fullUrl":"http://a/\#($0)/Patient/a","resource":{"#
        + #""resourceType":"Patient","id":"a"},"request":{"method":"\#($0)","url":"Patient/\#($0)"}},{"fullUrl":"#
        + #""http://a/\#($0)/Patient/b","resource":{"resourceType":"Patient","id":"b","link":[{"other":{"reference":"#
        + #""http://a/\#($0)/Patient/a"},"type":"refer"}]}}]}"#
    },
    record("every-string", "every kind of value of a record") { marks in
      let values = [
        ("implicitRules", #""M""#), ("language", #""M""#), ("text", #"{"status":"M","div":"<div>M</div>"}"#),
        ("extension", #"[{"url":"M","valueString":"M"}]"#), ("birthDate", #""M""#), ("gender", #""M""#),
        ("identifier", #"[{"use":"M","system":"urn:oid:M","value":"M","period":{"start":"M"}}]"#),
        ("name", #"[{"family":["M"],"given":["M"],"use":"M"}]"#), ("active", #""M""#),
        ("photo", #"[{"contentType":"M","data":"M","url":"M","size":"M"}]"#),
        ("careProvider", #"[{"reference":"M/M","display":"M"}]"#),
      ]
      var text =
        #"{"resourceType":"Patient","id":"\#(marks)","meta":{"versionId":"\#(marks)","lastUpdated":"\#(marks)"}"#
      for (name, value) in values {
        text +=
          #","\#(name)":"# + value.split(separator: "M", omittingEmptySubsequences: false).joined(separator: marks)
      }
      return text + "}"
    },
    Attack(
      "marks/record-id", "the ids of records that are there twice", size: 65_536,
      run: #""$F" --quiet a.ndjson b.ndjson"#,
      exits: [1]
    ) { n, folder in
      for name in ["a", "b"] {
        try folder.write(name + ".ndjson") { file in
          for _ in 0..<4 {
            file.put(#"{"resourceType":"Patient","id":""#)
            file.put(mark, times: n / mark.utf8.count)
            file.put(#""}\#n"#)
          }
        }
      }
    },
    Attack(
      "marks/source", "the names of sources that summary counts", size: 65_536,
      run: #""$F" summary --format json in.json"#,
      exits: [0]
    ) { n, folder in
      try folder.write("in.json") { file in
        file.put(#"{"resourceType":"Bundle","type":"collection","entry":["#)
        for index in 0..<8 {
          file.put("\(index > 0 ? "," : ""){\"fullUrl\":\"http://a/")
          file.put(mark, times: n / mark.utf8.count)
          file.put(#"\#(index % 2)/Patient/\#(index)","resource":{"resourceType":"Patient","id":"\#(index)"}}"#)
        }
        file.put("]}")
      }
    },
    Attack(
      "marks/export-path", "the paths of an export, and its sources", size: 16_384, run: #""$F" --quiet in"#,
      exits: [0, 1]
    ) { n, folder in
      folder.folder("in")
      folder.folder("in/clinical-records")
      try folder.write("in/clinical-records/a.json", #"{"resourceType":"Patient","id":"a"}"#)
      try folder.write("in/export.xml") { file in
        file.put(#"<?xml version="1.0"?>\#n<HealthData locale="en">\#n"#)
        for index in 0..<8 {
          file.put(#"<ClinicalRecord type="Patient" identifier="a" sourceName=""#)
          file.put(mark, times: n / mark.utf8.count)
          file.put(#"" sourceURL="a" fhirVersion="1.0.2" receivedDate="2020-01-01 00:00:00 +0000" resourceFilePath=""#)
          file.put("/clinical-records/")
          file.put(mark, times: n / mark.utf8.count)
          file.put(#"\#(index % 2).json"/>\#n"#)
        }
        file.put("</HealthData>\n")
      }
    },
    Attack(
      "marks/zip-name", "the names of files in an archive; n names of 40 KB", size: 30, run: #""$F" --quiet in.zip"#,
      exits: [0]
    ) { n, folder in
      try folder.write("in.zip") { file in
        ZipBomb(#"{"resourceType":"Patient","id":"a"}"#).write(n, to: file) { index in
          String(repeating: mark, count: 10_000) + "\(index).json"
        }
      }
    },
    Attack(
      "marks/property-list", "the keys and values of a property list", size: 65_536,
      run: #""$F" preflight --quiet Info.plist a.entitlements"#, exits: [0, 1]
    ) { n, folder in
      for name in ["Info.plist", "a.entitlements"] {
        try folder.write(name) { file in
          file.put(#"<?xml version="1.0"?>\#n<plist version="1.0"><dict>"#)
          for key in [
            "", "", "com.apple.developer.healthkit.access", "NSHealthRequiredReadAuthorizationTypeIdentifiers",
          ] {
            file.put("<key>\(key)")
            if key.isEmpty { file.put(mark, times: n / mark.utf8.count) }
            file.put("</key><array><string>HKClinicalTypeIdentifier")
            file.put(mark, times: n / mark.utf8.count)
            file.put("</string></array>")
          }
          file.put("</dict></plist>")
        }
      }
    },
    Attack(
      "marks/path", "the strings that an expression compares", size: 65_536,
      run: #""$F" path "Patient.name.where(family = given or family.contains('x') or family != text).count()" in.json"#,
      exits: [0]
    ) { n, folder in
      try folder.write("in.json") { file in
        file.put(#"{"resourceType":"Patient","id":"a","name":[{"family":[""#)
        file.put(mark, times: n / mark.utf8.count)
        file.put(#""],"given":[""#)
        file.put(mark, times: n / mark.utf8.count)
        file.put(#""],"text":""#)
        file.put(mark, times: n / mark.utf8.count)
        file.put(#""}]}"#)
      }
    },
  ]

  /// Two marks that normalisation reorders.
  private static let mark = "\u{0301}\u{0316}"

  /// A record with marks in one place, which is invalid.
  private static func record(
    _ name: String, _ target: String, size: Int = 65_536, exits: Set<Int32> = [0, 1],
    _ text: @escaping @Sendable (_ marks: String) -> String
  ) -> Attack {
    Attack("marks/" + name, target, size: size, run: #""$F" --quiet in.json"#, exits: exits) { n, folder in
      try folder.write("in.json", text(String(repeating: mark, count: n / mark.utf8.count)))
    }
  }
}
