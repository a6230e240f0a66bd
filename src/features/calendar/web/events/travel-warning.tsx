import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Route } from "lucide-react";
import { IconText } from "#ui/layout/icon-text.tsx";
import { Text } from "#ui/layout/text.tsx";
import { describeTravel } from "../format-events.ts";
import { travelCheck } from "../slots.ts";
import { type EventDraft, fieldsOf, problemOf } from "./event-draft.ts";

/** Shows which neighbouring events cannot be reached in time; it does not block saving. */
export function TravelWarning({ draft, id }: { draft: EventDraft; id?: string | undefined }) {
  const [location] = useDebouncedValue(draft.location.trim(), REST_MS);
  const isPlaced = location !== "" && !draft.isAllDay && problemOf({ ...draft, title: "any" }) === null;
  const { startTime = "", endTime = "" } = isPlaced ? fieldsOf(draft) : {};
  const { data } = useQuery({
    ...travelCheck.get().query({ startTime, endTime, location, eventId: id ?? null }),
    enabled: isPlaced,
    retry: false,
    staleTime: 60_000,
  });
  const warnings = isPlaced ? (data?.items ?? []) : [];
  if (warnings.length === 0) return null;
  return (
    <div role="status">
      {warnings.map((warning) => (
        <IconText key={warning.eventId} icon={Route} size="label" tone="warn">
          {describeTravel(warning)}
          {warning.note && (
            <Text as="span" tone="soft">
              {" "}
              {warning.note}.
            </Text>
          )}
        </IconText>
      ))}
    </div>
  );
}

/** Debounce in milliseconds: each letter would otherwise be another place to look up. */
const REST_MS = 700;
