import { SUBJECTS, type Subject } from "#features/planning/model.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { CallDescription, NamedRecord } from "../../model.ts";
import { instantIn, spanWords } from "./field-words.ts";
import { nameless, nameOf, type Row, recordsOf } from "./name-records.ts";
import type { ReadClock } from "./read-clock.ts";

const RESOURCES: Readonly<Record<Subject, string>> = {
  task: "tasks",
  event: "events",
  commitment: "commitments",
};

/** A call that its blocks and steps say completely; the rest of its input is for programs. */
export const writesPlan = (capability: string): boolean =>
  capability === "plan.apply" || capability === "plan.applyWhatIf";
/** Kinds and ids of records, which the sentence names. */
export const PLAN_ITEMS = ["item", "items"];

type Line = CallDescription["lines"][number];

/** What a way to go on does to events, and the mails that it prepares; none for other calls. */
export async function stepLines(
  context: SignedIn,
  { capability, input }: { capability: string; input: Row },
  clock: ReadClock,
): Promise<Line[]> {
  if (capability !== "plan.applyWhatIf") return [];
  const steps = rowsIn(input.steps);
  const events = await recordsOf(
    context,
    "events",
    steps.flatMap(({ eventId }) => (typeof eventId === "string" ? [eventId] : [])),
  );
  const drafts = rowsIn(input.drafts).map(({ to, subject }) => ({
    label: t`Draft`,
    value: `${[to].flat().join(", ")}: ${String(subject)}`,
    before: null,
  }));
  return [
    ...steps.map((step) => {
      const title = nameOf(events.get(String(step.eventId))) ?? (nameOf(step) || nameless());
      const [start, end] = [instantIn(step.startTime), instantIn(step.endTime)];
      const when = start && end ? spanWords(start, end, step.isAllDay === true, clock) : null;
      return {
        label: stepLabel(String(step.kind)),
        value: [title, when].filter(Boolean).join(", "),
        before: null,
      };
    }),
    ...drafts,
  ];
}

const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : []);

const STEPS: Readonly<Record<string, () => string>> = {
  move: () => t`Move`,
  shorten: () => t`Shorten`,
  ask: () => t`Ask to shorten`,
  remove: () => t`Remove`,
  decline: () => t`Decline`,
  create: () => t`Create`,
};
const stepLabel = (kind: string): string => (STEPS[kind] ?? (() => t`Change`))();

/** The blocks that a call would write, each by what it is for and when; none for other calls. */
export async function blocksOf(
  context: SignedIn,
  { capability, input }: { capability: string; input: Row },
  clock: ReadClock,
): Promise<NamedRecord[]> {
  if (!writesPlan(capability) || !Array.isArray(input.blocks)) return [];
  const blocks = (input.blocks as Row[]).map(({ item, startTime, endTime }) => {
    const [subject = "", id = ""] = String(item).split(":");
    return { subject, id, start: instantIn(startTime), end: instantIn(endTime) };
  });
  const names = new Map<string, Row>();
  for (const subject of SUBJECTS) {
    const ids = blocks.filter((block) => block.subject === subject).map(({ id }) => id);
    for (const [id, row] of await recordsOf(context, RESOURCES[subject], ids)) names.set(id, row);
  }
  return blocks.map(({ subject, id, start, end }) => ({
    title: titleOf(subject, nameOf(names.get(id)) ?? nameless()),
    subtitle: start && end ? spanWords(start, end, false, clock) : null,
    href: subject === "task" ? `/tasks?task=${id}` : subject === "event" ? `/calendar?event=${id}` : null,
  }));
}

const titleOf = (subject: string, name: string): string =>
  subject === "event" ? t`Prepare: ${name}` : subject === "commitment" ? t`Answer: ${name}` : name;
