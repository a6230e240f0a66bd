import { expect, test } from "vitest";
import { parseMessage } from "./parse-message.ts";
import { authServerOf, readSenderClaim } from "./sender-authentication.ts";

// Who vouches for the sender of a message (issue 5: updates only from the organizer, answers only from the attendee).

const results = (value: string) => ({ key: "authentication-results", value });
const hop = (value: string) => ({ key: "received", value });
const ADA = "ada@house.example";

test("a sender's own domain has to vouch: by DMARC, or by DKIM or SPF in its name", () => {
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

test("a claim is that of the topmost line, by whom it says and how deep it lies; nothing lower counts", () => {
  const forged = results("mx.bob.example; dmarc=pass header.from=house.example");
  const own = results("MX.bob.example 1; dmarc=fail header.from=house.example");
  const claim = (...headers: ReturnType<typeof hop>[]) => readSenderClaim(headers, ADA);
  const real = hop("from x by mx.bob.example with ESMTPS");
  expect(claim(own, real, forged)).toEqual({ server: "mx.bob.example", depth: 0, check: "failed" });
  expect(claim(real, own, forged)).toEqual({ server: "mx.bob.example", depth: 1, check: "failed" });
  // The sender wrote both lines: they lie below the one that the server wrote.
  expect(claim(real, hop("from y by mx.bob.example"), forged)).toMatchObject({ depth: 2, check: "passed" });
});

test("the name of a server is read without comments, versions, quotes and case", () => {
  expect(authServerOf("mx.bob.example; none")).toBe("mx.bob.example");
  expect(authServerOf(" (hi; there) MX.Bob.example (really) 1; dkim=pass")).toBe("mx.bob.example");
  expect(authServerOf('"mx.bob.example"; none')).toBe("mx.bob.example");
  expect(authServerOf("mx.bob.example evil; none")).toBe("");
  expect(authServerOf("")).toBe("");
});

test("the lines of a message are read in their order, folded ones as well", async () => {
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
