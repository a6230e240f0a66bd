import { decisions } from "#features/team/decisions.ts";
import { workspaces } from "#features/team/workspaces.ts";
import { formatShortWeekdayAndDay } from "#platform/time/format-in-zone.ts";
import { joinWords, plural } from "../format-answer.ts";
import type { Intent, Turn } from "../intent.ts";
import { findOne } from "../lookup/find-one.ts";
import type { Card } from "../model.ts";

const MAX_CARDS = 6;
type Listed = Awaited<ReturnType<typeof decisions.list>>["items"][number];

const decisionCard =
  (turn: Turn) =>
  (decision: Listed): Card => ({
    kind: "decision",
    id: decision.id,
    title: decision.title,
    subtitle: [
      decision.workspaceName,
      decision.outcome ?? `${decision.voted} of ${decision.voters} voted`,
      decision.deadline && decision.status === "voting"
        ? `until ${formatShortWeekdayAndDay(decision.deadline, turn.timeZone)}`
        : null,
    ]
      .filter(Boolean)
      .join(", "),
    href: `/team?tab=decisions&decision=${decision.id}`,
  });

const open: Intent = {
  name: "decisions.open",
  area: "team",
  phrases: [
    "(which|what) (decisions|votes|polls) (are|is) [still] (open|running|going on|undecided|pending)",
    "what (do|must|have) we [still|have to|to] decide",
    "what (are we|is the team) (deciding|voting on) [now]",

    "(show|list|what are|which are) [me] [all] [my|the|our] [open|pending] (decisions|votes|polls)",
    "(which|what) decisions are (open|pending|being made)",
    "[open|pending] decisions",
    "what is being decided",
    "how many [open|pending] decisions are there",
  ],
  example: "Which decisions are open?",
  async answer(turn) {
    const { items } = await turn.use(decisions.list, { status: "pending", limit: MAX_CARDS });
    if (items.length === 0) return { text: "No decision is open." };
    return {
      text: `${plural(items.length, "decision")} open.`,
      cards: items.map(decisionCard(turn)),
      suggestions: ["what do I have to vote on?"],
    };
  },
};

const ownDecisions: Intent = {
  name: "decisions.mine",
  area: "team",
  phrases: [
    "(which|what) (decisions|polls|votes) (have i not|did i not) (voted on|vote on|answered) [yet]",
    "(am i|have i) (missing|missed|forgotten) [any|a] (vote|votes)",
    "is my vote (needed|missing|wanted) [anywhere|somewhere]",

    "(what|where) do i (have|need) to vote [on]",
    "(which|what) decisions (need|are waiting for|wait for) (my vote|me)",
    "(what|which) votes (are waiting for me|do i owe|am i missing|are open for me)",
    "where is my vote (needed|missing)",
    "do i (have|need) to vote [on anything]",
  ],
  example: "What do I have to vote on?",
  async answer(turn) {
    const { items } = await turn.use(decisions.list, { status: "pending", limit: 200 });
    const waiting = items.filter(({ mayVote, myVote }) => mayVote && myVote === null);
    if (waiting.length === 0) return { text: "No decision waits for your vote." };
    return {
      text: `${plural(waiting.length, "decision")} ${waiting.length === 1 ? "waits" : "wait"} for your vote.`,
      cards: waiting.slice(0, MAX_CARDS).map(decisionCard(turn)),
      suggestions: ["vote yes on the first"],
    };
  },
};

const decisionNamed = (turn: Turn, words: string) =>
  findOne(turn, words, {
    kind: "decision",
    noun: "decision",
    byId: (id) => turn.use(decisions.get, { id }),
    byWords: async (text) => (await turn.use(decisions.list, { search: text, limit: 5 })).items,
    titleOf: ({ title }) => title,
    cardOf: decisionCard(turn),
  });

