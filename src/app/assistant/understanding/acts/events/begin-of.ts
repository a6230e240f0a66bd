import { midnightOf } from "#features/calendar/model.ts";
import type { Turn } from "../../../intent.ts";
import type { Event } from "./find-gaps.ts";

/** When it begins for the person: days without a time are stored as midnights of UTC. */
export const beginOf = ({ isAllDay, startTime }: Event, { timeZone }: Pick<Turn, "timeZone">): Date =>
  isAllDay ? midnightOf(startTime, timeZone) : startTime;
