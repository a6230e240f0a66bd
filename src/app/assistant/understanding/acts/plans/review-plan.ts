import { plan } from "#features/planning/plan.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import { joinWords } from "../../../format-answer.ts";
import { type Act, asksFor } from "../../act.ts";
import { durationText } from "../events/duration-text.ts";
import { readPlanPeriod } from "./plan-period.ts";
import { dayName } from "./plan-text.ts";

const DAY = 86_400_000;
const KINDS = { task: "tasks", preparation: "preparation", answer: "answers" } as const;

/** 'How much of last week's plan did I get done', 'where did my time go'. Seven days, from the first that is named. */
export const reviewWeek: Act = async (turn, { when }) => {
  const words = when?.replace(/['’]s$/, "");
  const period = words ? readPlanPeriod(turn, words) : null;
  if (words && !period) return asksFor(`Which days are '${words}'?`);
  const isWeek = period && period.to.getTime() - period.from.getTime() > 1.1 * DAY;
  // A single day is shown with the days before it.
  const first = period && (isWeek ? period.from : new Date(period.to.getTime() - 6.5 * DAY));
  const review = await turn.use(plan.review, first ? { from: dayInZone(first, turn.timeZone) } : {});
  const { plannedMinutes, doneMinutes, missedMinutes, moved, meetingMinutes, kinds, projects } = review;
  const days = `From ${dayName(review.from)} to ${dayName(review.to)}`;
  const meetings =
    meetingMinutes > 0 ? `${durationText(meetingMinutes)} went into meetings` : "there were no meetings";
  if (plannedMinutes === 0)
    return { text: `${days} nothing was planned; ${meetings}.`, suggestions: ["plan my week"] };
  const parts = [
    `${durationText(plannedMinutes)} ${plannedMinutes < 120 ? "was" : "were"} planned`,
    `${doneMinutes > 0 ? durationText(doneMinutes) : "nothing"} of it is done`,
    ...(missedMinutes > 0 ? [`${durationText(missedMinutes)} passed and the matter is still open`] : []),
    ...(moved > 0 ? [`${moved} ${moved === 1 ? "block was" : "blocks were"} moved`] : []),
  ];
  const byKind = kinds
    .filter(({ minutes }) => minutes > 0)
    .map(({ kind, minutes }) => `${KINDS[kind]} ${durationText(minutes)}`);
  const byProject = projects
    .slice(0, 5)
    .map(({ name, minutes }) => `${name ?? "no project"} ${durationText(minutes)}`);
  return {
    text: [
      `${days} ${joinWords(parts)}; ${meetings}.`,
      `By kind: ${joinWords(byKind)}.`,
      ...(projects.some(({ name }) => name !== null) ? [`By project: ${joinWords(byProject)}.`] : []),
    ].join("\n"),
  };
};
