/** The pages for visitors without an account (`OPEN_PAGES` of the pages; a test compares both). */
export const OPEN_PATHS = ["/book/$slug"];

export const isOpenPath = (path: string): boolean =>
  OPEN_PATHS.some((open) => path.startsWith(open.slice(0, open.indexOf("$"))));
