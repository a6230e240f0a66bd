/**
 * Adds keys to parts without ids: the name, with a number if it occurred before. A part keeps its key when parts of
 * other names are added or removed.
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
