import { eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { evidenceColumns } from "../change-commitments.ts";
import { ACTIVE_STATES, CERTAIN, isActive } from "../commitment-model.ts";
import { listLearnedParties } from "../learn-from-refusals.ts";
import type { FoundCommitment, Reader } from "../model.ts";
import { ownCommitments, type Row } from "../read-commitments.ts";
import { commitments } from "../tables.ts";
import { isSameMatter } from "./compare-words.ts";
import { type Finding, findingsOf } from "./list-findings.ts";
import { recordOf, SOURCES, type SourceMessage, since, type Thread } from "./load-thread.ts";
import { reviseKnown } from "./revise-known.ts";

/**
 * Stores what was found in a thread, again and again with the same result: what is known stays, a later date supersedes
 * the promise with the earlier one, an agreement the request, and what was refused does not return. Returns the ids of
 * what is new or changed.
 */
export async function reconcileThread(
  context: SignedIn,
  thread: Thread,
  messages: readonly SourceMessage[],
  found: readonly FoundCommitment[],
  reader: Reader,
): Promise<string[]> {
  const findings = findingsOf(messages, found, reader);
  const revised = await reviseKnown(context, thread, messages, findings, reader);
  if (findings.length === 0) return revised;
  const known = await context.db
    .select()
    .from(commitments)
    .where(knownOf(context, thread, messages))
    .orderBy(commitments.saidAt, commitments.id);
  const parties = findings.flatMap(({ party }) => party ?? []);
  const learned = new Set((await listLearnedParties(context, parties)).map(({ party }) => party));
  const changed = [...revised];
  for (const finding of findings) {
    if (known.some((row) => isSameFinding(row, finding))) continue;
    const earlier = known.filter((row) => isEarlierOfMatter(row, finding));
    if (earlier.some((row) => repeats(row, finding))) continue;
    const isCertain = finding.confidence >= CERTAIN && !learned.has(finding.party ?? "");
    const newer = known.find((row) => isLaterOfMatter(row, finding));
    const row = await insertFinding(context, thread, finding, isCertain);
    if (!row) continue;
    if (newer) {
      await supersede(context, thread, [row], newer);
      changed.push(row.id);
      continue;
    }
    const replaced = earlier.filter(({ state }) => isActive(state));
    await supersede(context, thread, replaced, row);
    known.push(row);
    for (const old of replaced) old.state = "superseded";
    changed.push(row.id, ...replaced.map(({ id }) => id));
  }
  return changed;
}

/** What is known of a thread and may still change, or is of the last weeks. */
export const knownOf = (
  context: SignedIn,
  { id }: Thread,
  messages: readonly SourceMessage[],
): SQL | undefined =>
  ownCommitments(
    context,
    eq(commitments.threadId, id),
    or(
      sql`${commitments.saidAt} > ${since(context.now)}::timestamptz`,
      inArray(commitments.state, [...ACTIVE_STATES, "refused"]),
      // A mail may have been sent long before it was imported.
      inArray(
        commitments.sourceId,
        messages.map((message) => message.id),
      ),
    ),
  );

const isOfSamePeople = (row: Row, finding: Finding) =>
  row.owedBy === finding.owedBy && row.party === finding.party;

/** Its words, even if what is left of quoted text has moved them. */
const isSameFinding = (row: Row, finding: Finding): boolean =>
  row.sourceId === finding.sourceId &&
  row.kind === finding.kind &&
  isOfSamePeople(row, finding) &&
  (row.sourceOffset === finding.sourceOffset || row.quote === finding.quote);

const isEarlierOfMatter = (row: Row, finding: Finding): boolean =>
  row.saidAt <= finding.saidAt &&
  row.sourceId !== finding.sourceId &&
  isOfSamePeople(row, finding) &&
  (row.kind === finding.kind || finding.kind === "promise") &&
  isSameMatter(row.what, finding.what);

/** It was read before, but said later: what is found is no longer what counts. */
const isLaterOfMatter = (row: Row, finding: Finding): boolean =>
  row.saidAt > finding.saidAt &&
  row.sourceId !== finding.sourceId &&
  isOfSamePeople(row, finding) &&
  (row.kind === finding.kind || row.kind === "promise") &&
  row.state !== "refused" &&
  row.origin !== "person" &&
  isSameMatter(finding.what, row.what);

/** Says nothing new about what is open, or about what the person refused. */
function repeats(row: Row, finding: Finding): boolean {
  if (row.kind !== finding.kind || !(isActive(row.state) || row.state === "refused")) return false;
  if (finding.due === null || finding.due.getTime() === row.due?.getTime()) return true;
  return finding.dueDay !== null && finding.dueDay === row.dueDay;
}

async function insertFinding(
  context: SignedIn,
  thread: Thread,
  finding: Finding,
  isCertain: boolean,
): Promise<Row | undefined> {
  const { actor, now } = context;
  const [row] = await context.db
    .insert(commitments)
    .values({
      ...finding,
      ...{ userId: actor.userId, threadId: thread.id, createdAt: now, updatedAt: now },
      sourceKind: SOURCES[thread.kind].kind,
      origin: "built-in",
      state: isCertain ? "open" : "proposed",
    })
    .onConflictDoNothing()
    .returning();
  return row;
}

async function supersede(
  context: SignedIn,
  thread: Thread,
  replaced: readonly Row[],
  by: Row,
): Promise<void> {
  if (replaced.length === 0 || by.sourceId === null) return;
  const ids = replaced.map(({ id }) => id);
  await context.db
    .update(commitments)
    .set({
      ...{ state: "superseded", supersededBy: by.id, updatedAt: context.now },
      version: sql`${commitments.version} + 1`,
      ...evidenceColumns({
        ...recordOf(thread, by.sourceId),
        sentence: sentenceFor(replaced, by),
        at: by.saidAt,
      }),
    })
    .where(ownCommitments(context, inArray(commitments.id, ids)));
}

function sentenceFor(replaced: readonly Row[], by: Row): string {
  if (replaced.some(({ kind }) => kind !== by.kind)) return t`A later message agrees to it`;
  const isSameDue = replaced.every(({ due }) => due?.getTime() === by.due?.getTime());
  return by.due === null || isSameDue
    ? t`A later message says it again`
    : t`A later message names another date`;
}
