package rules

// ExampleCertificate has another issuer and serial than the blocks of the tests are encrypted for.
const ExampleCertificate = exampleCertificate
