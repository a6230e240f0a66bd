/** A line of a text; lines that were wrapped at the width of a page are one. */
export type Line = { text: string; number: number; paragraph: number };

/** A shorter line was not wrapped. */
const WRAPPED = 50;

export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let paragraph = 0;
  let open: string | null = null;
  const close = () => {
    if (open !== null) lines.push({ text: open, number: lines.length, paragraph });
    open = null;
  };
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    if (line === "") {
      close();
      paragraph += 1;
      continue;
    }
    if (open !== null && isContinued(open, line)) open = `${open} ${line.replace(/^>\s?/, "")}`;
    else {
      close();
      open = line;
    }
  }
  close();
  return lines;
}

/** A line that ends in the middle of a sentence, and one that goes on with it. */
const isContinued = (open: string, next: string): boolean => {
  if (/[.!?:;|]$/.test(open) || / {3,}|\||\t/.test(open) || / {3,}|\||\t/.test(next)) return false;
  const bare = next.replace(/^>\s?/, "");
  if (open.startsWith(">") !== next.startsWith(">") || /^(?:[-*•]|\d+[.)]\s|[a-z]\)\s)/.test(bare))
    return false;
  const isLong = (open.split("\n").at(-1) ?? "").length >= WRAPPED;
  return (
    isLong && (/^\p{Ll}/u.test(bare) || /[,\p{Ll}]$/u.test(open)) && !/^[\p{Lu}][\p{L} /]{1,30}:/u.test(bare)
  );
};
