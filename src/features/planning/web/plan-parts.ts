import { BlockNote } from "./block-note.tsx";
import { FocusNote } from "./focus/focus-note.tsx";
import { PlanPanel } from "./plan-panel.tsx";
import { PlanSettingsForm } from "./plan-settings-form.tsx";
import { ReviewSheet } from "./review/review-sheet.tsx";

/** What the calendar shows of plans. */
export const planParts = { PlanPanel, BlockNote, FocusNote, PlanSettingsForm, ReviewSheet };
