import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Briefcase, House, type LucideIcon, MapPin, Trash2 } from "lucide-react";
import { Badge } from "#ui/display/badge.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { SettingsRow } from "#ui/lists/settings-row.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { LocationType } from "../../model.ts";
import { locations } from "../api.ts";
import { useRemoval } from "../use-removal.ts";
import { type ListedLocation, LOCATION_LIST } from "./location-list.ts";
import styles from "./location-row.module.css";

const ICONS: Record<LocationType, LucideIcon> = { home: House, work: Briefcase, frequent: MapPin };

export function LocationRow({ location }: { location: ListedLocation }) {
  const { id, name, address, locationType, isPrimary } = location;
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: LOCATION_LIST.queryKey });
  const removal = useRemoval(LOCATION_LIST.queryKey);
  const change = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: (error) => void toast.failure("The location was not changed", error.message),
    onSettled: refresh,
  });
  const remove = () =>
    removal.mutate({
      act: () => locations.delete.call({ id }),
      isRemoved: (each) => each === id,
      done: "Location deleted successfully!",
      failed: "Failed to delete location",
      undo: () => change.mutate(() => locations.restore.call({ id })),
    });
  return (
    <SettingsRow
      icon={ICONS[locationType]}
      name={name}
      badges={isPrimary && <Badge tone="accent">Primary</Badge>}
      description={address}
      facts={[<span key="type" className={styles.type}>{`${locationType} location`}</span>]}
      actions={
        <>
          {!isPrimary && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Make primary: ${name}`}
              onClick={() => change.mutate(() => locations.makePrimary.call({ id }))}
            >
              Make primary
            </Button>
          )}
          <IconButton label={`Delete ${name}`} icon={Trash2} onClick={remove} />
        </>
      }
    />
  );
}
