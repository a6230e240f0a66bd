import type { LogEntry } from "./model.ts";

/**
 * Number of the first invalid entry, or null. Runs on the server, in the browser and for anybody who verifies an
 * export.
 */
export async function brokenEntry(entries: readonly LogEntry[]): Promise<number | null> {
  let previous: string | null = null;
  for (const [index, entry] of entries.entries()) {
    const isKnown = entry.body !== null;
    if (isKnown && !(await holds(entry, index + 1, previous))) return index + 1;
    previous = entry.hash;
  }
  return null;
}

/** Callers skip concealed entries (no body): their hash is verified only by the next entry, which contains it. */
async function holds({ body, hash, sequence }: LogEntry, expected: number, previous: string | null) {
  if (sequence !== expected || (await sha256(body ?? "")) !== hash) return false;
  const entry = parsed(body ?? "");
  return entry?.sequence === expected && entry.previous === previous && canonicalJson(entry) === body;
}

/** RFC 8785 for the values of a log: sorted keys, no spaces. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function parsed(body: string): Record<string, unknown> | null {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    // A line that is no JSON is shown as one that was changed.
    return null;
  }
}
