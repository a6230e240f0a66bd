import { and, eq, sql } from "drizzle-orm";
import { keepOutsideConversation, keepOutsideMessages } from "#features/communication/keep-outside-talk.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inside } from "#platform/capability/inside.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import { systemOf } from "./find-system.ts";
import type { StoredIntegration } from "./keep-tokens.ts";
import { outsideApi } from "./outside-api.ts";
import type { OutsideTalk, Said, TalkService } from "./outside-talk.ts";
import type { Ask } from "./providers/provider.ts";
import { slackTalk } from "./providers/slack-talk.ts";
import { teamsTalk } from "./providers/teams-talk.ts";
import type { Run } from "./sync-integration.ts";
import { remoteCursors, remoteLinks } from "./tables.ts";

const DAY = 86_400_000;
/** How far back the first synchronisation reads. */
const HISTORY = 90 * DAY;
const CHUNK = 250;

export function talkOf(
  config: SignedIn["config"],
  { provider, accountId }: Pick<StoredIntegration, "provider" | "accountId">,
  ask: Ask,
): TalkService {
  const { name, apiUrl } = systemOf(config, provider);
  return provider === "slack"
    ? slackTalk(ask, apiUrl, accountId)
    : teamsTalk(outsideApi(ask, name, apiUrl), accountId);
}

/** What was said in the person's conversations since the last time, each from its own cursor. */
export async function bringMessages(run: Run): Promise<void> {
  const { desk, row, ask } = run;
  const service = talkOf(desk.config, row, ask);
  for (const talk of await service.conversations()) {
    const cursor = await cursorOf(run, talk.id);
    if (cursor !== null && talk.latest && talk.latest.getTime() <= timeOf(cursor)) continue;
    await bringTalk(run, service, talk, cursor);
  }
}

/** Slack's cursors are seconds, those of Teams moments. */
const timeOf = (cursor: string) => (/^[\d.]+$/.test(cursor) ? Number(cursor) * 1000 : Date.parse(cursor));

async function bringTalk(
  run: Run,
  service: TalkService,
  talk: OutsideTalk,
  cursor: string | null,
): Promise<void> {
  const found = await service.since(talk.id, cursor, new Date(Date.now() - HISTORY));
  run.haul.quarantined += found.quarantined;
  const said = found.said.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  for (let from = 0; from < said.length; from += CHUNK) {
    const chunk = said.slice(from, from + CHUNK);
    const last = chunk.at(-1);
    if (!last) return;
    const stored = await inside(run.context, "write", (own) =>
      keepChunk(own, run.row, service, talk, chunk, {
        cursor: found.cursorOf(last),
        isHistory: cursor === null,
      }),
    );
    await run.progress(stored);
  }
}

type Kept = { cursor: string; isHistory: boolean };

/** Messages, their links and the cursor after them in one transaction: what comes twice is there already. */
async function keepChunk(
  context: SignedIn,
  { id: sourceId, userId }: StoredIntegration,
  { origin }: TalkService,
  { id: remoteId, title }: OutsideTalk,
  chunk: readonly Said[],
  { cursor, isHistory }: Kept,
): Promise<number> {
  const { db } = context;
  const [link] = await db
    .select()
    .from(remoteLinks)
    .where(linkOf(sourceId, "conversation", remoteId));
  const conversationId = await keepOutsideConversation(context, {
    id: link?.recordId ?? null,
    origin,
    title,
  });
  if (link?.recordId !== conversationId)
    await db
      .insert(remoteLinks)
      .values({ userId, sourceId, kind: "conversation", remoteId, recordId: conversationId })
      .onConflictDoUpdate({
        target: [remoteLinks.sourceId, remoteLinks.kind, remoteLinks.remoteId],
        set: { recordId: conversationId },
      });
  const names = chunk.map(({ id }) => `${remoteId}:${id}`);
  const known = await db
    .select({ remoteId: remoteLinks.remoteId })
    .from(remoteLinks)
    .where(
      and(
        eq(remoteLinks.sourceId, sourceId),
        eq(remoteLinks.kind, "message"),
        sql`${remoteLinks.remoteId} = any(${sql.param(names)}::text[])`,
      ),
    );
  const met = new Set(known.map((each) => each.remoteId));
  const fresh = chunk.filter(({ id }) => {
    const name = `${remoteId}:${id}`;
    return !met.has(name) && Boolean(met.add(name));
  });
  const ids = await keepOutsideMessages(context, { id: conversationId, title }, fresh, isHistory);
  if (ids.length > 0)
    await db.insert(remoteLinks).values(
      fresh.flatMap(({ id }, index) => {
        const recordId = ids[index];
        return recordId
          ? [{ userId, sourceId, kind: "message" as const, remoteId: `${remoteId}:${id}`, recordId }]
          : [];
      }),
    );
  await db
    .insert(remoteCursors)
    .values({ userId, sourceId, resource: remoteId, cursor })
    .onConflictDoUpdate({
      target: [remoteCursors.sourceId, remoteCursors.resource],
      set: { cursor, updatedAt: new Date() },
    });
  await recordAnnouncements(db, [
    { resource: "conversations", ids: [conversationId], audience: [userId] },
    { resource: "messages", ids, audience: [userId] },
  ]);
  return ids.length;
}

const linkOf = (sourceId: string, kind: "conversation", remoteId: string) =>
  and(eq(remoteLinks.sourceId, sourceId), eq(remoteLinks.kind, kind), eq(remoteLinks.remoteId, remoteId));

async function cursorOf({ context, row }: Run, resource: string): Promise<string | null> {
  const [found] = await inside(context, "read", ({ db }) =>
    db
      .select({ cursor: remoteCursors.cursor })
      .from(remoteCursors)
      .where(and(eq(remoteCursors.sourceId, row.id), eq(remoteCursors.resource, resource))),
  );
  return found?.cursor ?? null;
}
