import { t } from "#i18n/message.ts";

const MB = 1_000_000;

/** Rounded up for what is too large and down for what is allowed, so that the two never look the same. */
export const tooLargeFor = (host: string, size: number, maxBytes: number): string =>
  t`The mail server '${host}' takes messages of ${rounded(maxBytes, Math.floor)} at most, and this one has ${rounded(size, Math.ceil)}. Remove a file, or send it from another account.`;

const rounded = (bytes: number, round: (value: number) => number) =>
  bytes < MB ? `${Math.max(1, round(bytes / 1000))} kB` : `${round((bytes / MB) * 10) / 10} MB`;
