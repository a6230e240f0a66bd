import { commitments } from "#features/commitments/commitments.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import { momentOf, plural } from "../../format-answer.ts";
import type { Answer, Turn } from "../../intent.ts";
import { type Act, asksFor, planOf, type Roles } from "../act.ts";
import { capital } from "../capital.ts";
import { findOne } from "../find-records.ts";
import { findPeople } from "../people/find-people.ts";
import type { KnownPerson } from "../people/known-person.ts";
import { bestOf, namingWords } from "../people/people-groups.ts";
import { type Commitment, commitmentCard, commitmentKind, listOwed } from "../people/people-kinds.ts";
import { debtorOf } from "../people/who-owes.ts";
import { readTime } from "../times/read-time.ts";
import { remindVoters } from "./decision-acts.ts";

const create: Act = async (turn, { text, person, item, when }) => {
  if (!text) return asksFor("What was promised?");
  const owedBy = debtorOf(turn.sentence, person);
  if (!owedBy) return asksFor(`Who promised it: you${person ? `, or ${person}` : " or somebody else"}?`);
  const party = person ? await partyOf(turn, person, item) : { party: null, partyName: "" };
  if ("answer" in party) return party.answer;
  if (owedBy === "them" && !party.partyName) return asksFor("Who promised it?");
  const moment = when ? readTime(turn, when) : null;
  if (when && !moment) return asksFor(`When is '${when}'?`);
  const due = moment ? (moment.hasTime ? moment.at : startOfDay(moment.at, turn.timeZone)) : null;
  const input = {
    ...{ owedBy, ...party, what: capital(text.replace(/^(?:to|that) /i, "")) },
    ...(due && { due: due.toISOString(), hasTime: moment?.hasTime ?? false }),
  };
  const until = due ? `, due ${momentOf(due, turn.clock)}` : "";
  const other = party.partyName || "somebody";
  return planOf(commitments.create, input, {
    order: `Note a promise ${owedBy === "me" ? `of yours to ${other}` : `of ${other} to you`}: '${input.what}'${until}`,
    isGuess: moment?.isGuess ?? false,
    answer: (made) => ({
      text: `I noted the promise '${made.what}'.`,
      cards: [commitmentCard(made, turn)],
      suggestions: ["undo"],
    }),
  });
};

/** The other person: with an address or account where known; others only by their name. */
async function partyOf(turn: Turn, person: string, pick: string | undefined) {
  const many = await findPeople(turn, person, { pick });
  if ("answer" in many && many.answer.cards) return many;
  const [only] = "found" in many ? many.found : [];
  if (!only) return { party: null, partyName: capital(person).slice(0, 250) };
  return { party: only.addresses[0] ?? only.userId, partyName: only.name };
}

const partiesOf = ({ addresses, userId }: KnownPerson) => [...addresses, ...(userId ? [userId] : [])];

/** What is open with the person who is named, or with everybody; found by the name alone where nobody is known. */
async function openWith(turn: Turn, owedBy: "me" | "them" | undefined, { person, item }: Roles) {
  const all = await listOwed(turn, owedBy);
  const isAnybody = !person || /^(?:any|some|every)(?:one|body)|(?:people|others|we|us|me)$/i.test(person);
  if (isAnybody) return { found: all };
  const many = await findPeople(turn, person, { pick: item, isOpen: true });
  const parties = "found" in many ? many.found.flatMap(partiesOf) : [];
  const ofParty = all.filter(({ party }) => party !== null && parties.includes(party.toLowerCase()));
  if (ofParty.length > 0) return { found: ofParty };
  const byName = bestOf(
    namingWords(person),
    all.map((each) => ({ ...each, name: each.partyName })),
  );
  return { found: byName as Commitment[] };
}

const BOTH =
  /\bboth (?:sides|directions|ways)\b|\bboth directions\b|\bmine and\b|\band what(?:'s| is) owed to me\b/i;

const list =
  (owedBy: "me" | "them"): Act =>
  async (turn, roles): Promise<Answer> => {
    const side = BOTH.test(turn.sentence) ? undefined : owedBy;
    const { found } = await openWith(turn, side, roles);
    const who = roles.person ? ` with ${roles.person}` : "";
    if (found.length === 0)
      return {
        text:
          owedBy === "me"
            ? `No, I know of no open promise of yours${who}.`
            : `No, I know of nothing that is owed to you${who}.`,
      };
    const lines = found
      .slice(0, 8)
      .map((each) => `${each.partyName || "Somebody"}: ${each.what}${dueOf(turn, each)}`);
    return {
      text: `${plural(found.length, "open promise")}${side === "me" ? " of yours" : side ? " to you" : ""}:\n${lines.join("\n")}`,
      cards: found.slice(0, 12).map((each) => commitmentCard(each, turn)),
    };
  };

const dueOf = (turn: Turn, { due, isLate }: Commitment) =>
  due ? `, ${isLate ? "late since" : "due"} ${momentOf(due, turn.clock)}` : "";

/** The one open promise that is meant, by what it is about and with whom it is. */
async function findOwed(turn: Turn, owedBy: "me" | "them" | undefined, roles: Roles) {
  const kind = commitmentKind(owedBy);
  const words = roles.item?.replace(/\b(?:promise|commitment|promised)\b/gi, " ").trim();
  if (roles.person) {
    const { found } = await openWith(turn, owedBy, { person: roles.person });
    if (found.length === 1 && found[0]) return { found: found[0] };
    if (found.length > 1) return findOne(turn, { ...kind, list: async () => found }, words || kind.noun);
    const none = `I know of no open promise ${owedBy === "them" ? "of" : "with"} ${roles.person}.`;
    if (!words) return { answer: { text: none } };
  }
  return findOne(turn, kind, words ?? (roles.person ? undefined : kind.noun));
}

const met: Act = async (turn, roles) => {
  const one = await findOwed(turn, undefined, roles);
  if ("answer" in one) return one.answer;
  const { id, what, partyName } = one.found;
  return planOf(
    commitments.markMet,
    { id },
    {
      order: `Mark as met: '${what}' (${partyName || "somebody"})`,
      cards: [commitmentCard(one.found, turn)],
    },
  );
};

const nudge: Act = async (turn, roles) => {
  // 'Give them a nudge' after a decision is for those who have not voted.
  const [card, second] = turn.previousCards;
  const isOfDecision = card?.kind === "decision" && !second && !roles.item;
  if (isOfDecision && (!roles.person || /^(?:them|they|those|the others|everyone)$/i.test(roles.person)))
    return remindVoters(turn, { item: "it" });
  const one = await findOwed(turn, "them", roles);
  if ("answer" in one) return one.answer;
  const { id, what, party, partyName } = one.found;
  const cards = [commitmentCard(one.found, turn)];
  if (!party?.includes("@"))
    return { text: `I know no email address of ${partyName}. Please write to them in the chat.`, cards };
  return planOf(
    commitments.nudge,
    { id },
    { order: `Write a draft that asks ${partyName} for '${what}'`, cards },
  );
};

export const OWED_ACTS: Readonly<Record<string, Act>> = {
  "owed.create": create,
  "owed.met": met,
  "owed.mine": list("me"),
  "owed.theirs": list("them"),
  "owed.nudge": nudge,
};
