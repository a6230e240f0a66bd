import { today } from "#features/daily-ops/web/api.ts";

export const todayQuery = () => today.get.query({});
