import { MAX_MESSAGE_ID } from "#platform/mail/message.ts";

/** Header fields are untrusted: more of one is not read. */
const MAX_FIELD = 20_000;
const BRACKETED = /<[^<>\p{Cc}]{1,980}>/gu;

/**
 * The Message-ID as it was received. Programs write ids that no grammar allows, without brackets, without an @ or with
 * blanks: replies have to quote exactly these (RFC 5322 §3.6.4, §4.5.4).
 */
export function messageIdIn(field: string): string | null {
  const text = field.slice(0, MAX_FIELD).trim();
  const [bracketed] = text.match(BRACKETED) ?? [];
  return bracketed ?? (isId(text) ? text : null);
}

/** The only ids that earlier releases knew: a message with another one was stored under a made-up id. */
export const isRegularId = (id: string | null): boolean => /^<[^<>\s]{1,500}>$/.test(id ?? "");

/** The ids of In-Reply-To or References, in order. Words beside ids in brackets are remarks (obs-references). */
export function referencesIn(field: string): string[] {
  const text = field.slice(0, MAX_FIELD).trim();
  const bracketed = text.match(BRACKETED);
  if (bracketed) return bracketed.filter(isId);
  const words = text.split(/[\s,]+/).filter((word) => word.includes("@") && isId(word));
  return words.length > 0 ? words : [text].filter(isId);
}

const isId = (text: string) =>
  text !== "" && !/[\p{Cc}\ufffd]/u.test(text) && Buffer.byteLength(text) <= MAX_MESSAGE_ID;

/** The id under which a message without one is stored. Nobody else knows it, so it is never quoted. */
export const madeUpId = (digest: string) => `<${digest}@no-id.invalid>`;
export const isMadeUp = (id: string) => id.endsWith("@no-id.invalid>");
