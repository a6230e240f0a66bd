import { and, eq } from "drizzle-orm";
import {
  type ChangeHint,
  type Importer,
  RESET_CURSOR,
  type Run,
} from "#features/integrations/public/importer.ts";
import type { SendRequest } from "#features/integrations/public/provider.ts";
import { providerApi } from "#features/integrations/public/provider-api.ts";
import { providerSystemOf } from "#features/integrations/public/provider-config.ts";
import { remoteCursors } from "#features/integrations/public/tables.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { slackMessages } from "../providers/slack-messages.ts";
import { teamsMessages } from "../providers/teams-messages.ts";
import { CursorExpired, type MessageService, type RemoteConversation } from "./message-service.ts";
import { deleteMissing, storeChunk } from "./store-external-messages.ts";

const DAY = 86_400_000;
/** How far back the first synchronisation reads. */
const HISTORY = 90 * DAY;
const RECENT = 7 * DAY;
const CHUNK = 250;

export function messageServiceOf(
  config: SignedIn["config"],
  { provider, accountId }: Pick<Run["row"], "provider" | "accountId">,
  sendRequest: SendRequest,
): MessageService {
  const { name, apiUrl } = providerSystemOf(config, provider);
  return provider === "slack"
    ? slackMessages(sendRequest, apiUrl, accountId)
    : teamsMessages(providerApi(sendRequest, name, apiUrl), accountId);
}

/**
 * Imports new messages of the user's conversations, each from its own cursor. The conversations synced longest ago come
 * first, so that a provider's rate limit cannot block any of them for ever.
 */
async function importMessages(run: Run): Promise<undefined> {
  const { connectionContext: connection, row, sendRequest } = run;
  const service = messageServiceOf(connection.config, row, sendRequest);
  const cursors = await cursorsOf(run);
  // Removes conversations that are listed twice.
  const all = [
    ...new Map(
      (await service.conversations()).map((conversation) => [conversation.id, conversation]),
    ).values(),
  ];
  const selected = run.only ? all.filter(({ id }) => id === run.only?.resource) : all;
  const readAt = ({ id }: RemoteConversation) => cursors.get(id)?.updatedAt.getTime() ?? 0;
  const ordered = selected.toSorted((a, b) => readAt(a) - readAt(b));
  run.resources.push(...all.map(({ id, latest }) => ({ id, latest })));
  for (const [step, conversation] of ordered.entries()) {
    const cursor = cursors.get(conversation.id)?.cursor ?? null;
    if (cursor !== null && !run.only && hasNothingNew(conversation, cursor)) continue;
    await run.progress(0, { step: step + 1, steps: ordered.length });
    await importConversation(run, service, conversation, cursor);
  }
  return undefined;
}

/** True without new messages and without recent ones that could have been edited. */
const hasNothingNew = ({ latest }: RemoteConversation, cursor: string) =>
  latest !== null && latest.getTime() <= timeOf(cursor) && latest.getTime() < Date.now() - RECENT;

/** Slack's cursors are seconds since 1970, those of Teams chats are ISO timestamps. */
const timeOf = (cursor: string) => (/^[\d.]+$/.test(cursor) ? Number(cursor) * 1000 : Date.parse(cursor));

async function importConversation(
  run: Run,
  service: MessageService,
  conversation: RemoteConversation,
  cursor: string | null,
): Promise<void> {
  const startedAt = new Date();
  const hints: readonly ChangeHint[] = run.only?.hints ?? [];
  const read = (from: string | null) =>
    service.since(conversation.id, from, new Date(Date.now() - HISTORY), from === null ? [] : hints);
  if (cursor === RESET_CURSOR) run.counts.isFull = true;
  const changes = await read(cursor === RESET_CURSOR ? null : cursor).catch((error: unknown) => {
    if (!(error instanceof CursorExpired)) throw error;
    run.counts.isFull = true;
    return read(null);
  });
  run.counts.quarantined += changes.quarantined;
  const messages = changes.messages.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const place = { row: run.row, origin: service.origin, conversation };
  for (let from = 0; from === 0 || from < messages.length; from += CHUNK) {
    const chunk = messages.slice(from, from + CHUNK);
    const last = chunk.at(-1);
    const isEnd = from + CHUNK >= messages.length;
    const after = isEnd || !last ? changes.cursor : (changes.cursorAfter?.(last) ?? null);
    const stored = await inOwnTransaction(run.context, "write", (own) =>
      storeChunk(own, place, chunk, { cursor: after, isHistory: cursor === null }),
    );
    await run.progress(stored);
  }
  run.counts.removed += await inOwnTransaction(run.context, "write", (own) =>
    deleteMissing(own, place, changes, startedAt),
  );
}

type Cursor = { cursor: string; updatedAt: Date };

async function cursorsOf({ context, row }: Run): Promise<Map<string, Cursor>> {
  const rows = await inOwnTransaction(context, "read", ({ db }) =>
    db
      .select({
        resource: remoteCursors.resource,
        cursor: remoteCursors.cursor,
        updatedAt: remoteCursors.updatedAt,
      })
      .from(remoteCursors)
      .where(and(eq(remoteCursors.sourceId, row.id), eq(remoteCursors.userId, row.userId))),
  );
  return new Map(rows.map(({ resource, ...rest }) => [resource, rest]));
}

export const messageImporter: Importer = { kind: "messages", run: importMessages };
