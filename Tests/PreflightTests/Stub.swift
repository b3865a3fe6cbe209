import Testing

struct PreflightTests {}
