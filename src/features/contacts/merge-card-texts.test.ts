import { expect, test } from "vitest";
import { addAbsentProperties } from "./merge-card-texts.ts";

const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:4.0", ...lines, "END:VCARD", ""].join("\r\n");
const merged = (text: string, ...others: string[]) =>
  addAbsentProperties(
    text,
    others.map((other) => ({ text: other })),
  );

test("a card gets the properties that it has not at all, and none that contacts have as fields", () => {
  const own = card("UID:clara", "FN:Clara Voss", "X-PET:cat");
  const fields = [
    "UID:c",
    "FN:C. Voss",
    "N:Voss;C;;;",
    "EMAIL:c@voss.example",
    "TEL:+43 1",
    "REV:2026",
    "KIND:group",
  ];
  const other = card(
    ...fields,
    "X-PET:dog",
    "X-SPORT;TYPE=home:chess",
    "X-SPORT:golf",
    "PRODID:-//Phone//EN",
  );
  const whole = card("UID:clara", "FN:Clara Voss", "X-PET:cat", "X-SPORT;TYPE=home:chess", "X-SPORT:golf");
  expect(merged(own, other)).toBe(whole);
  // Of two others the first one counts.
  expect(merged(own, other, card("X-SPORT:tennis", "X-GAME:go"))).toBe(
    whole.replace("END:VCARD", "X-GAME:go\r\nEND:VCARD"),
  );
  expect(merged(own, card(...fields, "X-PET:dog"))).toBe(own);
  expect(merged(own)).toBe(own);
});

test("an end in small letters is an end, and a card without one goes on", () => {
  const small = card("X-PET:cat").replace("END:VCARD", "end:vcard");
  expect(merged(small, card("X-SPORT:chess"))).toBe(
    card("X-PET:cat", "X-SPORT:chess").replace("END:VCARD", "end:vcard"),
  );
  const cut = ["BEGIN:VCARD", "VERSION:4.0", "X-PET:cat"].join("\r\n");
  expect(merged(cut, card("X-SPORT:chess"))).toBe(`${cut}\r\nX-SPORT:chess`);
});

test("a group has a name of its own in the card, with the label of its property and no other label", () => {
  const own = card("ITEM1.X-PET:cat", "ITEM1.X-ABLABEL:Pet");
  const other = card(
    ...["item1.X-SPORT:chess", "item1.X-GAME:go", "item1.X-ABLABEL:Hobby"],
    ...[
      "item3.X-CAR:none",
      "item3.X-ABLABEL:Car",
      "item2.X-PET:dog",
      "item2.X-ABLABEL:Other pet",
      "X-TOWN:Graz",
    ],
  );
  const added = ["item2.X-SPORT:chess", "item2.X-GAME:go", "item2.X-ABLABEL:Hobby"];
  expect(merged(own, other)).toBe(
    card(
      ...["ITEM1.X-PET:cat", "ITEM1.X-ABLABEL:Pet", ...added],
      ...["item3.X-CAR:none", "item3.X-ABLABEL:Car", "X-TOWN:Graz"],
    ),
  );
});
