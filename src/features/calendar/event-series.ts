import { z } from "zod";
import { resource, write } from "#platform/capability/capability.ts";
import { AppError } from "#platform/capability/errors.ts";
import { Instant } from "#platform/capability/wire.ts";
import { DAY } from "./model.ts";
import { reachOccurrences } from "./write-occurrences.ts";

const MOST_DAYS = 400;

export const eventSeries = resource("eventSeries", {
  reach: write({
    summary:
      "Write down when series take place in a range that is more than 240 days ago or two years ahead, so that `events.list` shows them there",
    input: z.strictObject({ from: Instant, to: Instant }),
    output: z.object({ written: z.int() }),
    access: "user",
    run: async (context, { from, to }) => {
      const days = (to.getTime() - from.getTime()) / DAY;
      if (days <= 0 || days > MOST_DAYS)
        throw new AppError("invalid", `Ask for ${MOST_DAYS} days at most`, {
          fields: { to: "is out of range" },
        });
      return { written: await reachOccurrences(context, from, to) };
    },
  }),
});
