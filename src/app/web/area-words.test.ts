import { expect, test } from "vitest";
import { PAGES } from "../assistant/intents/general.ts";
import { AREAS, SETTINGS } from "./shell/navigation.ts";

test("decision 0151: the assistant calls each area by the navigation's word, and finds it by it", () => {
  for (const { label, href } of [...AREAS, SETTINGS]) {
    expect(PAGES.find((page) => page[2] === href)?.[1], href).toBe(label);
    expect(PAGES.find(([words]) => words.test(label))?.[2], label).toBe(href);
  }
});
