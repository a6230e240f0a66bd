import type { SignedIn } from "#platform/capability/context.ts";
import { inside } from "#platform/capability/inside.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { CalendarService, RemoteGroup } from "./outside-calendar.ts";
import { beQuiet } from "./suppress-change-tracking.ts";
import type { calendars } from "./tables.ts";

/** A calendar of a connected account, whose it is, and what it is kept in step with. */
export type Place = {
  context: SignedIn;
  calendar: typeof calendars.$inferSelect;
  service: CalendarService;
};

/** What synchronisation itself writes is not a change to be pushed. */
export const inTurn = <T>(context: SignedIn, act: (own: SignedIn) => Promise<T>): Promise<T> =>
  inside(context, "write", async (own) => {
    await beQuiet(own);
    return act(own);
  });

export async function tellEvents({ db, actor }: SignedIn, changed: number): Promise<void> {
  if (changed === 0) return;
  const audience = [actor.userId];
  await recordAnnouncements(db, [
    { resource: "events", ids: [], audience },
    { resource: "calendars", ids: [], audience },
  ]);
}

/** What only this side knows stays. */
export function withMarks(
  { href, etag, text, events: members }: RemoteGroup,
  known: { category: string | null; meetingLink: string | null } | undefined,
) {
  const [first, ...others] = members;
  const kept = first && {
    ...first,
    category: first.category ?? known?.category ?? null,
    meetingLink: first.meetingLink ?? known?.meetingLink ?? null,
  };
  return { href, etag, ics: text, uid: first?.uid ?? href, events: kept ? [kept, ...others] : others };
}
