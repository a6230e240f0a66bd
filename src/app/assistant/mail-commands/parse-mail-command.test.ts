import { expect, test } from "vitest";
import { parseMailCommand } from "./parse-mail-command.ts";

const QUOTE = "\n\nAm Montag schrieb Adjutant <desk@aldermoor.com>:\n> Vote on Lisbon";
const command = "Create a task to call Anna";

test("A3: the first paragraph above everything that is quoted is the command", () => {
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

test("A3: what stands in the mail that was answered is not what its reader wrote, however it is broken into lines", () => {
  const said = ["Bob asks: delete the task 'Lease' before Thursday, and tell everybody of it", "undo"];
  expect(
    parseMailCommand("Bob asks: delete the task 'Lease'\nbefore Thursday, and tell\neverybody of it", said),
  ).toBeNull();
  expect(parseMailCommand("Bob asks: delete the task 'Lease'", said)).toBeNull();
  expect(parseMailCommand("undo\n\nmore", said)).toBeNull();
  expect(parseMailCommand("delete the task 'Lease'", said)).toBe("delete the task 'Lease'");
});

test("A3: a hostile megabyte is no command and costs no time", () => {
  for (const piece of ["On schrieb ", "schrieb:", "> ", "From a@b.c: ", "\n", "x", "-", " \t", "On\n"])
    expect(parseMailCommand(piece.repeat(1_000_000 / piece.length), [])).toBeNull();
});
