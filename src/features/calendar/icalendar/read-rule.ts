import { formatRule, parseRule, RuleError } from "../series/recurrence-rule.ts";
import type { ParseContext } from "./read-times.ts";
import { type Component, propertiesOf } from "./split-icalendar.ts";

/**
 * The recurrence rule, without what means nothing. A rule that we cannot follow leaves a single event, which the person
 * is told: a mature client shows it at least once.
 */
export function ruleOf(component: Component, { warn }: ParseContext): string | null {
  const [line, ...others] = propertiesOf(component, "RRULE").filter(({ value }) => value.trim() !== "");
  if (!line) return null;
  if (others.length > 0)
    warn(
      others[0]?.number ?? line.number,
      "An event can have only one recurrence rule; the first one is used",
    );
  try {
    return formatRule(parseRule(repaired(line.value)));
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    warn(line.number, `${error.message}; only the first date is used`);
    return null;
  }
}

const KNOWN = /^(?:FREQ|INTERVAL|COUNT|UNTIL|BY[A-Z]+|WKST|RSCALE)=./;

function repaired(value: string): string {
  const old = readOldRule(value.trim().toUpperCase());
  if (old !== null) return old;
  const parts = value
    .toUpperCase()
    .split(";")
    .map((part) => part.replaceAll(/\s/g, ""))
    // Our own part and those of extensions of the format; SKIP has no effect in the Gregorian calendar.
    .filter((part) => KNOWN.test(part) && part !== "RSCALE=GREGORIAN")
    .filter((part) => !/^(?:INTERVAL|COUNT)=0+$/.test(part))
    .map((part) =>
      part.replace(/^(INTERVAL|COUNT)=0+(?=\d)/, "$1=").replace(/^(UNTIL=\d{8})T\d{4}Z?$/, "$1T000000Z"),
    )
    .map((part) =>
      part.replace(/^(UNTIL=)(\d{4})-(\d\d)-(\d\d)/, "$1$2$3").replace(/^(UNTIL=.*?):(\d\d):/, "$1$2"),
    );
  const unique = [...new Map(parts.map((part) => [part.split("=")[0], part])).values()];
  const hasUntil = unique.some((part) => part.startsWith("UNTIL="));
  return unique.filter((part) => !(hasUntil && part.startsWith("COUNT="))).join(";");
}

const OLD_FREQUENCIES: Readonly<Record<string, string>> = {
  D: "DAILY",
  W: "WEEKLY",
  MD: "MONTHLY",
  MP: "MONTHLY",
  YM: "YEARLY",
  YD: "YEARLY",
};

/** A rule of vCalendar 1.0, such as `W2 TU TH #10`; null if it is none. */
function readOldRule(value: string): string | null {
  const [, kind = "", interval = "1", rest = ""] = /^(D|W|MD|MP|YM|YD)(\d{1,4})(.{0,300})$/.exec(value) ?? [];
  const frequency = OLD_FREQUENCIES[kind];
  if (frequency === undefined) return null;
  const words = rest.split(/\s+/).filter(Boolean);
  const count = words.find((word) => /^#\d{1,4}$/.test(word))?.slice(1);
  const until = words.find((word) => /^\d{8}(?:T\d{6}Z?)?$/.test(word));
  const days = words.filter((word) => /^(?:MO|TU|WE|TH|FR|SA|SU)$/.test(word));
  const [weeks] = words.filter((word) => /^[1-5][+-]$/.test(word));
  const week = weeks && `${weeks.endsWith("-") ? "-" : ""}${weeks.slice(0, 1)}`;
  const numbers = words.filter((word) => /^\d{1,2}$/.test(word));
  const list = (name: string, values: readonly string[]) =>
    values.length > 0 ? [`${name}=${values.join(",")}`] : [];
  return [
    `FREQ=${frequency}`,
    `INTERVAL=${Number(interval) || 1}`,
    ...(kind === "W" ? list("BYDAY", days) : []),
    ...(kind === "MP" && week
      ? list(
          "BYDAY",
          days.map((day) => `${week}${day}`),
        )
      : []),
    ...(kind === "MD" ? list("BYMONTHDAY", numbers) : []),
    ...(kind === "YM" ? list("BYMONTH", numbers) : []),
    ...(until ? [`UNTIL=${until}`] : count && count !== "0" ? [`COUNT=${count}`] : []),
  ].join(";");
}
