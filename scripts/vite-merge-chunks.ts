/** Modules that exactly these pages need. */
export type Part = { pages: ReadonlySet<string>; modules: readonly string[]; size: number };
/** Parts that are one chunk: who needs one of them loads all, and what they import. */
export type Chunk = readonly Part[];
type Program = {
  needs: ReadonlyMap<Part, readonly Part[]>;
  own: ReadonlyMap<string, number>;
  steepness: number;
};

/** What a page loads counts more the more it loads: e times as much for each of these bytes. */
const STEEPNESSES = [700, 1_000, 1_400, 1_700, 2_200, 2_700, 4_000];
/**
 * Of each step, so many ways that look best are calculated in full. The steps do not look ahead, so that more ways are not
 * always better in the end: of all ends, that is used whose largest page is the smallest.
 */
const TRIES = [2, 4, 8, 16, 40, 100];

/**
 * Joins parts to `count` chunks, so that the pages which load most load least of what they do not need. No two chunks need
 * each other, directly or through others. `own`: the size of what only one page loads; `importsOf`: what a module imports.
 */
export function mergeParts(
  parts: readonly Part[],
  own: ReadonlyMap<string, number>,
  count: number,
  importsOf: (id: string) => readonly string[],
): Chunk[] {
  const needs = needsOf(parts, importsOf);
  const ends = STEEPNESSES.flatMap((steepness) =>
    TRIES.map((tries) => {
      const program = { needs, own, steepness };
      let chunks: Chunk[] = parts.map((part) => [part]);
      while (chunks.length > count) chunks = joined(chunks, program, tries);
      const end = improved(chunks, program);
      return { chunks: end, largest: Math.max(...(loadsOf(end, program)?.values() ?? [])) };
    }),
  );
  return ends.reduce((best, end) => (end.largest < best.largest ? end : best)).chunks;
}

/** Two of them joined, those for which it costs least. */
function joined(chunks: readonly Chunk[], program: Program, tries: number): Chunk[] {
  const pairs = chunks
    .flatMap((one, place) =>
      chunks.slice(place + 1).map((other) => ({ one, other, cost: differenceOf(one, other) })),
    )
    .sort((a, b) => a.cost - b.cost);
  let best: { chunks: Chunk[]; cost: number } | undefined;
  for (const [place, { one, other }] of pairs.entries()) {
    if (best && place >= tries) break;
    const next = [...chunks.filter((each) => each !== one && each !== other), [...one, ...other]];
    const cost = costOf(next, program);
    if (cost !== undefined && (!best || cost < best.cost)) best = { chunks: next, cost };
  }
  if (!best) throw new Error("Whatever is joined, two chunks need each other");
  return best.chunks;
}

/** Moves single parts to other chunks as long as that is better. */
function improved(start: Chunk[], program: Program): Chunk[] {
  let best = start;
  let cost = costOf(best, program) ?? 0;
  for (let hasMoved = true; hasMoved; ) {
    hasMoved = false;
    for (const part of best.flat())
      for (const to of best.keys()) {
        const moved = best.map((chunk, place) => {
          const others = chunk.filter((each) => each !== part);
          return place === to ? [...others, part] : others;
        });
        const next = moved.every(({ length }) => length > 0) ? costOf(moved, program) : undefined;
        if (next === undefined || next >= cost * 0.9999) continue;
        [best, cost, hasMoved] = [moved, next, true];
      }
  }
  return best;
}

const sizeOf = (chunk: Chunk) => chunk.reduce((sum, { size }) => sum + size, 0);

/** Bytes that pages load without need, if these two were all there is. */
function differenceOf(one: Chunk, other: Chunk): number {
  const [first, second] = [pagesOf(one), pagesOf(other)];
  const without = (pages: ReadonlySet<string>, others: ReadonlySet<string>) =>
    [...pages].filter((page) => !others.has(page)).length;
  return without(first, second) * sizeOf(other) + without(second, first) * sizeOf(one);
}

/** Undefined if two of them need each other. */
function costOf(chunks: readonly Chunk[], program: Program): number | undefined {
  const loads = loadsOf(chunks, program);
  if (!loads) return undefined;
  const usual = Math.max(...program.own.values());
  return [...loads.values()].reduce((sum, load) => sum + Math.exp((load - usual) / program.steepness), 0);
}

/** What each page loads. Undefined if two of the chunks need each other. */
function loadsOf(chunks: readonly Chunk[], { needs, own }: Program): Map<string, number> | undefined {
  const users = usersOf(chunks, needs);
  if (!users) return undefined;
  const loads = new Map(own);
  for (const [chunk, pages] of users) {
    const size = sizeOf(chunk);
    for (const page of pages) loads.set(page, (loads.get(page) ?? 0) + size);
  }
  return loads;
}

const pagesOf = (chunk: Chunk) => new Set(chunk.flatMap(({ pages }) => [...pages]));

/** The pages that load each chunk, because they or a chunk that they load need it. */
function usersOf(chunks: readonly Chunk[], needs: Program["needs"]): Map<Chunk, Set<string>> | undefined {
  const order = inOrder(chunks, needs);
  if (!order) return undefined;
  const users = new Map(chunks.map((chunk) => [chunk, pagesOf(chunk)]));
  for (const { chunk, needed } of order.toReversed())
    for (const each of needed) for (const page of users.get(chunk) ?? []) users.get(each)?.add(page);
  return users;
}

/** What is needed comes before what needs it; undefined where there is no such order. */
function inOrder(chunks: readonly Chunk[], needs: Program["needs"]) {
  const chunkOf = new Map(chunks.flatMap((chunk) => chunk.map((part) => [part, chunk] as const)));
  const order: { chunk: Chunk; needed: ReadonlySet<Chunk> }[] = [];
  const state = new Map<Chunk, "open" | "done">();
  const visit = (chunk: Chunk): boolean => {
    if (state.has(chunk)) return state.get(chunk) === "done";
    state.set(chunk, "open");
    const needed = new Set<Chunk>();
    for (const part of chunk.flatMap((each) => needs.get(each) ?? [])) {
      const next = chunkOf.get(part);
      if (next && next !== chunk) needed.add(next);
    }
    for (const each of needed) if (!visit(each)) return false;
    state.set(chunk, "done");
    order.push({ chunk, needed });
    return true;
  };
  return chunks.every(visit) ? order : undefined;
}

function needsOf(parts: readonly Part[], importsOf: (id: string) => readonly string[]): Program["needs"] {
  const partOf = new Map(parts.flatMap((part) => part.modules.map((id) => [id, part] as const)));
  return new Map(
    parts.map((part) => {
      const needed = part.modules.flatMap((id) => importsOf(id).flatMap((next) => partOf.get(next) ?? []));
      return [part, [...new Set(needed)].filter((each) => each !== part)];
    }),
  );
}
