import type { ReviewSheetProps } from "#features/calendar/web/slots.ts";
import { t, term } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { Drawer } from "#ui/overlays/drawer.tsx";
import { DayReview } from "./day-review.tsx";
import { PLAN_TOMORROW, useDayReview } from "./use-day-review.ts";
import { WeekReview } from "./week-review.tsx";

/** What became of the plan: of today, to begin tomorrow's, or of a week. */
export function ReviewSheet(props: ReviewSheetProps) {
  const { part, isPhone, onPart, onPlan, onClose } = props;
  const day = useDayReview(part === "day");
  const tomorrow = day.data?.tomorrow.day;
  const Sheet = isPhone ? Dialog : Drawer;
  const footer = part === "day" && tomorrow && (
    <Button id={PLAN_TOMORROW} onClick={() => onPlan("day", tomorrow)}>
      {t`Plan tomorrow`}
    </Button>
  );
  return (
    <Sheet isOpen onClose={onClose} title={term("Review", "of a plan: what became of it")} footer={footer}>
      <Stack gap={16}>
        <SegmentedControl
          label={t`What to review`}
          value={part}
          onChange={onPart}
          options={[
            { value: "day", label: t`Today` },
            { value: "week", label: term("Week", "a part of a review") },
          ]}
        />
        {part === "day" ? <DayReview query={day} /> : <WeekReview {...props} />}
      </Stack>
    </Sheet>
  );
}
