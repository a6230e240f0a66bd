import { RefusedContent } from "../uploads/refuse-content.ts";

/** A page of paper saves its state some ten deep (28 in older readers); maps and plans do it often, side by side. */
const MAX_DEPTH = 1000;
const MAX_STATES_PER_PAGE = 30_000;

/**
 * Bounds how often a page saves its graphics state: too deep is refused; too often ends the page, and what was read so
 * far counts. PDF.js creates each saved state from the one before, for `q` and for each form drawn: the time grows with
 * the square of the depth, and nested forms multiply it. PDF.js has no limit or hook, so this counts calls of
 * Object.create in this process, which reads one person's file and exits.
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
    isTooDeep ||= depth > MAX_DEPTH;
    // PDF.js treats an error in the content as the end of the page, so depth is checked again below.
    if (isTooDeep || saved > MAX_STATES_PER_PAGE) throw new RefusedContent("complex");
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
