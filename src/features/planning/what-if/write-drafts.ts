import { formatPerson } from "#features/email/address-model.ts";
import { t } from "#i18n/message.ts";
import { formatDuration } from "#platform/time/durations.ts";
import { formatClock, formatLongDay, type ZoneClock } from "#platform/time/format-in-zone.ts";
import {
  type EventStep,
  MAX_DRAFTS,
  type Party,
  type WhatIfChange,
  type WhatIfDraft,
} from "../alternative-model.ts";
import { MINUTE } from "../reading/wanted-item.ts";
import { isChangeable } from "./change-facts.ts";
import { momentWords } from "./describe-effects.ts";
import type { Found } from "./find-effects.ts";
import type { Meeting } from "./read-meetings.ts";
import { isShorter } from "./shorten-meetings.ts";

type Mailing = {
  effects: readonly Found[];
  steps: readonly EventStep[];
  changes: readonly WhatIfChange[];
  meetings: ReadonlyMap<string, Meeting>;
  clock: ZoneClock;
  /** The person who writes. */
  sender: string;
};

/** Mails to those whose promise slips and whose meeting changes, as far as their addresses are known. */
export function writeDrafts(mailing: Mailing): WhatIfDraft[] {
  const promises = mailing.effects
    .filter(({ kind }) => kind === "promise")
    .flatMap((effect) => promiseDraft(effect, mailing));
  const steps = mailing.steps.flatMap((step) => stepDraft(step, mailing));
  const asked = mailing.changes.flatMap((change) => askingDraft(change, mailing));
  return [...promises, ...steps, ...asked].slice(0, MAX_DRAFTS);
}

const MAX_SUBJECT = 300;
const MAX_GUESTS = 50;

function promiseDraft({ person, title, due, after }: Found, mailing: Mailing): WhatIfDraft[] {
  if (!person) return [];
  const day = (at: Date) => formatLongDay(at, mailing.clock.timeZone);
  // A due time at midnight is that of the day before.
  const promised = due
    ? t`I promised you this by ${day(new Date(due.getTime() - 1))}: ${title}`
    : t`I promised you this: ${title}`;
  const news = after
    ? t`It will take until ${day(after)}.`
    : t`I cannot do it as planned, and will write again with a new date.`;
  return mail(
    [person],
    t`Later than promised: ${title}`,
    [promised, news, t`I am sorry for the delay.`],
    mailing,
  );
}

function stepDraft(step: EventStep, mailing: Mailing): WhatIfDraft[] {
  if (step.kind === "create") return [];
  const meeting = mailing.meetings.get(step.eventId);
  if (!meeting) return [];
  const { title, guests, organizer, isOwn } = meeting;
  const was = momentWords(new Date(meeting.start), mailing.clock);
  if (step.kind === "move") {
    const is = momentWords(step.startTime, mailing.clock);
    return mail(
      guests,
      t`New time: ${title}`,
      [t`I have to move “${title}” from ${was} to ${is}.`, t`Does that suit you?`],
      mailing,
    );
  }
  if (step.kind === "skip")
    return mail(
      guests,
      t`I cannot come: ${title}`,
      [
        t`I am sorry, I cannot come to “${title}” (${was}).`,
        t`Please go on without me, and send me what you decide.`,
      ],
      mailing,
    );
  if (step.kind === "shorten" || step.kind === "ask") return shorterDraft(step, meeting, mailing);
  if (!isOwn)
    return organizer
      ? mail(
          [organizer],
          t`I cannot come: ${title}`,
          [t`I am sorry, I cannot come to “${title}” (${was}).`],
          mailing,
        )
      : [];
  // Whoever was invited by mail gets the cancellation of the calendar.
  return meeting.isInvited
    ? []
    : mail(
        guests,
        t`Cancelled: ${title}`,
        [t`I am sorry, “${title}” (${was}) does not take place.`],
        mailing,
      );
}

/** To the guests of the own meeting, or to who can end it earlier. */
function shorterDraft(
  { startTime, endTime }: { startTime: Date; endTime: Date },
  { title, start, isOwn, guests, organizer }: Meeting,
  mailing: Mailing,
): WhatIfDraft[] {
  const { clock } = mailing;
  const was = momentWords(new Date(start), clock);
  const length = formatDuration(Math.round((endTime.getTime() - startTime.getTime()) / MINUTE));
  const until = formatClock(endTime, clock);
  if (isOwn)
    return mail(
      guests,
      t`Shorter: ${title}`,
      [
        t`I would like to end “${title}” (${was}) at ${until} already, after ${length}.`,
        t`Does that suit you?`,
      ],
      mailing,
    );
  return mail(
    organizer ? [organizer] : [],
    t`Could it be shorter: ${title}`,
    [t`Could we end “${title}” (${was}) at ${until} already, after ${length}?`],
    mailing,
  );
}

/** Where the person can only ask. */
function askingDraft(change: WhatIfChange, mailing: Mailing): WhatIfDraft[] {
  if (change.kind !== "moveEvent" && change.kind !== "dropEvent") return [];
  const meeting = mailing.meetings.get(change.eventId);
  const isDone = isChangeable(meeting) && (change.kind === "dropEvent" || meeting.isOwn);
  if (!meeting?.organizer || isDone || meeting.isOwn) return [];
  const { title, organizer } = meeting;
  const was = momentWords(new Date(meeting.start), mailing.clock);
  if (change.kind === "dropEvent")
    return mail(
      [organizer],
      t`I cannot come: ${title}`,
      [t`I am sorry, I cannot come to “${title}” (${was}).`],
      mailing,
    );
  if (isShorter(change, meeting)) return shorterDraft(change, meeting, mailing);
  const is = momentWords(change.startTime, mailing.clock);
  return mail(
    [organizer],
    t`Another time: ${title}`,
    [t`Could we move “${title}” from ${was} to ${is}?`],
    mailing,
  );
}

const mail = (
  to: readonly Party[],
  subject: string,
  lines: readonly string[],
  { sender }: Mailing,
): WhatIfDraft[] => writeMail(to, subject, lines, sender);

/** One mail with a greeting and the sender's name; none where no address is known. */
export function writeMail(
  to: readonly Party[],
  subject: string,
  lines: readonly string[],
  sender: string,
): WhatIfDraft[] {
  const known = to.flatMap(({ name, address }) =>
    address === null ? [] : [{ address, name: name === address ? "" : name }],
  );
  const [first, ...others] = known;
  if (!first) return [];
  const greeting = others.length === 0 && first.name !== "" ? t`Hello ${first.name},` : t`Hello,`;
  return [
    {
      to: known.slice(0, MAX_GUESTS).map(formatPerson),
      subject: subject.slice(0, MAX_SUBJECT),
      text: [greeting, ...lines, t`Best regards`, sender].filter((line) => line !== "").join("\n\n"),
    },
  ];
}
