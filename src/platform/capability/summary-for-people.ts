const PROGRAM_CLAUSE = /`|\bversion\b|\bwhatever their\b|\bnull\b/;

/**
 * The summary of a capability without what it says to programs only.
 * 'Update the given fields of a task; an outdated `version` is rejected' → 'Update a task'.
 */
export function withoutProgramClauses(summary: string): string {
  const [first = "", ...others] = summary.split(/; |, all or none/);
  const clauses = others.filter((clause) => !PROGRAM_CLAUSE.test(clause) && clause.trim() !== "");
  const words = [first, ...clauses]
    .join("; ")
    .replace("the given fields of ", "")
    .replace(/\bup to \d+ /, "")
    .replaceAll("`", "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
