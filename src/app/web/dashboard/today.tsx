import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Moon } from "lucide-react";
import { useEffect } from "react";
import { endOf } from "#features/daily-ops/end-of-part.ts";
import type { Today as Day } from "#features/daily-ops/web/api.ts";
import { t } from "#i18n/message.ts";
import { wallClock } from "#platform/time/wall-clock.ts";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { ButtonContent, buttonAttributes } from "#ui/inputs/button.tsx";
import { moveAmongStops } from "#ui/keyboard/move-focus.ts";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { useNow } from "#ui/use-now.ts";
import { clockOf, DayLine } from "./day-line.tsx";
import { Owed } from "./owed.tsx";
import { todayQuery } from "./today-query.ts";

/** The day as a line, and what is owed. */
export function Today() {
  const query = useQuery(todayQuery());
  return (
    <QueryContent query={query} failure={t`Your day could not be loaded`} rows={5}>
      {(day) => (
        <Stack gap={12} onKeyDown={moveAmongStops}>
          <Events day={day} />
          <Owed title={t`You owe`} owed={day.owed.me} />
          <Owed title={t`Others owe you`} owed={day.owed.them} />
          <WrapUp day={day} />
        </Stack>
      )}
    </QueryContent>
  );
}

/** The hour on the person's clock from which a day is wrapped up. */
const EVENING = 16;

function WrapUp({ day: { timeZone } }: { day: Day }) {
  const now = useNow(60_000);
  if (wallClock(new Date(now), timeZone).hour < EVENING) return null;
  return (
    <Link
      to="/calendar"
      search={{ review: "day" }}
      {...buttonAttributes({ variant: "default", size: "compact-md" })}
    >
      <ButtonContent leftSection={<Moon size={16} strokeWidth={1.75} aria-hidden />}>
        {t`Wrap up the day`}
      </ButtonContent>
    </Link>
  );
}

function Events({ day }: { day: Day }) {
  const now = useNow(60_000);
  const queries = useQueryClient();
  useEffect(() => {
    if (now >= Date.parse(day.to)) void queries.invalidateQueries({ queryKey: ["today"] });
  }, [now, day.to, queries]);
  const ahead = day.parts.filter((part) => Date.parse(endOf(part)) > now);
  const free = ahead[0];
  const until = free && clockOf(day, new Date(free.to));
  const hasEvents = day.parts.some(({ kind }) => kind === "event");
  const nothing = ahead.every(({ kind }) => kind === "free") && (
    <Text tone="faint" size="list">
      {hasEvents ? t`Nothing more is planned today.` : t`Nothing is planned today.`}{" "}
      {until && t`You are free until ${until}.`}
    </Text>
  );
  return <DayLine day={day} now={now} empty={nothing} />;
}
