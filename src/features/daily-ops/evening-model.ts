import { z } from "zod";
import { t, term } from "#i18n/message.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { BriefingLine, CalendarDay } from "./model.ts";

/** What the evening says, in this order. */
export const EVENING_PARTS = ["done", "moved", "tomorrow"] as const;
export type EveningPart = (typeof EVENING_PARTS)[number];

export const EVENING_LABELS: Record<EveningPart, string> = {
  done: term("Done today", "heading"),
  moved: t`Moved today`,
  tomorrow: t`First tomorrow`,
};

export const EveningLine = BriefingLine.extend({ part: z.enum(EVENING_PARTS) });
export type EveningLine = z.infer<typeof EveningLine>;

export const Evening = z.object({
  date: CalendarDay,
  /** The end of the working hours of the day. */
  from: Instant,
  /** True from then on until the day ends. */
  isTime: z.boolean(),
  lines: z.array(EveningLine),
  /** Open tasks due on the day. */
  left: z.array(z.object({ id: Id, title: z.string(), dueDate: Instant })),
});
export type Evening = z.output<typeof Evening>;
export type EveningOnWire = z.input<typeof Evening>;
