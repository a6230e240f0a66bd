import { useNavigate, useSearch } from "@tanstack/react-router";
import { readerInstant } from "#platform/time/reader-clock.ts";

const FIELDS = ["area", "outcome", "capability", "person", "from", "to"] as const;

/** The filters in the URL; an empty string is no filter. */
export type AuditFilters = Record<(typeof FIELDS)[number], string>;

export function useAuditFilters() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const place = Object.fromEntries(
    FIELDS.map((field) => [field, typeof search[field] === "string" ? search[field] : ""]),
  ) as AuditFilters;
  const change = (parts: Partial<AuditFilters>) => {
    const next = Object.entries({ ...place, ...parts }).filter(([, value]) => value !== "");
    void navigate({ to: ".", search: Object.fromEntries(next), replace: true, resetScroll: false });
  };
  return { place, change };
}

/** Input of auditLog.list; dates become whole days in the reader's time zone. */
export function auditQuery(place: AuditFilters): Record<string, string> & { outcome?: "done" | "refused" } {
  const { area, outcome, capability, person } = place;
  const [from, to] = [dayOf(place.from, 0), dayOf(place.to, 1)];
  return {
    ...(area && { area }),
    ...((outcome === "done" || outcome === "refused") && { outcome }),
    ...(capability.trim() && { capability: capability.trim() }),
    ...(person.trim() && { email: person.trim() }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

function dayOf(day: string, later: number): string | null {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return null;
  return readerInstant({ year, month, day: date + later, hour: 0, minute: 0 }).toISOString();
}
