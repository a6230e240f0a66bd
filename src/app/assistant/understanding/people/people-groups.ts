import { conversations } from "#features/communication/conversations.ts";
import { members } from "#features/team/members.ts";
import { workspaces } from "#features/team/workspaces.ts";
import type { Turn } from "../../intent.ts";
import { exceptionIn } from "../exceptions.ts";
import { isOneEditApart } from "../match-words.ts";
import type { Conversation, Workspace } from "./people-kinds.ts";
import { plainWords } from "./person-words.ts";

/** Where people are together. */
export type Place = { workspace: Workspace } | { conversation: Conversation };

const LIMIT = 200;
const GROUP =
  /^(?:to |with )?(?:(?:each|all|every ?one|everybody|any ?one|anybody|every one|some of|any)\b|(?:the |my |our )?(?:whole |other )?(?:people|members|folks|others|team|colleagues|lot|participants)\b)/i;

/** The accounts of 'everyone in Product', 'the team', 'all in the Lisbon group'; null for other words. */
export async function expandGroup(turn: Turn, words: string): Promise<ReadonlySet<string> | null> {
  if (!GROUP.test(words.trim())) return null;
  const place = await findPlace(turn, words);
  if (place) return new Set(await peopleIn(turn, place));
  const { items } = await turn.use(workspaces.list, { limit: LIMIT });
  const [only, second] = items;
  const isNameless = namingWords(words).length === 0;
  return only && !second && isNameless ? new Set(await peopleIn(turn, { workspace: only })) : null;
}

export async function peopleIn(turn: Turn, place: Place): Promise<string[]> {
  if ("conversation" in place) {
    const { people } = await turn.use(conversations.participants, { id: place.conversation.id });
    return people.map(({ userId }) => userId);
  }
  const { items } = await turn.use(members.list, { workspaceId: place.workspace.id, limit: LIMIT });
  return items
    .filter(({ memberships }) => memberships.some(({ workspaceId }) => workspaceId === place.workspace.id))
    .map(({ userId }) => userId);
}

const NOISE = new Set(
  `a an the my our in of on at from to with for and or people person members member folks others everyone everybody anyone anybody
  all each every any some one by whole other team teams workspace workspaces group groups chat chats conversation channel space room
  there here them who is it both lot colleagues participants crew committee this that whole my we you i me us to please`.split(
    /\s+/,
  ),
);
export const namingWords = (words: string) => plainWords(words).filter((word) => !NOISE.has(word));

/** The only workspace or group that the words name; null for none and for several. */
export async function findPlace(turn: Turn, words: string): Promise<Place | null> {
  const asked = namingWords(words);
  if (asked.length === 0) return null;
  const { items } = await turn.use(workspaces.list, { limit: LIMIT });
  const isChat = /\b(?:chat|group|conversation|channel|room)\b/i.test(words);
  const teams = isChat ? [] : bestOf(asked, items);
  if (teams.length > 0) return teams[0] && teams.length === 1 ? { workspace: teams[0] } : null;
  const { items: chats } = await turn.use(conversations.list, { limit: LIMIT });
  const groups = bestOf(
    asked,
    chats.filter(({ type }) => type === "group"),
  );
  if (groups[0]) return groups.length === 1 ? { conversation: groups[0] } : null;
  const [team, second] = bestOf(asked, items);
  return team && !second ? { workspace: team } : null;
}

/** Those whose name has most of the words, and a word for each that is asked or the other way round. */
export function bestOf<T extends { name: string }>(
  asked: readonly string[],
  all: readonly T[],
  least = 0.6,
): T[] {
  const rated = all.map((each) => {
    const own = plainWords(each.name).filter((word) => !NOISE.has(word));
    const found = asked.filter((word) => own.some((other) => isSame(word, other))).length;
    return { each, share: own.length === 0 ? 0 : Math.max(found / asked.length, found / own.length), found };
  });
  const good = rated.filter(({ share, found }) => share >= least && found > 0);
  const most = Math.max(0, ...good.map(({ found }) => found));
  return good.filter(({ found }) => found === most).map(({ each }) => each);
}

const isSame = (one: string, other: string) =>
  one === other ||
  (Math.min(one.length, other.length) >= 4 && (one.startsWith(other) || other.startsWith(one))) ||
  (one.length >= 5 && isOneEditApart(one, other));

/** Without those whom the sentence leaves out: 'just not to David'. */
export function leftOut<T>(
  turn: Turn,
  people: readonly T[],
  matches: (people: readonly T[], name: string) => T[],
): T[] {
  const names = (exceptionIn(turn.sentence) ?? "")
    .split(/,| and | or /)
    .slice(0, 4)
    .map((part) =>
      part
        .trim()
        .replace(/^(?:to|with|for|say anything to) /i, "")
        .split(" ")
        .slice(0, 2),
    )
    .filter(([first]) => first);
  const left = new Set(
    names.flatMap(([first = "", last = ""]) => {
      const whole = matches(people, `${first} ${last}`);
      return whole.length > 0 ? whole : matches(people, first);
    }),
  );
  return people.filter((person) => !left.has(person));
}
