import type { TrafficProvider } from "../model.ts";

/** Used without an external source: normally 15 to 44 minutes (DAILY-36), currently 0.9 to 1.5 times that. */
export const simulatedTraffic = (random: () => number): TrafficProvider => ({
  readTraffic: async () => {
    const normalDuration = 15 + Math.floor(random() * 30);
    const currentDuration = Math.round(normalDuration * (0.9 + random() * 0.6));
    return { currentDuration, normalDuration, kind: "simulated", note: null };
  },
});
