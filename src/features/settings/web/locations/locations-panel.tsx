import type { UseQueryResult } from "@tanstack/react-query";
import { MapPin, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Section } from "../section.tsx";
import { LocationForm } from "./location-form.tsx";
import type { ListedLocation } from "./location-list.ts";
import { LocationRow } from "./location-row.tsx";

export function LocationsPanel({ query }: { query: UseQueryResult<{ items: ListedLocation[] }> }) {
  const { data, error, refetch } = query;
  const [isAdding, setAdding] = useState(false);
  const plus = <Plus size={16} strokeWidth={1.75} aria-hidden />;
  const list = () => {
    if (!data)
      return (
        <ErrorState
          title="Your locations could not be loaded"
          message={error?.message ?? ""}
          onRetry={() => void refetch()}
        />
      );
    if (data.items.length > 0)
      return (
        <ul>
          {data.items.map((location) => (
            <LocationRow key={location.id} location={location} />
          ))}
        </ul>
      );
    return isAdding ? null : (
      <NoLocations
        action={
          <Button leftSection={plus} onClick={() => setAdding(true)}>
            Add Your First Location
          </Button>
        }
      />
    );
  };
  return (
    <Section
      title="Your Locations"
      text="Used for weather, traffic and your morning briefing. Only you see them."
      action={
        !isAdding && (
          <Button variant="default" leftSection={plus} onClick={() => setAdding(true)}>
            Add Location
          </Button>
        )
      }
    >
      {isAdding && <LocationForm onClose={() => setAdding(false)} />}
      {list()}
    </Section>
  );
}

const NoLocations = ({ action }: { action: ReactNode }) => (
  <EmptyState
    icon={MapPin}
    title="No locations added"
    message="Add your locations to get weather and traffic updates"
    action={action}
  />
);
