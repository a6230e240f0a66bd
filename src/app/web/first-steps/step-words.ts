import { t } from "#i18n/message.ts";
import type { FirstStep } from "#platform/auth/first-steps.ts";

/** `gives`: what the person has of it. Without `href` a dialog opens; `hrefBefore`: while there is no workspace to invite to. */
type Words = { title: string; gives: string; href?: string; hrefBefore?: string };

export const WORDS: Readonly<Record<FirstStep, Words>> = {
  mail: {
    title: t`Connect your mail`,
    gives: t`Today lists what waits for your answer, and you read and write it here.`,
  },
  calendar: {
    title: t`Connect your calendar`,
    gives: t`Today shows your meetings, your free time and when to leave.`,
    href: "/calendar?show=calendars",
  },
  timeZone: {
    title: t`Your time zone`,
    gives: t`Your days, briefings and reminders follow it.`,
  },
  import: {
    title: t`Import what you have`,
    gives: t`Your contacts and events are here from the first day.`,
  },
  invite: {
    title: t`Invite somebody`,
    gives: t`You share documents, decide together and find a time when all are free.`,
    href: "/team?create=invitation",
    hrefBefore: "/team?create=workspace",
  },
  phone: {
    title: t`Put Adjutant on your phone`,
    gives: t`Today is one tap away, and reminders reach you there.`,
  },
};
