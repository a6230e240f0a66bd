import { z } from "zod";
import type { ChangeHint } from "#features/integrations/public/importer.ts";
import type { SendRequest } from "#features/integrations/public/provider.ts";
import { escaped, NEXT, plain, slackApi } from "#features/integrations/public/slack-api.ts";
import type {
  MessageChanges,
  MessageRef,
  MessageService,
  RemoteConversation,
  RemoteMessage,
} from "../external/message-service.ts";

const WEEK = 7 * 86_400_000;
const DAY = 86_400_000;
/** The most pages of known messages that are read again. */
const MAX_PAGES_REREAD = 5;
/** Threads whose replies are all read per sync, most recently active first; of these, those without a new reply. */
const MAX_THREADS = 20;
const MAX_THREADS_REREAD = 5;

const Channels = z.object({
  channels: z.array(
    z.object({
      id: z.string().min(1).max(50),
      name: z.string().max(200).optional(),
      is_im: z.boolean().optional(),
      user: z.string().max(50).optional(),
      is_archived: z.boolean().optional(),
    }),
  ),
  ...NEXT,
});
const Users = z.object({
  members: z.array(
    z.object({
      id: z.string().min(1).max(50),
      name: z.string().max(200).optional(),
      real_name: z.string().max(200).optional(),
    }),
  ),
  ...NEXT,
});
const History = z.object({ messages: z.array(z.unknown()).max(1000), ...NEXT });
const Stamp = z.string().regex(/^\d{10}\.\d{6}$/);
const Message = z.object({
  ts: Stamp,
  thread_ts: Stamp.optional(),
  latest_reply: Stamp.optional(),
  text: z.string().default(""),
  user: z.string().max(50).optional(),
  username: z.string().max(200).optional(),
  subtype: z.string().max(50).optional(),
  edited: z.object({ ts: z.string().max(30) }).optional(),
});
type Message = z.output<typeof Message>;
/** Subtypes with text from people or apps; joins, topic changes and the like are excluded. */
const TEXT_SUBTYPES = new Set([undefined, "bot_message", "file_share", "me_message", "thread_broadcast"]);

/**
 * Slack's history does not report edits and deletions. Each sync therefore reads again the newest pages of a
 * conversation, one week at most, and the threads of the last day. Changes from the Events API (`hints`) may be older.
 */
export function slackMessages(
  sendRequest: SendRequest,
  baseUrl: string,
  accountId: string | null,
): MessageService {
  const api = slackApi(sendRequest, baseUrl);
  const slack: Slack = { api, me: accountId?.split("/").at(-1), people: listPeopleOnce(api) };
  return {
    origin: "slack",
    conversations: () => listConversations(slack),
    since: (channel, cursor, earliest, hints) => readChanges(slack, channel, { cursor, earliest, hints }),
    post: async (channel, content, thread) => {
      const form = { channel, text: escaped(content), ...(thread && { thread_ts: thread }) };
      const { ts } = await api.post("chat.postMessage", form, z.object({ ts: Stamp }));
      return { id: ts, thread, version: null };
    },
  };
}

type Slack = {
  api: ReturnType<typeof slackApi>;
  /** The id of whose account this is. */
  me: string | undefined;
  /** Id of a person → name. */
  people(): Promise<Map<string, string>>;
};

/** All members of the workspace, requested once, when the first name is needed. */
function listPeopleOnce(api: Slack["api"]): Slack["people"] {
  let names: Map<string, string> | null = null;
  return async () => {
    if (names) return names;
    const found = new Map<string, string>();
    for await (const { members } of api.pages("users.list", {}, Users))
      for (const { id, name, real_name } of members) found.set(id, real_name || name || id);
    names = found;
    return found;
  };
}

async function listConversations({ api, people }: Slack): Promise<RemoteConversation[]> {
  const found: RemoteConversation[] = [];
  const types = { types: "public_channel,private_channel,mpim,im", exclude_archived: "true" };
  for await (const { channels } of api.pages("users.conversations", types, Channels))
    for (const { id, name, is_im, user } of channels) {
      const other = is_im ? (await people()).get(user ?? "") : undefined;
      found.push({ id, title: other ?? (name ? `#${name}` : "Slack"), latest: null });
    }
  return found;
}

type Since = { cursor: string | null; earliest: Date; hints: readonly ChangeHint[] };

