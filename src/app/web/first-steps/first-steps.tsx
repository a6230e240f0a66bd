import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { plural, t } from "#i18n/message.ts";
import type { FirstStep } from "#platform/auth/first-steps.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { laterDialog } from "#ui/later-part.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Checklist } from "./checklist.tsx";
import styles from "./first-steps.module.css";
import {
  firstStepsQuery,
  type FirstSteps as Steps,
  useChangeFirstSteps,
  useIsTodayEmpty,
} from "./use-first-steps.ts";

const StepDialog = laterDialog(async () => (await import("./step-dialog.tsx")).StepDialog);

/** `isOver`: ended in this visit. */
type FirstStepsProps = { isOver: boolean /** Today. */; children: ReactNode };

/** The first steps in place of a Today that is empty; beside one that is not, a line that unfolds. */
export function FirstSteps({ isOver, children }: FirstStepsProps) {
  const { data, error, isFetching, refetch } = useQuery(firstStepsQuery());
  const isTodayEmpty = useStaysWithToday(useIsTodayEmpty());
  if (isTodayEmpty === undefined || !(data || error)) return <SkeletonRows count={6} />;
  if (data)
    return (
      <Known data={data} isFresh={!isFetching} isTodayEmpty={isTodayEmpty} isOver={isOver}>
        {children}
      </Known>
    );
  return (
    <>
      <ErrorState title={t`The first steps could not be loaded`} onRetry={() => void refetch()} />
      {!isTodayEmpty && children}
    </>
  );
}

/** Today stays until the next visit once it was shown: who has done all of it sees that nothing is left. */
function useStaysWithToday(isTodayEmpty: boolean | undefined): boolean | undefined {
  const [hasToday, setToday] = useState(false);
  if (isTodayEmpty === false && !hasToday) setToday(true);
  return hasToday ? false : isTodayEmpty;
}

type KnownProps = FirstStepsProps & { data: Steps; isFresh: boolean; isTodayEmpty: boolean };

function Known({ data, isFresh, isTodayEmpty, isOver, children }: KnownProps) {
  const change = useChangeFirstSteps(data);
  const [choice, choose] = useState<boolean>();
  const [shown, show] = useState<FirstStep>();
  const isOpen = choice ?? isTodayEmpty;
  const left = data.steps.filter(({ state }) => state === "open").length;
  const isComplete = (left === 0 || isOver) && !shown;
  // Whatever completed the last step, the list is gone for good; not by what Undo has just made old.
  const end = useEffectEvent(() => change.end());
  useEffect(() => {
    if (isComplete && isFresh && !isOver) end();
  }, [isComplete, isFresh, isOver]);
  const leaving = (act: () => void) => () => {
    document.getElementById("content")?.focus();
    act();
  };
  return (
    <>
      {!isComplete && (
        <Stack
          as="section"
          surface="card"
          pad={isOpen ? "16px 20px" : "6px 20px"}
          gap={8}
          aria-labelledby="first-steps"
          // What somebody works with does not fold by itself.
          onFocus={() => isOpen && choose(true)}
        >
          <Header
            left={left}
            total={data.steps.length}
            isOpen={isOpen}
            onSkip={leaving(change.end)}
            {...(!isTodayEmpty && { onFold: () => choose(!isOpen) })}
          />
          {isOpen && (
            <Checklist
              {...data}
              onOpen={show}
              onResume={change.resume}
              onSkip={left === 1 ? (step) => leaving(() => change.skip(step))() : change.skip}
            />
          )}
        </Stack>
      )}
      {(isComplete || !isTodayEmpty) && children}
      {shown && (
        <StepDialog
          step={shown}
          onClose={left === 0 ? leaving(() => show(undefined)) : () => show(undefined)}
        />
      )}
    </>
  );
}

/** `onFold`: only beside Today. */
type HeaderProps = { left: number; total: number; isOpen: boolean; onSkip(): void; onFold?: () => void };

const Header = ({ left, total, isOpen, onSkip, onFold }: HeaderProps) => (
  <Row justify="space-between" gap={12}>
    <Stack gap={0} grow>
      <Text
        as="h2"
        id="first-steps"
        size={isOpen ? "section" : "list"}
        {...(!isOpen && { weight: "medium" })}
      >
        {isOpen ? t`Set up your workspace` : t`Set-up: ${left} of ${total} left`}
      </Text>
      {isOpen && (
        <Text tone="faint" size="label">
          {plural(left, { one: `${left} step left`, other: `${left} steps left` })}
        </Text>
      )}
    </Stack>
    <Row gap={0} className={styles.act}>
      {isOpen && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onSkip}>
          {t`Skip set-up`}
        </Button>
      )}
      {onFold && (
        <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={onFold}>
          {isOpen ? t`Fold` : t`Show`}
        </Button>
      )}
    </Row>
  </Row>
);
