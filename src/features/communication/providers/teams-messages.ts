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

const MOST_PAGES = 2000;
const MOST_TEAMS = 50;

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
  /** A channel is `team/channel`, a chat only its own id. */
  const messagesOf = (talk: string) => {
    const [first = "", channel] = talk.split("/").map(encodeURIComponent);
    const place = channel === undefined ? `/chats/${first}` : `/teams/${first}/channels/${channel}`;
    return `${api.baseUrl}${place}/messages`;
  };
  const followed = (link: string | undefined) => {
    if (link && URL.parse(link)?.origin !== new URL(api.baseUrl).origin) throw api.unexpectedResponse();
    return link;
  };

  async function chats(): Promise<RemoteConversation[]> {
    const found: RemoteConversation[] = [];
    const onwards = api.pageGuard();
    let link: string | undefined = `${api.baseUrl}/me/chats?$expand=members,lastMessagePreview&$top=50`;
    for (let page = 0; link && page < MOST_PAGES; page += 1) {
      const answer: z.output<typeof Chats> = api.parse(Chats, await api.get(onwards(link)));
      for (const { id, topic, members, lastMessagePreview } of answer.value) {
        const others = (members ?? []).filter(({ userId }) => userId !== accountId);
        const title = topic || others.map(({ displayName }) => displayName ?? "").join(", ");
        const at = Date.parse(lastMessagePreview?.createdDateTime ?? "");
        found.push({ id, title: title || "Teams", latest: Number.isNaN(at) ? null : new Date(at) });
      }
      link = followed(answer["@odata.nextLink"]);
    }
    return found;
  }

  /** Without the administrator's consent or without teams, the chats are still read. */
  async function channels(): Promise<RemoteConversation[]> {
    const named = async (url: string) => {
      const answer = await api.get(url, [400, 403, 404]);
      return answer === null ? [] : api.parse(Named, answer).value;
    };
    const found: RemoteConversation[] = [];
    for (const team of (await named(`${api.baseUrl}/me/joinedTeams`)).slice(0, MOST_TEAMS))
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

  /** Reads all pages; returns the delta link of the last one. */
  async function read(first: string, take: (given: unknown) => void): Promise<string | undefined> {
    const onwards = api.pageGuard();
    let link: string | undefined = first;
    let delta: string | undefined;
    for (let page = 0; link && page < MOST_PAGES; page += 1) {
      const answer = await api.get(onwards(link), [410]);
      if (answer === null) throw new CursorExpired();
      const given: Page = api.parse(Page, answer);
      for (const each of given.value) take(each);
      delta = followed(given["@odata.deltaLink"]);
      link = followed(given["@odata.nextLink"]);
    }
    return delta;
  }

  async function ofChat(chat: string, after: string): Promise<MessageChanges> {
    const query = new URLSearchParams({
      $top: "50",
      $orderby: "lastModifiedDateTime desc",
      $filter: `lastModifiedDateTime gt ${after}`,
    });
    const heard: MessageChanges = { said: [], gone: [], whole: [], quarantined: 0, cursor: after };
    await read(`${messagesOf(chat)}?${query}`, (given) => {
      const changed = readTeamsMessage(heard, given, null, accountId)?.lastModifiedDateTime;
      if (changed && changed > heard.cursor) heard.cursor = changed;
    });
    return heard;
  }

  async function ofChannel(channel: string, cursor: string | null, earliest: Date): Promise<MessageChanges> {
    const query = new URLSearchParams({
      $top: "50",
      $expand: "replies",
      $filter: `lastModifiedDateTime gt ${earliest.toISOString()}`,
    });
    const heard: MessageChanges = { said: [], gone: [], whole: [], quarantined: 0, cursor: "" };
    const first = followed(cursor ?? undefined) ?? `${messagesOf(channel)}/delta?${query}`;
    const delta = await read(first, (given) => {
      const root: TeamsMessage | undefined = readTeamsMessage(heard, given, null, accountId);
      for (const reply of root?.replies ?? []) readTeamsMessage(heard, reply, root?.id ?? null, accountId);
    });
    if (!delta) throw api.unexpectedResponse();
    return { ...heard, cursor: delta };
  }

  return {
    origin: "teams",
    conversations: async () => [...(await chats()), ...(await channels())],
    since: (talk, cursor, earliest) =>
      talk.includes("/") ? ofChannel(talk, cursor, earliest) : ofChat(talk, cursor ?? earliest.toISOString()),
    post: async (talk, content, thread) => {
      const isAnswer = thread !== null && talk.includes("/");
      const place = isAnswer ? `${messagesOf(talk)}/${encodeURIComponent(thread)}/replies` : messagesOf(talk);
      const answer = await api.send("POST", place, { body: { contentType: "text", content } });
      const { id, lastModifiedDateTime } = api.read(Message, answer);
      const at: MessageRef = { id, thread: isAnswer ? thread : null };
      return { ...at, version: lastModifiedDateTime ?? null };
    },
  };
}
