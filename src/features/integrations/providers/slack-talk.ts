import { z } from "zod";
import type { WebAnswer } from "#platform/outbound/web-request.ts";
import type { OutsideTalk, Said, TalkService } from "../outside-talk.ts";
import { type Ask, FORM, notAsExpected, ProviderError, readAnswer } from "./provider.ts";

/* https://docs.slack.dev/reference/methods */

const NAME = "Slack";
const PAGE = 200;
const MOST_PAGES = 60;

const Ended = z.object({ ok: z.literal(false), error: z.string().max(200) });
const next = { response_metadata: z.object({ next_cursor: z.string().max(2000).optional() }).optional() };
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
  ...next,
});
const Users = z.object({
  members: z.array(
    z.object({
      id: z.string().min(1).max(50),
      name: z.string().max(200).optional(),
      real_name: z.string().max(200).optional(),
    }),
  ),
  ...next,
});
const History = z.object({ messages: z.array(z.unknown()).max(1000), ...next });
const Message = z.object({
  ts: z.string().regex(/^\d{1,12}\.\d{1,9}$/),
  text: z.string().default(""),
  user: z.string().max(50).optional(),
  username: z.string().max(200).optional(),
  subtype: z.string().max(50).optional(),
});
/** What people said; joins, topics and the like are none of it. */
const SPOKEN = new Set([undefined, "bot_message", "file_share", "me_message", "thread_broadcast"]);

export function slackTalk(ask: Ask, baseUrl: string, accountId: string | null): TalkService {
  const me = accountId?.split("/").at(-1);
  let names: Map<string, string> | null = null;

  async function call<T>(method: string, query: Record<string, string>, schema: z.ZodType<T>): Promise<T> {
    const answer = await ask({ url: `${baseUrl}/${method}?${new URLSearchParams(query)}` });
    return read(answer, schema);
  }

  /** Slack refuses with status 200. */
  function read<T>(answer: WebAnswer, schema: z.ZodType<T>): T {
    const ended = Ended.safeParse(readAnswer(NAME, answer, z.unknown())).data;
    if (ended?.error === "ratelimited")
      throw new ProviderError("limited", `${NAME} asks to wait a while.`, new Date(Date.now() + 60_000));
    if (ended && LOST.has(ended.error))
      throw new ProviderError("refused", `${NAME} refused the connection. Please connect again.`);
    if (ended) throw notAsExpected(NAME);
    return readAnswer(NAME, answer, schema);
  }

  async function* pages<T extends { response_metadata?: { next_cursor?: string | undefined } | undefined }>(
    method: string,
    query: Record<string, string>,
    schema: z.ZodType<T>,
  ): AsyncGenerator<T> {
    let cursor = "";
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const given = { ...query, limit: String(PAGE), ...(cursor && { cursor }) };
      const answer = await call(method, given, schema);
      yield answer;
      cursor = answer.response_metadata?.next_cursor ?? "";
      if (!cursor) return;
    }
  }

  /** Everybody of the workspace, asked for once, when a name is wanted. */
  async function namesOf(): Promise<Map<string, string>> {
    if (names) return names;
    const found = new Map<string, string>();
    for await (const { members } of pages("users.list", {}, Users))
      for (const { id, name, real_name } of members) found.set(id, real_name || name || id);
    names = found;
    return found;
  }

  return {
    origin: "slack",
    conversations: async () => {
      const found: OutsideTalk[] = [];
      const types = { types: "public_channel,private_channel,mpim,im", exclude_archived: "true" };
      for await (const { channels } of pages("users.conversations", types, Channels))
        for (const { id, name, is_im, user } of channels) {
          const other = is_im ? (await namesOf()).get(user ?? "") : undefined;
          found.push({ id, title: other ?? (name ? `#${name}` : "Slack"), latest: null });
        }
      return found;
    },
    since: async (channel, cursor, earliest) => {
      const oldest = cursor ?? String(Math.floor(earliest.getTime() / 1000));
      const said: Said[] = [];
      let quarantined = 0;
      for await (const page of pages("conversations.history", { channel, oldest }, History))
        for (const given of page.messages) {
          const message = Message.safeParse(given).data;
          if (!message) quarantined += 1;
          else if (SPOKEN.has(message.subtype) && message.text.trim() !== "")
            said.push({
              id: message.ts,
              content: plain(message.text, await namesOf()),
              author: message.user === me ? null : await nameOf(message),
              at: new Date(Number(message.ts) * 1000),
            });
        }
      return { said, quarantined, cursorOf: ({ id }) => id };
    },
    post: async (channel, content) => {
      const answer = await ask({
        url: `${baseUrl}/chat.postMessage`,
        method: "POST",
        headers: FORM,
        body: String(new URLSearchParams({ channel, text: escaped(content) })),
      });
      return read(answer, z.object({ ts: z.string().min(1) })).ts;
    },
  };

  async function nameOf({ user, username }: z.output<typeof Message>): Promise<string> {
    return (user && (await namesOf()).get(user)) || username || "Somebody";
  }
}

const LOST = new Set(["invalid_auth", "token_revoked", "token_expired", "account_inactive", "not_authed"]);

/** Slack's own marks (https://docs.slack.dev/messaging/formatting-message-text) as plain words. */
const plain = (text: string, names: ReadonlyMap<string, string>) =>
  text
    .replaceAll(/<@([A-Z0-9]+)(?:\|[^>]*)?>/g, (_, id: string) => `@${names.get(id) ?? "somebody"}`)
    .replaceAll(/<#[A-Z0-9]+\|([^>]*)>/g, "#$1")
    .replaceAll(/<!(\w+)[^>]*>/g, "@$1")
    .replaceAll(/<([^|>]+)\|([^>]+)>/g, "$2 ($1)")
    .replaceAll(/<([^>]+)>/g, "$1")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
