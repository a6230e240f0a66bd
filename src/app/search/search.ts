import { sql } from "drizzle-orm";
import { z } from "zod";
import { read, resource } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";

/**
 * The records of every area, for the palette. Each slice with searchable records has one reviewed SECURITY DEFINER
 * function per kind in its SQL,
 *
 *     search_<kind>(asked text, most integer) returns table (id uuid, title text, subtitle text, rank real)
 *
 * and a second one, `search_<kind>_fuzzy`, for misspellings. They filter by owner themselves, because row-level
 * security prevents the use of a search index. A new kind needs those two functions and one line below. Each reads its
 * own index and returns at most `most` rows, so one statement over all of them is as fast as the slowest. Equally good
 * matches are sorted newest first, alternating between areas.
 *
 * They are planned with the actual search text: a frequent word is found by scanning from the newest record, a rare
 * one by its index.
 */
const KINDS = [
  { kind: "task", found: "search_tasks", href: (id: string) => `/tasks?task=${id}` },
  { kind: "project", found: "search_projects", href: (id: string) => `/tasks/projects/${id}` },
  { kind: "email", found: "search_emails", href: (id: string) => `/email?email=${id}` },
  { kind: "event", found: "search_events", href: (id: string) => `/calendar?event=${id}` },
  {
    kind: "conversation",
    found: "search_conversations",
    href: (id: string) => `/communication?conversation=${id}`,
  },
  { kind: "contact", found: "search_contacts", href: (id: string) => `/communication?contact=${id}` },
  { kind: "message", found: "search_messages", href: (id: string) => `/communication?message=${id}` },
  {
    kind: "workspace",
    found: "search_workspaces",
    href: (id: string) => `/team?tab=workspaces&workspace=${id}`,
  },
  {
    kind: "decision",
    found: "search_decisions",
    href: (id: string) => `/team?tab=decisions&decision=${id}`,
  },
  { kind: "document", found: "search_documents", href: (id: string) => `/documents/${id}` },
] as const;

const MAX_RESULTS = 20;
const Kind = z.enum(KINDS.map(({ kind }) => kind));
type Kind = z.output<typeof Kind>;

const Found = z.object({
  kind: Kind,
  id: z.uuid(),
  title: z.string(),
  subtitle: z.string().nullable(),
  /** Where the record is shown. */
  href: z.string(),
});

export const search = resource("search", {
  query: read({
    summary: "Search all records by words or word beginnings; if nothing matches, by similar titles",
    input: z.strictObject({
      text: z.string().trim().max(200),
      /** Only records of these kinds. */
      kinds: z.array(Kind).min(1).max(KINDS.length).optional(),
    }),
    output: z.object({ results: z.array(Found) }),
    access: "user",
    run: async (context, { text, kinds }) => {
      if (text === "") return { results: [] };
      const among = KINDS.filter(({ kind }) => kinds?.includes(kind) ?? true);
      const exact = await find(context, text, "", among);
      return { results: exact.length > 0 ? exact : await find(context, text, "_fuzzy", among) };
    },
  }),
});

type Row = { kind: Kind; id: string; title: string; subtitle: string };

async function find(
  { db }: SignedIn,
  text: string,
  suffix: "" | "_fuzzy",
  among: readonly (typeof KINDS)[number][],
) {
  const kinds = among.map(
    ({ kind, found }) =>
      sql`select ${kind}::text as kind, found.* from ${sql.identifier(found + suffix)}(${text}, ${MAX_RESULTS})
        with ordinality as found(id, title, subtitle, rank, place)`,
  );
  const { rows } = await db.execute<Row>(
    sql`select kind, id, title, subtitle from (${sql.join(kinds, sql` union all `)}) every_kind
      order by rank desc, place, title, id limit ${MAX_RESULTS}`,
  );
  return rows.map(({ kind, id, title, subtitle }) => ({
    kind,
    id,
    title,
    subtitle: subtitle || null,
    href: hrefOf(kind, id),
  }));
}

const hrefOf = (kind: Kind, id: string) => KINDS.find((each) => each.kind === kind)?.href(id) ?? "/";
