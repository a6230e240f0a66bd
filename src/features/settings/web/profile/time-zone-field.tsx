import { Button } from "@mantine/core";
import { SearchSelect } from "#ui/inputs/search-select.tsx";
import styles from "../form.module.css";
import { matchesZone, timeThere, timeZones, zoneLabel } from "./time-zones.ts";

type TimeZoneFieldProps = { value: string; error: string | undefined; onChange(zone: string): void };

export function TimeZoneField({ value, error, onChange }: TimeZoneFieldProps) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div>
      <SearchSelect
        label="Time zone"
        description={`It is ${timeThere(value, new Date())} there now`}
        placeholder="Search for a city"
        nothingFound="No time zone with that name"
        value={value}
        error={error}
        options={timeZones(value).map((zone) => ({ value: zone, label: zoneLabel(zone) }))}
        matches={matchesZone}
        onChange={onChange}
      />
      {here !== value && (
        <Button variant="subtle" size="compact-sm" className={styles.aside} onClick={() => onChange(here)}>
          {`Use this device's zone: ${zoneLabel(here)}`}
        </Button>
      )}
    </div>
  );
}
