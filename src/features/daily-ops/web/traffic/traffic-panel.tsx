import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Car } from "lucide-react";
import { Badge, type Tone } from "#ui/display/badge.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonCards } from "#ui/feedback/skeleton.tsx";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { TOO_FEW_LOCATIONS, type TrafficCondition } from "../../model.ts";
import { LOADED, traffic } from "../api.ts";
import { InnerLink } from "../inner-link.tsx";
import panel from "../panel.module.css";
import { ReadingCard } from "../reading-card.tsx";
import { RefreshButton } from "../refresh-button.tsx";
import { useRefresh } from "../use-refresh.ts";
import { DepartureCards } from "./departure-cards.tsx";

const LIST = traffic.list.query({});
type Route = Awaited<ReturnType<typeof traffic.list.call>>["items"][number];

export function TrafficPanel() {
  const { data, error, refetch } = useQuery({ ...LIST, ...LOADED });
  const { refresh, isRefreshing } = useRefresh({
    label: "Refresh traffic",
    queryKey: LIST.queryKey,
    act: () => traffic.refresh.call({}),
    failure: "Failed to refresh traffic data",
    missing: { sentence: TOO_FEW_LOCATIONS, title: "No Locations" },
  });
  const cards = () => {
    if (!data && error)
      return (
        <ErrorState
          title="The traffic could not be loaded"
          message={error.message}
          onRetry={() => void refetch()}
        />
      );
    if (!data) return <SkeletonCards count={3} label="Loading traffic" />;
    if (data.items.length === 0)
      return (
        <EmptyState
          icon={Car}
          title="Travel times between your places appear here"
          message="Add two locations or more in Settings, then refresh."
          action={
            <InnerLink href="/settings" className={panel.link}>
              Open your locations
            </InnerLink>
          }
        />
      );
    return (
      <Grid as="ul" columns="20rem" gap={16}>
        {data.items.map((route) => (
          <RouteCard key={route.id} route={route} />
        ))}
      </Grid>
    );
  };
  return (
    <Stack>
      <Row as="header" gap={16} lineGap={8} justify="space-between" wrap className={panel.header}>
        <Text as="h2" size="section">
          Your routes
        </Text>
        <RefreshButton label="Refresh Traffic" isBusy={isRefreshing} onClick={refresh} />
      </Row>
      <DepartureCards />
      {cards()}
    </Stack>
  );
}

const TONES: Record<TrafficCondition, Tone> = { Light: "good", Moderate: "warn", Heavy: "bad" };

function RouteCard({ route }: { route: Route }) {
  const { routeName, origin, destination, currentDuration, normalDuration, trafficCondition } = route;
  return (
    <ReadingCard
      title={routeName}
      kind={route.kind}
      note={route.note}
      lastUpdated={route.lastUpdated}
      figure={
        <>
          <strong>{currentDuration} min</strong>
          <Badge tone={TONES[trafficCondition]} dot>
            {trafficCondition}
          </Badge>
        </>
      }
    >
      <Text tone="soft" size="list" overflow="break">
        Usually {normalDuration} min{differenceOf(currentDuration - normalDuration)}
      </Text>
      <Row as="p" lineGap={2} wrap size="list" tone="soft" className={panel.foot}>
        <span>{origin}</span>
        <ArrowRight size={14} strokeWidth={1.75} aria-label="to" />
        <span>{destination}</span>
      </Row>
    </ReadingCard>
  );
}

function differenceOf(minutes: number): string {
  if (minutes === 0) return "";
  return minutes > 0 ? `, ${minutes} min longer now` : `, ${-minutes} min shorter now`;
}
