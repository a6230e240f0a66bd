import axe from "axe-core";
import { expect } from "vitest";
import { OPEN } from "./popovers.ts";

/** Rules that need style sheets, or check the page that the server sends. */
const JUDGED_ELSEWHERE = ["color-contrast", "html-has-lang", "scrollable-region-focusable", "target-size"];
const CLOSED = `[popover]:not([${OPEN}])`;

/**
 * Violations that axe rates serious or critical in names, roles and relations: in the open dialog, or in the page.
 * Colours and sizes are tested in the accessibility journey.
 */
export async function expectAccessible(): Promise<void> {
  const open = [...document.querySelectorAll<HTMLElement>(`[${OPEN}], dialog[open]`)].at(-1);
  const { violations } = await axe.run(
    { include: [open ?? document.body], exclude: [CLOSED] },
    {
      resultTypes: ["violations"],
      preload: false,
      rules: Object.fromEntries(JUDGED_ELSEWHERE.map((rule) => [rule, { enabled: false }])),
    },
  );
  const problems = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(", ")}`);
  expect(problems).toEqual([]);
}
