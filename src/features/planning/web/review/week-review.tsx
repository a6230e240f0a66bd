import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import type { ReviewSheetProps } from "#features/calendar/web/slots.ts";
import { t } from "#i18n/message.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { KeyArea } from "#ui/keyboard/key-area.tsx";
import { isTyping, useKeyHints } from "#ui/keyboard/shortcuts.ts";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { plan } from "../api.ts";
import { rangeOf } from "../plan-words.ts";
import styles from "./review.module.css";
import { WeekFigures } from "./week-figures.tsx";

/** Keys of the week, for the list of shortcuts. */
const KEYS = [{ keys: "Arrows", label: t`The week before or after` }] as const;
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Where the hours of a week went. Arrows go to the weeks before and after. */
export function WeekReview({ week, onStep, onPlan }: ReviewSheetProps) {
  const query = useQuery(plan.review.query({ from: week.from }));
  const header = useRef<HTMLElement>(null);
  useKeyHints(KEYS, t`Review of the week`);
  // Where the arrows work; who chose this part by its switch stays there.
  useEffect(() => {
    if (!(document.activeElement instanceof HTMLInputElement)) header.current?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (!by || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target)) return;
    event.preventDefault();
    // What has the focus may be gone in another week.
    header.current?.focus();
    onStep(by);
  };
  return (
    <KeyArea onKeyDown={onKeyDown}>
      <Stack gap={16}>
        <Row justify="space-between" ref={header} tabIndex={-1} className={styles.week}>
          <IconButton label={t`Previous week`} icon={ChevronLeft} onClick={() => onStep(-1)} />
          <Text as="h3" size="list" isTabular aria-live="polite">
            {rangeOf(week.from, week.to)}
          </Text>
          <IconButton label={t`Next week`} icon={ChevronRight} onClick={() => onStep(1)} />
        </Row>
        <QueryContent
          query={query}
          failure={t`The week could not be reviewed`}
          placeholder={<SkeletonRows isBare count={6} height={44} />}
        >
          {(review) =>
            review.blocks.length + review.meetings.length + review.focus.defended.length > 0 ? (
              <WeekFigures review={review} />
            ) : (
              <EmptyState
                icon={CalendarCheck}
                title={t`Nothing was planned in this week`}
                message={t`Planned time and meetings of the week appear here, with what became of them.`}
                action={
                  <Button variant="default" onClick={() => onPlan("week", undefined)}>
                    {t`Plan my week`}
                  </Button>
                }
              />
            )
          }
        </QueryContent>
      </Stack>
    </KeyArea>
  );
}
