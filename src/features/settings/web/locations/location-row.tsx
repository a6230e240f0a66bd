import { Briefcase, House, type LucideIcon, MapPin, Trash2 } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { SettingsRow } from "#ui/lists/settings-row.tsx";
import type { LocationType } from "../../model.ts";
import { locations } from "../api.ts";
import { useRemoval } from "../use-removal.ts";
import { type ListedLocation, LOCATION_LIST } from "./location-list.ts";
import styles from "./location-row.module.css";

const ICONS: Record<LocationType, LucideIcon> = { home: House, work: Briefcase, frequent: MapPin };

const TYPES: Record<LocationType, string> = {
  home: t`home location`,
  work: t`work location`,
  frequent: t`frequent location`,
};

const NOT_CHANGED = t`The location was not changed`;

export function LocationRow({ location }: { location: ListedLocation }) {
  const { id, name, address, locationType, isPrimary } = location;
  const removal = useRemoval(LOCATION_LIST.queryKey);
  const change = useWrite({
    send: () => locations.makePrimary.call({ id }),
    invalidates: [LOCATION_LIST.queryKey],
    failed: NOT_CHANGED,
  });
  const remove = () =>
    removal.mutate({
      act: () => locations.delete.call({ id }),
      isRemoved: (each) => each === id,
      done: t`Location deleted successfully!`,
      failed: t`Failed to delete location`,
      undo: { send: () => locations.restore.call({ id }), failed: NOT_CHANGED },
    });
  return (
    <SettingsRow
      icon={ICONS[locationType]}
      name={name}
      badges={isPrimary && <Badge tone="accent">{term("Primary", "the main location")}</Badge>}
      description={address}
      facts={[
        <span key="type" className={styles.type}>
          {TYPES[locationType]}
        </span>,
      ]}
      actions={
        <>
          {!isPrimary && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t`Make primary: ${name}`}
              onClick={() => change.mutate()}
            >
              {t`Make primary`}
            </Button>
          )}
          <IconButton label={t`Delete ${name}`} icon={Trash2} onClick={remove} />
        </>
      }
    />
  );
}
