import { slot } from "#platform/client/slot.ts";

type Plan = { startTime: string; endTime: string; location: string; eventId?: string | null | undefined };
type Warning = {
  eventId: string;
  title: string;
  place: string;
  isBefore: boolean;
  minutes: number;
  minutesBetween: number;
  note: string | null;
};
type Warnings = { items: Warning[] };

/** Whether an event's place can be reached in time: filled by the feature with travel times. */
export const travelCheck = slot<{
  call(plan: Plan): Promise<Warnings>;
  query(plan: Plan): {
    queryKey: readonly [resource: string, verb: string, plan: Plan];
    queryFn: (scope: { signal: AbortSignal }) => Promise<Warnings>;
  };
}>("travel check");
