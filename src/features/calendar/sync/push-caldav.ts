import { t } from "#i18n/message.ts";
import { mergeEvents } from "../events/merge-versions.ts";
import type { StoredEvent } from "../events/read-events.ts";
import { parseCalendarFile, updateCalendarText } from "../icalendar/import-icalendar.ts";
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
import { storeRemote, unreadableFile } from "./pull-caldav.ts";

/** A server that refuses each merged version gets the change with a later sync. */
const MAX_MERGES = 3;

/** Each event separately; no transaction is open during network requests. */
export async function pushCalDav(target: CalDavTarget): Promise<void> {
  for (const { id } of await listPendingChanges(target)) {
    const found = await listSeriesMembers(target, id);
    const [master] = found;
    if (master?.syncState !== "pending") continue;
    if (master.deletedAt) await pushRemoval(target, master);
    else
      await pushEvent(
        target,
        master,
        found.filter(({ deletedAt }) => deletedAt === null),
      );
  }
}

async function pushEvent(
  target: CalDavTarget,
  master: StoredEvent,
  members: readonly StoredEvent[],
  mergeCount = 0,
): Promise<void> {
  const { server, calendar } = target;
  const href = master.href ?? new URL(`${encodeURIComponent(master.uid)}.ics`, collectionOf(calendar)).href;
  const knownEtag = master.href === null ? null : master.etag;
  let ics = await writeObject(target, master, members);
  let { status, etag } = await server.write(href, ics, knownEtag);
  if (master.href === null && MAY_BE_OF_CONTENT.has(status)) {
    // What came with an imported event may not be valid for the server; what we write is.
    ics = writeICalendar(members, { zones: true });
    ({ status, etag } = await server.write(href, ics, knownEtag));
  }
  if (status === 412 || (status === 409 && master.href === null))
    return mergeCount < MAX_MERGES ? mergeConflict(target, master, members, { href, mergeCount }) : undefined;
  requireSuccess(status);
  const now = etag ?? (await server.objects(collectionOf(calendar), [href]))[0]?.etag ?? null;
  await markSynced(target, master, { href, etag: now, remoteIcs: ics, syncState: null });
}

/** Invalid data, a precondition such as `valid-calendar-data` (RFC 4791, 5.3.2.1), too large, of a wrong type. */
const MAY_BE_OF_CONTENT = new Set([400, 403, 413, 415, 422]);

/** Changes are written into the object as it was received: it has properties that only other clients know. */
async function writeObject(
  target: CalDavTarget,
  master: StoredEvent,
  members: readonly StoredEvent[],
): Promise<string> {
  const fresh = writeICalendar(members, { zones: true });
  return withoutTracking(target, async (context) => {
    const stored = await readRemoteText(context, master.id);
    return stored === null
      ? fresh
      : updateCalendarText(context, { stored, fresh, isNew: master.href === null });
  });
}

async function pushRemoval(target: CalDavTarget, master: StoredEvent): Promise<void> {
  if (master.href !== null && master.etag !== null) {
    const { status } = await target.server.remove(master.href, master.etag);
    // Changed on the server meanwhile: it is restored as a conflict for the user.
    if (status === 412) {
      const [remoteObject] = await target.server.objects(collectionOf(target.calendar), [master.href]);
      if (remoteObject)
        return markSynced(target, master, {
          deletedAt: null,
          syncState: "conflict",
          etag: remoteObject.etag,
          remoteIcs: remoteObject.ics,
        });
    } else if (status !== 404 && status !== 410) requireSuccess(status);
  }
  await markSynced(target, master, { href: null, etag: null, syncState: null });
}

/** Both sides changed: merges fields that only one side changed; otherwise keeps both versions for the user. */
async function mergeConflict(
  target: CalDavTarget,
  master: StoredEvent,
  members: readonly StoredEvent[],
  { href, mergeCount }: { href: string; mergeCount: number },
): Promise<void> {
  const [remoteObject] = await target.server.objects(collectionOf(target.calendar), [href]);
  if (!remoteObject) return markSynced(target, master, { href: null, etag: null });
  const merged = await withoutTracking(target, async (context) => {
    const base = master.href === null ? null : await readRemoteText(context, master.id);
    const [local, before, after] = [
      await parseCalendarFile(context, writeICalendar(members, { zones: true })),
      base === null ? null : await parseCalendarFile(context, base),
      await parseCalendarFile(context, remoteObject.ics).catch(unreadableFile),
    ];
    // A version that cannot be read is for the person to decide.
    const events =
      before && after.events.length > 0 && mergeEvents(before.events, local.events, after.events);
    if (events) await storeRemote(context, target.calendar.id, { ...remoteObject, events }, master.id);
    return Boolean(events);
  });
  const seen = { href, etag: remoteObject.etag, remoteIcs: remoteObject.ics };
  await markSynced(target, master, { ...seen, syncState: merged ? "pending" : "conflict" });
  if (!merged) return;
  const [again, ...others] = await listSeriesMembers(target, master.id);
  if (again)
    await pushEvent(
      target,
      again,
      [again, ...others].filter(({ deletedAt }) => deletedAt === null),
      mergeCount + 1,
    );
}

function requireSuccess(status: number): void {
  if (status >= 200 && status < 300) return;
  if (status === 401) throw new CalDavError("sign-in", t`The server rejected the user name or password.`);
  throw new CalDavError("calendars", t`The server rejected a change (status ${status}).`);
}
