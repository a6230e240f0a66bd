import { type FoundMoment, parseMoment } from "#platform/time/parse-moment.ts";
import { wallClock } from "#platform/time/wall-clock.ts";
import { COMMAND_PRIORITIES, type CommandParameters, type CommandType, MAX_COMMAND } from "../voice-model.ts";

export type ParsedCommand = {
  type: CommandType;
  parameters: CommandParameters;
  /** True for a question, which creates nothing: 'what is on my calendar today'. */
  isQuestion: boolean;
  /** The text without the command words, the time and the priority. */
  subject: string;
  moment: FoundMoment | null;
};

type Situation = { now: Date; timeZone: string };

/** Words of each area (DAILY-28). The first one in the text decides: 'create a task to email Anna' is a task. */
const KEYWORDS: Record<Exclude<CommandType, "general">, RegExp> = {
  email: /\b(e-?mails?|mails?|inbox|messages?)\b/i,
  calendar: /\b(calendar|meetings?|events?|appointments?|schedule|agenda)\b/i,
  task: /\b(tasks?|to-?dos?|remind(er|ers)?)\b/i,
  weather: /\b(weather|forecast|temperature|rain(ing)?|umbrella)\b/i,
  traffic: /\b(traffic|commute|route|routes|drive)\b/i,
  news: /\b(news|headlines?|articles?)\b/i,
};

export function parseCommand(text: string, { now, timeZone }: Situation): ParsedCommand {
  const command = text.slice(0, MAX_COMMAND).replaceAll(/\s+/g, " ").trim();
  const type = typeOf(command);
  const moment = parseMoment(command, { now, timeZone });
  const priority = priorityIn(command);
  return {
    type,
    parameters: { ...momentParameters(moment, timeZone), ...(priority && { priority }) },
    isQuestion: QUESTION.test(command),
    subject: subjectOf(command, moment, type),
    moment,
  };
}

function typeOf(command: string): CommandType {
  const found = (Object.entries(KEYWORDS) as [CommandType, RegExp][])
    .map(([type, words]) => ({ type, at: command.search(words) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return found[0]?.type ?? "general";
}

/** Urgent, high, medium and low as whole words (DAILY-29); the first one applies. */
function priorityIn(command: string) {
  const word = PRIORITY.exec(command)?.[1]?.toLowerCase();
  return COMMAND_PRIORITIES.find((priority) => priority === word);
}

const PRIORITY = /(?<![\w-])(urgent|high|medium|low)(?:ly)?(?![\w-])/i;

function momentParameters(moment: FoundMoment | null, timeZone: string): CommandParameters {
  if (!moment) return {};
  const { year, month, day, hour, minute } = wallClock(moment.at, timeZone);
  const two = (number: number) => String(number).padStart(2, "0");
  return {
    date: `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`,
    ...(moment.hasTime && { time: `${two(hour)}:${two(minute)}` }),
  };
}

const QUESTION =
  /^(what|which|when|how|is|are|do|does|did|any|show|list|tell|read|give|check|who|where|will|summari[sz]e|open|my)\b|\?\s*$/i;

/** 'Please create a high priority task to call Anna tomorrow at 3' → 'Call Anna'. */
function subjectOf(command: string, moment: FoundMoment | null, type: CommandType): string {
  const rest = moment ? `${command.slice(0, moment.span.start)} ${command.slice(moment.span.end)}` : command;
  const subject = rest
    .replace(/^\s*(hey |ok |okay )?(please |can you |could you |would you )*/i, "")
    .replace(LEADING[type] ?? /^/, "")
    .replaceAll(/\b(with |at |of )?(a |an )?(urgent|high|medium|low) priority\b/gi, " ")
    .replace(/(?<![\s,;:–-])[\s,;:–-]*(?<![\w-])(urgently|urgent)[\s.!?]*$/i, "")
    .replaceAll(/\s+/g, " ")
    .replace(/^[\s,;:–-]+|(?<![\s,;:–-])[\s,;:–-]+$/g, "")
    .replace(/(?<![.!?])[.!?]+$/, "")
    .trim();
  return subject.charAt(0).toUpperCase() + subject.slice(1);
}

const MAKE =
  "(?:create|add|make|new|set up|set|schedule|book|plan|put|start|write|draft|compose|send|prepare)";
const KIND = "(?:(?:urgent|high|medium|low)(?: priority)? )?";

const LEADING: Partial<Record<CommandType, RegExp>> = {
  task: new RegExp(
    `^(?:remind me (?:to |about |of )?|${MAKE} (?:me )?(?:up )?(?:a |an |the )?(?:new )?${KIND}(?:task|to-?do|reminder)(?: item)?\\b\\s*(?:to |for |about |called |named |that says )?|(?:task|to-?do|reminder)\\b\\s*(?:to )?)`,
    "i",
  ),
  calendar: new RegExp(
    `^(?:${MAKE} (?:up )?(?:a |an |the )?(?:new )?(?:calendar )?(?:event |appointment )?(?:called |named |for )?)`,
    "i",
  ),
  email: new RegExp(
    `^(?:${MAKE} (?:a |an |the )?(?:new )?${KIND}(?:e-?mail|mail|message)(?: draft)?\\b\\s*|(?:e-?mail|mail|message)\\s+)`,
    "i",
  ),
};
