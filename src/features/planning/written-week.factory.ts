/** A week as an assistant wrote it down, on the person's clock: 'Mon 09:30-10:00', 'Wed 12:00', 'Thu' (all day). */
export type WrittenEvent = readonly [
  when: string,
  title: string,
  more?: { guests?: number; travel?: number; location?: string; free?: boolean },
];
export type WrittenTask = readonly [
  title: string,
  minutes: number | null,
  more?: {
    due?: string;
    priority?: "low" | "high" | "urgent";
    deep?: true;
    light?: true;
    piece?: number;
    after?: string;
    notBefore?: string;
    place?: string;
    /** Only within these hours of a day. */
    hours?: readonly [from: string, to: string];
    /** Promised to. */
    to?: string;
  },
];
export type WrittenAnswer = readonly [party: string, what: string, due?: string];
export type WrittenWeek = {
  name: string;
  timeZone: string;
  work: readonly [from: string, to: string];
  focus: readonly [from: string, to: string];
  lunch: readonly [from: string, to: string];
  mostMeetingMinutes: number;
  /** By the short name of the day. */
  otherHours?: Readonly<Record<string, readonly [from: string, to: string]>>;
  worksOnRides?: true;
  events: readonly WrittenEvent[];
  tasks: readonly WrittenTask[];
  answers: readonly WrittenAnswer[];
};
