import type { ComponentType } from "react";
import { slot } from "#platform/client/slot.ts";

/** What belongs to a project besides its tasks; `isBeside` where there is room beside them. */
type RelatedRecordsProps = { project: { id: string; name: string }; isBeside: boolean };

/** The people, emails, events and documents of a project. */
export const relatedRecords = slot<() => Promise<ComponentType<RelatedRecordsProps>>>("related records");

type Described = { title: string; tags?: string[] | undefined; projectId?: string | null | undefined };
type LengthGuess = { minutes: number; text: string };

/** How long such a task takes, as far as that can be guessed: filled by the feature that plans. */
export const lengthGuess = slot<{
  query(task: Described): {
    queryKey: readonly [resource: string, verb: string, task: Described];
    queryFn: (scope: { signal: AbortSignal }) => Promise<LengthGuess>;
  };
}>("guesses of lengths");
