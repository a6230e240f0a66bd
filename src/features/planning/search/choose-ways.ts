import type { Choose } from "../engine/choose-seeded.ts";

/** After so many draws the weights follow what was found. */
const SEGMENT = 60;
/** So much of a weight is what was found last, and none falls below the least. */
const REACTION = 0.3;
const LEAST = 0.3;

/** Draws one of several ways to make a step, more often those that had success with little effort. */
export class Ways<T> {
  readonly #ways: readonly T[];
  readonly #weights: number[];
  readonly #gained: number[];
  readonly #effort: number[];
  #drawn = 0;
  #last = 0;

  constructor(ways: readonly T[]) {
    this.#ways = ways;
    this.#weights = ways.map(() => 1);
    this.#gained = ways.map(() => 0);
    this.#effort = ways.map(() => 0);
  }

  draw(choose: Choose): T | undefined {
    const sum = this.#weights.reduce((all, weight) => all + weight, 0);
    let rest = choose() * sum;
    this.#last = this.#weights.findIndex((weight) => {
      rest -= weight;
      return rest < 0;
    });
    return this.#ways[this.#last];
  }

  /** Of the way that was drawn last: a success from 0 to 1, and the stretches that it examined. */
  reward(success: number, effort: number): void {
    const at = this.#last;
    this.#gained[at] = (this.#gained[at] ?? 0) + success;
    this.#effort[at] = (this.#effort[at] ?? 0) + effort;
    this.#drawn += 1;
    if (this.#drawn % SEGMENT === 0) this.#follow();
  }

  #follow(): void {
    const rates = this.#gained.map((gained, at) => gained / Math.max(1, this.#effort[at] ?? 0));
    const most = Math.max(...rates);
    if (most <= 0) return;
    for (const [at, rate] of rates.entries()) {
      const weight = (this.#weights[at] ?? 1) * (1 - REACTION) + REACTION * (rate / most);
      this.#weights[at] = Math.max(LEAST, weight);
      this.#gained[at] = (this.#gained[at] ?? 0) / 2;
      this.#effort[at] = (this.#effort[at] ?? 0) / 2;
    }
  }
}
