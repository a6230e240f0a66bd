import { laterDialog } from "#ui/later-part.tsx";
import type { CalendarAddress } from "../calendar-address.ts";
import { addDays, dayAt, weekOf } from "../days.ts";
import { planParts } from "../slots.ts";
import type { ChangeAddress } from "../use-calendar-address.ts";

const ReviewSheet = laterDialog(async () => (await planParts.get()()).ReviewSheet);

type OpenReviewProps = {
  address: CalendarAddress;
  change: ChangeAddress;
  weekStart: number;
  isPhone: boolean;
};

const CLOSED = { review: undefined, week: undefined };

/** The sheet that reviews the plan, if the address asks for it. */
export function OpenReview({ address: { review, week }, change, weekStart, isPhone }: OpenReviewProps) {
  if (!review) return null;
  const days = weekOf(week ?? dayAt(new Date()), weekStart);
  const [from = "", to = ""] = [days[0], days[6]];
  return (
    <ReviewSheet
      {...{ isPhone }}
      part={review}
      week={{ from, to }}
      onPart={(part) => change({ review: part }, { replace: true })}
      onStep={(by) => change({ week: addDays(from, by * 7) }, { replace: true })}
      onPlan={(plan, day) => change({ ...CLOSED, plan, from: day, date: day }, { replace: true })}
      onClose={() => change(CLOSED, { replace: true })}
    />
  );
}
