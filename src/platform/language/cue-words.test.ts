import { expect, test } from "vitest";
import { BANK_CHANGE, wantsPaymentToAccount } from "./cue-words.ts";

test.each([
  "Please update my direct deposit to this account.",
  "We have changed banks.",
  "Bitte ändern Sie meine Kontoverbindung.",
  "Unsere neue Kontoverbindung finden Sie unten.",
  "Nous avons changé de banque.",
  "Hemos cambiado de banco.",
  "Our payroll account has changed.",
])("'%s' changes where money goes", (text) => expect(BANK_CHANGE.test(text)).toBe(true));

test.each([
  "The new office is next to the bank.",
  "They moved the boat to the river bank.",
  "Das neue Café ist neben der Bank.",
  "Le nouveau café est à côté de la banque.",
  "El nuevo café está junto al banco.",
  "Cambiamos la fecha y lo tenemos en cuenta.",
  "Monday is a new bank holiday.",
])("'%s' changes no account", (text) => expect(BANK_CHANGE.test(text)).toBe(false));

test.each([
  ["Please pay to DE02 1203 0000 0000 2020 51.", true],
  ["Bitte überweisen Sie auf folgendes Konto.", true],
  ["Merci de régler par virement sur ce compte.", true],
  ["Por favor, pague en esta cuenta.", true],
  ["The invoice is attached. The IBAN is on page 2.", false],
  ["Please pay attention to the river bank.", false],
])("'%s' wants money on an account: %s", (text, expected) =>
  expect(wantsPaymentToAccount(text)).toBe(expected),
);
