/** An ILIKE pattern that finds exactly this text anywhere: `%`, `_` and `\` stand for themselves. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
