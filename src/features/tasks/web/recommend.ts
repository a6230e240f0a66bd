import { plural, t } from "#i18n/message.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { toast } from "#ui/overlays/toast.ts";
import type { Recommendation } from "../model.ts";
import { type Pressure, pressureOf, suggestByRule } from "../suggest-by-rule.ts";
import { tasks } from "./api.ts";
import { taskRecords } from "./records.ts";

/** The panel's content. `isBuiltIn`: no language model was used. */
export type Advice = { recommendations: readonly Recommendation[]; isBuiltIn: boolean };

/** Requests recommendations; if there are none, the four specified suggestions are used. Says which. */
export async function recommend(): Promise<Advice> {
  try {
    const { recommendations, source } = await tasks.recommend.call({ timeZone: readerTimeZone() });
    if (recommendations.length === 0) throw new Error("No AI suggestions available");
    toast.success(
      t`AI Recommendations Generated`,
      plural(recommendations.length, {
        one: `Found ${recommendations.length} recommendations to improve your productivity`,
        other: `Found ${recommendations.length} recommendations to improve your productivity`,
      }),
    );
    return { recommendations, isBuiltIn: source === "built-in" };
  } catch {
    toast.notice(t`AI Recommendations (fallback)`, t`Using heuristic suggestions`);
    return { recommendations: suggestByRule(await pressure()), isBuiltIn: true };
  }
}

/** Counted over all tasks; if the server cannot be reached, over those loaded in the page. */
async function pressure(): Promise<Pressure> {
  try {
    const { urgent, overdue, byStatus } = await tasks.counts.call({ timeZone: readerTimeZone() });
    return { urgent, overdue, started: byStatus.in_progress };
  } catch {
    return pressureOf(knownTasks(), new Date(), readerTimeZone());
  }
}

const knownTasks = () =>
  taskRecords.known().filter(({ deletedAt, parentId }) => deletedAt === null && parentId === null);
