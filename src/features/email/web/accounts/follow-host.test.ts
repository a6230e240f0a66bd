import { expect, test } from "vitest";
import type { MailServerSettings } from "../../account-model.ts";
import { followHost } from "./follow-host.ts";

const serverAt = (host: string): MailServerSettings => ({
  host,
  port: 993,
  security: "tls",
  username: "ada",
});
const servers = (imap: string, smtp: string) => ({ imap: serverAt(imap), smtp: serverAt(smtp) });

test("the host for sending follows the one for reading, letter by letter", () => {
  let typed = servers("", "");
  for (const host of ["m", "mail.example.org", "imap.example.org"]) {
    typed = { imap: serverAt(host), smtp: followHost(typed, host) };
    expect(typed.smtp.host).toBe(host.replace("imap", "smtp"));
  }
});

test("a host for sending that was typed stays", () => {
  expect(followHost(servers("imap.example.org", "relay.far.org"), "imap.example.net").host).toBe(
    "relay.far.org",
  );
});
