import { propertyOf } from "./code-file.ts";
import { type CodeRule, isServer, type TextRule } from "./rule.ts";

const message = "read pages by keyset (src/platform/database/keyset.ts): OFFSET reads what it skips";
/** `offset 0` skips nothing: it stops the planner from merging a subquery. */
const OFFSET = /\boffset\s+(?!0\b)(\d|\$|\(|\w+\s*(;|\)|\(|limit\b|fetch\b|rows?\b|$))/gim;
const IN_STATEMENT = /\bselect\b[\s\S]*\boffset\s+(?!0\b)(\d|\$)/i;

/** drizzle's `.offset()` and OFFSET in SQL text. */
export const offsetPaging: CodeRule = {
  name: "offset-paging",
  message,
  covers: isServer,
  find: (file) => [
    ...file
      .ofType("CallExpression")
      .filter(({ callee }) => propertyOf(callee) === "offset")
      .map(({ callee }) => ({ offset: callee.end })),
    ...file
      .ofType("TaggedTemplateExpression")
      .filter(
        ({ tag, quasi }) =>
          /^sql\b/.test(file.textOf(tag)) && /\boffset\s+(?!0\b)(\d|\$)/i.test(file.textOf(quasi)),
      )
      .map(({ start }) => ({ offset: start })),
    ...file
      .ofType("Literal", "TemplateLiteral")
      .filter((node) => file.parentOf(node)?.type !== "TaggedTemplateExpression")
      .filter((node) => IN_STATEMENT.test(file.textOf(node)))
      .map(({ start }) => ({ offset: start })),
  ],
};

export const offsetInSql: TextRule = {
  name: "offset-in-sql",
  message,
  covers: (path) => /^src\/.+\.sql$/.test(path),
  findInText: (text) =>
    [...text.replaceAll(/--.*$/gm, (comment) => " ".repeat(comment.length)).matchAll(OFFSET)].map(
      ({ index }) => ({
        offset: index,
      }),
    ),
};