async function readChanges(slack: Slack, channel: string, { cursor, earliest, hints }: Since) {
  const changes: MessageChanges = {
    messages: [],
    deleted: [],
    completeRanges: [],
    quarantined: 0,
    cursor: stampOf(earliest),
  };
  const lately = stampOf(new Date(Date.now() - WEEK));
  const oldest = cursor === null ? changes.cursor : cursor < lately ? cursor : lately;
  const found = await readHistory(slack, { channel, oldest, cursor }, changes);
  for (const message of found) changes.messages.push(...(await parseMessage(slack, message)));
  const threads = threadsOf(found, cursor ?? "");
  for (const { ts } of threads) await readReplies(slack, channel, ts, changes);
  const read = new Set(threads.map(({ ts }) => ts));
  for (const hint of hints)
    if (hint.thread === null || !read.has(hint.thread)) await readHinted(slack, channel, hint, changes);
  const newest = changes.messages.reduce(
    (latest, { id }) => (id > latest ? id : latest),
    cursor ?? changes.cursor,
  );
  return {
    ...changes,
    cursor: newest,
    cursorAfter: ({ id }: MessageRef) => (id > (cursor ?? "") ? id : (cursor ?? id)),
  };
}

type HistoryRange = { channel: string; oldest: string; cursor: string | null };

/** Newest first: at least PAGES_AGAIN pages, then back to the cursor. */
async function readHistory(
  { api }: Slack,
  { channel, oldest, cursor }: HistoryRange,
  changes: MessageChanges,
): Promise<Message[]> {
  const found: Message[] = [];
  let from = stampOf(new Date());
  let isSure = true;
  let pages = 0;
  for await (const page of api.pages("conversations.history", { channel, oldest }, History)) {
    const read = page.messages.map((given) => Message.safeParse(given).data);
    const known = read.filter((message) => message !== undefined);
    found.push(...known);
    changes.quarantined += read.length - known.length;
    isSure &&= known.length === read.length;
    const last = known.at(-1)?.ts;
    from = page.response_metadata?.next_cursor ? (last ?? from) : oldest;
    pages += 1;
    if (cursor !== null && last !== undefined && last <= cursor && pages >= MAX_PAGES_REREAD) break;
  }
  if (isSure) changes.completeRanges.push({ thread: null, from, at: momentOf(from) });
  return found;
}

async function readReplies(
  slack: Slack,
  channel: string,
  thread: string,
  changes: MessageChanges,
): Promise<void> {
  const found: Message[] = [];
  let isSure = true;
  for await (const page of slack.api.pages("conversations.replies", { channel, ts: thread }, History))
    for (const given of page.messages) {
      const message = Message.safeParse(given).data;
      if (!message) {
        changes.quarantined += 1;
        isSure = false;
      } else if (message.ts !== thread) found.push({ ...message, thread_ts: thread });
    }
  for (const message of found) changes.messages.push(...(await parseMessage(slack, message)));
  if (isSure) changes.completeRanges.push({ thread, from: thread, at: momentOf(thread) });
}

/** Reads one message again; a reply is read with its thread. */
async function readHinted(
  slack: Slack,
  channel: string,
  { id, thread }: ChangeHint,
  changes: MessageChanges,
): Promise<void> {
  if (thread !== null) return readReplies(slack, channel, thread, changes);
  const query = { channel, oldest: id, latest: id, inclusive: "true", limit: "1" };
  const isThere = await slack.api
    .pages("conversations.history", query, History)
    .next()
    .then(({ value }) => value?.messages ?? []);
  const message = Message.safeParse(isThere[0]).data;
  const words = message?.ts === id ? await parseMessage(slack, message) : [];
  if (words.length === 0) changes.deleted.push({ id, thread });
  else if (!changes.messages.some((each) => each.id === id)) changes.messages.push(...words);
}

/** One message, or none where nobody said anything. */
async function parseMessage({ me, people }: Slack, message: Message): Promise<RemoteMessage[]> {
  if (!TEXT_SUBTYPES.has(message.subtype) || message.text.trim() === "") return [];
  const { ts, thread_ts: thread, text, user, username, edited } = message;
  const called = await people();
  return [
    {
      id: ts,
      thread: thread !== undefined && thread !== ts ? thread : null,
      content: plain(text, called),
      author: user === me ? null : (user && called.get(user)) || username || "Somebody",
      at: momentOf(ts),
      version: edited?.ts ?? null,
    },
  ];
}

/** Threads with a reply since the cursor, and some with a reply within the last day. */
function threadsOf(found: readonly Message[], cursor: string): Message[] {
  const lastOf = ({ latest_reply }: Message) => latest_reply ?? "";
  const withReplies = found
    .filter((message) => lastOf(message) !== "")
    .toSorted((a, b) => (lastOf(a) < lastOf(b) ? 1 : -1));
  const fresh = withReplies.filter((message) => lastOf(message) > cursor);
  const yesterday = stampOf(new Date(Date.now() - DAY));
  const again = withReplies.filter((message) => lastOf(message) <= cursor && lastOf(message) > yesterday);
  return [...fresh, ...again.slice(0, MAX_THREADS_REREAD)].slice(0, MAX_THREADS);
}

const momentOf = (stamp: string) => new Date(Number(stamp) * 1000);
const stampOf = (at: Date) => (at.getTime() / 1000).toFixed(6);
