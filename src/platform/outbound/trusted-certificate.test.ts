import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect as connectSocket, createServer as createTcpServer } from "node:net";
import { createServer, type TlsOptions } from "node:tls";
import { afterAll, describe, expect, test } from "vitest";
import { type Issued, privateAuthority } from "#platform/testing/servers/private-authority.ts";
import { guardSocket, startTls } from "./guard-socket.ts";
import { describeCertificate, presentedCertificate, trustOptions } from "./trusted-certificate.ts";

const authority = await privateAuthority();
const leaf = await authority.issue();
const renewed = await authority.issue();
const otherName = await authority.issue("mail.elsewhere.net");
const expired = await authority.issue("localhost", { isExpired: true });
const stranger = await (await privateAuthority()).issue();

async function aServer(options: TlsOptions): Promise<number> {
  const server = createServer(options, (socket) => guardSocket(socket).end("hello"));
  server.on("tlsClientError", () => {});
  server.listen(0, "localhost");
  await once(server, "listening");
  afterAll(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const socketTo = async (port: number) => {
  const socket = guardSocket(connectSocket(port, "localhost"));
  await once(socket, "connect");
  return socket;
};

/** "accepted", or the code of the error with which the connection is refused. */
async function attempt(
  port: number,
  certificate: string | null,
  authorities: string[] = [],
): Promise<string> {
  const options = { minVersion: "TLSv1.2" as const, ...trustOptions(authorities, certificate) };
  const secured = startTls(await socketTo(port), "localhost", options);
  const { promise, resolve } = Promise.withResolvers<string>();
  secured
    .once("secureConnect", () => resolve(secured.authorized ? "accepted" : "not authorized"))
    .once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  return promise.finally(() => secured.destroy());
}

describe("a person trusts one certificate", () => {
  test.each([
    ["this very one", leaf, leaf],
    ["this very one, although it is for another name", otherName, otherName],
  ])("%s is accepted", async (_, presented, trusted) => {
    expect(await attempt(await aServer(presented), trusted.cert)).toBe("accepted");
  });

  test.each([
    [
      "another one of the same authority for the same name",
      renewed,
      leaf,
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    ],
    ["one of another authority with the same name", stranger, leaf, "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"],
    ["this very one after it has expired", expired, expired, "CERT_HAS_EXPIRED"],
  ])("%s is refused", async (_, presented: Issued, trusted: Issued, code) => {
    expect(await attempt(await aServer(presented), trusted.cert)).toBe(code);
  });

  test.each([
    ["alone", []],
    ["with the certificate of its authority", [authority.certificate]],
    ["with another certificate of its authority, made with the same key", [authority.secondCertificate]],
  ])("one that the key of the trusted one signed is refused, sent %s", async (_, chain) => {
    const port = await aServer({ key: leaf.key, cert: [leaf.cert, ...chain].join("\n") });
    expect(await attempt(port, authority.certificate)).toBe("ERR_CERTIFICATE_CHANGED");
  });

  test("a new certificate for the same key is refused", async () => {
    const port = await aServer({ key: authority.key, cert: authority.secondCertificate });
    expect(await attempt(port, authority.certificate)).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
  });

  test("one that the usual authorities vouch for is accepted beside it, for its own name only", async () => {
    const usual = [authority.certificate];
    expect(await attempt(await aServer(renewed), stranger.cert, usual)).toBe("accepted");
    expect(await attempt(await aServer(otherName), stranger.cert, usual)).toBe(
      "ERR_TLS_CERT_ALTNAME_INVALID",
    );
  });
});

test("a certificate is read from a server as it is presented, whether it is valid or not", async () => {
  for (const { cert, key } of [leaf, otherName, expired]) {
    const read = await presentedCertificate(await socketTo(await aServer({ cert, key })), "localhost");
    expect(new X509Certificate(read ?? "").fingerprint256).toBe(new X509Certificate(cert).fingerprint256);
  }
});

test("a server that says no TLS, or nothing, presents none", async () => {
  const server = createTcpServer((socket) => void guardSocket(socket).end("220 hello\r\n"));
  server.listen(0, "localhost");
  await once(server, "listening");
  afterAll(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await expect(presentedCertificate(await socketTo(port), "localhost")).rejects.toThrow();
});

test("a certificate is described by its names, its dates and its fingerprint", () => {
  expect(describeCertificate(otherName.cert)).toMatchObject({
    subject: "CN=mail.elsewhere.net",
    issuer: "O=Aldermoor, CN=Aldermoor Root",
    names: "mail.elsewhere.net",
    fingerprint: new X509Certificate(otherName.cert).fingerprint256,
  });
  expect(describeCertificate("no certificate")).toBeNull();
});
