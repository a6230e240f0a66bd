import type { QueryKey, UseQueryResult } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "#i18n/message.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonCards } from "#ui/feedback/skeleton.tsx";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { InnerLink } from "./inner-link.tsx";
import panel from "./panel.module.css";
import { RefreshButton } from "./refresh-button.tsx";
import { useRefresh } from "./use-refresh.ts";

type ReadingsProps<Reading> = {
  query: UseQueryResult<{ items: readonly Reading[] }>;
  /** The key of the cached query. */
  queryKey: QueryKey;
  refresh(): Promise<unknown>;
  name: keyof typeof WORDS;
  title: string;
  /** The server's message for too few locations. */
  tooFewMessage: string;
  empty: { icon: LucideIcon; title: string; message: string };
  renderCard(reading: Reading): ReactNode;
  /** Between the title and the cards. */
  above?: ReactNode;
  /** Below the cards, where there are any. */
  renderBelow?(readings: readonly Reading[]): ReactNode;
};

const WORDS = {
  weather: {
    shortcut: t`Refresh weather`,
    refresh: t`Refresh Weather`,
    refreshFailed: t`Failed to refresh weather data`,
    failed: t`The weather could not be loaded`,
    loading: t`Loading weather`,
  },
  traffic: {
    shortcut: t`Refresh traffic`,
    refresh: t`Refresh Traffic`,
    refreshFailed: t`Failed to refresh traffic data`,
    failed: t`The traffic could not be loaded`,
    loading: t`Loading traffic`,
  },
};

/** A service's readings for each of the user's places, with a refresh button. */
export function Readings<Reading>(props: ReadingsProps<Reading>) {
  const { queryKey, title, tooFewMessage, above } = props;
  const words = WORDS[props.name];
  const { refresh, isRefreshing } = useRefresh({
    label: words.shortcut,
    queryKey,
    act: props.refresh,
    failure: words.refreshFailed,
    missing: { sentence: tooFewMessage, title: t`No Locations` },
  });
  return (
    <Stack>
      <Row as="header" gap={16} lineGap={8} justify="space-between" wrap className={panel.header}>
        <Text as="h2" size="section">
          {title}
        </Text>
        <RefreshButton label={words.refresh} isBusy={isRefreshing} onClick={refresh} />
      </Row>
      {above}
      <Cards {...props} />
    </Stack>
  );
}

function Cards<Reading>({ query, name, empty, renderCard, renderBelow }: ReadingsProps<Reading>) {
  const { data, error, refetch } = query;
  if (!data && error)
    return <ErrorState title={WORDS[name].failed} message={error.message} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className={panel.cards}>
        <SkeletonCards count={3} label={WORDS[name].loading} />
      </div>
    );
  const { items } = data;
  if (items.length === 0)
    return (
      <EmptyState
        {...empty}
        action={
          <InnerLink href="/settings?tab=locations" className={panel.link}>
            {t`Open your locations`}
          </InnerLink>
        }
      />
    );
  return (
    <>
      <Grid as="ul" columns="20rem" gap={16}>
        {items.map((reading) => renderCard(reading))}
      </Grid>
      {renderBelow?.(items)}
    </>
  );
}
