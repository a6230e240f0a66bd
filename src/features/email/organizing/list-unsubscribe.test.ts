import { expect, test } from "vitest";
import { parseListUnsubscribe } from "./list-unsubscribe.ts";

const PAGE = "https://list.example/leave?id=1";
const byMail = { way: "mail", subject: "unsubscribe", body: "Please take this address off your list." };
const mail = (more: object) => ({ ...byMail, address: "leave@list.example", ...more });

test.each([
  ["nothing", null, false, { way: "none" }],
  ["an address without brackets", "https://list.example", false, { way: "none" }],
  [
    "one click, where the sender promises it",
    `<mailto:leave@list.example>, <${PAGE}>`,
    true,
    { way: "click", url: PAGE },
  ],
  ["no click without the promise", `<${PAGE}>, <mailto:leave@list.example>`, false, mail({})],
  [
    "one click wants https",
    "<http://list.example/leave>",
    true,
    { way: "link", url: "http://list.example/leave" },
  ],
  ["a page where there is no address", `< ${PAGE} >`, false, { way: "link", url: PAGE }],
  [
    "a page by https goes before one by http",
    `<http://a.example/>, <${PAGE}>`,
    false,
    { way: "link", url: PAGE },
  ],
  ["no page that is none", "<https:///x>, <https://[>, <http://[>, <http:///x>", true, { way: "none" }],
  ["no other scheme", "<javascript:alert(1)>, <ftp://x.org/>", false, { way: "none" }],
  [
    "subject and body",
    "<MAILTO:leave@list.example?subject=Leave+it%0d%0aBcc:x&body=%20Bye%20>",
    false,
    mail({ subject: "Leave+it Bcc:x", body: "Bye" }),
  ],
  ["an address in disguise", "<mailto:leave%40list.example>", false, mail({})],
  [
    "the first address that is one",
    "<mailto:a@b@c>, <mailto:x,y@z.org>, <mailto:leave@list.example>",
    false,
    mail({}),
  ],
  ["no broken escape", "<mailto:%zz@list.example>", false, { way: "none" }],
  ["nobody", "<mailto:?subject=x>", false, { way: "none" }],
])("the best way to unsubscribe is chosen: %s", (_, header, isOneClick, way) => {
  expect(parseListUnsubscribe(header, isOneClick)).toEqual(way);
});

test("long header values are cut to the limits", () => {
  const header = `<mailto:leave@list.example?subject=${"s".repeat(600)}&body=${"b".repeat(700)}>`;
  expect(parseListUnsubscribe(header, false)).toMatchObject({
    subject: "s".repeat(500),
    body: "b".repeat(700),
  });
});
