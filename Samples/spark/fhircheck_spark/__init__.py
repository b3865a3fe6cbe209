"""Checks FHIR records on many machines: Spark spreads the files, fhircheck reads them."""
