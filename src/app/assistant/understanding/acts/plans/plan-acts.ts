import type { Act } from "../../act.ts";
import { clearBlocks, explainBlock } from "./plan-blocks.ts";
import { makePlan, placeTask } from "./propose-plan.ts";
import { reviewWeek } from "./review-plan.ts";
import { askWhatIf } from "./what-if.ts";

export const PLAN_ACTS: Readonly<Record<string, Act>> = {
  "plan.make": makePlan,
  "plan.place": placeTask,
  "plan.clear": clearBlocks,
  "plan.why": explainBlock,
  "plan.review": reviewWeek,
  "plan.whatIf": askWhatIf,
};
