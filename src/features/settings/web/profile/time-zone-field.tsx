import { t } from "#i18n/message.ts";
import { ownTimeZone } from "#platform/time/own-time-zone.ts";
import { formatTimeAndOffset } from "#ui/dates.ts";
import { SearchSelect } from "#ui/fields/search-select.tsx";
import { Button } from "#ui/inputs/button.tsx";
import styles from "../form.module.css";
import { matchesZone, timeZones, zoneLabel } from "./time-zones.ts";

type TimeZoneFieldProps = { value: string; error: string | undefined; onChange(zone: string): void };

export function TimeZoneField({ value, error, onChange }: TimeZoneFieldProps) {
  const here = ownTimeZone();
  return (
    <div>
      <SearchSelect
        label={t`Time zone`}
        // The time of this device's zone is known.
        description={here !== value && t`It is ${formatTimeAndOffset(new Date(), value)} there now`}
        placeholder={t`Search for a city`}
        nothingFound={t`No time zone with that name`}
        value={value}
        error={error}
        options={timeZones(value).map((zone) => ({ value: zone, label: zoneLabel(zone) }))}
        matches={matchesZone}
        onChange={onChange}
      />
      {here !== value && (
        <Button variant="subtle" size="compact-sm" className={styles.aside} onClick={() => onChange(here)}>
          {t`Use this device's zone: ${zoneLabel(here)}`}
        </Button>
      )}
    </div>
  );
}
