import { z } from "zod";
import { t } from "#i18n/message.ts";
import { Id, Instant } from "#platform/capability/wire.ts";

export const FIGURES = [
  "efficiency",
  "tasksDone",
  "hoursSaved",
  "unreadEmails",
  "meetings",
  "activeTasks",
  "productivity",
  "teamMembers",
  "documents",
  "activeChats",
  "briefing",
] as const;
export type Figure = (typeof FIGURES)[number];

/** What every figure counts, as shown on the dashboard (S1). */
export const DEFINITIONS: Record<Figure, string> = {
  efficiency: t`Of the tasks with a due date that you completed in the last 30 days, the share completed on or before that day.`,
  tasksDone: t`All tasks that you have completed so far, without those in the trash.`,
  hoursSaved: t`The minutes that assistant acts saved you today, measured act by act and added up. Nothing is estimated.`,
  unreadEmails: t`Received messages that you have not opened yet.`,
  meetings: t`Events in your calendar that start today, in your time zone.`,
  activeTasks: t`Tasks that are not completed, without those in the trash.`,
  productivity: t`Of the tasks that were due today or in the six days before, the share that is completed.`,
  teamMembers: t`People who are active members of your active workspaces, you included, each counted once.`,
  documents: t`Documents in your hub, without those in the trash.`,
  activeChats: t`Your conversations that are not archived.`,
  briefing: t`Ready when today's briefing is written, or can be: there is a meeting today, an open task or an unread message.`,
};

const Percent = z.int().min(0).max(100);

const Cards = z.object({
  unreadEmails: z.int(),
  meetings: z.int(),
  activeTasks: z.int(),
  /** Per cent; null while no task was due. */
  productivity: Percent.nullable(),
  teamMembers: z.int(),
  documents: z.int(),
  activeChats: z.int(),
  briefing: z.enum(["Ready", "Pending"]),
});

export const Figures = z.object({
  /** True while the account has no data: the figures are then the specified ones and are labelled 'Sample figures'. */
  sample: z.boolean(),
  /** Per cent; null while no task with a due date was completed. */
  efficiency: Percent.nullable(),
  tasksDone: z.int(),
  /** Hours, to one decimal. */
  hoursSaved: z.number(),
  cards: Cards,
  definitions: z.record(z.enum(FIGURES), z.string()),
});
export type Figures = z.output<typeof Figures>;

/** DASH-05 to DASH-07 and DASH-21 to DASH-29: shown to an empty account, and true of a loaded sample workspace. */
export const SPECIFIED = {
  efficiency: 94,
  tasksDone: 127,
  hoursSaved: 6.5,
  cards: {
    unreadEmails: 127,
    meetings: 3,
    activeTasks: 12,
    productivity: 85,
    teamMembers: 8,
    documents: 156,
    activeChats: 5,
    briefing: "Ready",
  },
} as const satisfies Omit<Figures, "sample" | "definitions">;

/** One of the rows that a figure counts. */
export const FigureRow = z.object({
  id: Id,
  title: z.string(),
  at: Instant,
  /** The row's share of the figure: 1 or 0 for counts and percentages, minutes for 'hours saved'. */
  weight: z.number(),
});

const Split = { open: z.int(), completed: z.int() };

export const Productivity = z.object({
  /** One entry a day on the person's calendar, oldest first, today last. */
  days: z.array(z.object({ date: z.iso.date(), created: z.int(), completed: z.int() })),
  /** Tasks completed in these days, and those open now. */
  byPriority: z.array(z.object({ priority: z.enum(["urgent", "high", "medium", "low"]), ...Split })),
  byProject: z.array(z.object({ projectId: Id.nullable(), projectName: z.string().nullable(), ...Split })),
});
