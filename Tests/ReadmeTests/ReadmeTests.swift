import Testing

struct ReadmeTests {}
