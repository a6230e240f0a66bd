import type { FileEvent } from "../icalendar/read-icalendar.ts";
import type { Participant } from "../model.ts";
import { RuleError } from "../series/recurrence-rule.ts";
import type { RemoteCalendarObject } from "../sync/calendar-service.ts";

const MAX_DURATION_MS = 366 * 86_400_000;

export type Answers = Readonly<Record<string, Participant["status"]>>;

/** Stored in the provider's own format. Null if it cannot be parsed. */
export function readGroup(
  href: string,
  etag: string,
  words: object,
  read: () => FileEvent[],
): RemoteCalendarObject | null {
  try {
    return { href, etag, text: JSON.stringify(words), events: read() };
  } catch (error) {
    if (error instanceof RuleError || error instanceof RangeError) return null;
    throw error;
  }
}

/** Throws RangeError for times that no calendar can show. */
export function requireTimes(start: number, end: number): void {
  if (!(start >= Date.UTC(1900) && end <= Date.UTC(2200) && end - start <= MAX_DURATION_MS))
    throw new RangeError("not a time");
}

type Invitee = {
  address: string | null | undefined;
  name: string | null | undefined;
  isOptional: boolean | undefined;
  answer: Participant["status"] | undefined;
};

/** People without an address are left out. */
export const participantsOf = (people: readonly Invitee[]): Participant[] =>
  people.slice(0, 200).flatMap(({ address, name, isOptional, answer }) =>
    address
      ? [
          {
            address: address.toLowerCase().slice(0, 254),
            name: name?.slice(0, 200) ?? null,
            role: isOptional ? ("optional" as const) : ("required" as const),
            status: answer ?? ("needs-action" as const),
          },
        ]
      : [],
  );
