import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const STEP_SECONDS = 30;
const DIGITS = 6;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** 160 random bits in base32 (RFC 4226 §4), as authenticator apps take them. */
export const newTotpSecret = (): string => toBase32(randomBytes(20));

/** The number of the 30-second step that contains the instant. */
export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / STEP_SECONDS);

/** The six digits of a step (RFC 6238 with SHA-1, which every app knows). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const start = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(start) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/**
 * The step that matches this code: the current one or a neighbour, for clock differences; null if none is later than
 * `last`.
 */
export function matchingStep(secret: string, code: string, at: Date, last: number): number | null {
  const given = Buffer.from(code);
  const now = stepAt(at);
  const steps = [now, now - 1, now + 1].filter((step) => {
    const expected = Buffer.from(totpCode(secret, step));
    return step > last && given.length === expected.length && timingSafeEqual(given, expected);
  });
  return steps[0] ?? null;
}

/** The link that an app reads, also as a QR code (Key Uri Format of Google Authenticator). */
export function totpLink(secret: string, { account, issuer }: { account: string; issuer: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer })}`;
}

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => ALPHABET.charAt(Number.parseInt(group.padEnd(5, "0"), 2)))
    .join("");
}

function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((character) => ALPHABET.indexOf(character).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