const status: Intent = {
  name: "decisions.status",
  area: "team",
  phrases: [
    "(has|have) [the] (decision|vote|poll) (on|about) {item} been (made|decided|closed)",
    "(has|did) [the] {item} (pass|passed|been decided|been approved|get approved)",
    "(what|which way) did [the] team (decide|vote) (on|about) {item}",

    "what (did|have) we (decide|decided|agree|agreed) (on|about) {item}",
    "(what is|what's|show|show me) the (outcome|result|status|state) of [the] [decision|vote] [on|about] {item}",
    "how did [the] [decision|vote] [on|about] {item} (end|go|turn out)",
    "(was|is|did) [the] (decision|vote) [on|about] {item} (approved|pass|passed|accepted|rejected|decided|done)",
    "what was decided (on|about) {item}",
    "who voted [on|for|against] [the] [decision] {item}",
  ],
  example: "What is the outcome of the decision about the office?",
  async answer(turn, { item = "" }) {
    const one = await decisionNamed(turn, item);
    if ("answer" in one) return one.answer;
    const { title, outcome, counts, voted, voters, status: state } = one.found;
    const votes = counts
      ? `${counts.approve} for, ${counts.reject} against, ${counts.abstain} abstained`
      : "the votes are hidden until it is closed";
    const stateText =
      state === "voting"
        ? `is open: ${voted} of ${voters} voted`
        : `is completed: ${outcome ?? "no outcome"}`;
    return { text: `'${title}' ${stateText} (${votes}).`, cards: [decisionCard(turn)(one.found)] };
  },
};

const VOTES = {
  approve: /^(approve|yes|in favou?r|for)$/i,
  reject: /^(reject|no|against)$/i,
  abstain: /^abstain$/i,
};

const vote: Intent = {
  name: "decisions.vote",
  area: "team",
  phrases: [
    "i vote {vote} (on|for|in) [the] {item}",
    "(my vote is|put me down as|count me as) {vote} (on|for) [the] {item}",
    "i (am in favour|am in favor) of [the] {item}",

    "vote {vote} (on|for|in) [the] [decision] {item}",
    "vote {vote} [the] decision {item}",
    "cast my vote {vote} (on|for|in) [the] [decision] {item}",
  ],
  example: "Vote yes on the office move",
  async answer(turn, { vote: voteText = "", item = "" }) {
    const one = await decisionNamed(turn, item);
    if ("answer" in one) return one.answer;
    const choice =
      (Object.keys(VOTES) as (keyof typeof VOTES)[]).find((each) => VOTES[each].test(voteText)) ?? "abstain";
    const { id, title, workspaceName } = one.found;
    return {
      text: `Shall I vote '${choice}' on '${title}' in ${workspaceName}?`,
      cards: [decisionCard(turn)(one.found)],
      proposed: [
        {
          capability: "decisions.vote",
          input: { id, vote: choice },
          summary: `Vote '${choice}' on '${title}'`,
        },
      ],
    };
  },
};

const workspaceList: Intent = {
  name: "workspaces.list",
  area: "team",
  phrases: [
    "(which|what) workspaces (do i have|do i belong to|are there)",

    "(show|list|what are) [me] [all] [my|the|our] workspaces",
    "[my] workspaces",
    "(which|what) workspaces am i in",
  ],
  example: "Show my workspaces",
  async answer(turn) {
    const { items } = await turn.use(workspaces.list, { limit: MAX_CARDS });
    if (items.length === 0) return { text: "You belong to no workspace yet." };
    return {
      text: `You belong to ${plural(items.length, "workspace")}: ${joinWords(items.map(({ name }) => name))}.`,
      cards: items.map(({ id, name, members }) => ({
        kind: "workspace",
        id,
        title: name,
        subtitle: plural(members, "member"),
        href: `/team?tab=workspaces&workspace=${id}`,
      })),
    };
  },
};

const invite: Intent = {
  name: "invitations.create",
  area: "team",
  phrases: [
    "(add|bring|ask) {address} (to|into) [the|my|our] (workspace|team|board)",
    "send {address} an invitation [to {item}]",
    "invite {address} (to|into) [the|my] [workspace|team] {item}",
    "invite {address}",
  ],
  example: "Invite anna@example.com to Board",
  async answer(turn, { address = "", item }) {
    const { items } = await turn.use(workspaces.list, { limit: 200, isActive: true });
    const administered = items.filter(({ myRole }) => myRole === "admin");
    const named = item
      ? administered.filter(({ name }) =>
          name.toLowerCase().includes(item.toLowerCase().replace(/ (workspace|team)$/, "")),
        )
      : administered;
    const [workspace, second] = named;
    if (!workspace)
      return {
        text: item ? `You administer no workspace called '${item}'.` : "You administer no workspace yet.",
        isQuestion: true,
      };
    if (second)
      return { text: `Into which workspace: ${joinWords(named.map(({ name }) => name))}?`, isQuestion: true };
    return {
      text: `Shall I invite ${address} into '${workspace.name}'?`,
      proposed: [
        {
          capability: "invitations.create",
          input: { workspaceId: workspace.id, email: address },
          summary: `Invite ${address} into '${workspace.name}'`,
        },
      ],
    };
  },
};

export const teamIntents: readonly Intent[] = [open, ownDecisions, status, vote, workspaceList, invite];
