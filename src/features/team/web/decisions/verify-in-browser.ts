import type { LogEntry } from "../../model.ts";
import { brokenEntry } from "../../verify-log.ts";
import { decisions } from "../api.ts";

export type Verdict = {
  entries: number;
  brokenAt: number | null;
  votesAgree: boolean | null;
  /** Whether this browser verified it too. */
  isVerifiedHere: boolean;
};

/** The server's verdict; if the browser can hash (https or localhost), it verifies every entry too. */
export async function verifyInBrowser(id: string): Promise<Verdict> {
  const verdict = await decisions.verify.call({ id });
  if (!globalThis.crypto?.subtle) return { ...verdict, isVerifiedHere: false };
  const brokenHere = await brokenEntry(await readAll(id));
  return { ...verdict, brokenAt: verdict.brokenAt ?? brokenHere, isVerifiedHere: true };
}

async function readAll(id: string): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  let hasMore = true;
  while (hasMore) {
    const page = await decisions.log.call({ id, after: entries.length, limit: 1000 });
    entries.push(...page.items);
    hasMore = page.hasMore && page.items.length > 0;
  }
  return entries;
}
