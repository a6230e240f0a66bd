/** Patterns of secrets, each with the group that is hidden; a match must also pass the check. */
const SECRETS: readonly { kind: string; pattern: RegExp; isOne?: (found: string) => boolean }[] = [
  {
    kind: "KEY",
    // Its body ends at five hyphens, so no part of a text is scanned twice.
    pattern:
      /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[^-]|-(?!----))*-----END [A-Z ]{0,40}PRIVATE KEY-----)/g,
  },
  { kind: "KEY", pattern: /\b(eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,})/g },
  { kind: "KEY", pattern: /\b((?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abprs]|AKIA|ASIA|AIza)[-_]?[\w-]{16,})/g },
  {
    kind: "KEY",
    pattern: /[?&](?:token|access_token|key|api_key|sig|signature|code|secret)=([^\s"'<>&\\]{8,})/gi,
  },
  {
    kind: "PASSWORD",
    pattern: /\b(?:password|passcode|passphrase|pin|cvv|cvc)\s*[:=]\s*([^\s"',;<>{}\]\\]{3,})/gi,
  },
  {
    kind: "PASSWORD",
    pattern:
      /\b(?:password|passcode|passphrase|pin|cvv|cvc)\s+(?:is|was)\s+((?=[^\s"',;]*\d)[^\s"',;<>{}\]\\]{3,})/gi,
  },
  {
    kind: "CODE",
    pattern:
      /\b(?:verification|security|one-time|login|sign-in|access|confirmation) code(?:\s+is|\s*:)?\s+(\d{4,8})\b/gi,
  },
  { kind: "CARD", pattern: /(?<![\w-])([3-6](?:[ -]?\d){12,18})(?![\w-])/g, isOne: isCardNumber },
  { kind: "IBAN", pattern: /\b([A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30})\b/g, isOne: isIban },
];

/**
 * Replaces each secret by a word such as `HIDDEN_CARD_1`: numbers of cards and accounts, passwords, codes and keys. The
 * same secret gets the same word within one result, which alone can restore it.
 */
export function redactSecrets() {
  const words = new Map<string, string>();
  const secrets = new Map<string, string>();
  const wordFor = (kind: string, secret: string): string => {
    const known = words.get(secret);
    if (known) return known;
    const word = `HIDDEN_${kind}_${words.size + 1}`;
    words.set(secret, word);
    secrets.set(word, secret);
    return word;
  };
  const restored = (text: string, written: (secret: string) => string): string =>
    text.replaceAll(WORD, (word) => {
      const secret = secrets.get(word);
      return secret === undefined ? word : written(secret);
    });
  return {
    hide: (text: string): string =>
      SECRETS.reduce(
        (redacted, { kind, pattern, isOne }) =>
          redacted.replaceAll(pattern, (match: string, secret: string) =>
            isOne && !isOne(secret) ? match : match.replace(secret, () => wordFor(kind, secret)),
          ),
        text,
      ),
    restore: (text: string): string => restored(text, (secret) => secret),
    /** Restores secrets within the text of a JSON value. */
    restoreInJson: (text: string): string => restored(text, (secret) => JSON.stringify(secret).slice(1, -1)),
    isUsed: (): boolean => secrets.size > 0,
  };
}

export type RedactedSecrets = ReturnType<typeof redactSecrets>;

const WORD = /HIDDEN_[A-Z]+_\d+/g;
/** The end of a piece that may be the beginning of such a word. */
const BEGINNING = /(?<![A-Z0-9_])[A-Z0-9_]+$/;

/** Restores secrets in a streamed text; a word split between two pieces is held until the rest arrives. */
export async function* restoreWhileStreaming<T>(
  pieces: AsyncGenerator<string, T>,
  secrets: RedactedSecrets,
): AsyncGenerator<string, T> {
  let pending = "";
  try {
    for (;;) {
      const { value, done } = await pieces.next();
      if (done) {
        if (pending) yield secrets.restore(pending);
        return value;
      }
      const text = pending + value;
      pending = secrets.isUsed() ? (BEGINNING.exec(text)?.[0] ?? "") : "";
      const complete = text.slice(0, text.length - pending.length);
      if (complete) yield secrets.restore(complete);
    }
  } finally {
    // Whoever stops reading ends the request as well.
    await pieces.return(undefined as T);
  }
}

/** ISO/IEC 7812: the check digit of Luhn. */
function isCardNumber(found: string): boolean {
  const digits = [...found.replaceAll(/\D/g, "")].reverse().map(Number);
  const sum = digits.reduce((total, digit, place) => {
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits.length >= 13 && digits.length <= 19 && sum % 10 === 0;
}

/**
 * ISO 13616: with the letters as numbers and the first four characters moved to the end, the remainder modulo 97 is 1.
 */
function isIban(found: string): boolean {
  const plain = found.replaceAll(" ", "");
  if (plain.length < 15 || plain.length > 34) return false;
  const digits = [...(plain.slice(4) + plain.slice(0, 4))].map((sign) => Number.parseInt(sign, 36)).join("");
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
