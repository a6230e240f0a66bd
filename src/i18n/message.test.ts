import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { localeIn } from "./locale.ts";
import { choose, fill, form, plural, t, term } from "./message.ts";
import { rich } from "./rich.ts";

test("without a build, messages are English", () => {
  const title = "Lease";
  expect(t`Moved '${title}' to ${3} of ${4}`).toBe("Moved 'Lease' to 3 of 4");
  expect(term("Open", "a state")).toBe("Open");
  expect([0, 1, 2].map((n) => plural(n, { one: "1 task", other: form`${n} tasks` }))).toEqual([
    ...["0 tasks", "1 task", "2 tasks"],
  ]);
});

test("built messages have their values in the order of the language", () => {
  expect(fill("{1} an {0}, {1}", "Bob", 3)).toBe("3 an Bob, 3");
  expect(fill("{0}", "{0} $1")).toBe("{0} $1");
  expect([1, 2].map((n) => choose(n, { one: "1 Aufgabe", other: "{0} Aufgaben" }, n))).toEqual([
    ...["1 Aufgabe", "2 Aufgaben"],
  ]);
  expect(choose(1, { other: "{0} 件" }, 1)).toBe("1 件");
});

test("elements stand around their words of a sentence", () => {
  const sentence = rich(
    "Read <0>the help</0> or <1/>, <not>",
    (words) => createElement("a", { href: "/help" }, words),
    () => createElement("kbd", null, "?"),
  );
  expect(renderToStaticMarkup(sentence)).toBe(
    'Read <a href="/help">the help</a> or <kbd>?</kbd>, &lt;not&gt;',
  );
});

test("a locale has the language of the page and the region of the browser", () => {
  expect(localeIn("de", "de-AT-u-hc-h12")).toBe("de-AT-u-hc-h12");
  expect([localeIn("en", "de-DE"), localeIn("fr", "es")]).toEqual(["en-DE", "fr"]);
});
