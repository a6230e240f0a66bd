import { z } from "zod";
import type { OutsideApi } from "../outside-api.ts";
import type { OutsideTalk, Said, TalkService } from "../outside-talk.ts";

/* https://learn.microsoft.com/graph/api/resources/chatmessage */

const MOST_PAGES = 200;

const Person = z.object({ id: z.string().max(200).nullish(), displayName: z.string().max(300).nullish() });
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
const Page = z.object({
  value: z.array(z.unknown()).max(200),
  "@odata.nextLink": z.string().max(20_000).optional(),
});
const Message = z.object({
  id: z.string().min(1).max(200),
  messageType: z.string().max(60).default("message"),
  createdDateTime: z.iso.datetime({ offset: true }),
  lastModifiedDateTime: z.iso.datetime({ offset: true }).nullish(),
  deletedDateTime: z.string().nullish(),
  from: z.object({ user: Person.nullish(), application: Person.nullish() }).nullish(),
  body: z.object({ content: z.string().nullish(), contentType: z.string().nullish() }),
});

export function teamsTalk(api: OutsideApi, accountId: string | null): TalkService {
  const messagesOf = (chat: string) => `${api.baseUrl}/chats/${encodeURIComponent(chat)}/messages`;
  const followed = (link: string | undefined) => {
    if (link && URL.parse(link)?.origin !== new URL(api.baseUrl).origin) throw api.notAsExpected();
    return link;
  };

  return {
    origin: "teams",
    conversations: async () => {
      const found: OutsideTalk[] = [];
      let link: string | undefined = `${api.baseUrl}/me/chats?$expand=members,lastMessagePreview&$top=50`;
      for (let page = 0; link && page < MOST_PAGES; page += 1) {
        const answer: z.output<typeof Chats> = api.parse(Chats, await api.get(link));
        for (const { id, topic, members, lastMessagePreview } of answer.value) {
          const others = (members ?? []).filter(({ userId }) => userId !== accountId);
          const title = topic || others.map(({ displayName }) => displayName ?? "").join(", ");
          const at = Date.parse(lastMessagePreview?.createdDateTime ?? "");
          found.push({ id, title: title || "Teams", latest: Number.isNaN(at) ? null : new Date(at) });
        }
        link = followed(answer["@odata.nextLink"]);
      }
      return found;
    },
    since: async (chat, cursor, earliest) => {
      const after = cursor ?? earliest.toISOString();
      const query = new URLSearchParams({
        $top: "50",
        $orderby: "lastModifiedDateTime desc",
        $filter: `lastModifiedDateTime gt ${after}`,
      });
      const said: Said[] = [];
      const changedAt = new Map<string, string>();
      let quarantined = 0;
      let link: string | undefined = `${messagesOf(chat)}?${query}`;
      for (let page = 0; link && page < MOST_PAGES; page += 1) {
        const answer: z.output<typeof Page> = api.parse(Page, await api.get(link));
        for (const given of answer.value) {
          const message = Message.safeParse(given).data;
          if (!message) quarantined += 1;
          else if (message.messageType === "message" && !message.deletedDateTime) {
            const content = plain(message.body);
            changedAt.set(message.id, message.lastModifiedDateTime ?? message.createdDateTime);
            if (content !== "") said.push({ ...sayerOf(message), content });
          }
        }
        link = followed(answer["@odata.nextLink"]);
      }
      const newest = [...changedAt.values()].sort().at(-1);
      return { said, quarantined, cursorOf: ({ id }) => changedAt.get(id) ?? newest ?? after };
    },
    post: async (chat, content) => {
      const answer = await api.send("POST", messagesOf(chat), { body: { contentType: "text", content } });
      api.requireDone(answer);
      return api.parse(z.object({ id: z.string() }), JSON.parse(answer.body)).id;
    },
  };

  function sayerOf({ id, from, createdDateTime }: z.output<typeof Message>) {
    const who = from?.user ?? from?.application;
    const author = from?.user?.id && from.user.id === accountId ? null : who?.displayName || "Somebody";
    return { id, author, at: new Date(createdDateTime) };
  }
}

/** Their HTML as words: it is shown as text here, so leftovers of marks do no harm. */
function plain({ content, contentType }: z.output<typeof Message>["body"]): string {
  const given = (content ?? "").slice(0, 40_000);
  if (contentType !== "html") return given.trim();
  return given
    .replaceAll(/<(br|\/p|\/div|\/li)[^<>]*>/gi, "\n")
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .trim();
}
