import { t } from "#i18n/message.ts";
import { formatFixed } from "#platform/numbers/format-number.ts";

const UNITS: readonly ((count: string) => string)[] = [
  (count) => t`${count} Bytes`,
  (count) => t`${count} KB`,
  (count) => t`${count} MB`,
  (count) => t`${count} GB`,
  (count) => t`${count} TB`,
];

/** Base 1024, one decimal: `12.4 MB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const count = formatFixed(bytes / 1024 ** power, power === 0 ? 0 : 1);
  return UNITS[power]?.(count) ?? count;
}
