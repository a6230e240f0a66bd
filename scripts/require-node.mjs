// Imported first by everything that starts a tool: an old Node ends with a clear sentence, not with a syntax error.
// Plain JavaScript without dependencies, which any Node with modules can load.

/** What `npm start` and the other scripts need; the product itself runs on 24, which comes with the packages. */
export const OLDEST_FOR_SCRIPTS = [20, 19];
/** The minimum for tools that load TypeScript, and for the product: older ones have no `import.meta.main`. */
export const OLDEST_FOR_TOOLS = [24, 2];

/**
 * What is wrong with this Node, and what to do; null where it is new enough.
 * @param {number[]} oldest
 * @param {string} version
 */
export function nodeRefusal([oldestMajor = 0, oldestMinor = 0], version = process.versions.node) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  const wanted = oldestMinor > 0 ? `${oldestMajor}.${oldestMinor}` : `${oldestMajor}`;
  const advice =
    oldestMajor >= 24
      ? '; put the packaged one first: PATH="$PWD/node_modules/.bin:$PATH", or run npm test'
      : "";
  return `Adjutant needs Node ${wanted} or newer for this; this is ${version}${advice}`;
}

/** Ends the program with that sentence where Node is too old. @param {number[]} oldest */
export function requireNode(oldest) {
  const refusal = nodeRefusal(oldest);
  if (refusal === null) return;
  console.error(refusal);
  process.exit(1);
}
