import { CalendarCheck2, RefreshCw } from "lucide-react";
import type { PlanPanelProps } from "#features/calendar/web/slots.ts";
import { plural, t } from "#i18n/message.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Notice } from "#ui/feedback/notice.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { PlanningFrame } from "../planning-frame.tsx";
import { Alternatives } from "./alternatives.tsx";
import { useApplyAlternative } from "./apply-alternative.ts";
import { useWhatIfGhosts } from "./ghosts-of.ts";
import { useRoomAnswer, type WhatIfState } from "./use-what-if.ts";
import { Making, Stopped } from "./what-if-content.tsx";

type MakeRoomPanelProps = Pick<
  PlanPanelProps,
  "span" | "from" | "isBeside" | "isPhone" | "onGhosts" | "onClose"
> & { without: string[]; onBack(): void };

const NO_CHANGES = [] as const;

/** Up to three sets of meetings that would make room in the plan: nothing is written before one is chosen. */
export function MakeRoomPanel({ span, from, without, onGhosts, onBack, ...frame }: MakeRoomPanelProps) {
  const state = useRoomAnswer({ span, ...(from && { from }), without });
  const { chosen, isMaking } = state;
  const { isApplying, isRenewed, apply } = useApplyAlternative(state, frame.onClose);
  useWhatIfGhosts(NO_CHANGES, chosen, onGhosts);
  const footer = (
    <>
      <Button variant="default" onClick={onBack}>
        {t`Back to the plan`}
      </Button>
      {chosen && (
        <BusyButton isBusy={isMaking || isApplying} onClick={apply}>
          {t`Do this`}
        </BusyButton>
      )}
    </>
  );
  const { isBeside, isPhone } = frame;
  return (
    <PlanningFrame title={t`Make room`} {...{ isBeside, isPhone, footer }} onClose={onBack}>
      <Room state={state} isRenewed={isRenewed} />
    </PlanningFrame>
  );
}

function Room({ state, isRenewed }: { state: WhatIfState; isRenewed: boolean }) {
  const { query, answer, isMaking, isStopped, stop, retry } = state;
  if (isStopped) return <Stopped onRetry={retry} />;
  if (query.error && !isMaking)
    return (
      <ErrorState
        title={t`Meetings that would make room could not be found`}
        message={query.error.message}
        onRetry={retry}
      />
    );
  const count = answer?.alternatives.length ?? 0;
  return (
    <Stack gap={16} aria-busy={isMaking}>
      <Text size="list" tone="soft">
        {t`Meetings that could give way, and what would get its time. Nothing is written before you choose.`}
      </Text>
      {isMaking && <Making onStop={stop} label={t`Finding meetings…`} />}
      {!answer && <SkeletonRows isBare count={4} height={72} label={t`Finding meetings`} />}
      {answer && !isMaking && isRenewed && (
        <Notice icon={RefreshCw} tone="warn" role="alert">
          {t`Your tasks or your calendar changed meanwhile. Nothing was written; this is the new answer.`}
        </Notice>
      )}
      {answer && (
        <p role="status" className="visually-hidden">
          {isMaking
            ? ""
            : plural(count, { one: `${count} way to make room`, other: `${count} ways to make room` })}
        </p>
      )}
      {answer && count > 0 && <Alternatives answer={answer} state={state} />}
      {answer && count === 0 && (
        <EmptyState
          icon={CalendarCheck2}
          title={t`No meeting would make room`}
          message={answer.reason ?? ""}
        />
      )}
    </Stack>
  );
}
