import { localMoment } from "./local-day.ts";

/** The instant of yyyy-MM-ddTHH:mm on the reader's clock, if it is ahead; null if it is over or not valid. */
export function momentAhead(text: string, now = new Date()): Date | null {
  const at = localMoment(text);
  return at !== null && new Date(at) > now ? new Date(at) : null;
}
