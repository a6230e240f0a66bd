import type { Fault } from "./find-faults.ts";

export type Numbered = Fault & { number: number };

/**
 * The source with all these faults, each behind a switch: `isPlanted(7) ? fault : original`. So modules are loaded once
 * for all faults, and the switch also records which tests reach it.
 */
export function withSwitches(source: string, faults: readonly Numbered[]): string {
  const outermostFirst = faults.toSorted((one, other) => one.start - other.start || other.end - one.end);
  return render(source, 0, source.length, outermostFirst);
}

function render(source: string, start: number, end: number, faults: readonly Numbered[]): string {
  let text = "";
  let at = start;
  let rest = faults;
  for (let [first] = rest; first; [first] = rest) {
    const { start: from, end: to } = first;
    const same = rest.filter((fault) => fault.start === from && fault.end === to);
    const inside = rest.filter((fault) => fault.end <= to && !same.includes(fault));
    const original = render(source, from, to, inside);
    const switched = same.reduce(
      (otherwise, { number, text: planted }) =>
        `(globalThis.isPlanted?.(${number}) ? (${planted}) : (${otherwise}))`,
      original,
    );
    text += source.slice(at, from) + switched;
    at = to;
    rest = rest.filter((fault) => fault.start >= to);
  }
  return text + source.slice(at, end);
}
