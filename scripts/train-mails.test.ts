import { expect, test } from "vitest";
import { MAIL_KINDS, WANTS } from "#features/email/kinds/mail-labels.ts";
import { decodeRow, encodeRow, trainedMails } from "#features/email/kinds/trained-mails.ts";
import { draftOf } from "./mails/draft-mail.ts";
import { figuresOf } from "./mails/measure-drafts.ts";
import { isSameSentence } from "./mails/own-sentences.ts";
import { mailsHash, readMails } from "./mails/read-mails.ts";

// Decision 0170.

const mails = readMails();

test("the weights were trained with the labelled mails as they are", () => {
  // If this fails: node scripts/train-mails.ts
  expect(trainedMails().corpus).toBe(mailsHash());
});

test("every kind and every wish has mails of five authors, and what is marked stands in the mail", () => {
  expect(new Set(mails.map(({ author }) => author)).size).toBe(5);
  expect(new Set(mails.map(({ kind }) => kind))).toEqual(new Set(MAIL_KINDS));
  expect(new Set(mails.flatMap(({ asks }) => asks.map(({ wants }) => wants)))).toEqual(new Set(WANTS));
  for (const { id, body, asks, not, facts } of mails)
    for (const text of [...asks.map(({ sentence }) => sentence), ...not, ...facts])
      expect(body, id).toContain(text);
});

test("weights are stored as they were", () => {
  const row = new Int8Array(2 ** 17);
  for (const [bucket, weight] of [
    [0, 5],
    [1, -1],
    [127, 3],
    [255, -127],
    [20_000, 127],
    [2 ** 17 - 1, 2],
  ] as const)
    row[bucket] = weight;
  expect(decodeRow(encodeRow(row))).toEqual(row);
});

test("a sentence is the same where it was cut elsewhere", () => {
  expect(isSameSentence("Could you come on Friday?", "Could you\ncome on  Friday?")).toBe(true);
  expect(isSameSentence("- Bring the flat boots, please.", "Bring the flat boots, please.")).toBe(true);
  expect(isSameSentence("Could you come?", "Could you stay?")).toBe(false);
});

test("of the mails that it learned from no offered time is accepted and no fraud answered", () => {
  const { recall, precision, fraudAnswered, optionAccepted } = figuresOf(
    mails.map((mail) => draftOf(mail, trainedMails())),
  );
  expect(optionAccepted.right).toBe(0);
  expect(fraudAnswered.right).toBeLessThanOrEqual(1);
  expect(recall.right / recall.of).toBeGreaterThan(0.8);
  expect(precision.right / precision.of).toBeGreaterThan(0.8);
});
