import { z } from "zod";
import { Id } from "#platform/capability/wire.ts";

/** A person created or changed an event of theirs that has other people, perhaps its description. */
export const EventDescribed = z.object({ userId: Id, eventId: Id });

/** Jobs of other features subscribe to it. */
export const eventDescribed = { name: "calendar.event-described", payload: EventDescribed };
