import { expect, test } from "vitest";
import { parseAuthLink } from "./auth-link.ts";

test("AUTH-33: links of auth mails are parsed, other URLs are ignored", () => {
  expect(parseAuthLink("#confirm=abc-_1")).toEqual({ kind: "confirm", token: "abc-_1" });
  expect(parseAuthLink("#reset=xyz")).toEqual({ kind: "reset", token: "xyz" });
  expect(parseAuthLink("#setup=xyz")).toEqual({ kind: "setup", token: "xyz" });
  expect(["", "#", "#content", "#reset="].map(parseAuthLink)).toEqual(Array(4).fill(undefined));
});
