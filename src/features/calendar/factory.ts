import type { events } from "./tables.ts";

type NewEvent = typeof events.$inferInsert;

/** An hour's meeting from `startTime`. */
export const anEvent = (fields: Partial<NewEvent> & Pick<NewEvent, "userId" | "startTime">): NewEvent => ({
  title: "Weekly review",
  endTime: new Date(fields.startTime.getTime() + 3_600_000),
  ...fields,
});
