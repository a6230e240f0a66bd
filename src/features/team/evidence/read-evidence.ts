import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Ballot, Decision, LogEntry } from "../model.ts";
import { findDecision, listBallots } from "../voting/read-decisions.ts";

/** The content of an export: the decision as its reader may see it now. */
export type Evidence = {
  decision: Decision;
  ballots: z.output<typeof Ballot>[];
  entries: LogEntry[];
};

const MAX_ENTRIES = 100_000;

export async function readEvidence(context: SignedIn, id: string): Promise<Evidence> {
  const decision = await findDecision(context, id);
  const { rows } = await context.db.execute<LogEntry>(
    sql`select sequence, kind, body, hash from decision_log_of(${id}, 0, ${MAX_ENTRIES})`,
  );
  const ballots: Evidence["ballots"] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await listBallots(context, { id, limit: 1000, ...(cursor && { cursor }) });
    ballots.push(...page.items);
    cursor = page.nextCursor;
  }
  return { decision, ballots, entries: rows };
}

const INSTRUCTIONS = [
  "Every entry is canonical JSON (RFC 8785) in `body`, and `hash` is the SHA-256 of its UTF-8 bytes in hexadecimal.",
  "Each body names its `sequence`, counted from 1, and in `previous` the hash of the entry before; the first names null.",
  "To check it: hash each body, compare with `hash`, and compare `previous` with the hash before. Any tool will do, for",
  "example: jq -j '.entries[0].body' log.json | sha256sum. The last hash stands for the whole log.",
].join(" ");

/** Everything that is needed to check the log without this program. */
export const evidenceJson = ({ decision: { id, title }, entries }: Evidence): string =>
  `${JSON.stringify({ decision: { id, title }, howToVerify: INSTRUCTIONS, head: entries.at(-1)?.hash ?? null, entries }, null, 1)}\n`;
