import { t } from "#i18n/message.ts";

/** By the reader's clock: morning until noon, afternoon until six, then evening. */
export function greeting(hour: number, name: string): string {
  if (hour < 12) return t`Good morning, ${name}`;
  return hour < 18 ? t`Good afternoon, ${name}` : t`Good evening, ${name}`;
}
