import { type Paging, pageAt } from "../paging.ts";
import type { StandInApi, StandInRequest } from "./oauth-stand-in.ts";

type Message = Record<string, unknown> & {
  id: string;
  createdDateTime: string;
  lastModifiedDateTime: string;
  deletedDateTime?: string;
};
type Root = { message: Message; replies: Message[]; change: number };
type Channel = { name: string; roots: Root[] };
type Person = { id: string; displayName: string };

const missing = { status: 404, body: { error: { code: "NotFound" } } };
const BOB: Person = { id: "u2", displayName: "Bob Stone" };
const ADA: Person = { id: "4711", displayName: "Ada Lovelace" };

/** Teams in Microsoft Graph, as its public reference describes it: chats by their changes, channels by delta queries. */
export function teamsStandIn(mood: { pageSize: number; paging: Paging }) {
  const chats = new Map<string, { topic: string | null; messages: Message[] }>();
  const teams = new Map<string, { name: string; channels: Map<string, Channel> }>();
  const state = { epoch: 1, change: 0, clock: Date.UTC(2027, 2, 1), mayRead: true };
  const now = () => {
    state.clock += 60_000;
    return new Date(state.clock).toISOString();
  };
  const messageBy = (from: Person, content: string, contentType: "html" | "text"): Message => {
    const at = now();
    return {
      ...{
        id: String(Date.parse(at)),
        createdDateTime: at,
        lastModifiedDateTime: at,
        messageType: "message",
      },
      ...{ from: { user: from }, body: { contentType, content } },
    };
  };
  const asPosted = ({ body }: StandInRequest): Message => {
    const given = JSON.parse(body) as { body: { content: string } };
    return messageBy(ADA, given.body.content, "text");
  };
  const changedTo = (message: Message, fields: object) =>
    Object.assign(message, fields, { lastModifiedDateTime: now() });

  const paged = <T>(all: readonly T[], place: number) =>
    pageAt(all, place, { size: Math.min(mood.pageSize, 50), paging: mood.paging });

  const onChat = (id: string, request: StandInRequest) => {
    const chat = chats.get(id);
    if (!chat) return missing;
    if (request.method === "POST") {
      const message = asPosted(request);
      chat.messages.push(message);
      return { status: 201, body: message };
    }
    const after = /lastModifiedDateTime gt (\S+)/.exec(request.query.get("$filter") ?? "")?.[1];
    const found = chat.messages
      .filter(({ lastModifiedDateTime }) => after === undefined || lastModifiedDateTime > after)
      .toSorted((a, b) => (a.lastModifiedDateTime < b.lastModifiedDateTime ? 1 : -1));
    const { items, next: place } = paged(found, Number(request.query.get("$skip") ?? 0));
    const filter = after ? `&$filter=lastModifiedDateTime gt ${after}` : "";
    const next = `${originOf(request)}/v1.0/chats/${id}/messages?$top=50&$skip=${place}${filter}`;
    return {
      status: 200,
      body: { value: items, ...(place !== null && { "@odata.nextLink": next }) },
    };
  };

  /** A root message is listed again if it or one of its replies changed; with its replies on request. */
  const delta = (channel: Channel, request: StandInRequest) => {
    const { query, path } = request;
    const token = query.get("$deltatoken") ?? query.get("$skiptoken");
    if (token === null && query.get("$expand") !== "replies") return { status: 400, body: {} };
    const [since = 0, epoch = state.epoch, from = 0] = (token ?? "").split(".").filter(Boolean).map(Number);
    if (epoch !== state.epoch) return { status: 410, body: { error: { code: "syncStateNotFound" } } };
    const found = channel.roots.filter(({ change }) => change > since);
    const { items, next } = paged(found, from);
    const link = `${originOf(request)}${path}`;
    return {
      status: 200,
      body: {
        value: items.map(({ message, replies }) => ({ ...message, replies })),
        ...(next !== null
          ? { "@odata.nextLink": `${link}?$skiptoken=${since}.${epoch}.${next}` }
          : { "@odata.deltaLink": `${link}?$deltatoken=${state.change}.${epoch}` }),
      },
    };
  };

  const touch = (root: Root) => {
    state.change += 1;
    root.change = state.change;
  };
  const begin = (channel: Channel, message: Message) => {
    const root = { message, replies: [], change: 0 };
    touch(root);
    channel.roots.push(root);
    return message;
  };

  const onChannel = (channel: Channel, rest: string, request: StandInRequest) => {
    if (rest === "/delta") return delta(channel, request);
    if (request.method !== "POST") return missing;
    if (rest === "") return { status: 201, body: begin(channel, asPosted(request)) };
    const root = channel.roots.find(({ message }) => rest === `/${message.id}/replies`);
    if (!root) return missing;
    const message = asPosted(request);
    root.replies.push(message);
    touch(root);
    return { status: 201, body: message };
  };

  const api: StandInApi = (request) => {
    const { path } = request;
    if (path === "/v1.0/me/chats") {
      const { items, next } = paged([...chats], Number(request.query.get("$skip") ?? 0));
      return {
        status: 200,
        body: {
          value: items.map(([id, { topic, messages }]) => ({
            ...{ id, topic, chatType: topic === null ? "oneOnOne" : "group" },
            members: [ADA, BOB].map(({ id: userId, displayName }) => ({ userId, displayName })),
            lastMessagePreview: messages.at(-1) && { createdDateTime: messages.at(-1)?.createdDateTime },
          })),
          ...(next !== null && { "@odata.nextLink": `${originOf(request)}${path}?$skip=${next}` }),
        },
      };
    }
    const [, chatId] = /^\/v1\.0\/chats\/([^/]+)\/messages$/.exec(path) ?? [];
    if (chatId) return onChat(decodeURIComponent(chatId), request);
    if (/^\/v1\.0\/(me\/joinedTeams|teams\/)/.test(path) && !state.mayRead)
      return { status: 403, body: { error: { code: "Forbidden" } } };
    if (path === "/v1.0/me/joinedTeams")
      return {
        status: 200,
        body: { value: [...teams].map(([id, { name }]) => ({ id, displayName: name })) },
      };
    const [, teamId = "", channelId, rest = ""] =
      /^\/v1\.0\/teams\/([^/]+)\/channels(?:\/([^/]+)\/messages(\/.+)?)?$/.exec(path) ?? [];
    const team = teams.get(decodeURIComponent(teamId));
    if (teamId === "") return null;
    if (!team) return missing;
    if (channelId === undefined)
      return {
        status: 200,
        body: { value: [...team.channels].map(([id, { name }]) => ({ id, displayName: name })) },
      };
    const channel = team.channels.get(decodeURIComponent(channelId));
    return channel ? onChannel(channel, rest, request) : missing;
  };

  const rootOf = (id: string): Root | undefined =>
    [...teams.values()]
      .flatMap(({ channels }) => [...channels.values()].flatMap(({ roots }) => roots))
      .find(({ message, replies }) => message.id === id || replies.some((reply) => reply.id === id));
  const messageOf = (id: string): Message | undefined => {
    const root = rootOf(id);
    const inChats = [...chats.values()].flatMap(({ messages }) => messages);
    return [...inChats, ...(root ? [root.message, ...root.replies] : [])].find((each) => each.id === id);
  };
  const change = (id: string, fields: object) => {
    const [message, root] = [messageOf(id), rootOf(id)];
    if (message) changedTo(message, fields);
    if (root) touch(root);
  };

  return {
    ...{ api, chats, teams, state },
    say: (chatId: string, content: string, from = BOB): string => {
      const message = messageBy(from, content, "html");
      chats.get(chatId)?.messages.push(message);
      return message.id;
    },
    /** Posts in a channel; `root`: as a reply to that message. */
    tell: (teamId: string, channelId: string, content: string, root?: string): string => {
      const channel = teams.get(teamId)?.channels.get(channelId);
      const message = messageBy(BOB, content, "html");
      const thread = channel?.roots.find(({ message: first }) => first.id === root);
      if (thread) {
        thread.replies.push(message);
        touch(thread);
      } else if (channel) begin(channel, message);
      return message.id;
    },
    edit: (id: string, content: string) => change(id, { body: { contentType: "html", content } }),
    erase: (id: string) => change(id, { body: { contentType: "html", content: "" }, deletedDateTime: now() }),
    clear: () => {
      chats.clear();
      teams.clear();
      Object.assign(state, { mayRead: true });
    },
  };
}

const originOf = ({ headers }: StandInRequest) => `http://${headers.host}`;
