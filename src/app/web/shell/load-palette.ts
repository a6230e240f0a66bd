/** The palette is no part of the first page; it is fetched while nothing else is to do, or when it is asked for. */
export const loadPalette = async () => ({ default: (await import("../palette/palette.tsx")).Palette });
