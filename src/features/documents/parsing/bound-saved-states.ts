import { RefusedContent } from "../uploads/refuse-content.ts";

/** A page of paper saves its state some ten deep (28 in older readers); maps and plans do it often, side by side. */
const DEEPEST = 1000;
const MOST_OF_PAGE = 30_000;

/**
 * Bounds how often a page saves its state: deeper than any page needs is refused, and of one that does it too often what was
 * read so far counts. PDF.js makes each saved state out of the one before, for `q` as for each form that is drawn: the time
 * grows with the square of the depth, and forms that draw one another multiply. It has no bound or hook of its own, so the
 * making is counted, in this process, which reads one person's file and ends.
 */
export async function withBoundedStates<T>(readPage: () => Promise<T>): Promise<T> {
  const create = Object.create;
  const depths = new WeakMap<object, number>();
  let saved = 0;
  let isTooDeep = false;
  Object.create = (from: object | null, ...properties: []) => {
    const made = create(from, ...properties);
    if (from === null || !Object.hasOwn(from, "ctm")) return made;
    const depth = (depths.get(from) ?? 0) + 1;
    depths.set(made, depth);
    saved += 1;
    isTooDeep ||= depth > DEEPEST;
    // PDF.js takes an error of the content for the end of the page.
    if (isTooDeep || saved > MOST_OF_PAGE) throw new RefusedContent("complex");
    return made;
  };
  try {
    const page = await readPage();
    if (isTooDeep) throw new RefusedContent("complex");
    return page;
  } finally {
    Object.create = create;
  }
}
