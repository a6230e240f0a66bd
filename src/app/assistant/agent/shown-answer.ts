import type { Card, Mark } from "../model.ts";
import { checkClaims } from "./claims/check-claims.ts";
import type { Material } from "./claims/material.ts";
import { cleaned, displayablePart } from "./clean-text.ts";

type Source = { run: { material: Material }; sources: string; seen: readonly Card[] };

/** New characters after which the next sentences are checked while an answer comes. */
const CHECKED_EVERY = 200;

/** What is shown of an answer while it comes: its cleaned text, and the marks of its complete sentences. Each is checked once. */
export class ShownAnswer {
  readonly #source: Source;
  #checked = 0;
  #marks: readonly Mark[] = [];

  constructor(source: Source) {
    this.#source = source;
  }

  next(given: string): { text: string; marks: readonly Mark[] } {
    const { sources, run, seen } = this.#source;
    const text = cleaned(displayablePart(given), sources);
    const complete = completePart(text);
    if (complete.length - this.#checked >= CHECKED_EVERY) {
      const from = this.#checked;
      const found = checkClaims(complete.slice(from), run.material, seen);
      this.#marks = [
        ...this.#marks,
        ...found.map((mark) => ({ ...mark, start: mark.start + from, end: mark.end + from })),
      ];
      this.#checked = complete.length;
    }
    return { text, marks: this.#marks };
  }
}

const completePart = (text: string): string =>
  text.slice(0, Math.max(...[". ", "! ", "? ", "\n"].map((sign) => text.lastIndexOf(sign) + 1)));
