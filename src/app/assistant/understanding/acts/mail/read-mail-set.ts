import { NUMBER_WORDS } from "#platform/time/number-words.ts";
import type { Period } from "../../../phrases/parse-period.ts";
import { pastTimeIn } from "../read-past.ts";

export type MailState = "draft" | "scheduled" | "sent" | "received" | "archived" | "snoozed";
/** Mails of lists, by people who write to many; and those that machines write about an account. */
export type MailKind = "newsletter" | "notification";

/** What words say about mails, besides their names: 'the two unread newsletters from last week'. */
export type MailSet = {
  kind: MailKind | null;
  state: MailState | null;
  isUnread: boolean | null;
  isStarred: boolean;
  hasFiles: boolean;
  period: Period | null;
  /** 'Both' is 2. */
  count: number | null;
  /** Several are meant, or all. */
  isMany: boolean;
  /** The words without all this. */
  rest: string;
};

type Situation = { now: Date; timeZone: string };

const MAILS = "(?:e-?)?mails?|messages?|letters?|newsletters?|notifications?|ones|posts";
const COUNT = "both|two|three|four|five|six|seven|eight|nine|ten|[2-9]|\\d\\d";
const NEWSLETTER = /\bnews-?let{1,2}ers?\b|\bmailing lists?\b|\bmass mails?\b/i;
const NOTIFICATION =
  /\bnotif(?:ication)?s?\b(?= (?:mails?|e-?mails?|messages?|from|by|in|of)\b|$)|\b(?:automatic|automated|machine|no-?reply) (?:mails?|e-?mails?|messages)\b/i;

const UNREAD =
  /\bunread\b|\bunopened\b|\bunseen\b|\b(?:not|never|haven'?t|hasn'?t)(?: (?:i|yet|been))* (?:read|opened|looked at|seen)\b|\bI(?:'ve| have) not (?:read|opened)\b/i;
const NEW = new RegExp(`\\bnew (?=(?:${MAILS})\\b)|^(?:new|fresh)$`, "i");
const READ = new RegExp(
  `\\b(?:already |previously )?read (?=(?:${MAILS})\\b)|^(?:already )?read$|\\bI(?:'ve| have) (?:already )?read\\b`,
  "i",
);
const STARRED =
  /\bstar+ed\b|\bflagged\b|\bwith (?:a )?(?:star|flag)\b|\b(?:did|have) I (?:star|flag)(?:red|ged)?\b/i;
const FILES = /\b(?:with|has|have|having) (?:an? |any |some )?(?:attach\w+|files?|pdfs?)\b|\battachments?\b/i;

const STATES: readonly (readonly [RegExp, MailState])[] = [
  [
    /\barchived\b|\b(?:in|from|of|inside) (?:the |my )?(?:mail )?archive\b|\bmail archive\b|^archive$|\bdid I archive\b/i,
    "archived",
  ],
  [
    /\bsnoozed\b|\b(?:I(?:'ve| have)?|did I|have I) (?:snoozed?|put off|hidden)\b|\bput off (?:to|until|till)\b/i,
    "snoozed",
  ],
  [/\bscheduled\b|\bqueued\b|\b(?:due|planned|set|waiting) to (?:go|be sent|leave)\b/i, "scheduled"],
  [
    /\b(?:e-?mail|mail|reply|answer|unsent|saved|unfinished) drafts?\b|\bdrafts? (?:to|for|answer|reply)\b|\bin (?:the |my )?drafts\b|^(?:(?:my|the|that|this|all) )*drafts?$/i,
    "draft",
  ],
  [
    new RegExp(
      [
        "\\b(?:I|we)(?:'ve| have|'d)? (?:sent|wrote|written|e-?mailed|mailed)\\b",
        "\\b(?:did|have|had) (?:I|we) (?:just |ever |last )?(?:send|write|written|sent|e-?mail|mail|e-?mailed|mailed)\\b",
        "\\bsent (?:mails?|e-?mails?|messages|items|folder|box|ones)\\b|^(?:already )?sent$",
        "\\bmy (?:last |latest )?(?:e-?mail|mail|message)s? to\\b",
        "\\b(?:written|sent) by me\\b",
      ].join("|"),
      "i",
    ),
    "sent",
  ],
];

const ALL =
  /\b(?:all|every|everything|each|any|anything|whatever|whole (?:lot|inbox)|the lot|them|these|those)\b/i;
const PLURAL =
  /\b(?:e-?mails|mails|messages|letters|newsletters|newsleters|notifications|ads|ones|replies)\b/i;

/** Reads and takes out what each pattern finds. */
class Words {
  rest: string;
  constructor(words: string) {
    this.rest = words;
  }
  take(pattern: RegExp): boolean {
    const isThere = pattern.test(this.rest);
    if (isThere) this.rest = this.rest.replace(pattern, " ");
    return isThere;
  }
}

export function readMailSet(given: string, situation: Situation): MailSet {
  const words = new Words(given.replaceAll("\u2019", "'"));
  const isAll = ALL.test(words.rest);
  const isPlural = PLURAL.test(words.rest);
  const isUnread = words.take(UNREAD) || words.take(NEW) ? true : words.take(READ) ? false : null;
  const isStarred = words.take(STARRED);
  const hasFiles = words.take(FILES);
  const state = STATES.find(([pattern]) => words.take(pattern))?.[1] ?? null;
  const count = takeCount(words);
  const time = pastTimeIn(words.rest, situation);
  if (time)
    words.rest = `${words.rest.slice(0, time.start)} ${words.rest.slice(time.end).replace(/^'s\b/, "")}`;
  const kind = words.take(NEWSLETTER) ? "newsletter" : words.take(NOTIFICATION) ? "notification" : null;
  return {
    ...{ kind, state, isUnread, isStarred, hasFiles, count },
    period: time?.period ?? null,
    isMany: isAll || isPlural || count !== null,
    rest: words.rest.replaceAll(/\s+/g, " ").trim(),
  };
}

const COUNTED = new RegExp(
  `\\b(?:all |the |last |latest |newest )*(${COUNT})(?= (?:of |last |latest |newest |from |by |new |unread |(?:${MAILS})\\b|from\\b|[A-Z])|$)`,
);

/** 'The two from Marcus', 'both newsletters', 'all three'. */
function takeCount(words: Words): number | null {
  const found = COUNTED.exec(words.rest) ?? /^(both|all (?:two|three|four|five))\b/i.exec(words.rest);
  if (!found) return null;
  words.rest = words.rest.replace(found[0], " ");
  const word = (found[1] ?? "").replace(/^all /i, "").toLowerCase();
  return word === "both" ? 2 : (NUMBER_WORDS[word] ?? Number(word));
}

/** Whether the words narrow the mails down, besides by their names. */
export const narrows = ({ kind, state, isUnread, isStarred, hasFiles, period }: MailSet): boolean =>
  kind !== null || state !== null || isUnread !== null || isStarred || hasFiles || period !== null;
