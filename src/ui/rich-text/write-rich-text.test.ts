import type { Node } from "prosemirror-model";
import { expect, test } from "vitest";
import { richTextSchema } from "./rich-text-schema.ts";
import { docOfText, joined, positionOf, richTextOf } from "./write-rich-text.ts";

const { nodes, marks } = richTextSchema;
const words = (text: string, ...markNames: ("bold" | "italic" | "underline")[]) =>
  richTextSchema.text(
    text,
    markNames.map((name) => marks[name].create()),
  );
const line = (...inline: Node[]) => nodes.paragraph.create(null, inline);
const item = (text: string) => nodes.item.create(null, line(words(text)));
const link = (text: string, href: string) => richTextSchema.text(text, [marks.link.create({ href })]);

test("MAIL-36: plain text round-trips unchanged and has no formatting", () => {
  for (const text of ["", "Hello", "a\n\n  b  c\n", "\n\n-- \nAda\n\nOn Monday, Bob wrote:\n> yes\n>> no"])
    expect(richTextOf(docOfText(text))).toEqual({ text, html: null });
});

test("formatted text always comes with an equivalent plain text", () => {
  const doc = nodes.doc.create(null, [
    line(words("The "), words("budget", "bold"), words(" is"), words(" final", "italic", "underline")),
    nodes.bullets.create(null, [item("rent"), item("travel")]),
    nodes.numbers.create(null, [item("sign"), item("send")]),
    nodes.quote.create(null, [line(words("as agreed"))]),
    line(link("the plan", "https://example.org/plan"), words(" and "), link("a@x.org", "mailto:a@x.org")),
  ]);
  expect(richTextOf(doc)).toEqual({
    text: "The budget is final\n- rent\n- travel\n1. sign\n2. send\n> as agreed\nthe plan (https://example.org/plan) and a@x.org",
    html: [
      "<div>The <strong>budget</strong> is<em><u> final</u></em></div>",
      "<ul><li><div>rent</div></li><li><div>travel</div></li></ul>",
      "<ol><li><div>sign</div></li><li><div>send</div></li></ol>",
      `<blockquote type="cite"><div>as agreed</div></blockquote>`,
      `<div><a href="https://example.org/plan">the plan</a> and <a href="mailto:a@x.org">a@x.org</a></div>`,
    ].join(""),
  });
});

test("typed markup stays text, lines with > become a quote, and empty lines keep their height", () => {
  const doc = nodes.doc.create(null, [
    line(words(`<img src=x onerror="a&b">`, "bold")),
    line(),
    line(words("> she said")),
    line(words("> yes")),
  ]);
  expect(richTextOf(doc).html).toBe(
    [
      "<div><strong>&lt;img src=x onerror=&quot;a&amp;b&quot;&gt;</strong></div><div><br></div>",
      `<blockquote type="cite"><div>she said</div><div>yes</div></blockquote>`,
    ].join(""),
  );
});

test("a link is a web or mail address and nothing else", () => {
  for (const href of ["javascript:alert(1)", "data:text/html,x", "//x.org", "file:///etc/passwd"])
    expect(() => link("here", href).check()).toThrow();
  expect(() => link("here", "https://x.org").check()).not.toThrow();
});

test("joined texts keep the formatting of both", () => {
  expect(joined({ text: "Hello\n", html: null }, { text: "now", html: "<div><em>now</em></div>" })).toEqual({
    text: "Hello\nnow",
    html: "<div>Hello</div><div><br></div><div><em>now</em></div>",
  });
  expect(joined({ text: "a", html: null }, { text: "b", html: null })).toEqual({ text: "ab", html: null });
});

test("the cursor is at the same character in both", () => {
  const text = "ab\n\ncd";
  const doc = docOfText(text);
  expect(doc.textBetween(positionOf(text, 4), positionOf(text, 6))).toBe("cd");
  expect(positionOf(text, 0)).toBe(1);
});
