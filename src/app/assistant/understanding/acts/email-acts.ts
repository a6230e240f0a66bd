import { emails } from "#features/email/emails.ts";
import { emailCard, joinWords, momentOf, plural } from "../../format-answer.ts";
import type { Turn } from "../../intent.ts";
import { type Act, asksFor, planOf } from "../act.ts";
import { sentenceOf } from "../capital.ts";
import { findMany, findOne } from "../find-records.ts";
import { readPriority } from "../read-priority.ts";
import { readTime } from "../read-time.ts";
import { ANY_EMAIL, INBOX_EMAIL, SCHEDULED_EMAIL } from "../record-kinds.ts";

type Named = {
  id: string;
  version: number;
  subject: string;
  sender: string;
  recipients: string[];
  status: string;
};
const subjectsOf = (found: readonly Named[]) => joinWords(found.map(({ subject }) => `'${subject}'`));

const shown = (found: readonly Named[], order: string) => ({
  order: `${order}: ${subjectsOf(found)}`,
  cards: found.map(emailCard),
});

type Many = typeof emails.archive | typeof emails.unarchive;

const together =
  (capability: Many, order: string, kind = INBOX_EMAIL): Act =>
  async (turn, { item }) => {
    const many = await findMany(turn, kind, item);
    if ("answer" in many) return many.answer;
    return planOf(capability, { ids: many.found.map(({ id }) => id) }, shown(many.found, order));
  };

async function snoozed(turn: Turn, item: string | undefined, until: Date | null, order: string) {
  const many = await findMany(turn, until ? INBOX_EMAIL : ANY_EMAIL, item);
  if ("answer" in many) return many.answer;
  const input = { ids: many.found.map(({ id }) => id), until: until?.toISOString() ?? null };
  return planOf(emails.snooze, input, shown(many.found, order));
}

const snooze: Act = async (turn, { item, when }) => {
  const moment = when ? readTime(turn, when) : null;
  if (!moment) return asksFor(when ? `When is '${when}'?` : "Until when?");
  const until = moment.hasTime ? moment.at : new Date(moment.at.getTime() + MORNING);
  const text = momentOf(until, turn.clock);
  return snoozed(turn, item, until, `Snooze until ${text}`);
};

/** What has no time comes back at nine. */
const MORNING = 9 * 3_600_000;

/** Read marks and priorities change together; a star is given to one at a time. */
async function marked(
  turn: Turn,
  item: string | undefined,
  fields: { isRead?: boolean; priority?: "low" | "medium" | "high" | "urgent" },
  order: string,
) {
  const many = await findMany(turn, ANY_EMAIL, item);
  if ("answer" in many) return many.answer;
  const changes = many.found.map(({ id }) => ({ id, ...fields }));
  return planOf(emails.updateMany, { changes }, shown(many.found, order));
}

const starred =
  (isStarred: boolean, order: string): Act =>
  async (turn, { item }) => {
    const one = await findOne(turn, ANY_EMAIL, item);
    if ("answer" in one) return one.answer;
    const { id, version } = one.found;
    return planOf(emails.update, { id, version, isStarred }, shown([one.found], order));
  };

const priority: Act = async (turn, roles) => {
  const level = readPriority(roles.priority ?? "") ?? readPriority(turn.sentence);
  if (!level) return asksFor("Which priority: urgent, high, medium or low?");
  return marked(turn, roles.item, { priority: level }, `Set the priority to ${level}`);
};

const remove: Act = async (turn, { item }) => {
  const many = await findMany(turn, ANY_EMAIL, item);
  if ("answer" in many) return many.answer;
  const subjects = subjectsOf(many.found);
  return {
    text: `Shall I move ${subjects} to the trash?`,
    cards: many.found.map(emailCard),
    proposed: [
      {
        capability: "emails.deleteMany",
        input: { ids: many.found.map(({ id }) => id) },
        summary: `Move ${plural(many.found.length, "email")} to the trash: ${subjects}`.slice(0, 500),
      },
    ],
  };
};

const follow: Act = async (turn, { item, when }) => {
  const moment = when ? readTime(turn, when) : null;
  if (!moment) return asksFor("When shall I remind you?");
  const one = await findOne(turn, ANY_EMAIL, item);
  if ("answer" in one) return one.answer;
  const at = moment.hasTime ? moment.at : new Date(moment.at.getTime() + MORNING);
  const text = momentOf(at, turn.clock);
  return planOf(
    emails.remind,
    { id: one.found.id, at: at.toISOString() },
    shown([one.found], `Remind you ${text} if there is no answer`),
  );
};

const reply: Act = async (turn, { item, person, text }) => {
  const named = item ?? (person ? `the latest mail from ${person}` : undefined);
  if (!text) return asksFor("What shall the answer say?");
  const one = await findOne(
    turn,
    INBOX_EMAIL,
    named && !/\b(latest|last|newest|it|that|this|first|second|third)\b/i.test(named)
      ? `the latest ${named}`
      : named,
  );
  if ("answer" in one) return one.answer;
  const { id, subject } = one.found;
  const started = await turn.use(emails.startReply, { id });
  const input = {
    subject: started.subject,
    recipients: started.recipients,
    body: sentenceOf(text),
    inReplyTo: id,
  };
  return planOf(emails.create, input, {
    order: `Save a reply to '${subject}' as a draft: ${input.body}`,
    cards: [emailCard(one.found)],
  });
};

const cancelSend: Act = async (turn, { item }) => {
  const one = await findOne(turn, SCHEDULED_EMAIL, item);
  if ("answer" in one) return one.answer;
  return planOf(emails.cancel, { id: one.found.id }, shown([one.found], "Do not send"));
};

export const EMAIL_ACTS: Readonly<Record<string, Act>> = {
  "emails.archive": together(emails.archive, "Archive"),
  "emails.unarchive": together(emails.unarchive, "Restore from the archive", ANY_EMAIL),
  "emails.snooze": snooze,
  "emails.unsnooze": (turn, { item }) => snoozed(turn, item, null, "End the snooze"),
  "emails.star": starred(true, "Star"),
  "emails.unstar": starred(false, "Remove the star"),
  "emails.read": (turn, { item }) => marked(turn, item, { isRead: true }, "Mark as read"),
  "emails.unread": (turn, { item }) => marked(turn, item, { isRead: false }, "Mark as unread"),
  "emails.priority": priority,
  "emails.delete": remove,
  "emails.follow": follow,
  "emails.reply": reply,
  "emails.cancelSend": cancelSend,
};
