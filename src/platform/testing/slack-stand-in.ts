import type { StandInApi } from "./oauth-stand-in.ts";

type Message = { type: "message"; ts: string; user?: string; text: string; subtype?: string };

/** Slack's Web API on loopback, as its public reference describes it: cursors, refusals with status 200. */
export function slackStandIn() {
  const channels = new Map<string, { name: string; messages: Message[] }>();
  const members = [
    { id: "U1", name: "ada", real_name: "Ada Lovelace" },
    { id: "U2", name: "bob", real_name: "Bob Stone" },
  ];
  const mood = { pageSize: 200, refusal: null as string | null };
  let clock = Date.now() / 1000 - 86_400;
  const tick = () => {
    clock += 1;
    return clock.toFixed(6);
  };
  const refused = (error: string) => ({ status: 200, body: { ok: false, error } });
  const page = <T>(all: readonly T[], cursor: string | null) => {
    const from = Number(cursor ?? 0);
    const to = from + mood.pageSize;
    return { found: all.slice(from, to), next_cursor: to < all.length ? String(to) : "" };
  };

  const api: StandInApi = ({ path, query, body, method, headers }) => {
    const [, verb] = /^\/api\/((?:users|conversations|chat)\.\w+)$/.exec(path) ?? [];
    if (!verb) return null;
    if (mood.refusal) return refused(mood.refusal);
    const cursor = query.get("cursor");
    if (verb === "users.list") {
      const { found, next_cursor } = page(members, cursor);
      return { status: 200, body: { ok: true, members: found, response_metadata: { next_cursor } } };
    }
    if (verb === "users.conversations") {
      const all = [...channels].map(([id, { name }]) => ({ id, name, is_im: false }));
      const { found, next_cursor } = page(all, cursor);
      return { status: 200, body: { ok: true, channels: found, response_metadata: { next_cursor } } };
    }
    if (verb === "conversations.history") {
      const channel = channels.get(query.get("channel") ?? "");
      if (!channel) return refused("channel_not_found");
      const oldest = Number(query.get("oldest") ?? 0);
      const since = channel.messages.filter(({ ts }) => Number(ts) > oldest).toReversed();
      const { found, next_cursor } = page(since, cursor);
      return { status: 200, body: { ok: true, messages: found, response_metadata: { next_cursor } } };
    }
    if (verb === "chat.postMessage" && method === "POST") {
      const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
      const form = isForm ? new URLSearchParams(body) : new URLSearchParams();
      const channel = channels.get(form.get("channel") ?? "");
      const text = form.get("text");
      if (!channel || !text) return refused(channel ? "no_text" : "channel_not_found");
      const ts = tick();
      channel.messages.push({ type: "message", ts, user: "U1", text });
      return { status: 200, body: { ok: true, ts } };
    }
    return refused("unknown_method");
  };

  return {
    api,
    mood,
    channels,
    say: (channel: string, text: string, more: Partial<Message> = {}) => {
      channels.get(channel)?.messages.push({ type: "message", ts: tick(), user: "U2", text, ...more });
    },
    clear: () => {
      channels.clear();
      Object.assign(mood, { pageSize: 200, refusal: null });
    },
  };
}
