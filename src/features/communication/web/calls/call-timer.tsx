import { t } from "#i18n/message.ts";
import { useNow } from "#ui/use-now.ts";
import { describeDuration } from "./describe-call-end.ts";

/** How long people have been talking. */
export function CallTimer({ since }: { since: string | null }) {
  const now = useNow(1000);
  if (!since) return null;
  return (
    <span role="timer" aria-label={t`Time in this call`}>
      {describeDuration((now - Date.parse(since)) / 1000)}
    </span>
  );
}
