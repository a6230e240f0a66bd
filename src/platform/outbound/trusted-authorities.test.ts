import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, expect, test } from "vitest";
import { ConfigError } from "#platform/config/config.ts";
import { privateAuthority } from "#platform/testing/servers/private-authority.ts";
import { createOutbound } from "./outbound.ts";
import { trustCertificates } from "./trusted-authorities.ts";
import { requestWeb } from "./web-request.ts";

const usual = getCACertificates("default");
const fingerprintsOf = (certificates: readonly string[]) =>
  new Set(certificates.map((each) => new X509Certificate(each).fingerprint256));
const trusted = () => fingerprintsOf(getCACertificates("default"));
const folder = await mkdtemp(join(tmpdir(), "adjutant-trust-"));
const authority = await privateAuthority();
const outbound = createOutbound({ allowedLocalNetworks: ["127.0.0.0/8", "::1"] });
afterEach(() => setDefaultCACertificates(usual));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function aWebServer(): Promise<string> {
  const server = createServer(await authority.issue(), (_, answer) => void answer.end("Hello"));
  server.listen(0, "localhost");
  await once(server, "listening");
  afterAll(() => void server.close());
  return `https://localhost:${(server.address() as AddressInfo).port}/`;
}

async function aFile(content: string): Promise<{ trustedCertificates: string }> {
  const file = join(folder, `${Math.random()}.pem`);
  await writeFile(file, content);
  return { trustedCertificates: file };
}

test("a server with a certificate of the operator's authority is reached once the file names it", async () => {
  const url = await aWebServer();
  await expect(requestWeb(outbound, { url })).rejects.toThrow(/certificate/);
  trustCertificates(await aFile(`Our authority\n${authority.certificate}`));
  expect(await requestWeb(outbound, { url })).toMatchObject({ status: 200, body: "Hello" });
  expect(trusted()).toEqual(fingerprintsOf([...usual, authority.certificate]));
});

test("without the setting nothing changes", () => {
  trustCertificates({ trustedCertificates: null });
  expect(trusted()).toEqual(fingerprintsOf(usual));
});

test.each([
  ["no certificate", "nothing here", "has no certificate in PEM format"],
  [
    "a broken one",
    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
    "certificate 1 of .* cannot be read",
  ],
])("a file with %s ends the start with the reason", async (_, content, words) => {
  const config = await aFile(content);
  expect(() => trustCertificates(config)).toThrow(ConfigError);
  expect(() => trustCertificates(config)).toThrow(new RegExp(words));
});

test("a file that is not there ends the start with the reason", () => {
  expect(() => trustCertificates({ trustedCertificates: join(folder, "none.pem") })).toThrow(
    /^TRUSTED_CERTIFICATES: the file cannot be read: ENOENT/,
  );
});
