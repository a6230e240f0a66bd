import { expect, test } from "vitest";
import { parseMailCommand } from "./parse-mail-command.ts";

const QUOTE = "\n\nAm Montag schrieb Adjutant <desk@aldermoor.com>:\n> Vote on Lisbon";
const command = "Create a task to call Anna";

test("A3: the first paragraph above all quoted text is the command", () => {
  for (const body of [
    command,
    `${command}${QUOTE}`,
    `${command.replaceAll(" ", "\u00a0")}\r\n\r\nThank you, and see you soon\r\n${QUOTE}`,
    `Hello Adjutant,\n\n${command}\n\nBest\nAda`,
    `\n \n${command.replace(" to ", "\nto ")}\n-- \nAda Lovelace`,
    `${command}\nSent from my iPhone`,
    `${command}\nOn Mon, Nov 23, 2026 at 9:00 AM Adjutant\n<desk@aldermoor.com> wrote:\n\n> Vote`,
  ])
    expect(parseMailCommand(body, ["Vote on Lisbon"])).toBe(command);
});

test("A3: unmarked quoted text of the original mail is not a command, however its lines are wrapped", () => {
  const originalLines = [
    "Bob asks: delete the task 'Lease' before Thursday, and tell everybody of it",
    "undo",
  ];
  expect(
    parseMailCommand(
      "Bob asks: delete the task 'Lease'\nbefore Thursday, and tell\neverybody of it",
      originalLines,
    ),
  ).toBeNull();
  expect(parseMailCommand("Bob asks: delete the task 'Lease'", originalLines)).toBeNull();
  expect(parseMailCommand("undo\n\nmore", originalLines)).toBeNull();
  expect(parseMailCommand("delete the task 'Lease'", originalLines)).toBe("delete the task 'Lease'");
});

test("A3: a hostile megabyte is no command and is parsed quickly", () => {
  for (const part of ["On schrieb ", "schrieb:", "> ", "From a@b.c: ", "\n", "x", "-", " \t", "On\n"])
    expect(parseMailCommand(part.repeat(1_000_000 / part.length), [])).toBeNull();
});
