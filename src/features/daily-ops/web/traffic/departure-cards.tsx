import { useQuery } from "@tanstack/react-query";
import { Footprints } from "lucide-react";
import { t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { formatTime } from "#ui/dates.ts";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { hrefOf } from "../../model.ts";
import { leaveTimes } from "../api.ts";
import { InnerLink } from "../inner-link.tsx";
import panel from "../panel.module.css";
import { ReadingBadge } from "../reading-badge.tsx";
import styles from "./departure-cards.module.css";

const LIST = leaveTimes.list.query({});

/** When to leave for the next events that have a place; nothing where there is none. */
export function DepartureCards() {
  const { data } = useQuery(LIST);
  if (!data || data.items.length === 0) return null;
  return (
    <Grid as="ul" columns="20rem" gap={16} aria-label={t`Time to leave`}>
      {data.items.map((item) => (
        <Stack as="li" gap={12} pad={16} surface="card" shrink key={item.id} className={panel.card}>
          <Row gap={12} align="start" justify="space-between">
            <h3 className={`${panel.cardTitle} ${styles.title}`}>
              <Footprints size={16} strokeWidth={1.75} aria-hidden />
              {t`Leave at ${formatTime(new Date(item.leaveAt))}`}
            </h3>
            <ReadingBadge kind={item.kind} />
          </Row>
          <Text tone="soft" size="list" overflow="break">
            {rich(t`<0/> at ${formatTime(new Date(item.startsAt))}, ${item.destination}`, () => (
              <InnerLink href={hrefOf({ kind: "event", id: item.eventId })} className={panel.link}>
                {item.title}
              </InnerLink>
            ))}
          </Text>
          <Text tone="faint" size="label">
            {t`${item.minutes} min from ${item.origin}, ${item.bufferMinutes} min to spare`}
            {item.note && ` · ${item.note}`}
          </Text>
        </Stack>
      ))}
    </Grid>
  );
}
