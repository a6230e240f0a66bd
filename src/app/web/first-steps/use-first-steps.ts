import { useQuery } from "@tanstack/react-query";
import { profile, session } from "#features/settings/web/api.ts";
import { t } from "#i18n/message.ts";
import type { FirstStep } from "#platform/auth/first-steps.ts";
import { queryChange, useWrite } from "#platform/client/use-write.ts";
import { dashboard } from "../api.ts";
import { needsYouQuery } from "../dashboard/needs-you-query.ts";
import { todayQuery } from "../dashboard/today-query.ts";
import type { CurrentSession } from "../session/current-session.ts";
import { WORDS } from "./step-words.ts";

export type FirstSteps = Awaited<ReturnType<typeof dashboard.firstSteps.call>>;

export const firstStepsQuery = () => dashboard.firstSteps.query({});

const named = (steps: FirstSteps["steps"], state: string): FirstStep[] =>
  steps.filter((each) => each.state === state).map(({ step }) => step);

/** Undefined until it is known. What could not be loaded is shown by Today. */
export function useIsTodayEmpty(): boolean | undefined {
  const needed = useQuery(needsYouQuery());
  const { data: day, error } = useQuery(todayQuery());
  if (needed.error || error) return false;
  if (!needed.data || !day) return;
  const { me, them } = day.owed;
  return (
    needed.data.items.length === 0 &&
    me.open + them.open === 0 &&
    day.parts.every(({ kind }) => kind === "free")
  );
}

type Change = {
  isDone: boolean;
  skipped?: FirstStep[];
  /** Of a step that is skipped: what Undo restores. */
  undo?: { step: FirstStep; skipped: FirstStep[] };
};

/** Skips a step or takes that back, and ends them all; the settings of the profile show them again. */
export function useChangeFirstSteps({ steps }: FirstSteps) {
  const { mutate } = useWrite<Change>({
    send: ({ isDone, skipped }) => profile.setFirstSteps.call({ isDone, ...(skipped && { skipped }) }),
    optimistic: ({ isDone, skipped }) => [
      queryChange<FirstSteps>(firstStepsQuery().queryKey, (now) => ({
        ...now,
        steps: skipped ? now.steps.map((each) => withSkipped(each, skipped)) : now.steps,
      })),
      queryChange<CurrentSession>(session.current.query({}).queryKey, (now) => ({
        ...now,
        user: now.user && { ...now.user, isNew: !isDone },
      })),
    ],
    invalidates: [["session"], firstStepsQuery().queryKey],
    done: (_, { undo }) => undo && t`Not now: '${WORDS[undo.step].title}'`,
    failed: t`The first steps could not be changed`,
    undo: (_, { undo }) =>
      undo && {
        send: () => profile.setFirstSteps.call({ isDone: false, skipped: undo.skipped }),
        failed: t`That was not undone`,
      },
  });
  return {
    end: () => mutate({ isDone: true }),
    skip: (step: FirstStep) =>
      mutate({
        undo: { step, skipped: named(steps, "skipped") },
        isDone: named(steps, "open").every((other) => other === step),
        skipped: [...named(steps, "skipped"), step],
      }),
    resume: (step: FirstStep) =>
      mutate({ isDone: false, skipped: named(steps, "skipped").filter((other) => other !== step) }),
  };
}

function withSkipped(each: FirstSteps["steps"][number], skipped: readonly FirstStep[]) {
  if (each.state === "done") return each;
  return { ...each, state: skipped.includes(each.step) ? ("skipped" as const) : ("open" as const) };
}
