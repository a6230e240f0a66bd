import { today } from "#features/daily-ops/web/api.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";

/** The zone counts until the profile of a new account has one. */
export const todayQuery = () => today.get.query({ timeZone: readerTimeZone() });
