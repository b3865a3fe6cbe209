import ClinicalSources
import FHIRProfiles

func readAPackage() throws -> (ProfileLibrary, [String]) {
  var library = ProfileLibrary()
  // begin
  let source = ByteRange(try FileBytes(path: "package.tgz"))
  let problems = library.addPackage { add in DefinitionPackage.read(source, receive: add) }
  // end
  return (library, problems)
}
