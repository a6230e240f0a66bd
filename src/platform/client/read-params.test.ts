import { expect, test } from "vitest";
import { aDate, anId, isTrue, oneOf, readParams, severalOf, textUpTo } from "./read-params.ts";

const PARAMS = {
  sort: oneOf(["created", "title"], "created"),
  status: severalOf(["todo", "review"]),
  search: textUpTo(10),
  trash: isTrue,
  task: anId,
  date: aDate,
};
const read = (search: Record<string, unknown>) => readParams(PARAMS, search);

test("known parameters are read, and only they", () => {
  const id = "0199c2a4-6a3e-7c55-9d52-3f3f7a0c1b11";
  const search = {
    ...{ sort: "title", status: "review,todo,review,lost", search: " board ", trash: true, task: id },
    ...{ date: "2028-02-29", other: "x" },
  };
  expect(read(search)).toEqual({
    ...{ sort: "title", status: "review,todo", search: "board", trash: true, task: id },
    date: "2028-02-29",
  });
});

test("unknown values, defaults and empty texts are left out", () => {
  expect(
    read({ sort: "created", status: "lost", search: "  ", trash: "true", task: "7", date: "2026-02-29" }),
  ).toEqual({});
  expect(read({ sort: ["title"], status: 4, search: "longer than ten", date: 20260301 })).toEqual({});
});

test("a text of digits, which the router reads as a number, is a text", () => {
  expect(read({ search: 2026 })).toEqual({ search: "2026" });
});
