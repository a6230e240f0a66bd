import { type FormEvent, useState } from "react";
import { t, term } from "#i18n/message.ts";
import { fieldErrorsOf } from "#platform/client/resource-client.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { Grid } from "#ui/layout/stack.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { LOCATION_TYPE_LABELS, LOCATION_TYPES, type LocationType } from "../../model.ts";
import { locations } from "../api.ts";
import styles from "./location-form.module.css";
import { LOCATION_LIST } from "./location-list.ts";

const BLANK = {
  locationType: "home" as LocationType,
  name: "",
  address: "",
  latitude: "",
  longitude: "",
  isPrimary: false,
};
type Typed = typeof BLANK;

const TYPES = LOCATION_TYPES.map((value) => ({ value, label: LOCATION_TYPE_LABELS[value] }));

export function LocationForm({ onClose }: { onClose(): void }) {
  const [typed, setTyped] = useState(BLANK);
  const [isSubmitted, setSubmitted] = useState(false);
  const add = useAdd(onClose);
  const type = (fields: Partial<Typed>) => setTyped((now) => ({ ...now, ...fields }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (typed.name.trim() && typed.address.trim()) add.mutate(typed);
    else toast.failure(t`Missing Information`, t`Please fill in location name and address`);
  };
  return (
    <Grid
      as="form"
      columns="14rem"
      gap={16}
      pad={20}
      className={styles.form}
      onSubmit={submit}
      noValidate
      aria-label={t`New location`}
    >
      <PlaceFields
        {...{ typed, type }}
        problems={{ ...(isSubmitted && missingOf(typed)), ...fieldsOf(add.error) }}
      />
      <div className={styles.wide}>
        <Switch
          label={t`Set as primary location`}
          isOn={typed.isPrimary}
          onChange={(isPrimary) => type({ isPrimary })}
        />
      </div>
      <footer className={styles.footer}>
        <Button variant="default" onClick={onClose}>
          {t`Cancel`}
        </Button>
        <Button type="submit" disabled={add.isPending}>
          {t`Add Location`}
        </Button>
      </footer>
    </Grid>
  );
}

type PlaceFieldsProps = {
  typed: Typed;
  type(fields: Partial<Typed>): void;
  problems: Record<string, string>;
};

const PlaceFields = ({ typed, type, problems }: PlaceFieldsProps) => (
  <>
    <NativeSelect
      label={t`Location Type`}
      autoFocus
      value={typed.locationType}
      data={TYPES}
      onChange={(event) => type({ locationType: event.currentTarget.value as LocationType })}
    />
    <TextInput
      label={t`Location Name`}
      placeholder={t`e.g., Home, Office, Downtown`}
      maxLength={200}
      autoComplete="off"
      value={typed.name}
      error={problems.name}
      onChange={(event) => type({ name: event.currentTarget.value })}
    />
    <TextInput
      className={styles.wide}
      label={term("Address", "of a place")}
      placeholder={t`Enter full address`}
      maxLength={500}
      autoComplete="street-address"
      value={typed.address}
      error={problems.address}
      onChange={(event) => type({ address: event.currentTarget.value })}
    />
    <Coordinate
      label={t`Latitude`}
      max={90}
      value={typed.latitude}
      error={problems.latitude}
      onChange={(latitude) => type({ latitude })}
    />
    <Coordinate
      label={t`Longitude`}
      max={180}
      value={typed.longitude}
      error={problems.longitude}
      onChange={(longitude) => type({ longitude })}
    />
  </>
);

type CoordinateProps = {
  label: string;
  max: number;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
};

const Coordinate = ({ label, max, value, error, onChange }: CoordinateProps) => (
  <TextInput
    type="number"
    step="any"
    min={-max}
    max={max}
    inputMode="decimal"
    label={label}
    placeholder={t`Optional`}
    value={value}
    error={error}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

/** Keeps the input if the server refuses. */
function useAdd(onAdded: () => void) {
  return useWrite({
    send: ({ latitude, longitude, ...fields }: Typed) =>
      locations.create.call({ ...fields, latitude: degrees(latitude), longitude: degrees(longitude) }),
    invalidates: [LOCATION_LIST.queryKey],
    done: t`Location added successfully!`,
    failed: t`Failed to add location`,
    onDone: onAdded,
  });
}

const missingOf = ({ name, address }: Typed): Record<string, string> => ({
  ...(!name.trim() && { name: t`Give the location a name` }),
  ...(!address.trim() && { address: t`Enter an address` }),
});

const degrees = (typed: string) => (typed.trim() === "" ? null : Number(typed));

function fieldsOf(error: Error | null): Record<string, string> {
  const fields = fieldErrorsOf(error);
  return {
    ...fields,
    ...(fields.latitude && { latitude: t`A number from -90 to 90` }),
    ...(fields.longitude && { longitude: t`A number from -180 to 180` }),
  };
}
