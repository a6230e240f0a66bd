import { expect, test } from "vitest";
import { tlsReason, tlsRemedy } from "./tls-failure.ts";

const reasonOf = (code: string, isTrusted = false) =>
  tlsReason({ code, message: "" }, "mail.example", isTrusted);

test.for([
  ["CERTIFICATE_CHANGED", /it has changed/, /trust the new one/],
  ["CERT_HAS_EXPIRED", /has expired/, /renews its certificate/],
  ["CERT_NOT_YET_VALID", /not valid yet/, /both clocks/],
  ["ERR_TLS_CERT_ALTNAME_INVALID", /for another name/, /Enter the name/],
  ["SELF_SIGNED_CERT_IN_CHAIN", /authority/, /TRUSTED_CERTIFICATES/],
  ["ERR_SSL_UNSUPPORTED_PROTOCOL", /no longer safe/, /switches TLS 1\.2 or newer on/],
  ["ERR_SSL_WRONG_VERSION_NUMBER", /does not speak TLS/, /Choose STARTTLS/],
  ["STARTTLS", /offers no encryption/, /Choose TLS and its port/],
] as const)("%s has a reason with the server's name, and a step that mends it", ([code, reason, remedy]) => {
  expect(reasonOf(code)).toMatch(reason);
  expect(reasonOf(code)).toContain("'mail.example'");
  expect(tlsRemedy(reasonOf(code))).toMatch(remedy);
});

test("of a server whose certificate a person trusts, another certificate is a changed one; an expired one is expired", () => {
  for (const code of ["SELF_SIGNED_CERT_IN_CHAIN", "ERR_TLS_CERT_ALTNAME_INVALID"])
    expect(reasonOf(code, true)).toBe(reasonOf("CERTIFICATE_CHANGED"));
  expect(reasonOf("CERT_HAS_EXPIRED", true)).toBe(reasonOf("CERT_HAS_EXPIRED"));
});

test("an unknown failure has the words of the connection", () => {
  const reason = tlsReason({ code: "EPROTO", message: "bad\r\nrecord" }, "mail.example", false);
  expect(reason).toBe("No encrypted connection could be made: bad record");
  expect(tlsRemedy(reason)).toMatch(/Check the kind of encryption/);
});
