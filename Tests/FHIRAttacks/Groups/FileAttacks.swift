/// Files that are not what they seem, or that change. Each run must end with the right exit code and message.
extension Attack {
  static let files: [Attack] = [
    Attack(
      "files/cut", "a file that is cut at the end of a line while it is read", size: 4_000,
      run: """
        mkfifo pipe
        # Nobody reads on before the file is cut, and the report is longer than a pipe holds.
        { head -c 1000; head -n $((N * 9 / 10)) in.ndjson >cut; truncate -s $(wc -c <cut) in.ndjson; cat; } <pipe >report &
        "$F" --jobs 1 --format jsonl in.ndjson >pipe; code=$?; wait; tail -1 report; exit $code
        """, exits: [2]
    ) { n, folder in
      try folder.write("in.ndjson") { file in
        let text = String(repeating: "x", count: 4_000)
        for index in 0..<n {
          let id = String(index + 1_000_000)
          file.put(#"{"resourceType":"Patient","id":"\#(id)","k":1,"l":1,"m":1,"name":[{"text":"\#(text)"}]}\#n"#)
        }
      }
    }.atLeast(2_500).saying("changed while it was read").still.long,
    Attack(
      "files/swapped", "a file that becomes a pipe after it was listed", size: 1,
      run: """
        mkfifo pipe
        { exec 3>pipe; rm a.json; mkfifo a.json; echo '{"resourceType":"Patient","id":"b"}' >&3; } &
        timeout 20 "$F" a.json pipe
        """, exits: [2]
    ) { _, folder in try folder.write("a.json", sound) }
    .saying("a.json: is neither a file nor a folder any more").still,
    Attack(
      "files/named-pipe", "a pipe that is named", size: 1,
      run: #"mkfifo pipe; { cat a.json >pipe; } & timeout 20 "$F" pipe"#, exits: [0]
    ) { _, folder in try folder.write("a.json", sound) }
    .saying("1 of 1 record").still,
    Attack("files/endless", "a device without end", size: 16, run: #""$F" --max-pipe ${N}M /dev/zero"#, exits: [2]) {
      _, _ in
    }.saying("see --max-pipe"),
    Attack(
      "files/unsized", "a file that states no size", size: 1, run: #""$F" /proc/version"#, exits: [1, 2]
    ) { _, _ in }.hiding("json/empty-input").still,
    Attack(
      "files/name", "a name that is not UTF-8", size: 1, run: "mv a.json \"$(printf 'n\\377.json')\"; \"$F\" n*.json",
      exits: [0]
    ) { _, folder in try folder.write("a.json", sound) }
    .saying("1 of 1 record").still,
    Attack(
      "files/hidden", "hidden and special files, which no count has", size: 1,
      run: """
        mkdir in; mv a.json .h.json in; mkfifo in/pipe; "$F" summary in
        """, exits: [0, 2]
    ) { _, folder in
      try folder.write("a.json", sound)
      try folder.write(".h.json", #"{"resourceType":"Patient","foo":1}"#)
    }.saying("hidden", "special").still,
    Attack(
      "files/odd-byte", "a compressed file named .json.gz whose text begins with an odd byte", size: 1,
      run: #"mkdir in; mv p.json.gz in; "$F" in"#, exits: [1]
    ) { _, folder in
      try folder.gzip("p.json.gz") { $0.put(#"x{"resourceType":"Patient","foo":1}"#) }
    }.still,
    Attack("files/spaces", "a record behind n spaces", size: 5_000, run: #""$F" in"#, exits: [1]) { n, folder in
      folder.folder("in")
      try folder.write("in/record") { file in
        file.put(" ", times: n)
        file.put(#"{"resourceType":"Patient","foo":1}"#)
      }
    }.saying("structure/unknown-element").atLeast(5_000),
    Attack(
      "files/long-line", "NDJSON whose first line is n KiB, with junk behind the record", size: 300,
      run: #""$F" in.ndjson"#, exits: [1]
    ) { n, folder in
      try folder.write("in.ndjson") { file in
        file.put(#"{"resourceType":"Patient","id":"a","name":[{"text":""#)
        file.put("x", times: n << 10)
        file.put(#""}]} junk\#n{"resourceType":"Patient","foo":1}\#n"#)
      }
    }.saying("2:", "structure/unknown-element").atLeast(300),
  ]
}
