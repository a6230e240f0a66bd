/** One import of a file, as written. `isType` is true where it does not exist at run time. */
export type Import = { specifier: string; isType: boolean };

/**
 * Every import, re-export, dynamic import and `typeof import()` of a TypeScript source. Works on the text, because
 * TypeScript 7 has no compiler API; formatted code (Biome runs before) has statements at the start of a line.
 */
export function importsOf(source: string): Import[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const statements = [...code.matchAll(STATEMENT)].map(([, isType, specifier = ""]) => ({
    specifier,
    isType: Boolean(isType),
  }));
  const calls = [...code.matchAll(CALL)].map(([, isType, specifier = ""]) => ({
    specifier,
    isType: Boolean(isType),
  }));
  return [...statements, ...calls];
}

/** `import { type A }` is not type-only: verbatimModuleSyntax keeps the import for its side effects. */
const STATEMENT =
  /^\s*(?:import|export)\s+(?:(type)\s+(?!from\b|,))?(?:[\w*{}$\s,]+?\s*from\s*)?["']([^"'\n]+)["']/gm;
const CALL = /(\btypeof\s+)?\bimport\(\s*["']([^"'\n]+)["']\s*[,)]/g;
