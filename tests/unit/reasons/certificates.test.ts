import { expect, test } from "bun:test";
import { certificateReason } from "../../../contract/sending/certificateReason.ts";
import { inWords } from "../../../server/core/inWords.ts";

const said = (code: string, message = "as the system says it") =>
  inWords(certificateReason("mail.test:587", { code, message }));

test("a certificate for another name is told with the names that it was made for", () => {
  const altnames = "Host: mail.test. is not in the cert's altnames: DNS:mx.test, DNS:smtp.mx.test";
  expect(said("ERR_TLS_CERT_ALTNAME_INVALID", altnames)).toBe(
    "The certificate of mail.test:587 was made for mx.test, smtp.mx.test. If this is your server, enter that name.",
  );
  expect(said("ERR_TLS_CERT_ALTNAME_INVALID")).toContain("was made for another name.");
});

test("what is wrong with a certificate is said in words of ours, with who can put it right", () => {
  expect(said("CERT_HAS_EXPIRED")).toBe(
    "The certificate of mail.test:587 has expired. Whoever runs that server has to renew it.",
  );
  expect(said("CERT_NOT_YET_VALID")).toContain("is not valid yet.");
  expect(said("DEPTH_ZERO_SELF_SIGNED_CERT")).toContain("is signed by nobody but itself.");
  expect(said("UNABLE_TO_VERIFY_LEAF_SIGNATURE")).toContain("an authority that is not known here");
});

test("of any other fault of a certificate the system's own words are told", () => {
  expect(said("CERT_REVOKED", "certificate revoked")).toBe(
    "mail.test:587 could not be trusted: certificate revoked",
  );
});
