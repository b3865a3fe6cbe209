import ClinicalSources
import FHIRFindings
import FHIRRecognition
import FHIRReporting
import FHIRTape
import FHIRTerminology
import FHIRTerminologyCompiler

extension Run {
  /// `fhircheck terminology compile`: makes a pack of publishers' files, wholly or not at all, and says what is in it.
  func compileTerminology() throws(UsageError) -> ExitCode {
    guard let output = invocation.reports.first?.path else { return .failure }
    do {
      let file = try ReportFile(output)
      let compiler = try TerminologyCompiler(bundles: .published) { try file.write($0) }
      for source in invocation.paths { try add(source, to: compiler) }
      try compiler.finish()
      guard !compiler.summaries.isEmpty || compiler.valueSetCount > 0 else {
        let omissions = compiler.leftOut.map { "\(String(grouped: $0.count)) \($0.what)" }.joined(separator: ", ")
        throw UsageError("no code system was found" + (omissions.isEmpty ? "" : "; left out: \(omissions)"))
      }
      try file.commit()
      return context.output(report(on: compiler))
    } catch let error as UsageError {
      throw error
    } catch let error as SystemError {
      throw UsageError("'\(output.text)': \(error.reason)")
    } catch let error as TemporaryFileError {
      throw UsageError("a temporary file: \(SystemError(code: error.code).reason)")
    } catch {
      throw UsageError("the pack cannot be written: \(error)")
    }
  }

  private func add(_ path: FilePath, to compiler: TerminologyCompiler) throws {
    for found in FolderWalk(path) {
      switch found {
      case .file(let file):
        let isKnown = try naming(file.text) { try read(file, compiler) }
        if !isKnown, file == path {
          throw UsageError("'\(file.text)': expected a file of a known terminology, found another")
        }
      case .hidden, .special: break
      case .unreadable(let file, let error): throw UsageError("'\(file.text)': \(error.reason)")
      }
    }
  }

  private func naming(_ name: String, _ body: () throws -> Bool) throws -> Bool {
    do {
      return try body()
    } catch let error as SystemError {
      throw UsageError("'\(name)': \(error.reason)")
    } catch let error as TerminologyPackError {
      throw UsageError("'\(name)': \(error.description)")
    } catch let fault as SourceFault {
      throw UsageError("'\(name)': \(fault.finding.message)")
    }
  }

  /// Reads a file: a package, an archive with files, or one of these itself.
  private func read(_ path: FilePath, _ compiler: TerminologyCompiler) throws -> Bool {
    let bytes = try FileBytes(OpenFile(path))
    switch try ContentKind(of: bytes) {
    case .gzip:
      var failure: (any Error)?
      var isKnown = false
      let problems = DefinitionPackage.read(ByteRange(bytes)) { name, bytes in
        guard failure == nil else { return }
        do {
          isKnown =
            try bytes.withUnsafeBytes { try compiler.add(MemorySource($0), path: "\(path.text)/\(name)") } || isKnown
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      // A pack without what a cut archive lacks would look whole.
      if let problem = problems.first { throw TerminologyPackError(problem) }
      return isKnown
    case .zip:
      let archive = try ZipArchive(bytes)
      var isKnown = false
      for file in 0..<archive.count {
        let name = "\(path.text)/\(archive.path(of: file))"
        isKnown = try naming(name) { try compiler.add(archive.open(file), path: name) } || isKnown
      }
      try archive.findings { finding in
        if finding.severity >= .error { throw TerminologyPackError(finding.message) }
        context.report("\(path.text): \(finding.message)")
      }
      return isKnown
    default:
      return try compiler.add(ByteRange(bytes), path: path.text)
    }
  }

  private func report(on compiler: TerminologyCompiler) -> String {
    var lines: [String] = []
    for system in compiler.summaries {
      let version = system.version.isEmpty ? "" : " in version \(system.version)"
      let active = system.active == system.concepts ? "" : ", \(String(grouped: system.active)) of them active"
      lines.append(
        "\(system.title): \(system.url)\(version), \(String(counting: system.concepts, "code", "codes"))\(active)")
      lines += system.notes.map { "  \($0)" }
    }
    if compiler.valueSetCount > 0 { lines.append(String(counting: compiler.valueSetCount, "value set", "value sets")) }
    let omissions = compiler.leftOut
    if !omissions.isEmpty { lines.append("Left out:") }
    lines += omissions.map { "  \(String(grouped: $0.count)) \($0.what)" }
    return lines.map { TerminalText.visible($0) + "\n" }.joined()
  }
}
