import { expect, test } from "vitest";
import { drawableUntil, MAX_NODES } from "./measure-mail.ts";

const times = (count: number, make: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => make(number)).join("");

test("D14: an ordinary mail is rendered completely, with open paragraphs, conditional comments and long reply chains", () => {
  const row = "<tr><td style='padding:8px'><p>Hello<br><b>Ada</b><li>one<li>two</td></tr>";
  expect(drawableUntil(`<html><body><table>${row.repeat(400)}</table></body></html>`)).toBeNull();
  expect(
    drawableUntil(
      times(
        300,
        (n) =>
          `<!--[if mso]><table><tr><td><![endif]--><div>${n}</div><!--[if mso]></td></tr></table><![endif]-->`,
      ),
    ),
  ).toBeNull();
  expect(drawableUntil("<blockquote><div>".repeat(60))).toBeNull();
  expect(drawableUntil("<p>a &lt; b and 3 < 4, </p>".repeat(1000))).toBeNull();
});

test("D14: 5,000 nested tables and 60,000 links are cut before they are parsed", () => {
  const tables = "<table><tr><td>".repeat(5000);
  expect(tables.slice(0, drawableUntil(tables) ?? 0).match(/<table>/g)).toHaveLength(30);
  const links = times(60_000, (n) => `<a href="#${n}">${n}</a> `);
  expect(links.slice(0, drawableUntil(links) ?? 0).match(/<a /g)).toHaveLength(MAX_NODES);
});

test("D14: elements that a browser reopens in each block are counted each time", () => {
  const open = times(1000, (n) => `<font color="#${n}">`);
  expect(drawableUntil(open)).toBeLessThan(open.length);
  const fewer = `<p>${times(200, (n) => `<font color="#${n}">`)}</p>${"<p>x</p>".repeat(2000)}`;
  expect(fewer.slice(0, drawableUntil(fewer) ?? 0).match(/<p>/g)?.length).toBeLessThan(200);
  expect(drawableUntil("<p><b>bold</b> <i>and <u>more</u></i></p>".repeat(900))).toBeNull();
});

test("D14: comments and raw text hide no elements, and a megabyte is the maximum", () => {
  for (const hidden of ["<!-- --!>", "<!-->", "<style><!--</style>", "<title>"])
    expect(drawableUntil(hidden + "<div>".repeat(6000))).toBeLessThan(2000);
  expect(drawableUntil("x".repeat(1_000_001))).toBe(1_000_000);
  expect(drawableUntil("<".repeat(1_000_000))).toBeNull();
});
