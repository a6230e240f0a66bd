import { expect, test } from "vitest";
import type { MailAccountOnWire } from "../../account-model.ts";
import { fillVariables } from "../templates/fill-variables.ts";
import { quoteOf, signed } from "./quote-email.ts";
import { defaultSender, replaceSignature, signatureOf } from "./signature.ts";
import { splitWritten } from "./split-written.ts";

const account = (id: string, signature: string, isDefault = false) =>
  ({ id, signature, isDefault }) as MailAccountOnWire;
const senders = { accounts: [account("work", "Ada, Board"), account("home", "", true)], signature: "Ada" };

test("an account has its own signature, or the default one", () => {
  expect(defaultSender(senders)?.id).toBe("home");
  expect(signatureOf(senders, null)).toBe("Ada");
  expect(signatureOf(senders, "work")).toBe("Ada, Board");
  expect(signatureOf({ accounts: [], signature: "" }, null)).toBe("");
});

test("changing the sender replaces only the signature", () => {
  const answer = `Yes.${signed("\n\nOn Monday, Bob wrote:\n> ok?", "Ada")}`;
  const changed = replaceSignature(answer, "Ada", "Ada, Board");
  expect(changed).toBe("Yes.\n\n-- \nAda, Board\n\nOn Monday, Bob wrote:\n> ok?");
  expect(replaceSignature(changed, "Ada, Board", "")).toBe("Yes.\n\nOn Monday, Bob wrote:\n> ok?");
  expect(replaceSignature("Yes.\n\nOn Monday, Bob wrote:\n> ok?", "", "Ada")).toBe(
    "Yes.\n\n-- \nAda\n\nOn Monday, Bob wrote:\n> ok?",
  );
  expect(replaceSignature("signed by hand", "Ada", "Board")).toBe("signed by hand");
});

test("MAIL-41: only the typed text is improved, without signature and quote", () => {
  const quote = quoteOf({ body: "ok?", sender: "bob@x.org", createdAt: "2031-03-05T08:00:00Z" });
  const body = `Yes.${signed(`\n\n${quote}`, "Ada")}`;
  const { written, rest } = splitWritten(body);
  expect(written).toBe("Yes.");
  expect(written + rest).toBe(body);
  expect(splitWritten("no signature").rest).toBe("");
});

test("a variable is inserted as text into formatted content", () => {
  const write = (value: string) => value.replaceAll("&", "&amp;");
  expect(fillVariables("<b>{{name}}</b> {{other}}", { to: ["A & B <a@x.org>"] }, write)).toBe(
    "<b>A &amp; B</b> {{other}}",
  );
});
