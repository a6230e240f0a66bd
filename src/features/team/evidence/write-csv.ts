import { CSV_MARK, csvLine } from "#platform/capability/csv.ts";
import type { LogEntry } from "../model.ts";

const COLUMNS = ["Entry", "When", "Who", "What", "For", "Vote", "Reason", "Hash", "Body"];

type Person = { name: string } | null;
type EntryBody = {
  at: string;
  by: Person;
  facts: { voter?: Person; vote?: string; comment?: string | null };
};

/** The log as a table: who voted what, when and with which comment, and the columns needed to verify it. */
export function logCsv(entries: readonly LogEntry[]): string {
  const rows = entries.map(({ sequence, kind, body, hash }) => {
    const entry = body === null ? null : (JSON.parse(body) as EntryBody);
    const { voter, vote, comment } = entry?.facts ?? {};
    return [
      String(sequence),
      entry?.at ?? "",
      entry ? (entry.by?.name ?? "Adjutant") : "",
      kind,
      voter?.name ?? "",
      vote ?? "",
      comment ?? "",
      hash,
      body ?? "",
    ];
  });
  return CSV_MARK + [COLUMNS, ...rows].map(csvLine).join("");
}
