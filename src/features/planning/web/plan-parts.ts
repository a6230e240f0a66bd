import { BlockNote } from "./block-note.tsx";
import { PlanPanel } from "./plan-panel.tsx";
import { PlanSettingsForm } from "./plan-settings-form.tsx";

/** What the calendar shows of plans. */
export const planParts = { PlanPanel, BlockNote, PlanSettingsForm };
