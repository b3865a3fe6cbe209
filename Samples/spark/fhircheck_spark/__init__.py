"""Checks FHIR records with fhircheck on Spark: Spark deals out the files, and brings the identities together."""
