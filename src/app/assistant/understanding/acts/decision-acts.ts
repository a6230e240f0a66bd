import { decisions } from "#features/team/decisions.ts";
import type { Vote } from "#features/team/model.ts";
import { papers } from "#features/team/papers.ts";
import { proxies } from "#features/team/proxies.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import { momentOf } from "../../format-answer.ts";
import type { Answer, Turn } from "../../intent.ts";
import { type Act, asksFor, planOf, type Roles } from "../act.ts";
import { capital } from "../capital.ts";
import { findOne } from "../find-records.ts";
import { findPerson, personCard } from "../people/find-people.ts";
import { findWorkspace } from "../people/find-workspace.ts";
import {
  ANY_DECISION,
  type Decision,
  decisionCard,
  OPEN_DECISION,
  WORKSPACE,
} from "../people/people-kinds.ts";
import { DOCUMENT } from "../record-kinds.ts";
import { readTime } from "../times/read-time.ts";
import { decisionState } from "./decision-questions.ts";
import { isAdmin, onlyAdmins } from "./invitation-acts.ts";

const VOTES: readonly (readonly [RegExp, Vote])[] = [
  [
    /\b(?:abstain(?:ing|ed)?|abstention|neutral|undecided|neither|no opinion|sit (?:it|this) out)\b/i,
    "abstain",
  ],
  [
    /\b(?:no(?! objection)|nope|naw|not|don't|against|reject|nay|oppose|opposed|disagree|decline|veto|turn down|down|thumbs down)\b|👎/iu,
    "reject",
  ],
  [/\bno objections?\b/i, "approve"],
  [
    /\b(?:yes|yep|yeah|consent|for|approve|approval|agree|aye|favou?r|yea|support|accept|in|up|pro|ok|okay|go ahead)\b|👍/iu,
    "approve",
  ],
];

/** Words that are a vote wherever they stand in a sentence. */
const SURE_VOTES: readonly (readonly [RegExp, Vote])[] = [
  [/\babstain/i, "abstain"],
  [/\b(?:vote|voting|say|am) (?:no|against)\b|\breject\b|\ba no from me\b/i, "reject"],
  [/\b(?:vote|voting|say) (?:yes|for)\b|\bapp?rove\b|\ba yes from me\b|\bin favou?r of\b/i, "approve"],
];
const COMMENT = /\b(?:with|adding|add) (?:the |a |my )?(?:comment|note|remark|reason)(?: that|:)? (.+)$/i;

/** The vote that is named first: of 'yes, unless Bob is against it' yes. */
function voteIn(votes: typeof VOTES, words: string): Vote | undefined {
  const found = votes.flatMap(([pattern, name]) => {
    const at = words.search(pattern);
    return at < 0 ? [] : [{ at, name }];
  });
  return found.sort((one, other) => one.at - other.at)[0]?.name;
}

const vote: Act = async (turn, { item, vote: words, text: given }) => {
  const chosen = voteIn(VOTES, words ?? "") ?? voteIn(SURE_VOTES, turn.sentence);
  const named = item ?? words;
  const isAsked = named !== undefined && /\?$/.test(turn.sentence.trim());
  if (!chosen) return isAsked ? decisionState(turn, { item: named }) : asksFor("Yes, no or abstain?");
  const text = given ?? COMMENT.exec(turn.sentence)?.[1];
  const one = await findOpen(turn, item);
  if ("answer" in one) return one.answer;
  const { id, title, mayVote, myVote, myComment } = one.found;
  const cards = [decisionCard(one.found, turn)];
  if (!mayVote) return { text: `You cannot vote on '${title}'.`, cards };
  if (myVote === chosen && !text) return { text: `Your vote on '${title}' is already '${chosen}'.`, cards };
  const comment = text ? capital(text) : myVote === chosen ? myComment : null;
  return planOf(
    decisions.vote,
    { id, vote: chosen, ...(comment && { comment }) },
    { order: `Vote '${chosen}' on '${title}'${comment ? `: ${comment}` : ""}`, cards },
  );
};

/** The open decision that is named; one that is completed is no longer changed. */
async function findOpen(turn: Turn, item: string | undefined) {
  const one = await findOne(turn, OPEN_DECISION, withoutOthers(turn, item) ?? (await onlyOpen(turn)));
  if ("found" in one || one.answer.cards) return one;
  const closed = item ? await findOne(turn, ANY_DECISION, item) : null;
  if (!closed || !("found" in closed)) return one;
  const { title, completedAt } = closed.found;
  const since = completedAt ? ` since ${momentOf(completedAt, turn.clock)}` : "";
  return { answer: { text: `'${title}' is completed${since}.`, cards: [decisionCard(closed.found, turn)] } };
}

/** Of 'the Lisbon vote, don't touch my bonus one' only the first is meant. */
function withoutOthers({ sentence }: Turn, item: string | undefined): string | undefined {
  const [, left = ""] =
    /\b(?:don't touch|do not touch|leave|except|but not) ([^:;,.]{2,60})/i.exec(sentence) ?? [];
  const bare = left ? item?.replace(left.trim(), "").trim() : item;
  return bare || item;
}

/** The title of the only open decision, unless the sentence may name another one. */
async function onlyOpen(turn: Turn): Promise<string | undefined> {
  const { items } = await turn.use(decisions.list, { status: "pending", limit: 2 });
  return items.length === 1 ? items[0]?.title : undefined;
}

type Managed = typeof decisions.close | typeof decisions.remind | typeof decisions.delete;

/** What only the administrators of the workspace do. */
const manage =
  (capability: Managed, order: string, find: typeof findOpen): Act =>
  async (turn, { item }) => {
    const one = await find(turn, item);
    if ("answer" in one) return one.answer;
    const { id, title, mayManage, workspaceName } = one.found;
    const cards = [decisionCard(one.found, turn)];
    if (!mayManage) return { text: `Only an administrator of '${workspaceName}' can do that.`, cards };
    return planOf(capability, { id }, { order: `${order} '${title}'`, cards });
  };

export const remindVoters: Act = async (turn, roles) => {
  const one = await findOpen(turn, roles.item);
  if ("found" in one && one.found.voted >= one.found.voters)
    return { text: `Everybody has voted on '${one.found.title}'.`, cards: [decisionCard(one.found, turn)] };
  return manage(decisions.remind, "Remind those who have not voted on", async () => one)(turn, roles);
};

const deadline: Act = async (turn, { item }) => {
  const one = await findOpen(turn, item);
  if ("answer" in one) return one.answer;
  const { title, deadline: until } = one.found;
  const now = until ? `It runs until ${momentOf(until, turn.clock)}.` : "It has no deadline.";
  return {
    text: `I cannot change the deadline of '${title}'. ${now} You can close it, and create it again with another one.`,
    cards: [decisionCard(one.found, turn)],
  };
};

/** One's own document becomes a paper of an open decision: everybody who votes there can read it. */
const attachPaper: Act = async (turn, { item, decision }) => {
  const one = await findOpen({ ...turn, sentence: decision ?? turn.sentence }, decision);
  if ("answer" in one) return one.answer;
  const paper = await findOne({ ...turn, sentence: item ?? turn.sentence }, DOCUMENT, item);
  if ("answer" in paper) return paper.answer;
  return planOf(
    papers.attach,
    { decisionId: one.found.id, documentId: paper.found.id },
    {
      order: `Attach '${paper.found.title}' to '${one.found.title}', which shares it with all who can vote`,
      cards: [DOCUMENT.cardOf(paper.found, turn), decisionCard(one.found, turn)],
    },
  );
};

/** A day ends with its last minute. */
function endOf(turn: Turn, when: string): Date | null {
  const moment = readTime(turn, when.replace(/^.*\b(?:to|until|till) /i, ""));
  if (!moment) return null;
  return moment.hasTime ? moment.at : new Date(startOfDay(moment.at, turn.timeZone, 1).getTime() - 60_000);
}

const VAGUE = /^(?:it|that|this|something|anything|sth|a decision|a vote)$/i;

const create: Act = async (turn, roles) => {
  const { title, when } = roles;
  if (!title || VAGUE.test(title)) return asksFor("What is to be decided?");
  const one = await findWorkspace(turn, roles, isAdmin);
  if ("answer" in one) return one.answer;
  const workspace = one.found;
  if (!isAdmin(workspace)) return onlyAdmins(workspace);
  const until = when ? endOf(turn, when) : null;
  if (when && !until) return asksFor(`When is '${when}'?`);
  if (until && until <= turn.context.now) return asksFor("That time has passed. Until when can they vote?");
  const input = {
    workspaceId: workspace.id,
    title: capital(title.replace(/^whether (?:or not )?/i, "")),
    ...(until && { deadline: until.toISOString() }),
    timeZone: turn.timeZone,
  };
  const text = until ? `, until ${momentOf(until, turn.clock)}` : "";
  return planOf(decisions.create, input, {
    order: `Ask '${workspace.name}' to decide: '${input.title}'${text}`,
    cards: [WORKSPACE.cardOf(workspace, turn)],
  });
};

const proxy: Act = async (turn, roles) => {
  const { person, when } = roles;
  const one = await findPerson(turn, person, {
    among: "accounts",
    pick: roles.item,
    question: "Who shall vote for you?",
  });
  if ("answer" in one) return one.answer;
  const { name, userId, member } = one.found;
  const scope = await scopeOf(turn, roles, (id) =>
    Boolean(member?.memberships.some((each) => each.workspaceId === id)),
  );
  if ("answer" in scope) return scope.answer;
  if (!when) return asksFor(`Until when shall ${name} vote for you?`);
  const until = endOf(turn, when);
  if (!until) return asksFor(`When is '${when}'?`);
  if (until <= turn.context.now)
    return asksFor(`That time has passed. Until when shall ${name} vote for you?`);
  return planOf(
    proxies.create,
    { ...scope.input, proxyId: userId ?? "", expiresAt: until.toISOString() },
    {
      order: `Let ${name} vote for you on ${scope.name} until ${momentOf(until, turn.clock)}`,
      cards: [personCard(one.found, "accounts")],
    },
  );
};

type Scope = { input: { workspaceId: string; decisionId?: string }; name: string } | { answer: Answer };

/** One decision, or everything in a workspace that both are in. */
async function scopeOf(turn: Turn, roles: Roles, isShared: (workspaceId: string) => boolean): Promise<Scope> {
  const named = roles.item ? await findOne(turn, OPEN_DECISION, roles.item) : null;
  if (named && "found" in named) return scopeOfDecision(named.found);
  if (named?.answer.cards) return named;
  const workspace = roles.workspace ?? roles.item;
  const one = await findWorkspace(turn, { ...(workspace && { workspace }) }, ({ id }) => isShared(id));
  if ("found" in one)
    return { input: { workspaceId: one.found.id }, name: `all decisions in '${one.found.name}'` };
  return named && !one.answer.cards ? named : one;
}

const scopeOfDecision = ({ id, workspaceId, title }: Decision): Scope => ({
  input: { workspaceId, decisionId: id },
  name: `'${title}'`,
});

export const DECISION_ACTS: Readonly<Record<string, Act>> = {
  "decisions.vote": vote,
  "decisions.close": manage(decisions.close, "Close the vote on", findOpen),
  "decisions.delete": manage(decisions.delete, "Move to the trash:", (turn, item) =>
    findOne(turn, ANY_DECISION, item),
  ),
  "decisions.remind": remindVoters,
  "decisions.deadline": deadline,
  "decisions.create": create,
  "proxies.create": proxy,
  "papers.attach": attachPaper,
};
