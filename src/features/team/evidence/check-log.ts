import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import type { LogEntry, LogVerdict } from "../model.ts";
import { decisionVotes } from "../tables.ts";
import { brokenEntry } from "../verify-log.ts";

/** Verifies the hash of every entry, and compares the logged votes with the stored ones if the votes are public. */
export async function checkLog(
  { db }: SignedIn,
  id: string,
  areVotesVisible: boolean,
): Promise<z.output<typeof LogVerdict>> {
  const { rows } = await db.execute<LogEntry>(
    sql`select sequence, kind, body, hash from decision_log_to_check(${id})`,
  );
  const brokenAt = await brokenEntry(rows);
  const verdict = { entries: rows.length, head: rows.at(-1)?.hash ?? null, brokenAt };
  if (!areVotesVisible || brokenAt !== null) return { ...verdict, votesAgree: null };
  const stored = await db
    .select({ userId: decisionVotes.userId, vote: decisionVotes.vote, comment: decisionVotes.comment })
    .from(decisionVotes)
    .where(eq(decisionVotes.decisionId, id));
  const logged = replayedVotes(rows);
  const votesAgree =
    stored.length === logged.size &&
    stored.every(({ userId, vote, comment }) => {
      const loggedVote = logged.get(userId);
      return loggedVote?.vote === vote && loggedVote.comment === comment;
    });
  return { ...verdict, votesAgree };
}

type LoggedVote = { voter: { id: string }; vote: string; comment: string | null };
type Entry = { kind: string; facts: LoggedVote & { votes?: LoggedVote[] } };

/** The last vote of each person. */
function replayedVotes(entries: readonly LogEntry[]): Map<string, LoggedVote> {
  const votes = new Map<string, LoggedVote>();
  for (const { body } of entries) {
    const { kind, facts } = JSON.parse(body ?? "{}") as Entry;
    const cast = kind === "vote" ? [facts] : kind === "taken over" ? (facts.votes ?? []) : [];
    for (const vote of cast) votes.set(vote.voter.id, vote);
  }
  return votes;
}
