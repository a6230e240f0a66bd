import { emails } from "#features/email/emails.ts";
import { mailAccounts } from "#features/email/mail-accounts.ts";
import { mailSubscriptions } from "#features/email/mail-subscriptions.ts";
import { emailCard, joinWords, momentOf, plural } from "../../format-answer.ts";
import type { Turn } from "../../intent.ts";
import { type Act, asksFor, planOf, type Roles } from "../act.ts";
import { readPriority } from "../read-priority.ts";
import { orAtNine } from "../times/in-day.ts";
import { readTime } from "../times/read-time.ts";
import { mailMeant, mailsMeant } from "./mail/find-mails.ts";
import { addressIn, type Mail, type Scope } from "./mail/list-mails.ts";
import { isRecall, RECALL } from "./mail/recall.ts";

const subjectsOf = (found: readonly Mail[]) => joinWords(found.map(({ subject }) => `'${subject}'`));

const shown = (found: readonly Mail[], order: string) => ({
  order: `${order}: ${subjectsOf(found)}`,
  cards: found.map(emailCard),
});

const idsOf = (found: readonly Mail[]) => found.map(({ id }) => id);

type Many = typeof emails.archive | typeof emails.unarchive;

const together =
  (capability: Many, order: string, scope: Scope): Act =>
  async (turn, { item }) => {
    const many = await mailsMeant(turn, item, { scope });
    if ("answer" in many) return many.answer;
    return planOf(capability, { ids: idsOf(many.found) }, shown(many.found, order));
  };

const snooze: Act = async (turn, { item, when }) => {
  const until = when ? nineOn(turn, readTime(turn, when)) : null;
  if (!until) return asksFor(when ? `When is '${when}'?` : "Until when?");
  const many = await mailsMeant(turn, item, { scope: "inbox", besides: [when] });
  if ("answer" in many) return many.answer;
  return planOf(
    emails.snooze,
    { ids: idsOf(many.found), until: until.toISOString() },
    shown(many.found, `Snooze until ${momentOf(until, turn.clock)}`),
  );
};

/** What has no time of day comes back at nine. */
const nineOn = ({ timeZone }: Turn, moment: ReturnType<typeof readTime>): Date | null =>
  moment && orAtNine(moment, timeZone);

const unsnooze: Act = async (turn, { item }) => {
  const many = await mailsMeant(turn, item, { scope: "snoozed" });
  if ("answer" in many) return many.answer;
  return planOf(emails.snooze, { ids: idsOf(many.found), until: null }, shown(many.found, "End the snooze"));
};

type Mark = {
  isRead?: boolean;
  isStarred?: boolean;
  priority?: "low" | "medium" | "high" | "urgent";
  category?: string;
};

/** Marks one mail, or several together; those that have the mark already are left out where others have not. */
async function marked(turn: Turn, { item, priority, tag }: Roles, mark: Mark, order: string, scope: Scope) {
  const many = await mailsMeant(turn, item, { scope, besides: [priority, tag] });
  if ("answer" in many) return many.answer;
  const open = many.found.filter((mail) =>
    Object.entries(mark).some(([field, value]) => mail[field as keyof Mail] !== value),
  );
  if (open.length === 0)
    return {
      text: `${subjectsOf(many.found)}: this is so already.`,
      cards: many.found.map(emailCard),
    };
  return planOf(emails.updateMany, { changes: open.map(({ id }) => ({ id, ...mark })) }, shown(open, order));
}

const marking =
  (mark: Mark, order: string, scope: Scope): Act =>
  (turn, roles) =>
    marked(turn, roles, mark, order, scope);

const priority: Act = async (turn, roles) => {
  const level = readPriority(roles.priority ?? "") ?? readPriority(turn.sentence);
  if (!level) return asksFor("Which priority: urgent, high, medium or low?");
  return marked(turn, roles, { priority: level }, `Set the priority to ${level}`, "any");
};

const label: Act = async (turn, roles) => {
  const category = roles.tag?.trim().slice(0, 60);
  if (!category) return asksFor("Which label?");
  if (/^archived$/i.test(category)) return archive(turn, roles);
  return marked(turn, roles, { category }, `Label as '${category}'`, "received");
};

const archive = together(emails.archive, "Archive", "inbox");

const remove: Act = async (turn, { item }) => {
  if (isRecall(turn.sentence)) return RECALL;
  const many = await mailsMeant(turn, item, { scope: "any" });
  if ("answer" in many) return many.answer;
  const count = plural(many.found.length, "email");
  return planOf(
    emails.deleteMany,
    { ids: idsOf(many.found) },
    shown(many.found, `Move ${count} to the trash`),
  );
};

/** From the trash, or from the archive where it lies there. */
const restore: Act = async (turn, { item }) => {
  if (isRecall(turn.sentence)) return RECALL;
  const deleted = await mailsMeant(turn, item, { scope: "trash" });
  const isTrashed = "found" in deleted && (await areTrashed(turn, deleted.found));
  if ("found" in deleted && isTrashed)
    return planOf(
      emails.restoreMany,
      { ids: idsOf(deleted.found) },
      shown(deleted.found, "Restore from the trash"),
    );
  const archived = await mailsMeant(turn, item, { scope: "archived" });
  if ("found" in archived && archived.found.every(({ category }) => category === "archived"))
    return planOf(
      emails.unarchive,
      { ids: idsOf(archived.found) },
      shown(archived.found, "Restore from the archive"),
    );
  if ("answer" in deleted) return deleted.answer;
  return {
    text: `${subjectsOf(deleted.found)}: not in the trash.`,
    cards: deleted.found.map(emailCard),
  };
};

