import { expect, test } from "vitest";
import { currentShortcuts, describeKeys, registerShortcuts, runShortcut } from "./shortcuts.ts";

test("section 3: key caps have the names on the keyboard", () => {
  expect(describeKeys("mod+k", false)).toEqual(["Ctrl", "K"]);
  expect(describeKeys("mod+k", true)).toEqual(["⌘", "K"]);
  expect(describeKeys("g t", false)).toEqual(["G", "T"]);
  expect(describeKeys("?", false)).toEqual(["?"]);
});

test("section 3: the newest shortcut of a key takes precedence until it is removed", () => {
  const ran: string[] = [];
  const shortcut = (label: string) => ({ keys: "c", label, group: "Test", run: () => void ran.push(label) });
  const removePage = registerShortcuts([shortcut("page")]);
  const removeDialog = registerShortcuts([shortcut("dialog")]);
  runShortcut("c");
  removeDialog();
  runShortcut("c");
  removePage();
  runShortcut("c");
  expect(ran).toEqual(["dialog", "page"]);
  expect(currentShortcuts()).toEqual([]);
});

test("a page shortcut takes precedence over a global one, in either order", () => {
  const ran: string[] = [];
  const shortcut = (label: string) => ({ keys: "c", label, group: "Test", run: () => void ran.push(label) });
  const removePage = registerShortcuts([shortcut("page")]);
  const removeShell = registerShortcuts([shortcut("everywhere")], "everywhere");
  runShortcut("c");
  expect(currentShortcuts().map(({ label }) => label)).toEqual(["page"]);
  removePage();
  runShortcut("c");
  removeShell();
  runShortcut("c");
  expect(ran).toEqual(["page", "everywhere"]);
});

test("what is removed in the order in which it was added leaves nothing behind", () => {
  const shortcut = (label: string) => ({ keys: "j", label, group: "Test", run: () => undefined });
  const removeFirst = registerShortcuts([shortcut("first")]);
  const removeSecond = registerShortcuts([shortcut("second")]);
  removeFirst();
  expect(currentShortcuts().map(({ label }) => label)).toEqual(["second"]);
  removeSecond();
  expect(currentShortcuts()).toEqual([]);
});
