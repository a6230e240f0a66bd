import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Briefcase, House, type LucideIcon, MapPin, Trash2 } from "lucide-react";
import { Badge } from "#ui/display/badge.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { LocationType } from "../../model.ts";
import { locations } from "../api.ts";
import styles from "../rows.module.css";
import { useRemoval } from "../use-removal.ts";
import { type ListedLocation, LOCATION_LIST } from "./location-list.ts";
import place from "./location-row.module.css";

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
      goes: (each) => each === id,
      done: "Location deleted successfully!",
      failed: "Failed to delete location",
      undo: () => change.mutate(() => locations.restore.call({ id })),
    });
  const Icon = ICONS[locationType];
  return (
    <li className={styles.row}>
      <Icon size={18} strokeWidth={1.75} className={styles.icon} aria-hidden />
      <div className={styles.words}>
        <p className={styles.name}>
          {name}
          {isPrimary && <Badge tone="accent">Primary</Badge>}
        </p>
        <p className={place.fact}>{address}</p>
        <p className={place.kind}>{`${locationType} location`}</p>
      </div>
      <div className={place.actions}>
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
      </div>
    </li>
  );
}