/** What was shown may lie elsewhere. */
async function areTrashed(turn: Turn, found: readonly Mail[]): Promise<boolean> {
  const { items } = await turn.use(emails.trash, { limit: 100 });
  return found.every(({ id }) => items.some((each) => each.id === id));
}

/** Words for folders that have acts of their own. */
const FOLDERS: readonly (readonly [RegExp, Act])[] = [
  [/^(?:the )?archive$/i, (turn, roles) => archive(turn, roles)],
  [/^(?:the )?(?:trash|bin|waste ?(?:paper )?basket)$/i, (turn, roles) => remove(turn, roles)],
  [
    /^(?:the |my )?(?:inbox|in-tray)$/i,
    (turn, roles) => together(emails.unarchive, "Restore from the archive", "archived")(turn, roles),
  ],
];

const move: Act = async (turn, roles) => {
  const { item, folder } = roles;
  if (!folder) return asksFor("To which folder?");
  const own = FOLDERS.find(([pattern]) => pattern.test(folder.trim()));
  if (own) return own[1](turn, roles);
  const { items } = await turn.use(mailAccounts.mailboxes, {});
  const bare = (text: string) =>
    text
      .toLowerCase()
      .replace(/^(?:the|my) | (?:folder|label)$/g, "")
      .trim();
  const boxes = items.filter(({ name }) => bare(name) === bare(folder));
  if (boxes.length === 0)
    return asksFor(
      items.length === 0
        ? "No mail account with folders is connected, so I can only label, archive or delete mail."
        : `No folder is called '${folder}'. There are ${joinWords(items.slice(0, 8).map(({ name }) => name))}.`,
    );
  const many = await mailsMeant(turn, item, { scope: "received", besides: [folder] });
  if ("answer" in many) return many.answer;
  const accountIds = new Set(many.found.map(({ accountId }) => accountId));
  const box = boxes.find(({ accountId }) => accountIds.has(accountId));
  if (!box || accountIds.size > 1)
    return asksFor(`Only mail of the account that has the folder '${folder}' can be moved there.`);
  return planOf(
    emails.move,
    { ids: idsOf(many.found), mailboxId: box.id },
    shown(many.found, `Move to the folder '${box.name}'`),
  );
};

const follow: Act = async (turn, { item, when }) => {
  const at = when ? nineOn(turn, readTime(turn, lastOf(when))) : null;
  if (!at) return asksFor("When shall I remind you?");
  const one = await mailMeant(turn, item, { scope: "sent", besides: [when], isNewest: true });
  if ("answer" in one) return one.answer;
  if (at <= turn.context.now) return asksFor("That time has passed. When shall I remind you?");
  return planOf(
    emails.remind,
    { id: one.found.id, at: at.toISOString() },
    shown([one.found], `Remind you ${momentOf(at, turn.clock)} if there is no answer`),
  );
};

/** Of two times that a role has the second: the first belongs to what the mail is about. */
const lastOf = (when: string): string =>
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day ((?:on |by )?(?:mon|tues|wednes|thurs|fri|satur|sun)day.*)$/i.exec(
    when,
  )?.[1] ?? when;

const cancelSend: Act = async (turn, { item }) => {
  const many = await mailsMeant(turn, item, { scope: "scheduled" });
  if ("answer" in many) return many.answer;
  return many.found.map((mail) => planOf(emails.cancel, { id: mail.id }, shown([mail], "Do not send")));
};

/** Leaving a list contacts its sender, so that only the person's own press of the button does it. */
const unsubscribe: Act = async (turn, { item }) => {
  const many = await mailsMeant(turn, item, { scope: "received" });
  if ("answer" in many) return many.answer;
  const { items } = await turn.use(mailSubscriptions.list, {});
  const lists = new Set(items.filter(({ method }) => method !== "none").map(({ sender }) => sender));
  const found = many.found.filter(({ sender }) => lists.has(addressIn(sender)));
  if (found.length === 0)
    return {
      text: `No, ${subjectsOf(many.found)} names no way to unsubscribe.`,
      cards: many.found.map(emailCard),
    };
  const names = joinWords([...new Set(found.map(({ sender }) => addressIn(sender)))]);
  return {
    text: `I cannot unsubscribe for you, because that contacts the sender: open the mail and choose Unsubscribe. It is offered for ${names}.`,
    cards: found.slice(0, 12).map(emailCard),
  };
};

export const EMAIL_ACTS: Readonly<Record<string, Act>> = {
  "emails.archive": archive,
  "emails.unarchive": together(emails.unarchive, "Restore from the archive", "archived"),
  "emails.snooze": snooze,
  "emails.unsnooze": unsnooze,
  "emails.star": marking({ isStarred: true }, "Star", "any"),
  "emails.unstar": marking({ isStarred: false }, "Remove the star", "any"),
  "emails.read": marking({ isRead: true }, "Mark as read", "received"),
  "emails.unread": marking({ isRead: false }, "Mark as unread", "received"),
  "emails.priority": priority,
  "emails.label": label,
  "emails.move": move,
  "emails.delete": remove,
  "emails.restore": restore,
  "emails.follow": follow,
  "emails.cancelSend": cancelSend,
  "emails.unsubscribe": unsubscribe,
};
