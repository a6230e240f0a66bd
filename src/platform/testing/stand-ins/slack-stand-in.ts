import { type Paging, pageAt } from "../paging.ts";
import type { StandInApi, StandInRequest } from "./oauth-stand-in.ts";

type Message = {
  type: "message";
  ts: string;
  user?: string;
  text: string;
  subtype?: string;
  edited?: { user: string; ts: string };
  thread_ts?: string;
  reply_count?: number;
  latest_reply?: string;
};

/** Slack's Web API on loopback, as its public reference describes it: cursors, threads, refusals with status 200. */
export function slackStandIn() {
  const channels = new Map<string, { name: string; messages: Message[] }>();
  const members = [
    { id: "U1", name: "ada", real_name: "Ada Lovelace" },
    { id: "U2", name: "bob", real_name: "Bob Stone" },
  ];
  const mood = { pageSize: 200, paging: "right" as Paging, refusal: null as string | null };
  let clock = Date.now() / 1000 - 43_200;
  const tick = () => {
    clock += 1;
    return clock.toFixed(6);
  };
  const refused = (error: string) => ({ status: 200, body: { ok: false, error } });
  const answered = (name: string, all: readonly unknown[], { query }: StandInRequest) => {
    const { pageSize: size, paging } = mood;
    const { items, next } = pageAt(all, Number(query.get("cursor") ?? 0), { size, paging });
    const next_cursor = next === null ? "" : String(next);
    return { status: 200, body: { ok: true, [name]: items, response_metadata: { next_cursor } } };
  };

  const put = (channel: { messages: Message[] }, message: Message): void => {
    channel.messages.push(message);
    const parent = channel.messages.find(({ ts }) => ts === message.thread_ts);
    if (!parent || parent === message) return;
    Object.assign(parent, { thread_ts: parent.ts, latest_reply: message.ts });
    parent.reply_count = (parent.reply_count ?? 0) + 1;
  };
  /** Replies in a thread are not in the history, unless they were also sent to the channel. */
  const isTop = ({ ts, thread_ts, subtype }: Message) =>
    thread_ts === undefined || thread_ts === ts || subtype === "thread_broadcast";

  const history = (request: StandInRequest) => {
    const { query } = request;
    const channel = channels.get(query.get("channel") ?? "");
    if (!channel) return refused("channel_not_found");
    const [oldest, latest] = [query.get("oldest") ?? "0", query.get("latest") ?? "9"];
    const isInclusive = query.get("inclusive") === "true";
    const within = ({ ts }: Message) =>
      (ts > oldest && ts < latest) || (isInclusive && (ts === oldest || ts === latest));
    return answered("messages", channel.messages.filter(isTop).filter(within).toReversed(), request);
  };

  const replies = (request: StandInRequest) => {
    const channel = channels.get(request.query.get("channel") ?? "");
    const thread = request.query.get("ts");
    const found =
      channel?.messages.filter(({ ts, thread_ts }) => ts === thread || thread_ts === thread) ?? [];
    return found.length > 0 ? answered("messages", found, request) : refused("thread_not_found");
  };

  const post = ({ body, headers }: StandInRequest) => {
    const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
    const form = isForm ? new URLSearchParams(body) : new URLSearchParams();
    const channel = channels.get(form.get("channel") ?? "");
    const text = form.get("text");
    if (!channel || !text) return refused(channel ? "no_text" : "channel_not_found");
    const [ts, thread_ts] = [tick(), form.get("thread_ts")];
    const message = { type: "message" as const, ts, user: "U1", text, ...(thread_ts && { thread_ts }) };
    put(channel, message);
    return { status: 200, body: { ok: true, channel: form.get("channel"), ts, message } };
  };

  const api: StandInApi = (request) => {
    const [, verb] = /^\/api\/((?:users|conversations|chat)\.\w+)$/.exec(request.path) ?? [];
    if (!verb) return null;
    if (mood.refusal) return refused(mood.refusal);
    // Clients may send what they ask in the body as well as in the address.
    const asked = new URLSearchParams([...request.query, ...new URLSearchParams(request.body)]);
    const given = { ...request, query: asked };
    if (verb === "users.list") return answered("members", members, given);
    if (verb === "users.conversations")
      return answered(
        "channels",
        [...channels].map(([id, { name }]) => ({ id, name, is_im: false })),
        given,
      );
    if (verb === "conversations.history") return history(given);
    if (verb === "conversations.replies") return replies(given);
    if (verb === "chat.postMessage" && request.method === "POST") return post(request);
    return refused("unknown_method");
  };

  const messagesOf = (channel: string) => channels.get(channel)?.messages ?? [];
  return {
    api,
    mood,
    channels,
    /** Returns the message's timestamp, which is its id. */
    say: (channel: string, text: string, more: Partial<Message> = {}): string => {
      const message: Message = { type: "message", ts: tick(), user: "U2", text, ...more };
      const place = channels.get(channel);
      if (place) put(place, message);
      return message.ts;
    },
    /** Later messages get the current time. */
    wake: () => {
      clock = Math.max(clock, Date.now() / 1000);
    },
    edit: (channel: string, wanted: string, text: string) => {
      const message = messagesOf(channel).find(({ ts }) => ts === wanted);
      if (message) Object.assign(message, { text, edited: { user: "U2", ts: tick() } });
    },
    remove: (channel: string, wanted: string) => {
      const place = channels.get(channel);
      if (place) place.messages = place.messages.filter(({ ts }) => ts !== wanted);
    },
    clear: () => {
      channels.clear();
      Object.assign(mood, { pageSize: 200, paging: "right", refusal: null });
    },
  };
}
