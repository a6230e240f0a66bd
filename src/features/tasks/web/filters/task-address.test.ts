import { expect, test } from "vitest";
import { filterOf, filtersSet, parseTaskAddress, toggled } from "./task-address.ts";

test("TASK-03: an empty address is the Tasks tab, by due date, nothing filtered; cards are newest first", () => {
  expect(parseTaskAddress({})).toEqual({});
  expect(filterOf({})).toMatchObject({ status: [], priority: [], sort: "due", search: undefined });
  expect(filterOf({}, "grid").sort).toBe("created");
  expect(filterOf({ sort: "title" }, "grid").sort).toBe("title");
});

test("the filters in an address survive a reload", () => {
  const address = { view: "board", status: "todo,review", priority: "urgent", due: "week", sort: "due" };
  expect(parseTaskAddress({ ...address, trash: true })).toEqual({ ...address, trash: true });
});

test("invalid parts of an address are dropped and the rest stays", () => {
  const odd = { tab: "mail", status: "todo,flying,todo", project: "x", sort: "position", evil: "1" };
  expect(parseTaskAddress(odd)).toEqual({ status: "todo" });
  expect(parseTaskAddress({ status: "flying", search: "  ", task: 7, view: {} })).toEqual({});
});

test("a search for a number is text", () => {
  expect(parseTaskAddress({ search: 2027, tag: 7 })).toEqual({ search: "2027", tag: "7" });
});

test("filter values are added and removed", () => {
  expect(toggled(undefined, "todo")).toBe("todo");
  expect(toggled("todo,review", "todo")).toBe("review");
  expect(toggled("todo", "todo")).toBeUndefined();
  expect(filtersSet(filterOf({ status: "todo,review", tag: "board", search: "x" }))).toBe(2);
});
