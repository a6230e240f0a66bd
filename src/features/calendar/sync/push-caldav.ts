import { mergeEvents } from "../events/merge-versions.ts";
import type { StoredEvent } from "../events/read-events.ts";
import { parseCalendarFile } from "../icalendar/import-icalendar.ts";
import { writeICalendar } from "../icalendar/write-icalendar.ts";
import { CalDavError } from "../providers/caldav.ts";
import {
  type CalDavTarget,
  collectionOf,
  listPendingChanges,
  listSeriesMembers,
  markSynced,
  readRemoteText,
  withoutTracking,
} from "./caldav-target.ts";
import { storeRemote } from "./pull-caldav.ts";

/** Each event separately; no transaction is open during network requests. */
export async function pushCalDav(place: CalDavTarget): Promise<void> {
  for (const { id } of await listPendingChanges(place)) {
    const found = await listSeriesMembers(place, id);
    const [master] = found;
    if (master?.syncState !== "pending") continue;
    if (master.deletedAt) await pushRemoval(place, master);
    else
      await pushEvent(
        place,
        master,
        found.filter(({ deletedAt }) => deletedAt === null),
      );
  }
}

async function pushEvent(
  place: CalDavTarget,
  master: StoredEvent,
  members: readonly StoredEvent[],
): Promise<void> {
  const { server, calendar } = place;
  const href = master.href ?? new URL(`${encodeURIComponent(master.uid)}.ics`, collectionOf(calendar)).href;
  const ics = writeICalendar(members);
  const { status, etag } = await server.write(href, ics, master.href === null ? null : master.etag);
  if (status === 412 || (status === 409 && master.href === null))
    return mergeConflict(place, master, members, href);
  requireSuccess(status);
  const now = etag ?? (await server.objects(collectionOf(calendar), [href]))[0]?.etag ?? null;
  await markSynced(place, master, { href, etag: now, remoteIcs: ics, syncState: null });
}

async function pushRemoval(place: CalDavTarget, master: StoredEvent): Promise<void> {
  if (master.href !== null && master.etag !== null) {
    const { status } = await place.server.remove(master.href, master.etag);
    // Changed on the server meanwhile: it is restored as a conflict for the user.
    if (status === 412) {
      const [theirs] = await place.server.objects(collectionOf(place.calendar), [master.href]);
      if (theirs)
        return markSynced(place, master, {
          deletedAt: null,
          syncState: "conflict",
          etag: theirs.etag,
          remoteIcs: theirs.ics,
        });
    } else if (status !== 404 && status !== 410) requireSuccess(status);
  }
  await markSynced(place, master, { href: null, etag: null, remoteIcs: null, syncState: null });
}

/** Both sides changed: merges fields that only one side changed; otherwise keeps both versions for the user. */
async function mergeConflict(
  place: CalDavTarget,
  master: StoredEvent,
  members: readonly StoredEvent[],
  href: string,
): Promise<void> {
  const [theirs] = await place.server.objects(collectionOf(place.calendar), [href]);
  if (!theirs) return markSynced(place, master, { href: null, etag: null });
  const merged = await withoutTracking(place, async (context) => {
    const base = master.href === null ? null : await readRemoteText(context, master.id);
    const [ours, before, after] = [
      await parseCalendarFile(context, writeICalendar(members)),
      base === null ? null : await parseCalendarFile(context, base),
      await parseCalendarFile(context, theirs.ics),
    ];
    const events = before && mergeEvents(before.events, ours.events, after.events);
    if (events) await storeRemote(context, place.calendar.id, { ...theirs, events }, master.id);
    return events !== null;
  });
  const seen = { href, etag: theirs.etag, remoteIcs: theirs.ics };
  await markSynced(place, master, { ...seen, syncState: merged ? "pending" : "conflict" });
  if (!merged) return;
  const [again, ...others] = await listSeriesMembers(place, master.id);
  if (again)
    await pushEvent(
      place,
      again,
      [again, ...others].filter(({ deletedAt }) => deletedAt === null),
    );
}

function requireSuccess(status: number): void {
  if (status >= 200 && status < 300) return;
  if (status === 401) throw new CalDavError("sign-in", "The server rejected the user name or password.");
  throw new CalDavError("calendars", `The server rejected a change (status ${status}).`);
}
