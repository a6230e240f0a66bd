import { randomUUID } from "node:crypto";
import type { StandInApi, StandInRequest } from "./oauth-stand-in.ts";

type Item = Record<string, unknown> & { id: string };
type Kept = { item: Item; change: number; isGone: boolean };
type Message = Record<string, unknown> & {
  id: string;
  createdDateTime: string;
  lastModifiedDateTime: string;
};

const gone = (code: string) => ({ status: 410, body: { error: { code } } });
const missing = { status: 404, body: { error: { code: "ErrorItemNotFound" } } };

/**
 * Microsoft Graph on loopback, as its public reference describes it: calendarView/delta with a window in the token,
 * `@removed`, 410 for old tokens, etags with If-Match; chats and their messages; contacts.
 */
export function microsoftStandIn() {
  let change = 0;
  let epoch = 1;
  const events = new Map<string, Kept>();
  const contacts: Item[] = [];
  const chats = new Map<string, { topic: string | null; messages: Message[] }>();
  const mood: { pageSize: number; lure: string | null } = { pageSize: 200, lure: null };

  const put = (item: Item): Item => {
    change += 1;
    const whole: Item = {
      ...{ iCalUId: `uid-${item.id}`, type: "singleInstance", isAllDay: false, isCancelled: false },
      ...{ originalStartTimeZone: "W. Europe Standard Time", showAs: "busy" },
      ...item,
      "@odata.etag": `W/"${item.id}-${change}"`,
    };
    events.set(item.id, { item: whole, change, isGone: false });
    return whole;
  };

  const remove = (id: string): void => {
    change += 1;
    events.set(id, { item: { id }, change, isGone: true });
  };

  const delta = ({ query }: StandInRequest, origin: string) => {
    const token = query.get("$deltatoken") ?? query.get("$skiptoken");
    const [since = 0, wanted = epoch, from = 0] = (token ?? "").split(".").filter(Boolean).map(Number);
    if (wanted !== epoch) return gone("SyncStateNotFound");
    if (token === null && !(query.has("startDateTime") && query.has("endDateTime")))
      return { status: 400, body: { error: { code: "ErrorInvalidParameter" } } };
    const found = [...events.values()]
      .filter((kept) => kept.change > since && (since > 0 || !kept.isGone))
      .map(({ item, isGone }) => (isGone ? { id: item.id, "@removed": { reason: "deleted" } } : item));
    const to = from + mood.pageSize;
    const link = `${origin}/v1.0/me/calendars/main/calendarView/delta`;
    return {
      status: 200,
      body: {
        value: found.slice(from, to),
        ...(to < found.length
          ? { "@odata.nextLink": mood.lure ?? `${link}?$skiptoken=${since}.${epoch}.${to}` }
          : { "@odata.deltaLink": `${link}?$deltatoken=${change}.${epoch}` }),
      },
    };
  };

  const onEvent = (id: string, rest: string | undefined, { method, body, headers }: StandInRequest) => {
    const kept = events.get(id);
    if (!kept || kept.isGone) return missing;
    if (rest === "instances")
      return {
        status: 200,
        body: {
          value: [...events.values()]
            .filter(({ item }) => item.seriesMasterId === id)
            .map(({ item }) => item),
        },
      };
    const condition = headers["if-match"];
    if (condition !== undefined && condition !== kept.item["@odata.etag"])
      return { status: 412, body: { error: { code: "ErrorIrresolvableConflict" } } };
    if (method === "PATCH") return { status: 200, body: put({ ...kept.item, ...JSON.parse(body) }) };
    if (method === "DELETE") {
      remove(id);
      return { status: 204 };
    }
    return { status: 200, body: kept.item };
  };

  const onChat = (id: string, request: StandInRequest) => {
    const chat = chats.get(id);
    if (!chat) return missing;
    if (request.method === "POST") {
      const { body } = JSON.parse(request.body) as { body: { content: string } };
      const at = new Date(Date.UTC(2027, 5, 1) + chat.messages.length * 1000).toISOString();
      const message = {
        ...{
          id: String(Date.parse(at)),
          createdDateTime: at,
          lastModifiedDateTime: at,
          messageType: "message",
        },
        from: { user: { id: "4711", displayName: "Ada Lovelace" } },
        body: { contentType: "text", ...body },
      };
      chat.messages.push(message);
      return { status: 201, body: message };
    }
    const after = /lastModifiedDateTime gt (\S+)/.exec(request.query.get("$filter") ?? "")?.[1];
    const found = chat.messages
      .filter(({ lastModifiedDateTime }) => after === undefined || lastModifiedDateTime > after)
      .toSorted((a, b) => (a.lastModifiedDateTime < b.lastModifiedDateTime ? 1 : -1));
    const from = Number(request.query.get("$skip") ?? 0);
    const to = from + Math.min(mood.pageSize, 50);
    return {
      status: 200,
      body: {
        value: found.slice(from, to),
        ...(to < found.length && {
          "@odata.nextLink": `${originOf(request)}/v1.0/chats/${id}/messages?$top=50&$skip=${to}${after ? `&$filter=lastModifiedDateTime gt ${after}` : ""}`,
        }),
      },
    };
  };

  const api: StandInApi = (request) => {
    const { path, method } = request;
    if (path === "/v1.0/me/calendars")
      return {
        status: 200,
        body: { value: [{ id: "main", name: "Calendar", hexColor: "", canEdit: true }] },
      };
    if (path === "/v1.0/me/calendars/main/calendarView/delta") return delta(request, originOf(request));
    if (path === "/v1.0/me/calendars/main/events" && method === "POST") {
      const body = JSON.parse(request.body) as Record<string, unknown>;
      const known = [...events.values()].find(({ item }) => item.transactionId === body.transactionId);
      if (known && !known.isGone)
        return { status: 409, body: { error: { code: "ErrorDuplicateTransactionId" } } };
      const type = body.recurrence ? "seriesMaster" : "singleInstance";
      return { status: 201, body: put({ ...body, type, id: randomUUID() }) };
    }
    const [, id, rest] = /^\/v1\.0\/me\/events\/([^/]+)(?:\/(instances))?$/.exec(path) ?? [];
    if (id) return onEvent(decodeURIComponent(id), rest, request);
    if (path === "/v1.0/me/contacts/delta") return { status: 200, body: contactsPage(request) };
    if (path === "/v1.0/me/chats")
      return {
        status: 200,
        body: {
          value: [...chats].map(([chatId, { topic, messages }]) => ({
            ...{ id: chatId, topic, chatType: topic === null ? "oneOnOne" : "group" },
            members: [
              { userId: "4711", displayName: "Ada Lovelace" },
              { userId: "u2", displayName: "Bob Stone" },
            ],
            lastMessagePreview: messages.at(-1) && { createdDateTime: messages.at(-1)?.createdDateTime },
          })),
        },
      };
    const [, chatId] = /^\/v1\.0\/chats\/([^/]+)\/messages$/.exec(path) ?? [];
    return chatId ? onChat(decodeURIComponent(chatId), request) : null;
  };

  const contactsPage = (request: StandInRequest) => {
    const link = `${originOf(request)}/v1.0/me/contacts/delta`;
    const isLater = request.query.has("$deltatoken");
    return { value: isLater ? [] : contacts, "@odata.deltaLink": `${link}?$deltatoken=${epoch}` };
  };

  return {
    ...{ api, mood, put, remove, contacts, chats },
    /** Changed without a word in the next delta, as a series is whose occurrence was deleted. */
    putQuietly: (item: Item) => {
      const before = events.get(item.id)?.change ?? 0;
      put(item);
      const kept = events.get(item.id);
      if (kept) kept.change = before;
    },
    read: (id: string) => events.get(id)?.item,
    all: () => [...events.values()].filter(({ isGone }) => !isGone).map(({ item }) => item),
    say: (chatId: string, content: string, from = { id: "u2", displayName: "Bob Stone" }) => {
      const chat = chats.get(chatId);
      const at = new Date(Date.UTC(2027, 2, 1) + (chat?.messages.length ?? 0) * 60_000).toISOString();
      chat?.messages.push({
        ...{
          id: String(Date.parse(at)),
          createdDateTime: at,
          lastModifiedDateTime: at,
          messageType: "message",
        },
        from: { user: from },
        body: { contentType: "html", content },
      });
    },
    /** Every token that was given out has expired. */
    expireTokens: () => {
      epoch += 1;
    },
    clear: () => {
      events.clear();
      chats.clear();
      contacts.length = 0;
      Object.assign(mood, { pageSize: 200, lure: null });
    },
  };
}

const originOf = ({ headers }: StandInRequest) => `http://${headers.host}`;
