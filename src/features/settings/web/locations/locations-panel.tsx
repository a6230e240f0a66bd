import type { UseQueryResult } from "@tanstack/react-query";
import { MapPin, Plus } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { QueryList } from "#ui/lists/query-list.tsx";
import { Section } from "../section.tsx";
import { LocationForm } from "./location-form.tsx";
import type { ListedLocation } from "./location-list.ts";
import { LocationRow } from "./location-row.tsx";

export function LocationsPanel({ query }: { query: UseQueryResult<{ items: ListedLocation[] }> }) {
  const [isAdding, setAdding] = useState(false);
  const plus = <Plus size={16} strokeWidth={1.75} aria-hidden />;
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
      <QueryList
        query={query}
        failure="Your locations could not be loaded"
        empty={
          !isAdding && (
            <EmptyState
              icon={MapPin}
              title="No locations added"
              message="Add your locations to get weather and traffic updates"
              action={
                <Button leftSection={plus} onClick={() => setAdding(true)}>
                  Add Your First Location
                </Button>
              }
            />
          )
        }
      >
        {(location) => <LocationRow key={location.id} location={location} />}
      </QueryList>
    </Section>
  );
}
