public import FHIRRowStore

/// The error of a temporary file that cannot be created, written or read; ``RecordIndex`` throws it.
public typealias TemporaryFileError = FHIRRowStore.TemporaryFileError
