import { describe, expect, test } from "vitest";
import { citeSources } from "./cite-sources.ts";
import { composeByRule } from "./compose-by-rule.ts";
import { improveByRule } from "./improve-by-rule.ts";
import { replyByRule } from "./reply-by-rule.ts";
import { asSentence, splitSentences, withoutStop } from "./split-sentences.ts";
import { summarizeByRule } from "./summarize-by-rule.ts";

// Texts of the built-in engine without a model (MAIL-47).

describe("a reply", () => {
  const greeting = (sender: string, body: string) =>
    replyByRule({ subject: "", sender, body }, "", "Ada").split("\n")[0];

  test.each([
    ["as they signed", "c@x.org", "It is done.\n\nBest regards,\nClara Voss", "Hi Clara,"],
    ["as they signed without a closing", "c@x.org", "It is done.\nClara", "Hi Clara,"],
    [
      "not by words that are no name",
      "clara.voss@x.org",
      "It is done.\n\nBest regards,\nthe whole team",
      "Hi Clara,",
    ],
    ["not by a line far above", "ben@x.org", "Clara\n1\n2\n3\n4\nend of it", "Hi Ben,"],
    ["by the name beside the address", '"Voss, Clara" <x1@x.org>', "It is done.", "Hi Clara,"],
    ["by the address", "m.ben+list@x.org", "It is done.", "Hi Ben,"],
    ["as they greet", "ben@x.org", "Hey Ada!\n\nIt is done.", "Hey Ben!"],
    [
      "formally where they do",
      "Clara Voss <c@x.org>",
      "Dear Ms Lovelace,\n\nIt is done.",
      "Dear Clara Voss,",
    ],
    ["nobody at the mailbox of a firm", "info@x.org", "It is done.", "Hello,"],
    ["nobody at the mailbox of a function", "customer-care@x.org", "It is done.", "Hello,"],
    ["nobody by a word that is no first name", "acme@acme.org", "It is done.", "Hello,"],
  ])("greets %s", (_, sender, body, line) => expect(greeting(sender, body)).toBe(line));

  test("has the words of the prompt, or is the reply that the prompt names", () => {
    const mail = { subject: "Tour", sender: "ben@x.org", body: "Could you send me the map by Friday?" };
    expect(replyByRule(mail, " Yes, on paper. ", "Ada")).toBe("Hi Ben,\n\nYes, on paper.\n\nBest,\nAda");
    expect(replyByRule(mail, "decline", "Ada")).toContain("I'm afraid I can't send you the map by Friday.");
    // Also to a mail that no draft is written for.
    expect(replyByRule({ ...mail, body: "Unsubscribe" }, "Please stop.", "Ada")).toContain("Please stop.");
  });
});

test("MAIL-79: a reply to a mail of one's own greets whom it went to and follows up", () => {
  const own = {
    subject: "Re: Board pack.",
    sender: "Ada <ada@x.org>",
    recipient: "Bob Carter <bob.carter@y.org>",
  };
  expect(replyByRule({ ...own, body: "Hi Bob,\n\nCould you send the figures?\n\nAda" }, "", "Ada")).toBe(
    'Hi Bob,\n\nI just wanted to follow up on my message about "Board pack". Could you let me know where things stand?\n\nBest,\nAda',
  );
});

describe("improving", () => {
  const line = (text: string) =>
    improveByRule(`Hello,\n\n${text}\n\nRegards`).split("\n\n").slice(1, -1).join("|");

  test("adds a greeting and a closing only if there is none", () => {
    expect(improveByRule("it is done")).toBe("Hello,\n\nIt is done.\n\nBest regards");
    expect(improveByRule("hi ben.\n\nit is done\n\nkind regards\nada\nlovelace")).toBe(
      "Hi ben,\n\nIt is done.\n\nKind regards\nAda\nLovelace",
    );
    expect(improveByRule("hello\r\n\r\n\r\n\n it is\t done \n\nthanks")).toBe(
      "Hello,\n\nIt is done.\n\nThanks",
    );
    expect(improveByRule("hello\n\none\n \ntwo\n\n \n\nthanks")).toBe("Hello,\n\nOne\nTwo\n\nThanks");
    // A closing far above the end closes nothing.
    expect(improveByRule("hello,\n\nthanks\n\none\n\ntwo\n\nthree")).toMatch(/Three\n\nBest regards$/);
  });

  test.each([
    ["is it so ? yes .it is,no;yes", "Is it so? Yes.it is, no; yes."],
    ["stop!!! why???", "Stop! Why?"],
    ["first. second! third? fourth", "First. Second! Third? Fourth."],
    ["- milk and bread", "- milk and bread"],
    ["1. milk. bread", "1. Milk. Bread"],
    ["figures", "Figures"],
    ["u r right, im sure i can", "You r right, I am sure I can."],
  ])("'%s' becomes '%s'", (hasty, expected) => expect(line(hasty)).toBe(expected));
});

