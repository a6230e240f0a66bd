import type { Card } from "../model.ts";

type Shape = { kind: string; title: string; subtitle?: string; href(id: string): string };

/** How to show the records that a capability returns, by its resource. */
const SHAPES: Record<string, Shape> = {
  tasks: { kind: "task", title: "title", subtitle: "dueDate", href: (id) => `/tasks?task=${id}` },
  projects: { kind: "project", title: "name", href: (id) => `/tasks/projects/${id}` },
  emails: { kind: "email", title: "subject", subtitle: "sender", href: (id) => `/email?email=${id}` },
  events: { kind: "event", title: "title", subtitle: "startTime", href: (id) => `/calendar?event=${id}` },
  contacts: {
    kind: "contact",
    title: "contactName",
    subtitle: "contactEmail",
    href: (id) => `/communication?contact=${id}`,
  },
  conversations: {
    kind: "conversation",
    title: "name",
    href: (id) => `/communication?conversation=${id}`,
  },
  messages: {
    kind: "message",
    title: "content",
    subtitle: "createdAt",
    href: (id) => `/communication?message=${id}`,
  },
  documents: { kind: "document", title: "title", href: (id) => `/documents/${id}` },
  decisions: { kind: "decision", title: "title", href: (id) => `/team?tab=decisions&decision=${id}` },
  workspaces: {
    kind: "workspace",
    title: "name",
    href: (id) => `/team?tab=workspaces&workspace=${id}`,
  },
};

type Row = Record<string, unknown>;
const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The records in a result: the items of its lists, and the result itself if it is one. */
export function rowsOf(output: unknown): Row[] {
  if (!isRow(output)) return [];
  const lists = Object.values(output).filter((value): value is unknown[] => Array.isArray(value));
  const rows = lists.flat().filter((each): each is Row => isRow(each) && typeof each.id === "string");
  return typeof output.id === "string" ? [output, ...rows] : rows;
}

/** Null for a record without a page of its own. */
export function cardOf(resource: string, row: Row): Card | null {
  const { id } = row;
  if (typeof id !== "string") return null;
  const { kind, title, subtitle, href } = row;
  // Results of the search over all areas already have these fields.
  if (typeof kind === "string" && typeof title === "string" && typeof href === "string")
    return { kind, id, title, subtitle: typeof subtitle === "string" ? subtitle : null, href };
  const shape = SHAPES[resource];
  if (!shape) return null;
  const named = row[shape.title];
  const below = shape.subtitle ? row[shape.subtitle] : null;
  return {
    kind: shape.kind,
    id,
    title: (typeof named === "string" && named.trim() !== "" ? named : "Untitled").slice(0, 200),
    // An instant is written by the page, on the clock of its reader.
    subtitle: typeof below === "string" ? below.slice(0, 200) : null,
    href: shape.href(id),
  };
}
