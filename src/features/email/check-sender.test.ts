import { expect, test } from "vitest";
import { checkSender } from "./check-sender.ts";
import { readMail } from "./read-mail.ts";

// Who vouches for the sender of a message (issue 5: updates only from the organizer, answers only from the attendee).

const results = (value: string) => ({ key: "authentication-results", value });
const hop = (value: string) => ({ key: "received", value });
const ADA = "ada@house.example";

test("a sender's own domain has to vouch: by DMARC, or by DKIM or SPF in its name", () => {
  const check = (value: string) => checkSender([results(`mx.bob.example; ${value}`)], ADA);
  expect(check("dmarc=pass (p=none) header.from=house.example")).toBe("passed");
  expect(check("dkim=pass header.d=house.example; spf=fail smtp.mailfrom=list.example")).toBe("passed");
  expect(check("spf=pass smtp.mailfrom=bounce@mail.house.example")).toBe("passed");
  expect(check("dkim=pass header.d=evil.example; dmarc=fail header.from=house.example")).toBe("failed");
  expect(check("spf=fail smtp.mailfrom=ada@house.example")).toBe("failed");
  expect(check("dkim=pass header.d=evil.example; spf=pass smtp.mailfrom=evil.example")).toBeNull();
  expect(check("dmarc=pass header.from=evil.example")).toBeNull();
  expect(check("none")).toBeNull();
  expect(check("dkim=none (dmarc=pass header.from=house.example)")).toBeNull();
  expect(checkSender([hop("from a by b")], ADA)).toBeNull();
});

test("what the sender wrote into the message itself vouches for nobody", () => {
  const forged = results("mx.evil.example; dmarc=pass header.from=house.example");
  expect(checkSender([hop("from x by mx.bob.example with ESMTPS"), forged], ADA)).toBeNull();
  const own = results("mx.bob.example; dmarc=fail header.from=house.example");
  expect(checkSender([hop("from x by mx.bob.example with ESMTPS"), own, forged], ADA)).toBe("failed");
  expect(checkSender([own, hop("by mx.bob.example"), forged], ADA)).toBe("failed");
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
  expect(await readMail({ id: "1", source: Buffer.from(source) })).toMatchObject({ senderCheck: "passed" });
});