describe("a summary", () => {
  test("is the sentences with requests, changes, dates or amounts, in their order", () => {
    const filler = "The weather in the mountains was lovely and everybody enjoyed it.";
    const text = `${filler} The launch moves to Friday because of the delay. ${filler} Please approve 40,000 euros by Thursday. ${filler}`;
    expect(summarizeByRule(`Dear Ben,\n${text}\nBest regards`)).toBe(
      "The launch moves to Friday because of the delay. Please approve 40,000 euros by Thursday.",
    );
  });

  test("omits greetings, unless there is nothing else; of equal sentences the first is used", () => {
    expect(summarizeByRule("Hello Ben\nBest regards")).toBe("Hello Ben");
    expect(summarizeByRule("")).toBe("");
    const mailText = "Dear all, please decide today\nBlue birds sing.\nRed cats sleep.\nRegards, Ben";
    expect(summarizeByRule(mailText)).toBe("Please decide today Blue birds sing.");
    expect(summarizeByRule("Alpha beta.\nGamma delta.\nEpsilon zeta.")).toBe("Alpha beta. Gamma delta.");
    expect(summarizeByRule("Fine.\nThe red lamp burned.\nOk.")).toBe("The red lamp burned.");
  });

  test("decision 0161: has the sender's own words, and those of a forwarded mail only where there are no others", () => {
    const older = "On Monday Ben wrote:\n> Please pay 9,000 euros today.";
    expect(summarizeByRule(`It is approved.\n\n${older}`)).toBe("It is approved.");
    expect(summarizeByRule("----- Forwarded message -----\nFrom: Ben\nSubject: x\n\nIt is approved.")).toBe(
      "It is approved.",
    );
  });

  test.each([
    ["Please note that our bank details have changed. The new IBAN is DE02 1203.", "Change of bank details!"],
    ["Bitte beachten Sie unsere neue Bankverbindung. Die IBAN lautet DE02.", "Geänderte Bankverbindung!"],
    [
      "Merci de noter que nos coordonnées bancaires ont changé. Le nouvel IBAN est FR76.",
      "Changement de coordonnées bancaires !",
    ],
    [
      "Le informamos de que nuestra cuenta bancaria ha cambiado. El nuevo IBAN es ES91.",
      "¡Cambio de datos bancarios!",
    ],
  ])("names a change of bank details first: %s", (text, note) =>
    expect(summarizeByRule(text)).toBe(`${note} ${text}`),
  );

  test.each([
    [
      "Hallo,\n\ndas Wetter war schön. Der Termin am 4. Dezember entfällt leider. Bitte überweisen Sie 1.200 Euro bis Freitag.",
      "Der Termin am 4. Dezember entfällt leider. Bitte überweisen Sie 1.200 Euro bis Freitag.",
    ],
    [
      "Bonjour,\n\nil a fait beau. La réunion du 4 décembre est reportée. Merci de régler 1 200 euros avant vendredi.",
      "La réunion du 4 décembre est reportée. Merci de régler 1 200 euros avant vendredi.",
    ],
    [
      "Hola:\n\nhizo buen tiempo. La reunión del 4 de diciembre se aplaza. Por favor, pague 1.200 euros antes del viernes.",
      "La reunión del 4 de diciembre se aplaza. Por favor, pague 1.200 euros antes del viernes.",
    ],
  ])("is in the language of the mail: %s", (text, summary) => expect(summarizeByRule(text)).toBe(summary));

  test.each([
    ["one word is no sentence", "Deadline!", "Delta epsilon zeta."],
    ["two words are", "Approve budget.", "Approve budget."],
    ["a figure counts", "Eta theta 12 iota.", "Eta theta 12 iota."],
    ["words that say nothing do not", "The with the and the.", "Delta epsilon zeta."],
    ["nor do short ones", "Ab ab ab ab ab ab.", "Delta epsilon zeta."],
    ["nor do kind words", "Thanks eta theta iota kappa.", "Delta epsilon zeta."],
  ])("%s: %s", (_, third, second) => {
    expect(summarizeByRule(`Alpha beta gamma.\nDelta epsilon zeta.\n${third}`)).toBe(
      `Alpha beta gamma. ${second}`,
    );
  });

  test("of a long mail has room for six tenths, and one sentence for 480 characters", () => {
    const long = `Please decide ${"whether this is so ".repeat(10)}today.`;
    const longer = `Please confirm ${"that it holds ".repeat(60)}tomorrow.`;
    const text = `${long} ${longer} Bids close today.`;
    expect(summarizeByRule(text)).toBe(`${long} Bids close today.`);
    const cut = summarizeByRule(`Word ${"and another ".repeat(60)}`);
    expect(cut).toMatch(/^Word (?:and another )*and( another)?…$/);
    expect(cut.length).toBeLessThanOrEqual(480);
    expect(summarizeByRule("A".repeat(480))).toBe("A".repeat(480));
    expect(summarizeByRule("A".repeat(481))).toBe(`${"A".repeat(479)}…`);
  });
});

