/** The words after the first `start` and before the next `end`; null where there is no start. */
export function between(text: string, start: RegExp, end: RegExp): string | null {
  const found = start.exec(text);
  if (!found) return null;
  const rest = text.slice(found.index + found[0].length);
  const stop = rest.search(end);
  return (stop < 0 ? rest : rest.slice(0, stop)).trim();
}
