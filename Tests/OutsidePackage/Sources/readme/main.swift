import Foundation

// Runs the README's example on the named file.
let record = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
for line in faults(in: Array(record)) { print(line) }
