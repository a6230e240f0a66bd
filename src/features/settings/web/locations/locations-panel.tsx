import type { UseQueryResult } from "@tanstack/react-query";
import { MapPin, Plus } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
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
      title={t`Your Locations`}
      text={t`Used for weather, traffic and your morning briefing. Only you see them.`}
      action={
        !isAdding && (
          <Button variant="default" leftSection={plus} onClick={() => setAdding(true)}>
            {t`Add Location`}
          </Button>
        )
      }
    >
      {isAdding && <LocationForm onClose={() => setAdding(false)} />}
      <QueryList
        query={query}
        failure={t`Your locations could not be loaded`}
        empty={
          !isAdding && (
            <EmptyState
              icon={MapPin}
              title={t`No locations added`}
              message={t`Add your locations to get weather and traffic updates`}
              action={
                <Button leftSection={plus} onClick={() => setAdding(true)}>
                  {t`Add Your First Location`}
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
