import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { packedAttestation } from "../attested-passkey.ts";

type Use = {
  challenge: string;
  origin?: string;
  name?: string;
  isVerified?: boolean;
  counter?: number;
  /** With the certificate of the device's maker. */
  isAttested?: boolean;
};

/**
 * A device with one passkey (Web Authentication, 6.1 and 6.5): the responses of a browser and a phone, built by hand.
 */
export function softwarePasskey(usual: { origin: string }) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  const credentialId = id.toString("base64url");

  const clientData = (type: string, { challenge, origin = usual.origin }: Use) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  /** Flags: present 1, verified 4, with a key 64. */
  const authenticatorData = (use: Use, key = Buffer.alloc(0)) => {
    const { name = new URL(use.origin ?? usual.origin).hostname, isVerified = true, counter = 0 } = use;
    const flags = 1 + (isVerified ? 4 : 0) + (key.length > 0 ? 64 : 0);
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(Buffer.from(name)), rest, key]);
  };

  const coseKey = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);

  return {
    credentialId,
    create: (use: Use) => {
      const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey]);
      const [data, client] = [authenticatorData(use, key), clientData("webauthn.create", use)];
      const proof = use.isAttested ? packedAttestation(data, sha256(client)) : attestation(data);
      return {
        credentialId,
        transports: ["internal"],
        clientDataJson: client.toString("base64url"),
        attestationObject: proof.toString("base64url"),
      };
    },
    use: (use: Use) => {
      const [data, client] = [authenticatorData(use), clientData("webauthn.get", use)];
      return {
        credentialId,
        clientDataJson: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", Buffer.concat([data, sha256(client)]), privateKey).toString("base64url"),
      };
    },
  };
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest();

/** CBOR (RFC 8949): { fmt: "none", attStmt: {}, authData } */
const attestation = (data: Buffer) => {
  const text = (words: string) => Buffer.concat([Buffer.from([0x60 + words.length]), Buffer.from(words)]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text("fmt"),
    text("none"),
    text("attStmt"),
    Buffer.from([0xa0]),
    text("authData"),
    Buffer.from([0x58, data.length]),
    data,
  ]);
};
