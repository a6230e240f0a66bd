import type { assistant } from "../api.ts";

/** A record that the page shows. */
export type FocusedRecord = Pick<Parameters<typeof assistant.focus.call>[0], "kind" | "id">;
type Kind = FocusedRecord["kind"];

const UUID = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})";

/** Addresses of pages that show one record. */
const PLACES: readonly (readonly [RegExp, Kind])[] = [
  [new RegExp(`^/tasks/projects/${UUID}`), "project"],
  [new RegExp(`^/documents/${UUID}`), "document"],
];
/** Parameters of addresses that open one record, by the first part of the path. */
const PARAMETERS: Readonly<Record<string, readonly (readonly [string, Kind])[]>> = {
  tasks: [["task", "task"]],
  email: [["email", "email"]],
  calendar: [["event", "event"]],
  communication: [
    ["contact", "contact"],
    ["conversation", "conversation"],
  ],
  team: [
    ["decision", "decision"],
    ["workspace", "workspace"],
  ],
};

/** The record that an address shows; null for a page of many. */
export function recordAt(path: string, search: string): FocusedRecord | null {
  for (const [place, kind] of PLACES) {
    const id = place.exec(path)?.[1];
    if (id) return { kind, id };
  }
  const given = new URLSearchParams(search);
  for (const [name, kind] of PARAMETERS[path.split("/")[1] ?? ""] ?? []) {
    const id = given.get(name);
    if (id && new RegExp(`^${UUID}$`).test(id)) return { kind, id };
  }
  return null;
}

let focused: FocusedRecord | null = null;
/** By conversation, the record that it was told last: it is told once. */
const told = new Map<string, string>();

/** Sets what the panel over a page is about; null where there is no panel. */
export const setFocus = (record: FocusedRecord | null): void => {
  focused = record;
};

/** The record that a conversation has to be told now; null if it knows, or nothing is in focus. */
export function recordInFocus(visit: string): FocusedRecord | null {
  if (!focused || told.get(visit) === focused.id) return null;
  told.set(visit, focused.id);
  return focused;
}
