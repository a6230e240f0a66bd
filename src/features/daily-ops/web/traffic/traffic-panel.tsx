import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Car } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { Badge, type Tone } from "#ui/display/badge.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { TOO_FEW_LOCATIONS, type TrafficCondition } from "../../model.ts";
import { LOADED, traffic } from "../api.ts";
import { ReadingCard } from "../reading-card.tsx";
import { Readings } from "../readings.tsx";
import { DepartureCards } from "./departure-cards.tsx";

type Route = Awaited<ReturnType<typeof traffic.list.call>>["items"][number];

const LIST = traffic.list.query({});

export const TrafficPanel = () => (
  <Readings<Route>
    query={useQuery({ ...LIST, ...LOADED })}
    queryKey={LIST.queryKey}
    refresh={() => traffic.refresh.call({})}
    name="traffic"
    title={t`Your routes`}
    tooFewMessage={TOO_FEW_LOCATIONS}
    empty={{
      icon: Car,
      title: t`Travel times between your places appear here`,
      message: t`Add two locations or more in Settings, then refresh.`,
    }}
    above={<DepartureCards />}
    renderCard={(route) => <RouteCard key={route.id} route={route} />}
  />
);

const TONES: Record<TrafficCondition, Tone> = { Light: "good", Moderate: "warn", Heavy: "bad" };

const CONDITIONS: Record<TrafficCondition, string> = {
  Light: term("Light", "traffic"),
  Moderate: term("Moderate", "traffic"),
  Heavy: term("Heavy", "traffic"),
};

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
          <strong>{t`${currentDuration} min`}</strong>
          <Badge tone={TONES[trafficCondition]} dot>
            {CONDITIONS[trafficCondition]}
          </Badge>
        </>
      }
    >
      <Text tone="soft" size="list" overflow="break">
        {describeUsual(normalDuration, currentDuration - normalDuration)}
      </Text>
      <Row as="p" lineGap={2} wrap size="list" tone="soft" line="above" pad="12px 0 0">
        <span>{origin}</span>
        <ArrowRight
          size={14}
          strokeWidth={1.75}
          aria-label={term("to", "between the two places of a route")}
        />
        <span>{destination}</span>
      </Row>
    </ReadingCard>
  );
}

function describeUsual(usual: number, difference: number): string {
  if (difference === 0) return t`Usually ${usual} min`;
  return difference > 0
    ? t`Usually ${usual} min, ${difference} min longer now`
    : t`Usually ${usual} min, ${-difference} min shorter now`;
}
