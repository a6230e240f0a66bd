/**
 * The SQL inside TypeScript: templates tagged `sql`, and text passed to `query`, `execute` or `raw`. Interpolations are
 * left out, but a tagged template inside one is a separate text.
 */
export function sqlTextsOf(source: string): string[] {
  const starts = [
    ...source.matchAll(/\b(?:sql(?:<[^`;]*?>)?|(?:query|execute|raw)(?:<[^`;()]*?>)?\(\s*)([`"'])/g),
  ];
  return starts.map((match) => textFrom(source, match.index + match[0].length, match[1] ?? "`"));
}

/** From after the opening quote to the closing one. */
function textFrom(source: string, start: number, quote: string): string {
  let text = "";
  for (let at = start; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === quote) return text;
    else if (quote === "`" && source.startsWith("${", at)) {
      at = endOfInterpolation(source, at + 2);
      text += "?";
    } else text += source[at];
  }
  return text;
}

/** The index of the closing brace; nested templates may contain braces. */
function endOfInterpolation(source: string, start: number): number {
  let depth = 1;
  for (let at = start; at < source.length; at++) {
    const sign = source[at];
    if (sign === "`" || sign === '"' || sign === "'") at = endOfText(source, at + 1, sign);
    else if (sign === "{") depth++;
    else if (sign === "}" && --depth === 0) return at;
  }
  return source.length;
}

function endOfText(source: string, start: number, quote: string): number {
  for (let at = start; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === quote) return at;
    else if (quote === "`" && source.startsWith("${", at)) at = endOfInterpolation(source, at + 2);
  }
  return source.length;
}
