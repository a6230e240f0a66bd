/** Numbers from 0 to below 1 that follow from the seed alone (mulberry32), so that the same input gives the same plan. */
export type Choose = () => number;

export function chooseSeeded(seed: number): Choose {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of them; undefined of none. */
export const oneOf = <T>(list: readonly T[], choose: Choose): T | undefined =>
  list[Math.floor(choose() * list.length)];

/** In any order. */
export function shuffled<T>(list: readonly T[], choose: Choose): T[] {
  return list
    .map((value) => ({ value, rank: choose() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ value }) => value);
}

/** One of them, as often as its weight says; any one if no weight is above 0. */
export function oneByWeight<T>(
  list: readonly T[],
  weightOf: (value: T) => number,
  choose: Choose,
): T | undefined {
  const weights = list.map((value) => Math.max(0, weightOf(value)));
  let rest = choose() * weights.reduce((sum, weight) => sum + weight, 0);
  if (!(rest > 0 && Number.isFinite(rest))) return oneOf(list, choose);
  return list.find((_, at) => {
    rest -= weights[at] ?? 0;
    return rest < 0;
  });
}
