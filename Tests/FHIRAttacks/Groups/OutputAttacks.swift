/// Texts that control a terminal, end lines for some readers, or must not be shown.
extension Attack {
  static let outputs: [Attack] = [
    Attack(
      "outputs/option", "escapes in an option", size: 1, run: "\"$F\" \"$(printf -- '--\\033[31mX')\"", exits: [2]
    ) { _, _ in }.hiding("\u{1B}").still,
    Attack(
      "outputs/path", "escapes in an expression", size: 1,
      run: "\"$F\" path \"$(printf 'Patient.`\\033[31m`.x(\\033)')\" a.json", exits: [2]
    ) { _, folder in try folder.write("a.json", sound) }.hiding("\u{1B}").still,
    lines("jsonl", "--format jsonl"), lines("json", "--format json"), lines("text", "--color never"),
    lines("results", "path --format jsonl 'Patient.name.text'"),
    Attack(
      "outputs/password", "a password in the address of a source", size: 1,
      run: """
        "$F" summary in.json; "$F" summary --format json in.json; "$F" --source https://user:secret@host in.json
        "$F" --format jsonl --source https://user:secret@host in.json
        """, exits: [0, 1]
    ) { _, folder in
      try folder.write(
        "in.json",
        #"{"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"#
          + #""https://user:secret@host/fhir/Patient/a","resource":{"resourceType":"Patient","id":"a","#
          + #""gender":"https://user:secret@host"}}]}"#)
    }.saying("https://***@host").hiding("secret").still,
  ]

  /// A record with a key of characters that are special in some format.
  private static func lines(_ name: String, _ arguments: String) -> Attack {
    let hidden = ["\u{85}", "\u{9B}", "\u{2028}", "\u{2029}", "\u{202E}", "\u{2066}", "\u{200F}", "\u{FEFF}"]
    let attack = Attack(
      "outputs/" + name, "characters that end lines or are obeyed", size: 1, run: #""$F" \#(arguments) in.json"#,
      exits: [0, 1]
    ) { _, folder in
      let text = "x" + hidden.joined(separator: "y")
      try folder.write(
        "in.json", #"{"resourceType":"Patient","id":"a","\#(text)":1,"name":[{"text":"\#(text)"}]}"#)
    }
    return attack.with { $0.hides = hidden }.still
  }
}
