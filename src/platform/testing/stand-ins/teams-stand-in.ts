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

type Teams = {
  chats: Map<string, { topic: string | null; messages: Message[] }>;
  teams: Map<string, { name: string; channels: Map<string, Channel> }>;
  /** `clock`: milliseconds since 1970 of what was said last. */
  state: { epoch: number; change: number; clock: number; mayRead: boolean };
  behaviour: { pageSize: number; paging: Paging };
};

/** Teams in Microsoft Graph, as its public reference describes it: chats by their changes, channels by delta queries. */
export function teamsStandIn(behaviour: Teams["behaviour"]) {
  const store: Teams = {
    ...{ chats: new Map(), teams: new Map(), behaviour },
    state: { epoch: 1, change: 0, clock: Date.UTC(2027, 2, 1), mayRead: true },
  };
  const { chats, teams, state } = store;
  const api: StandInApi = (request) => answerOf(store, request);
  return {
    ...{ api, chats, teams, state },
    postInChat: (chatId: string, content: string, from = BOB): string => {
      const message = messageBy(store, from, content, "html");
      chats.get(chatId)?.messages.push(message);
      return message.id;
    },
    /** Posts in a channel; `root`: as a reply to that message. */
    postInChannel: (teamId: string, channelId: string, content: string, root?: string): string => {
      const channel = teams.get(teamId)?.channels.get(channelId);
      const message = messageBy(store, BOB, content, "html");
      const thread = channel?.roots.find(({ message: first }) => first.id === root);
      if (thread) {
        thread.replies.push(message);
        touch(store, thread);
      } else if (channel) startThread(store, channel, message);
      return message.id;
    },
    edit: (id: string, content: string) => change(store, id, { body: { contentType: "html", content } }),
    erase: (id: string) =>
      change(store, id, { body: { contentType: "html", content: "" }, deletedDateTime: now(store) }),
    clear: () => {
      chats.clear();
      teams.clear();
      Object.assign(state, { mayRead: true });
    },
  };
}

function answerOf(store: Teams, request: StandInRequest) {
  const { path } = request;
  if (path === "/v1.0/me/chats") return listChats(store, request);
  const [, chatId] = /^\/v1\.0\/chats\/([^/]+)\/messages$/.exec(path) ?? [];
  if (chatId) return onChat(store, decodeURIComponent(chatId), request);
  return /^\/v1\.0\/(me\/joinedTeams|teams\/)/.test(path) && !store.state.mayRead
    ? { status: 403, body: { error: { code: "Forbidden" } } }
    : onTeams(store, request);
}

function onTeams(store: Teams, request: StandInRequest) {
  const { path } = request;
  if (path === "/v1.0/me/joinedTeams") return named(store.teams);
  const [, teamId = "", channelId, rest = ""] =
    /^\/v1\.0\/teams\/([^/]+)\/channels(?:\/([^/]+)\/messages(\/.+)?)?$/.exec(path) ?? [];
  const team = store.teams.get(decodeURIComponent(teamId));
  if (teamId === "") return null;
  if (!team) return missing;
  if (channelId === undefined) return named(team.channels);
  const channel = team.channels.get(decodeURIComponent(channelId));
  return channel ? onChannel(store, channel, rest, request) : missing;
}

const named = (listed: ReadonlyMap<string, { name: string }>) => ({
  status: 200,
  body: { value: [...listed].map(([id, { name }]) => ({ id, displayName: name })) },
});

function listChats({ chats, behaviour }: Teams, request: StandInRequest) {
  const { items, next } = paged([...chats], Number(request.query.get("$skip") ?? 0), behaviour);
  return {
    status: 200,
    body: {
      value: items.map(([id, { topic, messages }]) => ({
        ...{ id, topic, chatType: topic === null ? "oneOnOne" : "group" },
        members: [ADA, BOB].map(({ id: userId, displayName }) => ({ userId, displayName })),
        lastMessagePreview: messages.at(-1) && { createdDateTime: messages.at(-1)?.createdDateTime },
      })),
      ...(next !== null && { "@odata.nextLink": `${originOf(request)}${request.path}?$skip=${next}` }),
    },
  };
}

