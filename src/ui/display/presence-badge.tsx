import { t } from "#i18n/message.ts";
import { formatDate, formatTime, isSameDay } from "../dates.ts";
import { Badge } from "./badge.tsx";

type PresenceBadgeProps = { isOnline?: boolean | undefined; lastSeenAt?: string | null | undefined };

/** A dot and text: online, or when the person was last seen. */
export function PresenceBadge({ isOnline, lastSeenAt }: PresenceBadgeProps) {
  if (isOnline)
    return (
      <Badge plain dot tone="good">
        {t`Online`}
      </Badge>
    );
  return (
    <Badge plain dot>
      {lastSeenAt ? lastSeen(new Date(lastSeenAt), new Date()) : t`Offline`}
    </Badge>
  );
}

/** A time for today, a date for earlier days; in the reader's own time zone. */
const lastSeen = (moment: Date, now: Date) =>
  isSameDay(moment, now) ? t`Seen at ${formatTime(moment)}` : t`Seen on ${formatDate(moment)}`;
