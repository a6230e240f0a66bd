import { type CardTexts, cardFields } from "../card-texts.ts";
import type { CardFacts } from "../read-vcards.ts";

/** What a contact and its card have in common. */
export type CardValues = Omit<CardFacts, "uid">;
/** Both sides after a sync; they may differ where a contact deliberately differs from its card. */
export type SyncedValues = { local: CardValues; server: CardValues };
/** The card of the server in a conflict. */
export type CardConflict = { text: string; values: CardValues };

const LISTS = ["emails", "phones"] as const;
const TEXTS = ["name", ...(Object.keys(cardFields) as (keyof CardTexts)[])] as const;
export type CardField = (typeof TEXTS)[number];

type Sides = {
  /** The contact now. */
  local: CardValues;
  /** The card on the server now. */
  server: CardValues;
  before: SyncedValues;
  /** Which side wins where both changed the same field; without it that is a conflict. */
  prefer?: "local" | "server";
};
export type Merged = {
  /** The values of the contact. */
  values: CardValues;
  /** Those of them that need not be sent to the server. */
  synced: CardValues;
  /** Fields that both sides changed, each to something else. */
  conflicts: CardField[];
};

/**
 * Merges by field. A list takes what the server added and loses what it removed. A text is taken from the server where it
 * changed there; where contact and card deliberately differed, the contact stays as it is.
 */
export function mergeCard({ local, server, before, prefer }: Sides): Merged {
  const merged: Merged = { values: { ...local }, synced: { ...before.local }, conflicts: [] };
  const { values, synced, conflicts } = merged;
  for (const field of LISTS) {
    values[field] = applyDifference(local[field], before.server[field], server[field]);
    synced[field] = applyDifference(before.local[field], before.server[field], server[field]);
  }
  for (const field of TEXTS) {
    if (server[field] === local[field]) assign(synced, field, local[field]);
    if (server[field] === local[field] || server[field] === before.server[field]) continue;
    const isChanged = local[field] !== before.local[field];
    if (!isChanged && before.local[field] !== before.server[field]) continue;
    if (isChanged && prefer !== "server") {
      if (!prefer) conflicts.push(field);
      continue;
    }
    assign(values, field, server[field]);
    assign(synced, field, server[field]);
  }
  return merged;
}

/** The card's values with what was changed in the contact since the last sync. */
export function valuesToSend(local: CardValues, { local: before, server }: SyncedValues): CardValues {
  const values: CardValues = { ...server };
  for (const field of LISTS) values[field] = applyDifference(server[field], before[field], local[field]);
  for (const field of TEXTS) if (local[field] !== before[field]) assign(values, field, local[field]);
  return values;
}

/** For a contact and a card that meet for the first time: what only the contact has is sent, nothing is replaced. */
export function valuesAtLink(local: CardValues, server: CardValues): SyncedValues {
  const known: CardValues = { ...local, emails: server.emails, phones: server.phones };
  for (const field of TEXTS) if (server[field] === null) assign(known, field, null);
  return { local: known, server };
}

export const isSame = (one: CardValues, other: CardValues): boolean =>
  TEXTS.every((field) => one[field] === other[field]) &&
  LISTS.every(
    (field) =>
      difference(one[field], other[field]).length === 0 && difference(other[field], one[field]).length === 0,
  );

/** Each field has the same type in all values. */
function assign(values: CardValues, field: CardField, value: CardValues[CardField]): void {
  Object.assign(values, { [field]: value });
}

const lower = (values: readonly string[]) => new Set(values.map((value) => value.toLowerCase()));
const difference = (values: readonly string[], without: readonly string[]) => {
  const known = lower(without);
  return values.filter((value) => !known.has(value.toLowerCase()));
};

function applyDifference(
  to: readonly string[],
  before: readonly string[],
  after: readonly string[],
): string[] {
  const remaining = difference(to, difference(before, after));
  return [...remaining, ...difference(difference(after, before), remaining)];
}
