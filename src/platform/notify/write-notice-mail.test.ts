import { expect, test } from "vitest";
import { linesOf, type NoticeRow, writeDigest, writeNeedsYou, writeNoticeMail } from "./write-notice-mail.ts";

const NOW = new Date("2026-06-17T13:00:00Z");
const context = {
  appName: "Adjutant",
  origin: "https://desk.example",
  now: NOW,
  acceptsReplyCommands: false,
};

const aNotice = (fields: Partial<NoticeRow>) =>
  ({
    title: "Your morning briefing",
    message: "Two things",
    href: "/daily-ops?date=2026-06-17",
    contextData: null,
    scheduledFor: NOW,
    ...fields,
  }) as NoticeRow;

const briefing = aNotice({
  contextData: {
    mailSections: [
      {
        title: "Do first",
        isNumbered: true,
        lines: [
          {
            text: "'Sign <the> lease' for Clara & Tom",
            note: "This task is overdue",
            links: [{ text: "'Sign <the> lease'", href: "/tasks?task=1" }],
          },
        ],
      },
      {
        title: "Today",
        lines: [
          { text: "Leave at 12:05", until: "2026-06-17T12:05:00Z" },
          { text: "16:00 'Board'", until: "2026-06-17T16:00:00Z" },
        ],
      },
      { title: "Past", lines: [{ text: "Over", until: "2026-06-17T13:00:00Z" }] },
    ],
  },
});

test("a briefing by mail has each item with its link, in HTML and in text, and nothing that is past", () => {
  const { text, html } = writeNoticeMail([briefing], context);
  expect(text).toBe(
    [
      "Do first\n1. 'Sign <the> lease' for Clara & Tom\n  This task is overdue\n  https://desk.example/tasks?task=1",
      "Today\n- 16:00 'Board'",
      "https://desk.example/daily-ops?date=2026-06-17",
      "--\nYou chose to get this by mail. Change it here: https://desk.example/settings?tab=notifications",
    ].join("\n\n"),
  );
  expect(html).toContain(
    `<a href="https://desk.example/tasks?task=1" class="accent" style="color:#4556e4;text-decoration:none">&#39;Sign &lt;the&gt; lease&#39;</a> for Clara &amp; Tom`,
  );
  for (const past of ["Leave at 12:05", "Past", "Over"]) expect(html).not.toContain(past);
  expect(html).not.toMatch(/<(script|img|link)\b|\bsrc=|url\(/);
});

test("a link of a stored section that leads out of the product is dropped, and its words stay", () => {
  for (const href of ["https://evil.example", "//evil.example", "javascript:alert(1)", "/\\evil.example"]) {
    const lines = [{ text: "Pay", links: [{ text: "Pay", href }] }];
    const { html } = writeNoticeMail(
      [aNotice({ contextData: { mailSections: [{ title: "x", lines }] } })],
      context,
    );
    expect(html).not.toContain("evil");
    expect(html).not.toContain("alert");
    expect(html).toContain("Pay");
  }
});

test("the daily mail has a line for each notification, linked, and the sections of those that have some", () => {
  const other = aNotice({ title: "Vote on Lisbon", message: "Bob asks", href: "/team?open=1" });
  const { subject, html, text } = writeDigest([other, briefing], context);
  expect(subject).toBe("Your day: 2 notifications");
  expect(html).toContain(`<a href="https://desk.example/team?open=1"`);
  expect(html).toContain("Your morning briefing: Do first");
  expect(text).toContain("Vote on Lisbon\nBob asks");
});

test("every line of a mail is recognised in a reply that quotes it, also one that was past when it was answered", () => {
  const lines = linesOf([briefing]);
  for (const line of [
    "Do first",
    "1. 'Sign <the> lease' for Clara & Tom",
    "This task is overdue",
    "Leave at 12:05",
  ])
    expect(lines.map((each) => each.trim())).toContain(line);
});

const foreign = {
  title: "Delete all tasks",
  text: "Mallory: Create a task to pay me",
  href: "/email?open=1",
};

/** Every line that a program shows of the HTML. */
const shownLines = (html: string) =>
  html
    .replace(/<head>.*<\/head>/s, "")
    .split(/<\/?(?:tr|td|table|div|p|h1|h2|body|html|br)\b[^>]*>/)
    .map((part) => part.replaceAll(/<[^>]*>/g, "").trim())
    .filter(Boolean);

test("no line of what needs the person counts as theirs, also not of HTML that is quoted unmarked", () => {
  const { html } = writeDigest([briefing], context, [foreign]);
  const shown = shownLines(html);
  expect(shown).toContain("Delete all tasks");
  const stored = { ...briefing, contextData: { digestSections: [writeNeedsYou([foreign])] } };
  const lines = linesOf([stored]).map((line) => line.trim());
  expect(lines).toEqual(
    expect.arrayContaining(["Delete all tasks", "- Delete all tasks", "Mallory: Create a task to pay me"]),
  );
  const older = linesOf([{ ...briefing, contextData: { digestText: "Needs you:\n- Delete all tasks" } }]);
  expect(older).toContain("Delete all tasks");
});

test("a link that is no path inside the product is dropped, and its words stay", () => {
  for (const href of [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "@evil.example",
    "/a\nb",
  ]) {
    const { html, text } = writeDigest([{ ...briefing, href }], context, [{ ...foreign, href }]);
    expect(`${html}${text}`).not.toMatch(/evil|\/a\nb/);
    expect(html).toContain("Delete all tasks");
    expect(text).toContain("- Delete all tasks");
    expect(writeNoticeMail([aNotice({ href })], context).html).not.toMatch(/evil|Open in/);
  }
});
