/** How clocks write hours: 1 to 12 with AM and PM, or 0 to 23, as `Intl` names them. */
export const HOUR_CYCLES = ["h12", "h23"] as const;
export type HourCycle = (typeof HOUR_CYCLES)[number];
