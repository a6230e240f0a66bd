import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Briefcase, House, type LucideIcon, MapPin, Trash2 } from "lucide-react";
import { Badge } from "#ui/display/badge.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
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
      isRemoved: (each) => each === id,
      done: "Location deleted successfully!",
      failed: "Failed to delete location",
      undo: () => change.mutate(() => locations.restore.call({ id })),
    });
  const Icon = ICONS[locationType];
  return (
    <Row as="li" gap={12} pad="12px 16px" lined className={styles.row}>
      <Icon size={18} strokeWidth={1.75} className={styles.icon} aria-hidden />
      <Text as="div" grow>
        <Row as="p" lineGap={2} wrap weight="medium" className={styles.name}>
          {name}
          {isPrimary && <Badge tone="accent">Primary</Badge>}
        </Row>
        <Text tone="soft" size="list" overflow="break">
          {address}
        </Text>
        <Text size="label" tone="faint" className={place.kind}>{`${locationType} location`}</Text>
      </Text>
      <Row gap={4} noShrink className={place.actions}>
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
      </Row>
    </Row>
  );
}
