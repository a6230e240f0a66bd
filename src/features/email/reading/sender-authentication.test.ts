import { expect, test } from "vitest";
import { parseMessage } from "./parse-message.ts";
import { authServerOf, readSenderClaim } from "./sender-authentication.ts";

// Who verified the sender of a message (updates only from the organizer, replies only from the attendee).

const results = (value: string) => ({ key: "authentication-results", value });
const hop = (value: string) => ({ key: "received", value });
const ADA = "ada@house.example";

test("the sender's own domain has to pass: by DMARC, or by aligned DKIM or SPF", () => {
  const check = (value: string) => readSenderClaim([results(`mx.bob.example; ${value}`)], ADA).check;
  expect(check("dmarc=pass (p=none) header.from=house.example")).toBe("passed");
  expect(check("dkim=pass header.d=house.example; spf=fail smtp.mailfrom=list.example")).toBe("passed");
  expect(check("spf=pass smtp.mailfrom=bounce@mail.house.example")).toBe("passed");
  expect(check("dkim=pass header.d=evil.example; dmarc=fail header.from=house.example")).toBe("failed");
  expect(check("spf=fail smtp.mailfrom=ada@house.example")).toBe("failed");
  expect(check("dkim=pass header.d=evil.example; spf=pass smtp.mailfrom=evil.example")).toBeNull();
  expect(check("dmarc=pass header.from=evil.example")).toBeNull();
  expect(check("none")).toBeNull();
  expect(check("dkim=none (dmarc=pass header.from=house.example)")).toBeNull();
  expect(readSenderClaim([hop("from a by b")], ADA)).toEqual({ server: "", depth: 0, check: null });
});

test.each([
  ["a subdomain of the sender vouches", "dkim=pass header.d=mail.house.example", "passed"],
  ["a domain that only ends alike does not", "dkim=pass header.d=greenhouse.example", null],
  ["a top-level domain does not", "dkim=pass header.d=example", null],
  ["header.i is the signer as well", "dkim=pass header.i=@house.example", "passed"],
  ["the name of the sending machine is nobody's word", "spf=pass smtp.helo=house.example", null],
  ["letters of any size", 'DKIM=Pass HEADER.D="House.Example"', "passed"],
  ["a version of the method", "dkim/1=pass header.d=house.example", "passed"],
  [
    "of two signatures the own one counts",
    "dkim=pass header.d=a.org; dkim=pass header.d=house.example",
    "passed",
  ],
  ["a signature that failed", "dkim=fail header.d=house.example", "failed"],
  ["SPF that failed for anybody", "spf=fail smtp.mailfrom=evil.example", "failed"],
  [
    "nothing that failed or passed",
    "dkim=neutral header.d=house.example; spf=softfail smtp.mailfrom=a@house.example",
    null,
  ],
  [
    "DMARC goes before DKIM",
    "dkim=pass header.d=house.example; dmarc=fail header.from=house.example",
    "failed",
  ],
  [
    "DMARC without a result goes to DKIM",
    "dmarc=none header.from=house.example; dkim=pass header.d=house.example",
    "passed",
  ],
  [
    "DMARC of another domain goes to DKIM",
    "dmarc=fail header.from=evil.example; dkim=pass header.d=house.example",
    "passed",
  ],
  [
    "comments in comments",
    "dkim=none (a (b) dkim=pass); dkim=none (x; dkim=pass header.d=house.example)",
    null,
  ],
  ["a closing bracket too many", "x) ; dkim=pass header.d=house.example", "passed"],
  ["a line too long to be read", `${" ".repeat(4000)}; dkim=pass header.d=house.example`, null],
  ["no method of this kind", "iprev=pass header.d=house.example", null],
])("%s", (_, value, check) => {
  expect(readSenderClaim([results(`mx.bob.example; ${value}`)], ADA).check).toBe(check);
});

test("a message without a sender or a valid domain is never authenticated", () => {
  const line = results("mx.bob.example; dkim=pass header.d=house.example; spf=fail smtp.mailfrom=x");
  expect(readSenderClaim([line], "").check).toBeNull();
  expect(readSenderClaim([line], "Ada@House.EXAMPLE").check).toBe("passed");
  expect(readSenderClaim([line], "house.example.evil.org").check).toBe("failed");
});

test("the claim is that of the topmost header, with its server and depth; lower ones are ignored", () => {
  const forged = results("mx.bob.example; dmarc=pass header.from=house.example");
  const own = results("MX.bob.example 1; dmarc=fail header.from=house.example");
  const claim = (...headers: ReturnType<typeof hop>[]) => readSenderClaim(headers, ADA);
  const real = hop("from x by mx.bob.example with ESMTPS");
  expect(claim(own, real, forged)).toEqual({ server: "mx.bob.example", depth: 0, check: "failed" });
  expect(claim(real, own, forged)).toEqual({ server: "mx.bob.example", depth: 1, check: "failed" });
  const subject = { key: "subject", value: "Board" };
  expect(claim(subject, real, subject, own)).toMatchObject({ depth: 1 });
  // The sender forged both lines: they are below the one that the server added.
  expect(claim(real, hop("from y by mx.bob.example"), forged)).toMatchObject({ depth: 2, check: "passed" });
});

test("the authserv-id is parsed without comments, versions, quotes and case", () => {
  expect(authServerOf("mx.bob.example; none")).toBe("mx.bob.example");
  expect(authServerOf(" (hi; there) MX.Bob.example (really) 1; dkim=pass")).toBe("mx.bob.example");
  expect(authServerOf('"mx.bob.example"; none')).toBe("mx.bob.example");
  expect(authServerOf("mx.bob.example evil; none")).toBe("");
  expect(authServerOf("")).toBe("");
});

test("headers are parsed in order, including folded ones", async () => {
  const source = [
    "Received: from mail.house.example by mx.bob.example with ESMTPS; Mon, 1 Mar 2027 09:00:00 +0000",
    "Authentication-Results: mx.bob.example;",
    " dkim=pass header.d=house.example;",
    " dmarc=pass header.from=house.example",
    "Authentication-Results: mx.bob.example; dmarc=fail header.from=house.example",
    `From: Ada <${ADA}>`,
    "Subject: Board",
    "",
    "Hello",
    "",
  ].join("\r\n");
  expect(await parseMessage({ id: "1", source: Buffer.from(source) })).toMatchObject({
    senderClaim: { server: "mx.bob.example", depth: 1, check: "passed" },
  });
});
