/**
 * Parts that have no id, each with a key: its name, and a number where the name was there before. A part keeps its key
 * when others of another name come or go.
 */
export function withKeys<Part>(
  parts: readonly Part[],
  nameOf: (part: Part) => string,
): { key: string; part: Part }[] {
  const seen = new Map<string, number>();
  return parts.map((part) => {
    const name = nameOf(part);
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return { key: `${before} ${name}`, part };
  });
}