test("decision 0161: a mail of usual length is told whole but for courtesies and what stands below it", () => {
  const body =
    "Ada\n\nThe lawyers came back this morning. They have dropped from £95,000 to £68,000. Hope you are well.\n\nI can (a) accept or (b) counter. I'd do (b). I need your instructions by Friday.\n\nHead of Claims, Harbour House";
  expect(summarizeByRule(body)).toBe(
    "The lawyers came back this morning. They have dropped from £95,000 to £68,000. I can (a) accept or (b) counter. I'd do (b). I need your instructions by Friday.",
  );
  expect(summarizeByRule("We have moved our banking to Castle Bank. Please use the new account.")).toMatch(
    /^Change of bank details!/u,
  );
});

describe("a mail composed from one line", () => {
  test("has its details as sentences, and no name if none is given", () => {
    expect(
      composeByRule(
        "Write an email to Anna Berg about the offer; say that it is late. also tell her it holds",
        "Ada",
      ),
    ).toBe(
      "Subject: The offer\n\nDear Anna Berg,\n\nI am writing to you about the offer.\n\nIt is late. It holds.\n\nI look forward to hearing from you.\n\nBest regards,\nAda",
    );
    expect(composeByRule("Decline the offer", "Ada")).toContain(
      "Dear colleague,\n\nThank you for the offer.",
    );
    expect(composeByRule("Remind me of the deadline", "Ada")).toContain(
      "Subject: Following up on the deadline\n",
    );
    expect(composeByRule("Send Ben's offer to Clara", "Ada")).toBe(
      "Subject: Ben's offer\n\nDear Clara,\n\nI am writing to you about Ben's offer.\n\nI look forward to hearing from you.\n\nBest regards,\nAda",
    );
    const long = composeByRule(`about ${"x".repeat(200)}`, "Ada");
    expect(long).toContain(`Subject: X${"x".repeat(119)}\n`);
  });
});

describe("citations", () => {
  const mail = { subject: "", sender: "", body: "The red house costs 90 euros.\nThe green garden is sold." };
  const lines = (draft: string, request = "") => citeSources(draft, mail, request).map(({ line }) => line);

  test("two words or one figure in common are enough, one word is not; the best line is cited", () => {
    expect(lines("We want the green garden.")).toEqual(["The green garden is sold."]);
    expect(lines("We like green.")).toEqual([]);
    expect(lines("We pay 90.")).toEqual(["The red house costs 90 euros."]);
    expect(lines("The green house, garden sold.")).toEqual(["The green garden is sold."]);
    expect(lines("We pay 91.")).toEqual([null]);
    const body = "This should have been there with your email.";
    expect(citeSources("This would have been there with them.", { ...mail, body }, "")).toEqual([]);
  });

  test("quotes, signatures and greetings are not citations", () => {
    const claim = "We want the green garden.";
    const own = `Dear Ben,\n\n${claim}\n\nBest regards\nThe green garden\n`;
    expect(lines(own)).toEqual(["The green garden is sold."]);
    expect(lines(`${claim}\n-- \nThe green garden`)).toHaveLength(1);
    expect(lines(`Best regards\n${claim}`)).toEqual([]);
    expect(lines(`> ${claim}\n[the green garden]`)).toEqual([]);
    expect(citeSources(`- ${claim}`, mail, "").map(({ sentence }) => sentence)).toEqual([claim]);
  });

  test("a mail and a draft of any size are processed up to the limits", () => {
    const many = Array.from({ length: 70 }, (_, at) => `It costs ${at + 1000}.`).join("\n");
    expect(citeSources(many, mail, "")).toHaveLength(60);
    const body = [...Array.from({ length: 400 }, () => "nothing"), "The green garden is sold."].join("\n");
    expect(citeSources("We want the green garden.", { ...mail, body }, "")).toEqual([]);
    expect(
      citeSources("We want the green garden.", { ...mail, body: body.replace("nothing\n", "") }, ""),
    ).toHaveLength(1);
    const wide = `${"x".repeat(700)} green garden`;
    expect(citeSources("We want the green garden.", { ...mail, body: wide }, "")).toEqual([]);
    const [cut] = citeSources(`It costs 17. ${"x".repeat(0)}${"y".repeat(700)} 18`, mail, "");
    expect(cut?.unsupported).toEqual(["17"]);
  });

  test("figures are compared whatever their separators; pronouns are not names", () => {
    const unsupported = (draft: string, request = "") =>
      citeSources(draft, mail, request).flatMap((citation) => citation.unsupported);
    expect(unsupported("It is 1,5 now.", "1.5")).toEqual([]);
    expect(unsupported("Yes, I'm sure that I can, OK.")).toEqual([]);
    expect(unsupported("Then Carla and Carla come.")).toEqual(["carla"]);
  });
});

test("sentences are split at their ends, and begin with a capital", () => {
  expect(splitSentences("One. Two? three!\n\n- four \r\n“Five” (6). (Seven)")).toEqual([
    ...["One.", "Two? three!", "- four", "“Five” (6).", "(Seven)"],
  ]);
  expect(splitSentences("\n one \n \n")).toEqual(["one"]);
  expect(asSentence("  ", ".")).toBe("");
  expect(asSentence("ada", ".")).toBe("Ada.");
  expect(asSentence("ada:", ".")).toBe("Ada:");
  expect(withoutStop("a. b .;")).toBe("a. b");
});
