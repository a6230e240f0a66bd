import { useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { plural, t } from "#i18n/message.ts";
import { IconText } from "#ui/layout/icon-text.tsx";
import type { EventOnWire } from "../../model.ts";
import { events } from "../api.ts";
import { describeTimes, titleOf } from "../format-events.ts";
import { type EventDraft, fieldsOf, problemOf } from "./event-draft.ts";

function describeOverlap(event: EventOnWire, others: number): string {
  const [title, times] = [titleOf(event), describeTimes(event)];
  if (others === 0) return t`At the same time: ${title}, ${times}`;
  return plural(others, {
    one: `At the same time: ${title}, ${times} and ${others} more`,
    other: `At the same time: ${title}, ${times} and ${others} more`,
  });
}

/** Shows which other events are at this time; it does not block saving. */
export function OverlapWarning({ draft, id }: { draft: EventDraft; id?: string | undefined }) {
  const isTimed = !draft.isAllDay && problemOf({ ...draft, title: "any" }) === null;
  const { startTime = "", endTime = "" } = isTimed ? fieldsOf(draft) : {};
  const { data } = useQuery({
    ...events.list.query({ from: startTime, to: endTime, limit: 20 }),
    enabled: isTimed,
    retry: false,
  });
  const others = isTimed ? (data?.items ?? []).filter((event) => event.id !== id && !event.isAllDay) : [];
  const [first] = others;
  if (!first) return null;
  return (
    <IconText icon={CalendarClock} size="label" tone="warn" role="status">
      {describeOverlap(first, others.length - 1)}
    </IconText>
  );
}
