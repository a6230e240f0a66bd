import { t } from "#i18n/message.ts";
import type { NewPasskey, PasskeyOptions, PasskeyProof, PasskeyTransport } from "#platform/auth/auth.ts";

type Person = { id: string; email: string; fullName: string };

/** Why passkeys cannot be created or used at this address in this browser; null if they can. */
export function passkeyUnavailableReason(): string | null {
  if (!window.isSecureContext) return t`Browsers allow passkeys only over https.`;
  if (!("PublicKeyCredential" in window)) return t`This browser knows no passkeys.`;
  if (/^[\d.]+$|:/.test(window.location.hostname.replace(/^\[|\]$/g, "")))
    return t`Browsers allow passkeys only under a name, not under an address of numbers.`;
  return null;
}

/** Requests a new key from the device. Throws an Error with a message for people; null if the person cancelled. */
export async function createPasskey(
  options: PasskeyOptions & { person: Person },
): Promise<NewPasskey | null> {
  const { challenge, relyingParty, algorithms, excludeCredentials, person } = options;
  const made = await requestCredential(
    navigator.credentials.create({
      publicKey: {
        challenge: bytes(challenge),
        rp: { name: relyingParty },
        user: { id: new TextEncoder().encode(person.id), name: person.email, displayName: person.fullName },
        pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: excludeCredentials.map(({ credentialId, transports }) => ({
          type: "public-key",
          id: bytes(credentialId),
          transports: transports as AuthenticatorTransport[],
        })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        attestation: "none",
      },
    }),
  );
  if (!made) return null;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    credentialId: coded(made.rawId),
    transports: (response.getTransports?.() ?? []).filter(isTransport),
    clientDataJson: coded(response.clientDataJSON),
    attestationObject: coded(response.attestationObject),
  };
}

/** Has the device sign the challenge with a key of this site that the person chooses; null if cancelled. */
export async function signWithPasskey(challenge: string): Promise<PasskeyProof | null> {
  const used = await requestCredential(
    navigator.credentials.get({ publicKey: { challenge: bytes(challenge), userVerification: "required" } }),
  );
  if (!used) return null;
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    credentialId: coded(used.rawId),
    clientDataJson: coded(response.clientDataJSON),
    authenticatorData: coded(response.authenticatorData),
    signature: coded(response.signature),
  };
}

/** Browsers report a cancelled prompt, a timeout and a device without a matching key alike. */
async function requestCredential(question: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await question) as PublicKeyCredential | null;
  } catch (error) {
    const { name } = error as DOMException;
    if (name === "NotAllowedError" || name === "AbortError") return null;
    if (name === "InvalidStateError") throw new Error(t`This device has a passkey of yours already.`);
    if (name === "NotSupportedError" || name === "ConstraintError")
      throw new Error(t`This device cannot make a passkey that asks for a finger, a face or a number.`);
    throw new Error(t`The browser did not allow it at this address.`);
  }
}

const TRANSPORTS: readonly string[] = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"];
const isTransport = (name: string): name is PasskeyTransport => TRANSPORTS.includes(name);

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

const coded = (buffer: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/(?<!=)=+$/, "");
