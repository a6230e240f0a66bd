import { SUBJECTS, type Subject } from "#features/planning/model.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { NamedRecord } from "../../model.ts";
import { instantIn, spanWords } from "./field-words.ts";
import { nameless, nameOf, type Row, recordsOf } from "./name-records.ts";
import type { ReadClock } from "./read-clock.ts";

const RESOURCES: Readonly<Record<Subject, string>> = {
  task: "tasks",
  event: "events",
  commitment: "commitments",
};

/** The blocks that a call would write, each by what it is for and when; none for other calls. */
export async function blocksOf(
  context: SignedIn,
  { capability, input }: { capability: string; input: Row },
  clock: ReadClock,
): Promise<NamedRecord[]> {
  if (capability !== "plan.apply" || !Array.isArray(input.blocks)) return [];
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
