import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";

/** Where a secret is stored. A sealed value opens nowhere else: not in another row, column or account. */
export type SecretPlace = {
  table: string;
  /** The row's id, or its key where it has no id. */
  row: string;
  column: string;
  /** The secret's owner; null for the instance's own. */
  userId: string | null;
};

/** Seals what must be readable again (tokens, passwords of external accounts) before it is stored in the database. */
export type Secrets = {
  /** Text for a column: `v1.<key id>.<base64url>`. The same secret is sealed differently each time. */
  seal(place: SecretPlace, secret: string): string;
  /** Throws SecretError where the key is gone, or where the value was changed or moved. */
  open(place: SecretPlace, sealed: string): string;
  /** True if it was not sealed with the newest key: reseal it at the next opportunity. */
  isOutdated(sealed: string): boolean;
};

/** What a person can fix by restoring the key or entering the secret again. */
export class SecretError extends AppError {
  constructor(message: string) {
    super("conflict", message);
    this.name = "SecretError";
  }
}

const VERSION = "v1";
const CIPHER = "aes-256-gcm";
export const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with a random 96-bit IV (NIST SP 800-38D) and the place as authenticated data. `keys` are 32 bytes
 * each: the first one seals, all of them open.
 */
export function createSecrets(keys: readonly Buffer[]): Secrets {
  const [newest] = keys;
  if (!newest) throw new Error("There is no master key");
  if (keys.some((key) => key.length !== KEY_BYTES)) throw new Error(`A master key has ${KEY_BYTES} bytes`);
  const byId = new Map(keys.map((key) => [keyId(key), key]));
  const newestId = keyId(newest);
  return {
    seal: (place, secret) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, newest, iv).setAAD(bound(place, newestId));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      const bytes = Buffer.concat([iv, text, cipher.getAuthTag()]);
      return `${VERSION}.${newestId}.${bytes.toString("base64url")}`;
    },
    open: (place, sealed) => {
      const { id, bytes } = parse(sealed);
      const key = byId.get(id);
      if (!key) throw lost(id);
      const iv = bytes.subarray(0, IV_BYTES);
      const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
        .setAAD(bound(place, id))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString("utf8");
      } catch {
        throw damaged();
      }
    },
    isOutdated: (sealed) => parse(sealed).id !== newestId,
  };
}

/** Identifies a key without revealing anything about it. */
export const keyId = (key: Buffer) => createHash("sha256").update(key).digest("hex").slice(0, 8);

/** The 32 bytes of a key in base64; null where it is something else. */
export function parseMasterKey(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64");
  const isComplete = bytes.length === KEY_BYTES && /^[A-Za-z0-9+/_-]{43}=?$/.test(text);
  return isComplete ? bytes : null;
}

/** JSON separates the parts: no two places yield the same bytes. */
const bound = ({ table, row, column, userId }: SecretPlace, id: string) =>
  Buffer.from(JSON.stringify([VERSION, id, table, row, column, userId]));

function parse(sealed: string): { id: string; bytes: Buffer } {
  const [version, id, text, ...rest] = sealed.split(".");
  const bytes = Buffer.from(text ?? "", "base64url");
  const fits = version === VERSION && id && rest.length === 0 && bytes.length >= IV_BYTES + TAG_BYTES;
  if (!fits) throw damaged();
  return { id, bytes };
}

const lost = (id: string) =>
  new SecretError(
    t`This secret was sealed with the master key ${id}, which this instance does not have. Put that key back, or enter the secret again.`,
  );

const damaged = () => new SecretError(t`This secret was changed or moved. Please enter it again.`);
