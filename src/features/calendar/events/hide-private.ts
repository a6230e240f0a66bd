import { createHash } from "node:crypto";
import type { StoredEvent } from "./read-events.ts";

/**
 * What somebody sees of events who is neither their owner nor invited: of private and confidential ones that the owner
 * is busy, and when. Their UID is replaced too, in the whole series: other programs derive theirs from names and addresses.
 */
export function hidePrivate(events: readonly StoredEvent[]): StoredEvent[] {
  const hidden = new Set(events.flatMap(({ uid, visibility }) => (visibility === "public" ? [] : [uid])));
  return events.map((event) => ({
    ...event,
    ...(hidden.has(event.uid) && { uid: opaque(event.uid) }),
    ...(event.visibility !== "public" && HIDDEN),
  }));
}

const opaque = (uid: string) =>
  `${createHash("sha256").update(uid).digest("base64url").slice(0, 22)}@private`;

const HIDDEN = {
  title: "Busy",
  ...{ description: null, location: null, meetingLink: null, category: null },
  ...{ organizer: null, attendees: [], participants: [], proposals: [], invitationEmailId: null },
  ...{ reminderSettings: {}, placeId: null, travelMinutes: null, createdFrom: null },
} satisfies Partial<StoredEvent>;
