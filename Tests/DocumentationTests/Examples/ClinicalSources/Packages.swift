import ClinicalSources
import FHIRProfiles

func readAPackage() throws -> (ProfileLibrary, [String]) {
  var library = ProfileLibrary()
  // begin
  let problems = DefinitionPackage.read(ByteRange(try FileBytes(path: "package.tgz"))) { name, bytes in
    library.add(bytes, name: name)
  }
  // end
  return (library, problems)
}
