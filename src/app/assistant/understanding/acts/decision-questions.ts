import { decisions } from "#features/team/decisions.ts";
import { members } from "#features/team/members.ts";
import { joinWords, momentOf, plural } from "../../format-answer.ts";
import type { Turn } from "../../intent.ts";
import type { Act } from "../act.ts";
import { findOne } from "../find-records.ts";
import { findPlace } from "../people/people-groups.ts";
import { ANY_DECISION, type Decision, decisionCard } from "../people/people-kinds.ts";
import { plainWords } from "../people/person-words.ts";

const MINE = /\b(?:I|me|my|mine)\b|\bmissing\b/;
const TO_VOTE =
  /\b(?:missing|waiting|wait|waits|need|needs|have to|still|left|owe|must|can I|cast|yet|for me|my vote)\b/i;
const COMPLETED = /\b(?:closed|completed|passed|decided|finished|past|old|done|rejected|approved)\b/i;

const list: Act = async (turn, { status = "" }) => {
  const words = `${status} ${turn.sentence}`;
  const isOpen = /\b(?:open|running|pending|current|undecided|at the moment)\b/i.test(words);
  if (MINE.test(words) && TO_VOTE.test(words)) return toVote(turn);
  const isAll = /\ball\b/i.test(words) && !isOpen;
  const place = await findPlace(turn, status);
  const workspaceId = place && "workspace" in place ? place.workspace.id : undefined;
  const filter = isAll
    ? {}
    : { status: COMPLETED.test(words) && !isOpen ? ("completed" as const) : ("pending" as const) };
  const { items } = await turn.use(decisions.list, {
    ...filter,
    ...(workspaceId && { workspaceId }),
    limit: 200,
  });
  const kind = isAll ? "" : filter.status === "completed" ? "completed " : "open ";
  if (items.length === 0) return { text: `No, there is no ${kind}decision.` };
  return {
    text: `There ${items.length === 1 ? "is" : "are"} ${plural(items.length, `${kind}decision`)}.`,
    cards: items.slice(0, 12).map((decision) => decisionCard(decision, turn)),
  };
};

async function toVote(turn: Turn) {
  const { items } = await turn.use(decisions.list, { status: "pending", limit: 200 });
  const waiting = items.filter(({ mayVote, myVote }) => mayVote && myVote === null);
  if (waiting.length === 0) return { text: "No decision waits for your vote." };
  return {
    text: `${plural(waiting.length, "decision")} ${waiting.length === 1 ? "waits" : "wait"} for your vote.`,
    cards: waiting.slice(0, 12).map((decision) => decisionCard(decision, turn)),
    suggestions: ["vote yes on the first"],
  };
}

/** Everything about one decision: until when, the votes, who is missing, one's own vote. */
export const decisionState: Act = async (turn, { item }) => {
  const one = await findOne(turn, ANY_DECISION, item);
  if ("answer" in one) return one.answer;
  const decision = one.found;
  const { items: ballots } = await turn.use(decisions.ballots, { id: decision.id, limit: 200 });
  const lines = [
    howItStands(turn, decision),
    counted(decision),
    await missing(turn, decision, new Set(ballots.map(({ userId }) => userId))),
    ownVote(decision),
    ...votesOf(turn, ballots),
  ];
  return { text: lines.filter(Boolean).join(" "), cards: [decisionCard(decision, turn)] };
};

const OUTCOMES = {
  approved: "passed",
  rejected: "did not pass",
  tied: "ended in a tie",
  no_quorum: "did not reach its quorum",
} as const;

function howItStands(turn: Turn, { title, status, outcome, deadline, completedAt }: Decision): string {
  if (status === "voting")
    return `'${title}' is open${deadline ? ` until ${momentOf(deadline, turn.clock)}` : ", without a deadline"}.`;
  const at = completedAt ? ` on ${momentOf(completedAt, turn.clock)}` : "";
  return `'${title}' ${outcome ? OUTCOMES[outcome] : "is completed"}${at}.`;
}

const counted = ({ counts, voted, voters }: Decision) =>
  `${voted} of ${voters} voted${counts ? `: ${counts.approve} for, ${counts.reject} against, ${counts.abstain} abstained` : "; the votes are hidden until it is completed"}.`;

const ownVote = ({ myVote, myComment, mayVote }: Decision) =>
  myVote
    ? `Your vote is '${myVote}'${myComment ? `: ${myComment}` : ""}.`
    : mayVote
      ? "You have not voted."
      : "";

/** Who may vote and has not. Of a concealed decision only one's own vote is known. */
async function missing(turn: Turn, decision: Decision, voted: ReadonlySet<string>): Promise<string> {
  const { workspaceId, status, counts } = decision;
  if (status !== "voting" || !counts) return "";
  const { items } = await turn.use(members.list, { workspaceId, limit: 200 });
  const names = items
    .filter(
      ({ userId, isMe, memberships }) =>
        !isMe &&
        !voted.has(userId) &&
        memberships.some((each) => each.workspaceId === workspaceId && each.role !== "viewer"),
    )
    .map(({ fullName }) => fullName);
  return names.length > 0 ? `Not yet: ${joinWords(names.slice(0, 20))}.` : "";
}

type Ballot = Awaited<ReturnType<typeof decisions.ballots>>["items"][number];

/** The votes of those whom the sentence names, or of all where it asks who voted how. */
function votesOf({ sentence, context }: Turn, ballots: readonly Ballot[]): string[] {
  const words = new Set(plainWords(sentence));
  const others = ballots.filter(({ userId }) => userId !== context.actor.userId);
  const named = others.filter(({ fullName }) => plainWords(fullName).some((word) => words.has(word)));
  const isOpen =
    /\bwho(?:'s)? (?:has |have )?(?:voted|is|was|were)\b|\bhow did (?:they|everyone|everybody|people)\b/i.test(
      sentence,
    );
  return (named.length > 0 ? named : isOpen ? others : [])
    .slice(0, 20)
    .map(({ fullName, vote, comment }) => `${fullName} voted '${vote}'${comment ? `: ${comment}` : ""}.`);
}

export const DECISION_QUESTIONS: Readonly<Record<string, Act>> = {
  "decisions.list": list,
  "decisions.state": decisionState,
  "decisions.myVote": decisionState,
};
