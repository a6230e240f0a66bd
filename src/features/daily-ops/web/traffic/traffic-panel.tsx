import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Car } from "lucide-react";
import { formatAgo } from "#ui/dates.ts";
import { Badge, type Tone } from "#ui/display/badge.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonCards } from "#ui/feedback/skeleton.tsx";
import { TOO_FEW_LOCATIONS, type TrafficCondition } from "../../model.ts";
import { LOADED, traffic } from "../api.ts";
import { InnerLink } from "../inner-link.tsx";
import panel from "../panel.module.css";
import { ReadingBadge } from "../reading-badge.tsx";
import { RefreshButton } from "../refresh-button.tsx";
import { useRefresh } from "../use-refresh.ts";
import { DepartureCards } from "./departure-cards.tsx";
import styles from "./traffic-panel.module.css";

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
      <ul className={panel.cards}>
        {data.items.map((route) => (
          <RouteCard key={route.id} route={route} />
        ))}
      </ul>
    );
  };
  return (
    <div className={panel.panel}>
      <header className={panel.header}>
        <h2 className={panel.heading}>Your routes</h2>
        <RefreshButton label="Refresh Traffic" isBusy={isRefreshing} onClick={refresh} />
      </header>
      <DepartureCards />
      {cards()}
    </div>
  );
}

const TONES: Record<TrafficCondition, Tone> = { Light: "good", Moderate: "warn", Heavy: "bad" };

function RouteCard({ route }: { route: Route }) {
  const { routeName, origin, destination, currentDuration, normalDuration, trafficCondition } = route;
  return (
    <li className={panel.card} aria-label={routeName}>
      <div className={panel.cardHeader}>
        <h3 className={panel.cardTitle}>{routeName}</h3>
        <ReadingBadge kind={route.kind} />
      </div>
      <div className={styles.now}>
        <p className={styles.minutes}>{currentDuration} min</p>
        <Badge tone={TONES[trafficCondition]} dot>
          {trafficCondition}
        </Badge>
      </div>
      <p className={panel.soft}>
        Usually {normalDuration} min{differenceOf(currentDuration - normalDuration)}
      </p>
      <p className={styles.way}>
        <span>{origin}</span>
        <ArrowRight size={14} strokeWidth={1.75} aria-label="to" />
        <span>{destination}</span>
      </p>
      <p className={panel.faint}>
        Updated <time dateTime={route.lastUpdated}>{formatAgo(route.lastUpdated)}</time>
        {route.note && ` · ${route.note}`}
      </p>
    </li>
  );
}

function differenceOf(minutes: number): string {
  if (minutes === 0) return "";
  return minutes > 0 ? `, ${minutes} min longer now` : `, ${-minutes} min shorter now`;
}
