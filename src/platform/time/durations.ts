import { t } from "#i18n/message.ts";

/** '45 min', '1 h 30 min' */
export function formatDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return t`${rest} min`;
  return rest === 0 ? t`${hours} h` : t`${hours} h ${rest} min`;
}

/** Hours and minutes in the four languages of the interface: '2 hours', '1,5 Std.', '1h30', '1 heure et 15 minutes'. */
const WORDS =
  /^(?:(\d{1,5}(?:[.,]\d{1,2})?) ?(?:h|hrs?|hours?|std|stunden?|heures?|horas?)\.?)?(?:,| and| und| et| y)? ?(?:(\d{1,6}) ?(?:m|mins?|minutes?|minuten|minutos?)?\.?)?$/;
const CLOCK = /^(\d{1,4}):([0-5]\d)$/;

/** Minutes of '90', '1h30', '1:30' or '2 hours', to the whole minute; null if it is no duration. */
export function parseDuration(typed: string): number | null {
  const text = typed.trim().toLowerCase().replaceAll(/\s+/g, " ");
  const [, hours, minutes] = CLOCK.exec(text) ?? WORDS.exec(text) ?? [];
  if (hours === undefined && minutes === undefined) return null;
  return Math.round(Number(hours?.replace(",", ".") ?? 0) * 60) + Number(minutes ?? 0);
}
