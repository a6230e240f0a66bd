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

type Channel = { name: string; messages: Message[] };
type Slack = {
  channels: Map<string, Channel>;
  behaviour: { pageSize: number; paging: Paging; refusal: string | null };
  /** Seconds since 1970 of what was said last. */
  clock: number;
};

const MEMBERS = [
  { id: "U1", name: "ada", real_name: "Ada Lovelace" },
  { id: "U2", name: "bob", real_name: "Bob Stone" },
];

/** Slack's Web API on loopback, as its public reference describes it: cursors, threads, refusals with status 200. */
export function slackStandIn() {
  const slack: Slack = {
    channels: new Map(),
    behaviour: { pageSize: 200, paging: "right", refusal: null },
    clock: Date.now() / 1000 - 43_200,
  };
  const { channels, behaviour } = slack;
  const api: StandInApi = (request) => answerOf(slack, request);
  const messagesOf = (channel: string) => channels.get(channel)?.messages ?? [];
  return {
    api,
    behaviour,
    channels,
    /** Returns the message's timestamp, which is its id. */
    post: (channel: string, text: string, more: Partial<Message> = {}): string => {
      const message: Message = { type: "message", ts: tick(slack), user: "U2", text, ...more };
      const place = channels.get(channel);
      if (place) put(place, message);
      return message.ts;
    },
    /** Later messages get the current time. */
    wake: () => {
      slack.clock = Math.max(slack.clock, Date.now() / 1000);
    },
    edit: (channel: string, messageTs: string, text: string) => {
      const message = messagesOf(channel).find(({ ts }) => ts === messageTs);
      if (message) Object.assign(message, { text, edited: { user: "U2", ts: tick(slack) } });
    },
    remove: (channel: string, messageTs: string) => {
      const place = channels.get(channel);
      if (place) place.messages = place.messages.filter(({ ts }) => ts !== messageTs);
    },
    clear: () => {
      channels.clear();
      Object.assign(behaviour, { pageSize: 200, paging: "right", refusal: null });
    },
  };
}

function answerOf(slack: Slack, request: StandInRequest) {
  const { channels, behaviour } = slack;
  const [, verb] = /^\/api\/((?:users|conversations|chat)\.\w+)$/.exec(request.path) ?? [];
  if (!verb) return null;
  if (behaviour.refusal) return refused(behaviour.refusal);
  // Clients may send what they ask in the body as well as in the address.
  const asked = new URLSearchParams([...request.query, ...new URLSearchParams(request.body)]);
  if (verb === "users.list") return paged(slack, "members", MEMBERS, asked);
  if (verb === "users.conversations") {
    const listed = [...channels].map(([id, { name }]) => ({ id, name, is_im: false }));
    return paged(slack, "channels", listed, asked);
  }
  if (verb === "conversations.history") return listHistory(slack, asked);
  if (verb === "conversations.replies") return listReplies(slack, asked);
  if (verb === "chat.postMessage" && request.method === "POST") return postMessage(slack, request);
  return refused("unknown_method");
}

const refused = (error: string) => ({ status: 200, body: { ok: false, error } });

function paged({ behaviour }: Slack, name: string, all: readonly unknown[], query: URLSearchParams) {
  const { pageSize: size, paging } = behaviour;
  const { items, next } = pageAt(all, Number(query.get("cursor") ?? 0), { size, paging });
  const next_cursor = next === null ? "" : String(next);
  return { status: 200, body: { ok: true, [name]: items, response_metadata: { next_cursor } } };
}

function listHistory(slack: Slack, query: URLSearchParams) {
  const channel = slack.channels.get(query.get("channel") ?? "");
  if (!channel) return refused("channel_not_found");
  const [oldest, latest] = [query.get("oldest") ?? "0", query.get("latest") ?? "9"];
  const isInclusive = query.get("inclusive") === "true";
  const isInRange = ({ ts }: Message) =>
    (ts > oldest && ts < latest) || (isInclusive && (ts === oldest || ts === latest));
  return paged(slack, "messages", channel.messages.filter(isTop).filter(isInRange).toReversed(), query);
}

/** Replies in a thread are not in the history, unless they were also sent to the channel. */
const isTop = ({ ts, thread_ts, subtype }: Message) =>
  thread_ts === undefined || thread_ts === ts || subtype === "thread_broadcast";

function listReplies(slack: Slack, query: URLSearchParams) {
  const channel = slack.channels.get(query.get("channel") ?? "");
  const thread = query.get("ts");
  const found = channel?.messages.filter(({ ts, thread_ts }) => ts === thread || thread_ts === thread) ?? [];
  return found.length > 0 ? paged(slack, "messages", found, query) : refused("thread_not_found");
}

function postMessage(slack: Slack, { body, headers }: StandInRequest) {
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
  const form = isForm ? new URLSearchParams(body) : new URLSearchParams();
  const channel = slack.channels.get(form.get("channel") ?? "");
  const text = form.get("text");
  if (!channel || !text) return refused(channel ? "no_text" : "channel_not_found");
  const [ts, thread_ts] = [tick(slack), form.get("thread_ts")];
  const message = { type: "message" as const, ts, user: "U1", text, ...(thread_ts && { thread_ts }) };
  put(channel, message);
  return { status: 200, body: { ok: true, channel: form.get("channel"), ts, message } };
}

function put(channel: Channel, message: Message): void {
  channel.messages.push(message);
  const parent = channel.messages.find(({ ts }) => ts === message.thread_ts);
  if (!parent || parent === message) return;
  Object.assign(parent, { thread_ts: parent.ts, latest_reply: message.ts });
  parent.reply_count = (parent.reply_count ?? 0) + 1;
}

/** A second later than what was said before. */
function tick(slack: Slack): string {
  slack.clock += 1;
  return slack.clock.toFixed(6);
}
