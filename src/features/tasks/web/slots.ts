import type { ComponentType } from "react";
import { slot } from "#platform/client/slot.ts";

/** What belongs to a project besides its tasks; `isBeside` where there is room beside them. */
type RelatedRecordsProps = { project: { id: string; name: string }; isBeside: boolean };

/** The people, emails, events and documents of a project. */
export const relatedRecords = slot<() => Promise<ComponentType<RelatedRecordsProps>>>("related records");
