import { t } from "#i18n/message.ts";
/** By the reader's clock: morning until noon, afternoon until six, then evening. */
export function greeting(hour: number): string {
  if (hour < 12) return t`Good morning`;
  return hour < 18 ? t`Good afternoon` : t`Good evening`;
}
