import type { CodeFile } from "./code-file.ts";
import type { Finding } from "./rule.ts";
import type { StyleFile } from "./style-file.ts";

/** The current number: adding one means removing another. */
export const MAX_SUPPRESSIONS = 19;

const SUPPRESSION =
  /\b(biome-ignore(?:-all|-start)?(?!-end)|eslint-disable[\w-]*|oxlint-disable[\w-]*|v8 ignore|c8 ignore|istanbul ignore)\b|@ts-(?:expect-error|ignore|nocheck)\b/;
const REASON = /(?::\s*|@ts-expect-error\s+|--\s*)\S.{9,}/;

/** Comments that silence a tool, with whether they state a reason. */
export function suppressionsOf(file: CodeFile | StyleFile): (Finding & { hasReason: boolean })[] {
  const comments = file.comments.map((comment) =>
    "value" in comment ? { offset: comment.start, text: comment.value } : comment,
  );
  return comments
    .filter(({ text }) => SUPPRESSION.test(text))
    .map(({ offset, text }) => ({
      offset,
      detail: text.trim(),
      hasReason: REASON.test(text.replaceAll("\n", " ")),
    }));
}
