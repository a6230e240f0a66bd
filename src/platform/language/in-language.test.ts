import { expect, test } from "vitest";
import { form, plural, t, term } from "#i18n/message.ts";
import { formatFullDate } from "#platform/time/format-in-zone.ts";
import { currentLanguage, inLanguage, translated, translatedValues } from "./in-language.ts";

// Decision 0148: what the server says is in the language of whom it is for. The words are those of the catalogues.

test("sentences are found by their texts, and their values stand where the language has them", async () => {
  const sentences = () => [
    t`Please enter your name`,
    t`${"bea@lattice.test"} is already a member of this workspace`,
    term("Open", "button: open the document"),
    translated("Please enter your name"),
  ];
  expect(sentences()).toEqual([
    ...["Please enter your name", "bea@lattice.test is already a member of this workspace"],
    ...["Open", "Please enter your name"],
  ]);
  const german = await inLanguage("de", async () => {
    await null;
    return sentences();
  });
  expect(german[0]).toBe("Bitte geben Sie Ihren Namen ein");
  expect(german[1]).toMatch(/^bea@lattice\.test ist .*Mitglied/);
  expect([german[2], german[3]]).toEqual(["Öffnen", german[0]]);
  expect(inLanguage("de", () => inLanguage("en", sentences))).toEqual(sentences());
  expect(currentLanguage()).toBe("en");
});

test("plurals have the form of the language, dates and numbers its names", () => {
  const subject = (count: number) =>
    plural(count, {
      one: "Your day: 1 notification",
      other: form`Your day: ${count} notifications`,
    });
  expect([1, 2].map(subject)).toEqual(["Your day: 1 notification", "Your day: 2 notifications"]);
  for (const language of ["de", "fr", "es"] as const) {
    const [one, two] = inLanguage(language, () => [1, 2].map(subject));
    expect(one).toMatch(/1/);
    expect(two).toMatch(/2/);
    expect(two).not.toBe(subject(2));
  }
  // French counts nothing as one.
  expect(inLanguage("fr", () => subject(0))).not.toMatch(/notifications/);
  const day = new Date("2026-03-05T12:00Z");
  expect(inLanguage("de", () => formatFullDate(day, "UTC"))).toBe("Donnerstag, 5. März 2026");
  expect(formatFullDate(day, "UTC")).toBe("Thursday, March 5, 2026");
});

test("what no catalogue has stays as it is: words of people, of other systems, of no words at all", () => {
  expect(
    inLanguage("de", () => [
      t`Lease of ${"Rua"} 7`,
      translated("550 5.1.1 User unknown"),
      translated(""),
      plural(2, { one: "1 lease", other: form`${2} leases` }),
    ]),
  ).toEqual(["Lease of Rua 7", "550 5.1.1 User unknown", "", "2 leases"]);
  expect(inLanguage("es", () => translatedValues({ a: "Lease {0} 7", b: "__proto__" }))).toEqual({
    ...{ a: "Lease {0} 7", b: "__proto__" },
  });
  // A value that looks like a place stays a value.
  const name = inLanguage("de", () => t`${"{0} $1"} is already a member of this workspace`);
  expect(name).toContain("{0} $1");
});
