import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { calendars } from "../tables.ts";
import type { CalendarService, RemoteCalendarObject } from "./calendar-service.ts";
import { suppressChangeTracking } from "./suppress-change-tracking.ts";

/** A calendar of a connected account, with its owner's context and its service. */
export type SyncTarget = {
  context: SignedIn;
  calendar: typeof calendars.$inferSelect;
  service: CalendarService;
};

/** Changes written by sync itself are not marked for push. */
export const withoutChangeTracking = <T>(context: SignedIn, act: (own: SignedIn) => Promise<T>): Promise<T> =>
  inOwnTransaction(context, "write", async (own) => {
    await suppressChangeTracking(own);
    return act(own);
  });

export async function publishEventChanges({ db, actor }: SignedIn, changed: number): Promise<void> {
  if (changed === 0) return;
  const audience = [actor.userId];
  await recordAnnouncements(db, [
    { resource: "events", ids: [], audience },
    { resource: "calendars", ids: [], audience },
  ]);
}

/** Keeps fields that exist only here. */
export function withLocalFields(
  { href, etag, text, events: members }: RemoteCalendarObject,
  known: { category: string | null; meetingLink: string | null } | undefined,
) {
  const [first, ...others] = members;
  const master = first && {
    ...first,
    category: first.category ?? known?.category ?? null,
    meetingLink: first.meetingLink ?? known?.meetingLink ?? null,
  };
  return { href, etag, ics: text, uid: first?.uid ?? href, events: master ? [master, ...others] : others };
}
