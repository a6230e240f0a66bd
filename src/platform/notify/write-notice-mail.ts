import { form, plural, t } from "#i18n/message.ts";
import { messageWithLine } from "./added-line.ts";
import { addressOf, type MailSection, mailSectionsOf } from "./mail-sections.ts";
import { type MailPage, renderMailPage } from "./render-mail-page.ts";
import type { smartNotifications } from "./tables.ts";

export type NoticeRow = typeof smartNotifications.$inferSelect;
/** `acceptsReplyCommands`: a reply of this person to the mail is a command. */
export type NoticeMailContext = {
  appName: string;
  origin: string;
  now: Date;
  acceptsReplyCommands: boolean;
};

/** Something else that a person finds in their daily mail, such as what needs them; `href` is a path of the product. */
export type DigestItem = { title: string; text: string; href: string };

/** The mail about one notification, as text and as HTML. */
export function writeNoticeMail([notice]: readonly NoticeRow[], context: NoticeMailContext) {
  if (!notice) throw new Error("A mail about a notification needs one");
  const { title, href } = notice;
  const message = messageWithLine(notice);
  const sections = mailSectionsOf(notice.contextData, context.now);
  return {
    subject: title,
    text: `${noticeText(notice, context)}${footerText(context)}`,
    html: renderMailPage({
      ...pageOf(context),
      title,
      intro: sections.length > 0 || message === "" ? [] : [message],
      sections,
      action: href ? { label: t`Open in ${context.appName}`, href } : null,
    }),
  };
}

/** The daily mail: what needs the person, then all notifications that were held for it, newest first. */
export function writeDigest(
  notices: readonly NoticeRow[],
  context: NoticeMailContext,
  needsYou: readonly DigestItem[] = [],
) {
  const newest = notices.toSorted((a, b) => b.scheduledFor.getTime() - a.scheduledFor.getTime());
  const subject = plural(newest.length, {
    one: "Your day: 1 notification",
    other: form`Your day: ${newest.length} notifications`,
  });
  const parts = newest.map((notice) => `${notice.title}\n${noticeText(notice, context)}`);
  const first = needsYou.length > 0 ? [writeNeedsYou(needsYou)] : [];
  return {
    subject,
    text: `${[...first.map((section) => sectionsText([section], context.origin)), ...parts].join("\n\n")}${footerText(context)}`,
    html: renderMailPage({
      ...pageOf(context),
      title: subject,
      intro: [],
      sections: [...first, ...newest.flatMap((notice) => digestSections(notice, context))],
      action: null,
    }),
  };
}

/** Stored as `digestSections` of every notification in the mail, so that no reply to it takes its lines for commands. */
export const writeNeedsYou = (items: readonly DigestItem[]): MailSection => ({
  title: t`Needs you`,
  isNumbered: false,
  lines: items.map(({ title, text, href }) => {
    const words = oneLine(title);
    return { text: words, note: oneLine(text), links: [{ text: words, href }] };
  }),
});

const oneLine = (words: string) => words.replaceAll(/\s+/g, " ").trim();

/** One with sections of its own has its title above them; all others are a line each. */
function digestSections(notice: NoticeRow, { now }: NoticeMailContext): MailSection[] {
  const { title, href, contextData } = notice;
  const message = messageWithLine(notice);
  const links = href ? [{ text: title, href }] : [];
  const line = { text: title, links, ...(message !== "" && { note: message }) };
  const own = mailSectionsOf(contextData, now);
  return own.length > 0
    ? own.map((section) => ({ ...section, title: `${title}: ${section.title}` }))
    : [{ title: "", isNumbered: false, lines: [line] }];
}

/** `mailText` is of earlier versions. */
function noticeText(notice: NoticeRow, { origin, now }: NoticeMailContext): string {
  const { contextData, href } = notice;
  const sections = mailSectionsOf(contextData, now);
  const stored = typeof contextData?.mailText === "string" ? contextData.mailText : messageWithLine(notice);
  const text = sections.length > 0 ? sectionsText(sections, origin) : stored;
  return [text, href && addressOf(origin, href)].filter(Boolean).join("\n\n");
}

const sectionsText = (sections: readonly MailSection[], origin: string): string =>
  sections.map((section) => sectionLines(section, origin).join("\n")).join("\n\n");

const sectionLines = ({ title, isNumbered, lines }: MailSection, origin: string): string[] => [
  title,
  ...lines.flatMap(({ label, text, note, links }, at) => [
    [isNumbered ? `${at + 1}.` : "-", label, text].filter(Boolean).join(" "),
    ...(note ? [`  ${note}`] : []),
    ...links.slice(0, MAX_LINKS).flatMap(({ href }) => {
      const address = addressOf(origin, href);
      return address ? [`  ${address}`] : [];
    }),
  ]),
];

/** Of a line of text: an address takes a line of its own. */
const MAX_LINKS = 3;

/** The lines of notification mails: none of them counts as written by the reader. `…Text` is of earlier versions. */
export const linesOf = (notices: readonly Pick<NoticeRow, "title" | "message" | "contextData">[]) =>
  notices.flatMap(({ title, message, contextData }) => [
    ...[
      title,
      message,
      messageWithLine({ message, contextData }),
      contextData?.digestText,
      contextData?.mailText,
    ]
      .filter((text) => typeof text === "string")
      .flatMap((text) => text.split("\n"))
      .flatMap((line) => [line, line.replace(/^\s*(?:-|\d+\.)\s+/, "")]),
    ...(["mailSections", "digestSections"] as const)
      .flatMap((which) => mailSectionsOf(contextData, LONG_AGO, which))
      .flatMap((section) => [...sectionLines(section, ""), ...section.lines.flatMap(bareLines)]),
  ]);

/** As a program shows the HTML that it quotes without marking it. */
const bareLines = ({ label, text, note }: MailSection["lines"][number]): string[] => [
  text,
  ...(label ? [`${label} ${text}`] : []),
  ...(note ? [note, `${text} ${note}`] : []),
];

/** Nothing was past then: the mail may have held every line. */
const LONG_AGO = new Date(0);

function footerOf({ acceptsReplyCommands }: NoticeMailContext): MailPage["footer"] {
  const choice = {
    text: t`You chose to get this by mail. Change it here:`,
    link: { label: t`Notification settings`, href: SETTINGS },
  };
  const reply = t`Answer this mail from your mail program to tell the assistant what to do, such as 'Create a task to call Anna tomorrow'.`;
  return acceptsReplyCommands ? [choice, { text: reply }] : [choice];
}

const SETTINGS = "/settings?tab=notifications";

const footerText = (context: NoticeMailContext) =>
  `\n\n--\n${footerOf(context)
    .map(({ text, link }) => (link ? `${text} ${context.origin}${link.href}` : text))
    .join("\n")}`;

const pageOf = (context: NoticeMailContext) => ({
  appName: context.appName,
  origin: context.origin,
  footer: footerOf(context),
});
