import { CodeFile } from "./code-file.ts";
import { StyleFile } from "./style-file.ts";

/**
 * An exception is marked in place: `// rule: built-sql - why it is right here`, on the line of the finding, or directly
 * above it, its statement or its property. The rest of the comment block belongs to the reason.
 */
export type Mark = { rule: string; reason: string; offset: number; covers: (offset: number) => boolean };

type Comment = { start: number; end: number; text: string };
type Block = { first: number; last: number; comments: Comment[] };

const MARK = /^\s*\*?\s*rule: ([\w-]+) - (.*)/s;
export const MIN_REASON_LENGTH = 15;

export function marksIn(file: CodeFile | StyleFile | { text: string }): Mark[] {
  const { text } = file;
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineAt = (offset: number) => starts.findLastIndex((start) => start <= offset);
  return blocksOf(commentsOf(file), lineAt).flatMap((block) =>
    block.comments.flatMap((comment, at): Mark[] => {
      const [, rule, firstPart] = MARK.exec(comment.text) ?? [];
      if (rule === undefined || firstPart === undefined) return [];
      const after = block.comments.slice(at + 1);
      const next = after.findIndex((each) => MARK.test(each.text));
      const rest = next === -1 ? after : after.slice(0, next);
      const reason = [firstPart, ...rest.map((each) => each.text)].map((part) => part.trim()).join(" ");
      const covers = (offset: number) => {
        const line = lineAt(offset);
        if (line >= block.first && line <= block.last + 1) return true;
        return file instanceof CodeFile && lineAt(statementAt(file, offset)) === block.last + 1;
      };
      return [{ rule, reason, offset: comment.start, covers }];
    }),
  );
}

function commentsOf(file: CodeFile | StyleFile | { text: string }): Comment[] {
  if (file instanceof CodeFile)
    return file.comments.map(({ start, end, value }) => ({ start, end, text: value }));
  if (file instanceof StyleFile)
    return file.comments.map(({ offset, text }) => ({ start: offset, end: offset + text.length, text }));
  return [...file.text.matchAll(/--(.*)$/gm)].map(({ index, 0: match, 1: text = "" }) => ({
    start: index,
    end: index + match.length,
    text,
  }));
}

/** Comments on consecutive lines are one block. */
function blocksOf(comments: readonly Comment[], lineAt: (offset: number) => number): Block[] {
  const blocks: Block[] = [];
  for (const comment of comments) {
    const [first, last] = [lineAt(comment.start), lineAt(comment.end)];
    const before = blocks.at(-1);
    if (before && first <= before.last + 1) {
      before.comments.push(comment);
      before.last = last;
    } else blocks.push({ first, last, comments: [comment] });
  }
  return blocks;
}

/** The start of the innermost statement or property around an offset. */
function statementAt(file: CodeFile, offset: number): number {
  const around = file
    .ofType(
      "ExpressionStatement",
      "VariableDeclaration",
      "FunctionDeclaration",
      "ReturnStatement",
      "IfStatement",
      "ForOfStatement",
      "ThrowStatement",
      "Property",
    )
    .filter(({ start, end }) => start <= offset && offset <= end);
  return Math.max(0, ...around.map(({ start }) => start));
}
