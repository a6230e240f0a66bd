import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { createSecrets } from "#platform/secrets/secrets.ts";
import type { mailAccounts } from "../account-tables.ts";
import { anAccount } from "../factory.ts";
import {
  imapTransport,
  passwordPlace,
  resolveAccountServers,
  serversOf,
  smtpTransport,
} from "./account-servers.ts";
import { CONNECT_AGAIN, remedyFor } from "./check-account.ts";
import { discoverAccount, parseAutoconfig } from "./discover-account.ts";
import { findCalendarServer } from "./discover-calendar.ts";
import type { DomainNames } from "./domain-names.ts";

// Credentials, server settings and remedies: rules without a server.

type Row = typeof mailAccounts.$inferSelect;
const secrets = createSecrets([randomBytes(32)]);
const empty = { id: randomUUID(), integrationId: null, imapPassword: null, smtpPassword: null };
const aRow = (fields: Partial<Row> = {}) =>
  ({
    ...anAccount({ userId: randomUUID() }),
    ...{ ...empty, imapSecurity: "tls", smtpSecurity: "starttls" },
    ...fields,
  }) as Row;
const sealed = (row: Row, column: "imap_password" | "smtp_password", password: string) =>
  secrets.seal(passwordPlace(row, column), password);

describe("an account signs in", () => {
  const noTokens = async () => {
    throw new Error("Nobody asked for a token");
  };

  test("by its password at both servers, or by one of each", async () => {
    const row = aRow();
    const imapPassword = sealed(row, "imap_password", "one");
    const smtpPassword = sealed(row, "smtp_password", "two");
    const resolve = (fields: Partial<Row>) => resolveAccountServers(secrets, { ...row, ...fields }, noTokens);
    const servers = await resolve({ imapPassword });
    expect(servers).toMatchObject({
      imapCredential: { password: "one" },
      smtpCredential: { password: "one" },
    });
    expect(await resolve({ imapPassword, smtpPassword })).toMatchObject({
      ...{ imapCredential: { password: "one" }, smtpCredential: { password: "two" } },
      ...{ address: row.address, name: "Ada Lovelace", ...serversOf(row) },
    });
    expect(await resolve({})).toBeNull();
    expect(await resolve({ smtpPassword })).toBeNull();
    // A password takes precedence over the connection.
    expect(await resolve({ imapPassword, integrationId: randomUUID() })).toMatchObject({
      imapCredential: { password: "one" },
    });
    await expect(resolve({ imapPassword: smtpPassword })).rejects.toMatchObject({ name: "SecretError" });
  });

  test("by a fresh token of its connection when the first is stale", async () => {
    const row = aRow({ integrationId: randomUUID() });
    const asked: unknown[] = [];
    const resolve = (token: string | null) =>
      resolveAccountServers(
        ...([secrets, row] as const),
        async (_, stale) => {
          asked.push(stale);
          return token;
        },
        "stale",
      );
    const token = { token: "fresh" };
    expect(await resolve("fresh")).toMatchObject({ imapCredential: token, smtpCredential: token });
    expect(await resolve(null)).toBeNull();
    expect(asked).toEqual(["stale", "stale"]);
  });

  test.each([
    ["tls", { secure: true, implicitTls: true }],
    ["starttls", { secure: true, implicitTls: false }],
    ["none", { secure: false, implicitTls: false }],
  ] as const)("with the chosen encryption: %s", async (smtpSecurity, expected) => {
    const row = aRow({ smtpSecurity });
    const lines = await resolveAccountServers(
      ...([secrets, { ...row, imapPassword: sealed(row, "imap_password", "one") }, noTokens] as const),
    );
    if (!lines) throw new Error("There is a password");
    expect(smtpTransport(lines)).toMatchObject({
      ...{ ...expected, host: row.smtpHost, port: row.smtpPort, password: "one", username: row.smtpUser },
      ...{ fromEmail: row.address, fromName: "Ada Lovelace" },
    });
    expect(imapTransport(lines)).toEqual({ ...serversOf(row).imap, password: "one" });
  });
});

test("each failure has one remedy, for the server that failed", () => {
  const server = (host: string, port: number) => ({ host, port, security: "tls" as const, username: "ada" });
  const lines = {
    ...{ address: "ada@x.org", name: "", imap: server("imap.x.org", 993), smtp: server("smtp.x.org", 465) },
    ...{ imapCredential: { token: "t" }, smtpCredential: { password: "p" } },
  };
  const remedy = (side: "reading" | "sending", step: "name" | "connection" | "sign-in", reason = "") =>
    remedyFor(side, { step, reason }, lines);
  expect(remedy("reading", "name")).toContain("imap.x.org");
  expect(remedy("sending", "name")).toContain("smtp.x.org");
  expect(remedy("reading", "connection")).toContain("993");
  expect(remedy("sending", "connection")).toContain("465");
  expect(remedy("reading", "sign-in")).toBe(CONNECT_AGAIN);
  expect(remedy("sending", "sign-in")).toContain("password");
  expect(remedy("sending", "connection", "Set ALLOWED_LOCAL_NETWORKS")).toContain("administrator");
});

