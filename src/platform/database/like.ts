/** An ILIKE pattern that finds exactly this text anywhere: `%`, `_` and `\` are escaped. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
