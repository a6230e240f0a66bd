import type { Plugin } from "vite";

/** A value import: types alone leave nothing to run. */
const SCHEMAS = /\bfrom\s*["']zod["']/;
/** Needs no mark: it has no effect, or is a name. */
const PLAIN = new Set(["ArrowFunctionExpression", "FunctionExpression", "Literal", "Identifier"]);

/**
 * Marks what a module with schemas defines as free of effects, so that schemas which no page uses are left out, and
 * with the last of them their library. Slices have schemas beside the limits and texts that pages do use, in one
 * definition, so a bundler has to tell them apart.
 */
export function dropUnusedSchemas(): Plugin {
  return {
    name: "drop-unused-schemas",
    apply: "build",
    enforce: "post",
    transform(code, id) {
      if (!id.includes("/src/") || !SCHEMAS.test(code)) return null;
      const marked = this.parse(code)
        .body.flatMap((statement) =>
          statement.type === "ExportNamedDeclaration" && statement.declaration
            ? [statement.declaration]
            : [statement],
        )
        .flatMap((statement) => (statement.type === "VariableDeclaration" ? statement.declarations : []))
        .flatMap(({ init }) => (init && !PLAIN.has(init.type) ? [init] : []));
      const text = marked.reduceRight(
        (text, { start, end }) =>
          `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
        code,
      );
      return { code: text, map: null };
    },
  };
}
