import { workspaces } from "#features/team/workspaces.ts";
import type { Answer, Turn } from "../../intent.ts";
import type { Roles } from "../act.ts";
import { readMention } from "../read-mention.ts";
import { bestOf, namingWords } from "./people-groups.ts";
import { roleOrPick, WORKSPACE, type Workspace } from "./people-kinds.ts";

type Found = { found: Workspace } | { answer: Answer };

/** The workspace that is named, in the role or in the sentence; without a name the only one that `fits`. */
export async function findWorkspace(
  turn: Turn,
  roles: Roles,
  fits: (workspace: Workspace) => boolean = () => true,
): Promise<Found> {
  const { items } = await turn.use(workspaces.list, { limit: 200 });
  const words = roleOrPick(turn, WORKSPACE, roles, "workspace");
  const picked = words ? await pickedWorkspace(turn, words) : null;
  if (picked) return { found: picked };
  const asked = namingWords(words ?? "");
  const best = asked.length > 0 ? bestOf(asked, items) : inSentence(turn.sentence, items);
  const named = best.length > 1 ? withoutOthers(turn, best) : best;
  if (asked.length > 0 && named.length === 0)
    return { answer: { text: `You are in no workspace called '${words}'.`, isQuestion: true } };
  const candidates = named.length > 0 ? named : items.filter(fits);
  const [only, second] = candidates;
  if (only && !second) return { found: only };
  if (!only) return { answer: { text: "There is no workspace in which you can do that." } };
  return {
    answer: {
      text: "Which workspace do you mean?",
      cards: candidates.slice(0, 6).map((each) => WORKSPACE.cardOf(each, turn)),
      isQuestion: true,
      suggestions: ["the first", "the second"],
    },
  };
}

async function pickedWorkspace(turn: Turn, words: string): Promise<Workspace | null> {
  const situation = { now: turn.context.now, timeZone: turn.timeZone };
  const { place, isPointing } = readMention(words, new Set(), situation);
  const cards = turn.previousCards.filter(({ kind }) => kind === WORKSPACE.name);
  const card = place === null ? (isPointing && cards.length === 1 ? cards[0] : undefined) : cards.at(place);
  return card ? WORKSPACE.get(turn, card.id) : null;
}

/** In 'out of Product, but keep her in Leadership' only the first is meant. */
function withoutOthers({ sentence }: Turn, named: readonly Workspace[]): Workspace[] {
  const [meant = ""] = sentence.split(/\b(?:but|not|instead of|rather than)\b/i);
  const left = inSentence(meant, named);
  return left.length === 1 ? left : [...named];
}

/** Those whose whole name stands in the sentence. */
const inSentence = (sentence: string, all: readonly Workspace[]): Workspace[] =>
  all.filter(({ name }) => ` ${plain(sentence)} `.includes(` ${plain(name)} `));

const plain = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(" ");
