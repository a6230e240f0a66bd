import { X509Certificate } from "node:crypto";
import type { Socket } from "node:net";
import { type ConnectionOptions, checkServerIdentity, type PeerCertificate } from "node:tls";
import { startTls } from "./guard-socket.ts";
import { authoritiesWith } from "./trusted-authorities.ts";

/** A certificate as a person sees it before trusting it. */
export type PresentedCertificate = {
  subject: string;
  issuer: string;
  /** SHA-256, in pairs of hexadecimal digits. */
  fingerprint: string;
  validFrom: Date;
  validTo: Date;
  /** The names that it is for. */
  names: string;
};

/**
 * What one connection trusts beside the usual authorities. `certificate` is the one that a person trusts for exactly this
 * server: it counts whatever its name and its authority are, and for no other certificate that its key has signed.
 */
export function trustOptions(
  authorities: readonly string[],
  certificate: string | null | undefined,
): ConnectionOptions {
  if (!certificate) return authorities.length === 0 ? {} : { ca: authoritiesWith(authorities) };
  const { fingerprint256, publicKey } = new X509Certificate(certificate);
  return {
    ca: authoritiesWith([...authorities, certificate]),
    // Without it OpenSSL accepts a certificate that is no authority only if an authority signed it.
    allowPartialTrustChain: true,
    checkServerIdentity: (host, presented) => {
      if (presented.fingerprint256 === fingerprint256) return undefined;
      if (chainOf(presented).some((each) => each.verify(publicKey)))
        return Object.assign(new Error("The certificate has changed"), { code: CHANGED });
      return checkServerIdentity(host, presented);
    },
  };
}

/** The code of the error where the key of the trusted certificate signed another one. */
const CHANGED = "ERR_CERTIFICATE_CHANGED";

/**
 * The presented certificate and its signers. Their fingerprints prove nothing: the server chooses which of several
 * certificates of one key it sends along.
 */
function chainOf(presented: PeerCertificate): X509Certificate[] {
  const found: X509Certificate[] = [];
  let each: (PeerCertificate & { issuerCertificate?: PeerCertificate }) | undefined = presented;
  while (each?.raw && found.length < 20) {
    const { raw } = each;
    if (found.some((one) => one.raw.equals(raw))) break;
    found.push(new X509Certificate(raw));
    each = each.issuerCertificate;
  }
  return found;
}

/** Null if this is no certificate. */
export function describeCertificate(certificate: string | Buffer): PresentedCertificate | null {
  try {
    const { subject, issuer, fingerprint256, validFromDate, validToDate, subjectAltName } =
      new X509Certificate(certificate);
    return {
      subject: inOneLine(subject),
      issuer: inOneLine(issuer),
      fingerprint: fingerprint256,
      validFrom: validFromDate,
      validTo: validToDate,
      names: inOneLine((subjectAltName ?? "").replaceAll(/\b(?:DNS|IP Address):/g, "")),
    };
  } catch {
    // Every fault of OpenSSL means the same here.
    return null;
  }
}

/** Untrusted text: names are written by whoever made the certificate. */
const inOneLine = (text: string | undefined) =>
  (text ?? "")
    .replaceAll("\n", ", ")
    .replaceAll(/\p{Cc}/gu, "")
    .slice(0, 300);

/**
 * The certificate that a server presents, in PEM, whether it is valid or not. Nothing is sent but the handshake; the
 * caller ends the socket.
 */
export async function presentedCertificate(socket: Socket, host: string): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const secured = startTls(socket, host, { rejectUnauthorized: false, minVersion: "TLSv1.2" });
  secured
    .once("secureConnect", () => resolve(secured.getPeerX509Certificate()?.toString() ?? null))
    .once("error", reject)
    .once("close", () => reject(new Error("it closed the connection")));
  return promise.finally(() => secured.destroy());
}
