import { environment } from "#platform/config/environment.ts";

/** Laws run small with every build and at full size by `npm run test:laws`. */
export const IS_FULL_SIZE = environment.FULL_SIZE === "1";

/** How much of something a law tries: `quick` with every build, `full` by the one command. */
export const sized = (quick: number, full: number): number => (IS_FULL_SIZE ? full : quick);
