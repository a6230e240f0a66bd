import { useQuery } from "@tanstack/react-query";
import { Focus } from "lucide-react";
import { t } from "#i18n/message.ts";
import { formatDuration } from "#platform/time/durations.ts";
import { formatMonthAndDay, formatShortWeekday, formatTime } from "#ui/dates.ts";
import { Notice } from "#ui/feedback/notice.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Text } from "#ui/layout/text.tsx";
import { plan } from "../api.ts";
import { useProposeOtherTimes } from "./use-propose-other-times.ts";

/** At an invitation in focus hours that the person defends: when else they are free, and a draft that says so. */
export function FocusNote({ eventId }: { eventId: string }) {
  // An invitation can be answered without it, so it is only shown once it is known.
  const { data } = useQuery(plan.focusClash.query({ eventId }));
  const propose = useProposeOtherTimes();
  if (!data?.clash) return null;
  const { minutes, times } = data.clash;
  const free = times.map(({ startTime }) => momentOf(new Date(startTime))).join(" · ");
  return (
    <Notice
      icon={Focus}
      tone="accent"
      margin="0 0 16px"
      actions={
        <BusyButton
          size="compact-sm"
          variant="default"
          isBusy={propose.isPending}
          onClick={() => propose.mutate({ eventId })}
        >
          {times.length > 0 ? t`Propose these times` : t`Ask for another time`}
        </BusyButton>
      }
    >
      {t`In your focus hours (${formatDuration(minutes)})`}
      <Text as="span" size="label" tone="soft" display="block" isTabular>
        {free ? t`Free instead: ${free}` : t`No other time is free in these days`}
      </Text>
      <Text as="span" size="label" tone="soft" display="block">
        {t`You get a draft; only you send it.`}
      </Text>
    </Notice>
  );
}

/** 'Tue, Mar 3, 9:00 AM' */
const momentOf = (at: Date): string =>
  `${formatShortWeekday(at)}, ${formatMonthAndDay(at)}, ${formatTime(at)}`;
