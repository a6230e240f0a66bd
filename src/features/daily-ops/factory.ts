import type { morningBriefings } from "./tables.ts";

type NewBriefing = typeof morningBriefings.$inferInsert;

export const aBriefing = (
  fields: Partial<NewBriefing> & Pick<NewBriefing, "userId" | "briefingDate">,
): NewBriefing => ({
  summary: "Three meetings and one deadline.",
  tasksSummary: { total: 3, completed: 1, overdue: 0, high_priority: 1 },
  calendarSummary: { total_events: 3, meetings: 3, deadlines: 1 },
  emailSummary: { total: 12, unread: 4, urgent: 1 },
  ...fields,
});
