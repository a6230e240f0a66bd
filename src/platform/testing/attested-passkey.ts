import { createPrivateKey, sign } from "node:crypto";

/** For tests only: signs as a device's manufacturer would, and names a revocation list on this machine. */
const KEY = [
  "MHcCAQEEIOpUFBAhaJZleS0tuGbBFeGJ3LWA6bWmmhhdeT8mW/wIoAoGCCqGSM49AwEHoUQDQgAE/6brkYFb9F8Qgc6VxEwF",
  "lPYMCycjNz6jUsTLzeqkp5mpQSaW17QrCqyTHJbqjXZyP6sWx3Qp0SUijyu+AO4vDQ==",
].join("");
const CERTIFICATE = [
  "MIICRjCCAeygAwIBAgIUXLjoDRu3gbdW9vQ0uQAcksUwckowCgYIKoZIzj0EAwIwYDELMAkGA1UEBhMCREUxFzAVBgNVBAoM",
  "DkFkanV0YW50IHRlc3RzMSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0aW9uMRQwEgYDVQQDDAtUZXN0IGRldmlj",
  "ZTAgFw0yNjExMjIyMjA0MDJaGA8yMTI2MTAyOTIyMDQwMlowYDELMAkGA1UEBhMCREUxFzAVBgNVBAoMDkFkanV0YW50IHRl",
  "c3RzMSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0aW9uMRQwEgYDVQQDDAtUZXN0IGRldmljZTBZMBMGByqGSM49",
  "AgEGCCqGSM49AwEHA0IABP+m65GBW/RfEIHOlcRMBZT2DAsnIzc+o1LEy83qpKeZqUEmlte0KwqskxyW6o12cj+rFsd0KdEl",
  "Io8rvgDuLw2jgYEwfzAdBgNVHQ4EFgQUao1d4OtCWTbReC61VTp4Y65Rt/AwHwYDVR0jBBgwFoAUao1d4OtCWTbReC61VTp4",
  "Y65Rt/AwDAYDVR0TAQH/BAIwADAvBgNVHR8EKDAmMCSgIqAghh5odHRwOi8vMTI3LjAuMC4xOjkvcmV2b2tlZC5jcmwwCgYI",
  "KoZIzj0EAwIDSAAwRQIgBIoO89voaQ+W8mFB6e8C++ICVhrrCSvR5+rI2qP4NWcCIQDVwuqQ1CzffLOE6k2zhEPq6roioImU",
  "zrHpTKhZREj5qQ==",
].join("");

/** Basic attestation (Web Authentication, 8.2) of a device's response: well formed and correctly signed. */
export function packedAttestation(data: Buffer, clientDataHash: Buffer): Buffer {
  const key = createPrivateKey({ key: Buffer.from(KEY, "base64"), format: "der", type: "sec1" });
  const signature = sign("sha256", Buffer.concat([data, clientDataHash]), key);
  const chain = Buffer.concat([Buffer.from([0x81]), bytes(Buffer.from(CERTIFICATE, "base64"))]);
  return Buffer.concat([
    ...[Buffer.from([0xa3]), text("fmt"), text("packed"), text("attStmt"), Buffer.from([0xa3])],
    ...[text("alg"), Buffer.from([0x26]), text("sig"), bytes(signature), text("x5c"), chain],
    ...[text("authData"), bytes(data)],
  ]);
}

const text = (words: string) => Buffer.concat([Buffer.from([0x60 + words.length]), Buffer.from(words)]);

/** CBOR (RFC 8949) of a byte string below 64 KB. */
const bytes = (content: Buffer) =>
  Buffer.concat([Buffer.from([0x59, content.length >> 8, content.length & 255]), content]);
