import ClinicalSources
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct OpenFileTests {
  /// The file must neither outlive the process nor be inherited by its children.
  @Test func aTemporaryFileHasNoNameAndIsNotHandedOn() throws {
    let file = try OpenFile.temporary()
    var info = stat()
    #expect(fstat(file.descriptor, &info) == 0)
    #expect(info.st_nlink == 0)
    #expect(fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }
}
