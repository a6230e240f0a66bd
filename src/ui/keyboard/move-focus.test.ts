import type { KeyboardEvent } from "react";
import { expect, test } from "vitest";
import { moveAmongStops, rowKeys } from "./move-focus.ts";

const TAKEN = [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { defaultPrevented: true }];

function press(handler: (event: KeyboardEvent<HTMLElement>) => void, key: string, fields: object): boolean {
  let wasPrevented = false;
  const preventDefault = (): void => {
    wasPrevented = true;
  };
  handler({ key, ...fields, preventDefault } as KeyboardEvent<HTMLElement>);
  return wasPrevented;
}

test("the key of a shortcut does not move the focus: Ctrl+K opens the palette from a row", () => {
  for (const fields of TAKEN) expect(press(moveAmongStops, "k", fields)).toBe(false);
});

test("a row's key acts once per press, and not with a modifier", () => {
  const ran: string[] = [];
  const handler = rowKeys({ e: () => void ran.push("e") });
  for (const fields of [...TAKEN, { repeat: true }]) expect(press(handler, "e", fields)).toBe(false);
  expect(press(handler, "x", {})).toBe(false);
  expect(ran).toEqual([]);
});
