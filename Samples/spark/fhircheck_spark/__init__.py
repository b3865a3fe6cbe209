"""Checks FHIR records with fhircheck on Spark: Spark distributes the files, and compares the identities."""
