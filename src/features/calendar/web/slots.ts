import type { ComponentType } from "react";
import { slot } from "#platform/client/slot.ts";
import type { EventOnWire } from "../model.ts";
import type { Ghosts } from "./planning/ghosts.ts";
import type { WhatIf, WhatIfChange } from "./planning/what-if-changes.ts";

type Plan = { startTime: string; endTime: string; location: string; eventId?: string | null | undefined };
type Warning = {
  eventId: string;
  title: string;
  place: string;
  isBefore: boolean;
  minutes: number;
  minutesBetween: number;
  note: string | null;
};
type Warnings = { items: Warning[] };

/** Whether an event's place can be reached in time: filled by the feature with travel times. */
export const travelCheck = slot<{
  call(plan: Plan): Promise<Warnings>;
  query(plan: Plan): {
    queryKey: readonly [resource: string, verb: string, plan: Plan];
    queryFn: (scope: { signal: AbortSignal }) => Promise<Warnings>;
  };
}>("travel check");

export type BlockKind = "task" | "preparation" | "answer";

/** An event that a plan put into the calendar. */
export type PlannedBlock = {
  eventId: string;
  kind: BlockKind;
  title: string;
  /** Where the record is that it is for. */
  href: string;
  startTime: string;
  /** Why it is there. */
  reasons: readonly { text: string }[];
};

type Blocks = { items: PlannedBlock[] };
type Between = { from: string; to: string };

/** The blocks between two instants: filled by the feature that plans. */
export const planBlocks = slot<{
  query(between: Between): {
    queryKey: readonly [resource: string, verb: string, between: Between];
    queryFn: (scope: { signal: AbortSignal }) => Promise<Blocks>;
  };
}>("blocks of plans");

export type PlanPanelProps = {
  span: "day" | "week";
  /** The first planned day, yyyy-MM-dd; today if it is not given. */
  from: string | undefined;
  /** A column beside the grid, or a sheet over it. */
  isBeside: boolean;
  isPhone: boolean;
  onSpan(span: "day" | "week"): void;
  onShowDay(day: string): void;
  onWhatIf(): void;
  onReview(): void;
  onSettings(): void;
  /** Shows in the grid what the plan would change. */
  onGhosts(ghosts: Ghosts | null): void;
  onClose(): void;
};

export type { WhatIfChange };

export type WhatIfPanelProps = WhatIf & {
  /** The day that a new change begins with, yyyy-MM-dd. */
  day: string;
  /** Those around the day. */
  events: readonly EventOnWire[];
  /** A column beside the grid, or a sheet over it. */
  isBeside: boolean;
  isPhone: boolean;
  onAdd(change: WhatIfChange): void;
  onRemove(change: WhatIfChange): void;
  /** Chooses a new time for an event, or leaves that. */
  onAbout(event: EventOnWire | null): void;
  /** Shows in the grid what would be. */
  onGhosts(ghosts: Ghosts | null): void;
  onClose(): void;
};

export type ReviewPart = "day" | "week";
export type ReviewSheetProps = {
  part: ReviewPart;
  /** The first and the last day of the reviewed week, yyyy-MM-dd. */
  week: { from: string; to: string };
  isPhone: boolean;
  onPart(part: ReviewPart): void;
  /** So many weeks later. */
  onStep(by: number): void;
  /** Proposes a plan from this day on; today if it is not given. */
  onPlan(span: "day" | "week", from: string | undefined): void;
  onClose(): void;
};

type PlanParts = {
  PlanPanel: ComponentType<PlanPanelProps>;
  /** What became of the plan of today or of a week. */
  ReviewSheet: ComponentType<ReviewSheetProps>;
  /** In the dialog of an event that is a block. */
  BlockNote: ComponentType<{ block: PlannedBlock; onReplan(): void; onClose(): void }>;
  /** At an invitation: that it is in focus hours, and what can be proposed instead. */
  FocusNote: ComponentType<{ eventId: string }>;
  /** A form with this id; `onBusy` says when it is being saved. */
  PlanSettingsForm: ComponentType<{ id: string; onBusy(isBusy: boolean): void; onSaved(): void }>;
};

/** What the calendar shows of plans. */
export const planParts = slot<() => Promise<PlanParts>>("plans");
/** What breaks if something changes, and ways to go on. */
export const whatIfPanel = slot<() => Promise<ComponentType<WhatIfPanelProps>>>("what if");
