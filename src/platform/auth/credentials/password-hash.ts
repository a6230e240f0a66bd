import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { limitConcurrency } from "../limit-concurrency.ts";

/** argon2id, the library's default algorithm, at OWASP's parameters (security.md D6): 19 MiB and 20-80 ms each. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
/** Limits memory and CPU: few hashes at once, across all callers. */
const hashing = limitConcurrency(4);

export const hashPassword = (password: string) => hashing(() => hash(normalized(password), PARAMETERS));

/** Takes equally long for an unknown account (`null`), and then returns false. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const compared = stored ?? (await standIn());
  const matches = await hashing(() => verify(compared, normalized(password)));
  return matches && stored !== null;
}

/** True if a hash was created with outdated parameters. */
export const isOutdated = (stored: string) => !CURRENT.test(stored);

/** One form for characters that keyboards compose differently (NIST SP 800-63B, 3.1.1.2). */
const normalized = (password: string) => password.normalize("NFKC");

let made: Promise<string> | undefined;
function standIn(): Promise<string> {
  made ??= hashPassword(randomBytes(32).toString("base64url"));
  return made;
}
