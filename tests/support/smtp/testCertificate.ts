/**
 * A self-signed certificate for smtp.example.test and localhost, valid until 2126, for tests alone.
 * It is written out here so that the tests need no tool to make one.
 */
export const testCertificate = {
  name: "smtp.example.test",
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjOAHi06uLouoli0D
NKgcqLMtVEUZKjmu+p/Z0q8bOd6hRANCAARv32gZmKe96I2gq/MLPj0mCpzzPyLw
/da/93Pe8q1bVA5ybUaW65LhIdaRwcCIFphhVU0YDV40bdMH3YexUTda
-----END PRIVATE KEY-----
`,
  certificate: `-----BEGIN CERTIFICATE-----
MIIBuDCCAV6gAwIBAgIUHljppXmzs63qsJ2Kczuwn7gYK/MwCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRc210cC5leGFtcGxlLnRlc3QwIBcNMjYxMTIwMjMyODE4WhgP
MjEyNjEwMjcyMzI4MThaMBwxGjAYBgNVBAMMEXNtdHAuZXhhbXBsZS50ZXN0MFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEb99oGZinveiNoKvzCz49Jgqc8z8i8P3W
v/dz3vKtW1QOcm1GluuS4SHWkcHAiBaYYVVNGA1eNG3TB92HsVE3WqN8MHowHQYD
VR0OBBYEFNxmvTa14yIXF6Qs1bra9Auf2/J6MB8GA1UdIwQYMBaAFNxmvTa14yIX
F6Qs1bra9Auf2/J6MA8GA1UdEwEB/wQFMAMBAf8wJwYDVR0RBCAwHoIRc210cC5l
eGFtcGxlLnRlc3SCCWxvY2FsaG9zdDAKBggqhkjOPQQDAgNIADBFAiEAyc01QGpv
gQXEsaWq7+wJms/uAkFMHqnzgQ4MXx1UbcICIE4fNQ4m5le9XszSgq+FHprzi4Vi
wq8dX6rOcrLy5VR/
-----END CERTIFICATE-----
`,
};
