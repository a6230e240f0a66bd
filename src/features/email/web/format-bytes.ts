import { t } from "#i18n/message.ts";
import { formatFixed } from "#platform/numbers/format-number.ts";

/** '820 B', '14 KB', '2.4 MB' */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return t`${bytes} B`;
  if (bytes < 1_000_000) return t`${Math.round(bytes / 1000)} KB`;
  return t`${formatFixed(bytes / 1_000_000, 1)} MB`;
}