function onChat(store: Teams, id: string, request: StandInRequest) {
  const chat = store.chats.get(id);
  if (!chat) return missing;
  if (request.method === "POST") {
    const message = postedBy(store, request);
    chat.messages.push(message);
    return { status: 201, body: message };
  }
  const after = /lastModifiedDateTime gt (\S+)/.exec(request.query.get("$filter") ?? "")?.[1];
  const found = chat.messages
    .filter(({ lastModifiedDateTime }) => after === undefined || lastModifiedDateTime > after)
    .toSorted((a, b) => (a.lastModifiedDateTime < b.lastModifiedDateTime ? 1 : -1));
  const { items, next: place } = paged(found, Number(request.query.get("$skip") ?? 0), store.behaviour);
  const filter = after ? `&$filter=lastModifiedDateTime gt ${after}` : "";
  const next = `${originOf(request)}/v1.0/chats/${id}/messages?$top=50&$skip=${place}${filter}`;
  return {
    status: 200,
    body: { value: items, ...(place !== null && { "@odata.nextLink": next }) },
  };
}

function onChannel(store: Teams, channel: Channel, rest: string, request: StandInRequest) {
  if (rest === "/delta") return listChanges(store, channel, request);
  if (request.method !== "POST") return missing;
  if (rest === "") return { status: 201, body: startThread(store, channel, postedBy(store, request)) };
  const root = channel.roots.find(({ message }) => rest === `/${message.id}/replies`);
  if (!root) return missing;
  const message = postedBy(store, request);
  root.replies.push(message);
  touch(store, root);
  return { status: 201, body: message };
}

/** A root message is listed again if it or one of its replies changed; with its replies on request. */
function listChanges({ state, behaviour }: Teams, channel: Channel, request: StandInRequest) {
  const { query, path } = request;
  const token = query.get("$deltatoken") ?? query.get("$skiptoken");
  if (token === null && query.get("$expand") !== "replies") return { status: 400, body: {} };
  const [since = 0, epoch = state.epoch, from = 0] = (token ?? "").split(".").filter(Boolean).map(Number);
  if (epoch !== state.epoch) return { status: 410, body: { error: { code: "syncStateNotFound" } } };
  const found = channel.roots.filter(({ change: at }) => at > since);
  const { items, next } = paged(found, from, behaviour);
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
}

const paged = <T>(all: readonly T[], place: number, { pageSize, paging }: Teams["behaviour"]) =>
  pageAt(all, place, { size: Math.min(pageSize, 50), paging });

function startThread(store: Teams, channel: Channel, message: Message): Message {
  const root = { message, replies: [], change: 0 };
  touch(store, root);
  channel.roots.push(root);
  return message;
}

function touch({ state }: Teams, root: Root): void {
  state.change += 1;
  root.change = state.change;
}

/** A minute later than what was said before. */
function now({ state }: Teams): string {
  state.clock += 60_000;
  return new Date(state.clock).toISOString();
}

function messageBy(store: Teams, from: Person, content: string, contentType: "html" | "text"): Message {
  const at = now(store);
  return {
    id: String(Date.parse(at)),
    createdDateTime: at,
    lastModifiedDateTime: at,
    messageType: "message",
    ...{ from: { user: from }, body: { contentType, content } },
  };
}

function postedBy(store: Teams, { body }: StandInRequest): Message {
  const given = JSON.parse(body) as { body: { content: string } };
  return messageBy(store, ADA, given.body.content, "text");
}

/** Changes a message of a chat or of a channel. */
function change(store: Teams, id: string, fields: object): void {
  const [message, root] = [messageOf(store, id), rootOf(store, id)];
  if (message) Object.assign(message, fields, { lastModifiedDateTime: now(store) });
  if (root) touch(store, root);
}

const rootOf = ({ teams }: Teams, id: string): Root | undefined =>
  [...teams.values()]
    .flatMap(({ channels }) => [...channels.values()].flatMap(({ roots }) => roots))
    .find(({ message, replies }) => message.id === id || replies.some((reply) => reply.id === id));

function messageOf(store: Teams, id: string): Message | undefined {
  const root = rootOf(store, id);
  const inChats = [...store.chats.values()].flatMap(({ messages }) => messages);
  return [...inChats, ...(root ? [root.message, ...root.replies] : [])].find((each) => each.id === id);
}

const originOf = ({ headers }: StandInRequest) => `http://${headers.host}`;
