import { expect, test } from "vitest";
import { filterOf, filtersSet, parseTaskAddress, toggled } from "./task-address.ts";

test("TASK-03: an empty address is the Tasks tab, newest first, nothing filtered", () => {
  expect(parseTaskAddress({})).toEqual({});
  expect(filterOf({})).toMatchObject({ status: [], priority: [], sort: "created", search: undefined });
});

test("what an address holds survives a reload", () => {
  const address = { view: "board", status: "todo,review", priority: "urgent", due: "week", sort: "due" };
  expect(parseTaskAddress({ ...address, trash: true })).toEqual({ ...address, trash: true });
});

test("what the address cannot mean is dropped and the rest stays", () => {
  const odd = { tab: "mail", status: "todo,flying,todo", project: "x", sort: "position", evil: "1" };
  expect(parseTaskAddress(odd)).toEqual({ status: "todo" });
  expect(parseTaskAddress({ status: "flying", search: "  ", task: 7, view: {} })).toEqual({});
});

test("a search for a number is text", () => {
  expect(parseTaskAddress({ search: 2027, tag: 7 })).toEqual({ search: "2027", tag: "7" });
});

test("values of a filter come and go", () => {
  expect(toggled(undefined, "todo")).toBe("todo");
  expect(toggled("todo,review", "todo")).toBe("review");
  expect(toggled("todo", "todo")).toBeUndefined();
  expect(filtersSet(filterOf({ status: "todo,review", tag: "board", search: "x" }))).toBe(2);
});
