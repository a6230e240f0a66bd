import { createHash } from "node:crypto";

/** SHA-256 of a call: the approved call must be the one that was shown. */
export const inputHashOf = (capability: string, input: unknown): string =>
  createHash("sha256")
    .update(`${capability}\n${canonical(input)}`)
    .digest("hex");

/** The same text for equal values, whatever the order of fields that PostgreSQL returns. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`);
  return `{${fields.join(",")}}`;
}
