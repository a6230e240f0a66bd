import { useQuery } from "@tanstack/react-query";
import { plan } from "../api.ts";

/** The button that follows when nothing is open any more. */
export const PLAN_TOMORROW = "plan-tomorrow";

export const DAY_REVIEW = plan.reviewDay.query({});
export type DayOnWire = Awaited<ReturnType<typeof plan.reviewDay.call>>;
export type DayItem = DayOnWire["items"][number];

export const useDayReview = (isShown: boolean) => useQuery({ ...DAY_REVIEW, enabled: isShown });