describe("server discovery", () => {
  const emptyNames: DomainNames = { services: async () => [], mailHosts: async () => [] };
  const outbound = createOutbound({ allowedLocalNetworks: [] });
  const discover = (address: string, names: Partial<DomainNames>) =>
    discoverAccount(outbound, address, { ...emptyNames, ...names });
  const server = (host: string, port: number, security: string) => ({
    host,
    port,
    security,
    username: "ada@x.org",
  });
  const offering = (
    offered: Record<string, [name: string, port: number, priority?: number][]>,
  ): DomainNames => ({
    mailHosts: async () => [],
    services: async (name) =>
      (offered[name.replace("._tcp.x.org", "")] ?? []).map(([host, port, priority = 0]) => ({
        ...{ name: host, port, priority },
      })),
  });

  test("by DNS SRV records: implicit TLS first, then by priority", async () => {
    const all = offering({
      _imaps: [
        ["", 1],
        [".", 2],
        ["b.x.org", 993, 20],
        ["a.x.org", 993, 10],
      ],
      _imap: [["c.x.org", 143]],
      _submissions: [["d.x.org", 465]],
      _submission: [["e.x.org", 587]],
    });
    expect(await discover("ada@x.org", all)).toEqual({
      ...{
        imap: server("a.x.org", 993, "tls"),
        smtp: server("d.x.org", 465, "tls"),
        calendarUrl: null,
        source: "dns",
        hint: null,
      },
    });
    const plain = offering({ _imap: [["c.x.org", 143]], _submission: [["e.x.org", 587]] });
    expect(await discover("ada@x.org", plain)).toMatchObject({
      ...{ imap: server("c.x.org", 143, "starttls"), smtp: server("e.x.org", 587, "starttls") },
    });
  });

  test.each([
    ["ada@live.com", "outlook.office365.com", 587, "starttls"],
    ["ada@hotmail.co.uk", "outlook.office365.com", 587, "starttls"],
    ["ada@yahoo.com.br", "imap.mail.yahoo.com", 465, "tls"],
  ])("by the list of known providers: %s", async (address, host, port, security) => {
    expect(await discover(address, {})).toMatchObject({
      ...{ source: "known", imap: { host, port: 993, security: "tls" }, smtp: { port, security } },
      hint: expect.any(String),
    });
  });

  test.each([
    ["ada@icloud.com", "https://caldav.icloud.com"],
    ["ada@fastmail.com", "https://caldav.fastmail.com"],
    ["ada@posteo.de", "https://posteo.de:8443"],
    ["ada@gmail.com", null],
  ])("the calendar server that takes the same password: %s", async (address, calendarUrl) => {
    expect(await discover(address, {})).toMatchObject({ calendarUrl });
  });

  test("the calendar server of a domain by its SRV record; '.' means that there is none", async () => {
    const discoverWith = (host: string) =>
      discover(
        "ada@x.org",
        offering({
          ...{ _imaps: [["a.x.org", 993]], _submissions: [["a.x.org", 465]] },
          _caldavs: [[host, 8443]],
        }),
      );
    expect(await discoverWith("dav.x.org")).toMatchObject({ calendarUrl: "https://dav.x.org:8443" });
    expect(await discoverWith(".")).toMatchObject({ calendarUrl: null });
  });

  test.each([
    ["asks for a password", "/.well-known/caldav", 401, true],
    ["shows what it has", "/.well-known/caldav", 207, true],
    ["leads to its first page, which asks for a password, as Radicale does", "/", 401, true],
    ["leads to a page of a site", "/", 200, false],
    ["has no such address", "/.well-known/caldav", 404, false],
  ])("a host %s", async (_, path, status, isCalendar) => {
    const server = createServer((request, response) => {
      const isThere = request.url === path;
      response.writeHead(isThere ? status : 302, isThere ? {} : { location: path }).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const local = createOutbound({ allowedLocalNetworks: ["127.0.0.0/8"] });
    expect(await findCalendarServer(local, origin)).toBe(isCalendar ? origin : null);
    server.close();
  });

  test("a host whose well-known address leads in a circle has no calendars", async () => {
    const server = createServer((_, response) => response.writeHead(301, { location: "/again" }).end());
    await once(server.listen(0, "127.0.0.1"), "listening");
    const local = createOutbound({ allowedLocalNetworks: ["127.0.0.0/8"] });
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await findCalendarServer(local, origin)).toBeNull();
    server.close();
  });

  test("a domain that only begins like a provider's name is resolved by its own servers", async () => {
    const own = { services: async () => [{ name: "mx.acme.com", port: 993, priority: 0 }] };
    for (const address of ["ada@live.acme.com", "ada@yahoo.acme.com"])
      expect(await discover(address, own)).toMatchObject({ source: "dns", imap: { host: "mx.acme.com" } });
  });
});

test("an autoconfig file needs an incoming and an outgoing server; a missing user name is the address", () => {
  const server = (kind: string, type: string, host: string, rest = "<socketType>SSL</socketType>") =>
    `<${kind}Server type="${type}"><hostname> ${host} </hostname><port>993</port>${rest}</${kind}Server>`;
  const reading = server("incoming", "imap", "imap.x.org");
  const sending = server("outgoing", "smtp", "smtp.x.org");
  const found = (host: string) => ({ host, port: 993, security: "tls", username: "ada@x.org" });
  expect(parseAutoconfig(reading + sending, "ada@x.org")).toEqual({
    imap: found("imap.x.org"),
    smtp: found("smtp.x.org"),
  });
  expect(parseAutoconfig(reading, "ada@x.org")).toBeNull();
  expect(parseAutoconfig(sending, "ada@x.org")).toBeNull();
  const plain = server("incoming", "imap", "imap.x.org", "<socketType>plain</socketType>");
  expect(parseAutoconfig(plain + sending, "ada@x.org")).toBeNull();
});
