type Named = { label: string; keywords?: string };

/**
 * The commands that match each word of the text at the start of a word, best first: start of the label, its words,
 * keywords.
 */
export function filterCommands<C extends Named>(commands: readonly C[], text: string): readonly C[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return commands;
  return commands
    .map((command) => ({ command, rank: rankOf(command, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((left, right) => right.rank - left.rank)
    .map(({ command }) => command);
}

function rankOf({ label, keywords = "" }: Named, words: readonly string[]): number {
  const name = ` ${label.toLowerCase()}`;
  const everything = `${name} ${keywords.toLowerCase()}`;
  if (!words.every((word) => everything.includes(` ${word}`))) return 0;
  const [first = ""] = words;
  if (name.startsWith(` ${first}`)) return 3;
  return name.includes(` ${first}`) ? 2 : 1;
}
