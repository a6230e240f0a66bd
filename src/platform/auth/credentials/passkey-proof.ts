import { isIP } from "node:net";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeAttestationObject } from "@simplewebauthn/server/helpers";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { NewPasskey, PasskeyProof } from "../auth.ts";
import type { AuthSettings } from "../auth-settings.ts";

/** Ed25519, ES256 and RS256: supported by devices (IANA COSE Algorithms). */
export const ALGORITHMS = [-8, -7, -257];

export type StoredPasskey = { credentialId: string; publicKey: string; counter: number };

/** The origins of this instance; a passkey belongs to one host name among them. */
export function passkeyOrigins(settings: AuthSettings): string[] {
  const { origin } = settings.instance?.() ?? { origin: null };
  const own = [settings.publicUrl, ...(origin ? [origin] : [])].map((url) => new URL(url));
  const localhosts = own
    .filter(({ hostname }) => /^(127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname))
    .map(({ protocol, port }) => new URL(`${protocol}//localhost:${port}`));
  return [...new Set([...own, ...localhosts].map((url) => url.origin))];
}

const expected = (settings: AuthSettings, challenge: string) => {
  const origins = passkeyOrigins(settings);
  const names = origins.map((origin) => new URL(origin).hostname);
  return {
    expectedChallenge: challenge,
    expectedOrigin: origins,
    // A passkey cannot belong to an IP address (Web Authentication, 5.1.2).
    expectedRPID: names.filter((name) => isIP(name.replace(/^\[|\]$/g, "")) === 0),
    requireUserVerification: true,
  };
};

/** The key that a device created for this challenge. Throws invalid if any part does not match. */
export async function provenNewKey(
  settings: AuthSettings,
  challenge: string,
  { credentialId, transports, clientDataJson, attestationObject }: NewPasskey,
): Promise<StoredPasskey> {
  if (namesCertificates(attestationObject)) return refuse();
  const { registrationInfo } = await verifyRegistrationResponse({
    ...expected(settings, challenge),
    supportedAlgorithmIDs: ALGORITHMS,
    response: {
      id: credentialId,
      rawId: credentialId,
      type: "public-key",
      response: { clientDataJSON: clientDataJson, attestationObject, transports },
      clientExtensionResults: {},
    },
  }).catch(refuse);
  if (!registrationInfo) return refuse();
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString("base64url"), counter };
}

/**
 * We request no attestation, and browsers then remove its certificates. With some, the library would fetch a revocation
 * list from the URL in the certificate, bypassing the guard on outgoing requests.
 */
function namesCertificates(attestationObject: string): boolean {
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url")));
    const format = decoded.get("fmt");
    return (format !== "none" && format !== "packed") || decoded.get("attStmt").get("x5c") !== undefined;
  } catch {
    // Unreadable attestation is refused, like one that names certificates.
    return true;
  }
}

/** The device's new signature counter. Throws invalid if the key did not sign this challenge. */
export async function provenUse(
  settings: AuthSettings,
  challenge: string,
  proof: PasskeyProof,
  { credentialId, publicKey, counter }: StoredPasskey,
): Promise<number> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expected(settings, challenge),
    response: {
      id: credentialId,
      rawId: credentialId,
      type: "public-key",
      response: {
        clientDataJSON: proof.clientDataJson,
        authenticatorData: proof.authenticatorData,
        signature: proof.signature,
      },
      clientExtensionResults: {},
    },
    credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter },
  }).catch(refuse);
  return verified ? authenticationInfo.newCounter : refuse();
}

/** The reason concerns only the browser that created the response. */
function refuse(): never {
  throw notAccepted();
}

export const notAccepted = () => new AppError("invalid", t`This passkey was not accepted. Please try again.`);
