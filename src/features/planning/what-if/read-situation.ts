import { sql } from "drizzle-orm";
import type { Commitment } from "#features/commitments/commitment-model.ts";
import { listOpenWith } from "#features/commitments/public/open-with-parties.ts";
import { listPromisesOf } from "#features/commitments/public/promises-of-items.ts";
import { t } from "#i18n/message.ts";
import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import type { Party, WhatIf, WhatIfChange } from "../alternative-model.ts";
import { itemIdOf, MAX_DAYS, type PlanScope, subjectOf } from "../model.ts";
import { addDays } from "../reading/day-spans.ts";
import { type PlanFacts, readFacts } from "../reading/read-facts.ts";
import { type Subjects, spanOf } from "./change-facts.ts";
import { findMissingPerson, type MissingPerson } from "./find-missing-person.ts";
import { readMeetings } from "./read-meetings.ts";

/** All that an answer is made from. */
export type Situation = {
  facts: PlanFacts;
  changes: readonly WhatIfChange[];
  subjects: Subjects;
  /** What was promised or asked for, by the item that does it. */
  promises: ReadonlyMap<string, readonly Commitment[]>;
  /** What missing people owe, by the index of the change. */
  owed: ReadonlyMap<number, readonly Commitment[]>;
  /** Addresses of accounts that promises name. */
  addresses: ReadonlyMap<string, string>;
};

type Asked = Omit<PlanScope, "span"> & Pick<WhatIf, "changes"> & { span?: PlanScope["span"] };

/** Reads it in the open transaction. Throws not_found for an event or a person that is not there. */
export async function readSituation(context: SignedIn, { changes, ...scope }: Asked): Promise<Situation> {
  const { timeZone } = await ownClock(context);
  const facts = await readFacts(
    context,
    covering(scope, changes, dayInZone(context.now, timeZone), timeZone),
  );
  requireOrder(changes, facts);
  const missing = new Map<number, MissingPerson>();
  const owed = new Map<number, readonly Commitment[]>();
  for (const [index, change] of changes.entries()) {
    if (change.kind !== "withoutPerson") continue;
    const found = await findMissingPerson(context, change);
    missing.set(index, found);
    const open = await listOpenWith(context, found.keys);
    owed.set(
      index,
      open.filter(({ owedBy, state }) => owedBy === "them" && state === "open"),
    );
  }
  const waiting = new Map(
    [...owed].map(([index, all]) => [index, all.flatMap(({ taskId }) => taskId ?? [])]),
  );
  const named = changes.flatMap((change) => ("eventId" in change ? [change.eventId] : []));
  const ids = facts.events.map(({ id }) => id);
  const meetings = await readMeetings(context, ids, { required: named, timeZone });
  const promises = await readPromises(context, facts);
  const parties = [...promises.values(), ...owed.values()].flat().flatMap(({ party }) => party ?? []);
  return {
    ...{ facts, changes, promises, owed, subjects: { meetings, missing, waiting } },
    addresses: await addressesOf(context, parties),
  };
}

/** With all changed days, as far as they fit, if no first or last day was asked for. */
function covering(
  { span = "week", ...scope }: Omit<Asked, "changes">,
  changes: readonly WhatIfChange[],
  today: string,
  timeZone: string,
): PlanScope {
  const day = (at: string | Date) => (at instanceof Date ? dayInZone(at, timeZone) : at);
  const firsts = changes.flatMap((change) => daysOf(change).first ?? []).map(day);
  const lasts = changes.flatMap((change) => daysOf(change).last ?? []).map(day);
  const last = lasts.toSorted().at(-1) ?? today;
  const isFar = last > addDays(today, MAX_DAYS - 1);
  const near = isFar ? addDays(firsts.toSorted()[0] ?? today, -DAYS_BEFORE) : today;
  const from = scope.from ?? (near > today ? near : today);
  const usual = addDays(from, span === "day" ? 0 : 6);
  const most = addDays(from, MAX_DAYS - 1);
  const to = scope.to ?? [usual, last > most ? most : last].toSorted().at(-1) ?? usual;
  return { span, ...scope, from, to };
}

/** What is far away is planned with some days before it. */
const DAYS_BEFORE = 3;

function daysOf(change: WhatIfChange): {
  first?: string | Date | undefined;
  last?: string | Date | undefined;
} {
  if ("startTime" in change) return { first: change.startTime, last: change.endTime };
  return "from" in change ? { first: change.from, last: change.to } : {};
}

/** A trip may be given by days and instants, so only here it is known which is first. */
function requireOrder(changes: readonly WhatIfChange[], facts: PlanFacts): void {
  for (const change of changes) {
    if (change.kind !== "trip") continue;
    const { start, end } = spanOf(change, facts);
    if (start >= end) throw new AppError("invalid", LAST_FIRST, { fields: { changes: LAST_FIRST } });
  }
}

const LAST_FIRST = t`The last day must not be before the first`;

async function readPromises(
  context: SignedIn,
  { wanted }: PlanFacts,
): Promise<ReadonlyMap<string, readonly Commitment[]>> {
  const subjects = wanted.map(({ id }) => subjectOf(id));
  const idsOf = (kind: string) => subjects.flatMap(({ subject, id }) => (subject === kind ? [id] : []));
  const found = await listPromisesOf(context, { ids: idsOf("commitment"), taskIds: idsOf("task") });
  const own = found.filter(({ owedBy }) => owedBy === "me");
  const tasks = new Set(idsOf("task"));
  // What became a task that is still open is done by that task.
  return Map.groupBy(own, ({ id, taskId }) =>
    taskId && tasks.has(taskId) ? itemIdOf("task", taskId) : itemIdOf("commitment", id),
  );
}

async function addressesOf({ db }: SignedIn, parties: readonly string[]): Promise<Map<string, string>> {
  const accounts = [...new Set(parties.filter((party) => !party.includes("@")))];
  if (accounts.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; email: string }>(sql`
    select c.user_id as id, lower(c.email) as email from my_colleagues() c
     where c.user_id::text = any(${sql.param(accounts)}::text[])`);
  return new Map(rows.map(({ id, email }) => [id, email]));
}

const ACCOUNT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The other person of a promise. */
export function partyOf(
  { party, partyName }: Commitment,
  { addresses }: Pick<Situation, "addresses">,
): Party {
  const isAddress = party?.includes("@") ?? false;
  const userId = party && ACCOUNT.test(party) ? party : null;
  return {
    name: partyName || (party ?? ""),
    address: isAddress ? party : userId ? (addresses.get(userId) ?? null) : null,
    userId,
  };
}
