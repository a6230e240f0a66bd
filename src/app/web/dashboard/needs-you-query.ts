import { attention } from "#features/attention/web/api.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";

/** As many as the card lists at most. */
const LISTED = 200;

export const needsYouQuery = () => attention.list.query({ timeZone: readerTimeZone(), limit: LISTED });
