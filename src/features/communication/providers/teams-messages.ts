import { z } from "zod";
import type { ProviderApi } from "#features/integrations/public/provider-api.ts";
import {
  CursorExpired,
  type MessageChanges,
  type MessageRef,
  type MessageService,
  type RemoteConversation,
} from "../external/message-service.ts";
import { Message, readTeamsMessage, type TeamsMessage } from "./read-teams-message.ts";

/* https://learn.microsoft.com/graph/api/resources/chatmessage */

const MAX_PAGES = 2000;
const MAX_TEAMS = 50;

const Chats = z.object({
  value: z.array(
    z.object({
      id: z.string().min(1).max(500),
      topic: z.string().nullish(),
      members: z
        .array(z.object({ userId: z.string().nullish(), displayName: z.string().max(300).nullish() }))
        .nullish(),
      lastMessagePreview: z.object({ createdDateTime: z.string().max(60).nullish() }).nullish(),
    }),
  ),
  "@odata.nextLink": z.string().max(20_000).optional(),
});
const Named = z.object({
  value: z
    .array(z.object({ id: z.string().min(1).max(500), displayName: z.string().max(300).nullish() }))
    .max(1000),
});
const Page = z.object({
  value: z.array(z.unknown()).max(200),
  "@odata.nextLink": z.string().max(20_000).optional(),
  "@odata.deltaLink": z.string().max(20_000).optional(),
});
type Page = z.output<typeof Page>;

/** Chats by the modification time of their messages, channels by delta queries: both report edits and deletions. */
export function teamsMessages(api: ProviderApi, accountId: string | null): MessageService {
  const teams: Teams = { api, accountId };
  return {
    origin: "teams",
    conversations: async () => [...(await listChats(teams)), ...(await listChannels(api))],
    since: (conversationId, cursor, earliest) =>
      conversationId.includes("/")
        ? readChannelChanges(teams, conversationId, { cursor, earliest })
        : readChatChanges(teams, conversationId, cursor ?? earliest.toISOString()),
    post: async (conversationId, content, thread) => {
      const isAnswer = thread !== null && conversationId.includes("/");
      const messages = messagesUrl(api, conversationId);
      const place = isAnswer ? `${messages}/${encodeURIComponent(thread)}/replies` : messages;
      const answer = await api.send("POST", place, { body: { contentType: "text", content } });
      const { id, lastModifiedDateTime } = api.read(Message, answer);
      const at: MessageRef = { id, thread: isAnswer ? thread : null };
      return { ...at, version: lastModifiedDateTime ?? null };
    },
  };
}

type Teams = { api: ProviderApi; accountId: string | null };

async function listChats({ api, accountId }: Teams): Promise<RemoteConversation[]> {
  const found: RemoteConversation[] = [];
  const guardPage = api.pageGuard();
  let link: string | undefined = `${api.baseUrl}/me/chats?$expand=members,lastMessagePreview&$top=50`;
  for (let page = 0; link && page < MAX_PAGES; page += 1) {
    const answer: z.output<typeof Chats> = api.parse(Chats, await api.get(guardPage(link)));
    for (const { id, topic, members, lastMessagePreview } of answer.value) {
      const others = (members ?? []).filter(({ userId }) => userId !== accountId);
      const title = topic || others.map(({ displayName }) => displayName ?? "").join(", ");
      const at = Date.parse(lastMessagePreview?.createdDateTime ?? "");
      found.push({ id, title: title || "Teams", latest: Number.isNaN(at) ? null : new Date(at) });
    }
    link = requireSameOrigin(api, answer["@odata.nextLink"]);
  }
  return found;
}

/** Without the administrator's consent or without teams, the chats are still read. */
async function listChannels(api: ProviderApi): Promise<RemoteConversation[]> {
  const named = async (url: string) => {
    const answer = await api.get(url, [400, 403, 404]);
    return answer === null ? [] : api.parse(Named, answer).value;
  };
  const found: RemoteConversation[] = [];
  for (const team of (await named(`${api.baseUrl}/me/joinedTeams`)).slice(0, MAX_TEAMS))
    for (const { id, displayName } of await named(
      `${api.baseUrl}/teams/${encodeURIComponent(team.id)}/channels`,
    ))
      found.push({
        id: `${team.id}/${id}`,
        title: `${team.displayName || "Team"} · ${displayName || "Channel"}`,
        latest: null,
      });
  return found;
}

async function readChatChanges(
  { api, accountId }: Teams,
  chat: string,
  after: string,
): Promise<MessageChanges> {
  const query = new URLSearchParams({
    $top: "50",
    $orderby: "lastModifiedDateTime desc",
    $filter: `lastModifiedDateTime gt ${after}`,
  });
  const changes: MessageChanges = {
    messages: [],
    deleted: [],
    completeRanges: [],
    quarantined: 0,
    cursor: after,
  };
  await readPages(api, `${messagesUrl(api, chat)}?${query}`, (given) => {
    const changed = readTeamsMessage(changes, given, null, accountId)?.lastModifiedDateTime;
    if (changed && changed > changes.cursor) changes.cursor = changed;
  });
  return changes;
}

type Since = { cursor: string | null; earliest: Date };

async function readChannelChanges(
  { api, accountId }: Teams,
  channel: string,
  { cursor, earliest }: Since,
): Promise<MessageChanges> {
  const query = new URLSearchParams({
    $top: "50",
    $expand: "replies",
    $filter: `lastModifiedDateTime gt ${earliest.toISOString()}`,
  });
  const changes: MessageChanges = {
    messages: [],
    deleted: [],
    completeRanges: [],
    quarantined: 0,
    cursor: "",
  };
  const first = requireSameOrigin(api, cursor ?? undefined) ?? `${messagesUrl(api, channel)}/delta?${query}`;
  const delta = await readPages(api, first, (given) => {
    const root: TeamsMessage | undefined = readTeamsMessage(changes, given, null, accountId);
    for (const reply of root?.replies ?? []) readTeamsMessage(changes, reply, root?.id ?? null, accountId);
  });
  if (!delta) throw api.unexpectedResponse();
  return { ...changes, cursor: delta };
}

/** Reads all pages; returns the delta link of the last one. */
async function readPages(
  api: ProviderApi,
  first: string,
  onItem: (given: unknown) => void,
): Promise<string | undefined> {
  const guardPage = api.pageGuard();
  let link: string | undefined = first;
  let delta: string | undefined;
  for (let page = 0; link && page < MAX_PAGES; page += 1) {
    const answer = await api.get(guardPage(link), [410]);
    if (answer === null) throw new CursorExpired();
    const given: Page = api.parse(Page, answer);
    for (const each of given.value) onItem(each);
    delta = requireSameOrigin(api, given["@odata.deltaLink"]);
    link = requireSameOrigin(api, given["@odata.nextLink"]);
  }
  return delta;
}

/** A channel is `team/channel`, a chat only its own id. */
function messagesUrl(api: ProviderApi, conversationId: string): string {
  const [first = "", channel] = conversationId.split("/").map(encodeURIComponent);
  const place = channel === undefined ? `/chats/${first}` : `/teams/${first}/channels/${channel}`;
  return `${api.baseUrl}${place}/messages`;
}

function requireSameOrigin(api: ProviderApi, link: string | undefined): string | undefined {
  if (link && URL.parse(link)?.origin !== new URL(api.baseUrl).origin) throw api.unexpectedResponse();
  return link;
}
