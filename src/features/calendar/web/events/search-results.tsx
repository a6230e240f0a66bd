import { SearchX } from "lucide-react";
import { t } from "#i18n/message.ts";
import { type ListOfRecords, useRecordList, useRecords } from "#platform/client/use-records.ts";
import { Card } from "#ui/display/card.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Box } from "#ui/layout/text.tsx";
import rail from "../panel/panel-events.module.css";
import { eventRecords, foundEvents } from "../records.ts";
import { useFailureToast } from "../views/use-event-window.ts";
import { EventRow } from "./event-row.tsx";

/** What the server found: events ahead, soonest first, then earlier ones, latest first (CAL-05). */
export function SearchResults({ text }: { text: string }) {
  const upcoming = useFound(text, "ahead");
  const earlier = useFound(text, "earlier");
  const lists = [upcoming, earlier];
  const isEmpty = lists.every(({ ids }) => ids.length === 0);
  const hasFailed = lists.some(({ phase }) => phase === "failed");
  useFailureToast(hasFailed ? "failed" : "ready");
  if (isEmpty && hasFailed)
    return (
      <ErrorState
        title={t`Search failed`}
        message={t`Nothing is lost. Please try again.`}
        onRetry={() => void Promise.all(lists.map(({ more }) => more()))}
      />
    );
  if (isEmpty && lists.some(({ phase }) => phase === "loading"))
    return <SkeletonRows count={5} label={t`Searching`} />;
  if (isEmpty)
    return (
      <EmptyState
        icon={SearchX}
        title={t`No event matches`}
        message={t`Searched titles, descriptions, locations, categories and attendees.`}
      />
    );
  return (
    <Stack>
      <Found title={t`Coming up`} list={upcoming} />
      <Found title={t`Earlier`} list={earlier} />
    </Stack>
  );
}

function useFound(text: string, when: "ahead" | "earlier") {
  const { key, source } = foundEvents(text, when);
  return useRecordList(eventRecords, key, source);
}

function Found({ title, list }: { title: string; list: ListOfRecords }) {
  const events = useRecords(eventRecords, list.ids);
  if (events.length === 0) return null;
  return (
    <Card title={title}>
      <Box as="ul" margin="-4px -6px -4px 0" className={rail.list}>
        {events.map((event) => (
          <EventRow key={event.id} event={event} withDay />
        ))}
      </Box>
      {list.hasMore && (
        <Button variant="subtle" onClick={() => void list.more()}>
          {t`Show more`}
        </Button>
      )}
    </Card>
  );
}
