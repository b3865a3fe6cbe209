// The readers return tapes: a module that imports this one can read them.
@_exported public import FHIRJSON
