import { createHash } from "node:crypto";
import type { FetchMessageObject } from "imapflow";
import { madeUpId } from "../reading/message-ids.ts";

/** The beginning of a message's body: messages that differ in nothing else differ in it. */
export const TEXT_START = { key: "TEXT", start: 0, maxLength: 1000 };

/**
 * Equal for copies of the same bytes in folders of one server: size, INTERNALDATE, envelope, structure and the beginning
 * of the text together. A digest of all bytes would need every message to be fetched again for each of its folders.
 */
export function fingerprintOf(message: FetchMessageObject): string {
  const { envelope, headers, internalDate, size, bodyStructure, bodyParts } = message;
  const [textStart] = bodyParts?.values() ?? [];
  const parts = [
    ...[envelope ?? null, headers?.toString("latin1") ?? "", secondOf(internalDate), size ?? 0],
    ...[bodyStructure ?? null, textStart?.toString("latin1") ?? ""],
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

const secondOf = (date: Date | string | undefined) =>
  date === undefined ? null : Math.floor(new Date(date).getTime() / 1000);

/** As earlier releases named messages without Message-ID: the same message always had the same name. */
export function formerIdOf({ envelope = {}, size }: FetchMessageObject, received: Date): string {
  const described = JSON.stringify([envelope.from, envelope.subject, envelope.date, size, received]);
  return madeUpId(createHash("sha256").update(described).digest("hex").slice(0, 40));
}
