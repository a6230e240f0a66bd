import { t, term } from "#i18n/message.ts";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { FieldGroup } from "#ui/layout/form-grid.tsx";
import { Grid, Row } from "#ui/layout/stack.tsx";
import styles from "./key-form.module.css";
import type { Scope } from "./scopes.ts";

export type Access = { scopes: Scope[]; toolGroups: Area[] | null };
export type Area = (typeof AREAS)[number]["area"];

/** The areas that a key can be limited to. */
export const AREAS = [
  { area: "calendar", label: t`Calendar` },
  { area: "communication", label: t`Messages and contacts` },
  { area: "daily-ops", label: t`Daily operations` },
  { area: "documents", label: t`Documents` },
  { area: "email", label: t`Email` },
  { area: "search", label: t`Search over everything` },
  { area: "tasks", label: t`Tasks and projects` },
  { area: "team", label: t`Team and decisions` },
] as const;

const PRESETS = [
  { value: "read-only", label: t`Read-only`, scopes: ["read"] },
  { value: "standard", label: t`Standard`, scopes: ["read", "write"] },
  { value: "full", label: term("Full", "what a key may do"), scopes: ["read", "write", "destroy"] },
] as const;
type Preset = (typeof PRESETS)[number]["value"] | "own";

/** The preset with these scopes; `own` if none matches. */
const presetOf = (scopes: readonly Scope[]): Preset =>
  PRESETS.find(
    (preset) =>
      preset.scopes.length === scopes.length && preset.scopes.every((scope) => scopes.includes(scope)),
  )?.value ?? "own";

export function PresetChoice({
  scopes,
  onChange,
}: {
  scopes: readonly Scope[];
  onChange(next: Scope[]): void;
}) {
  const chosen = presetOf(scopes);
  const options = [
    ...PRESETS.map(({ value, label }) => ({ value: value as Preset, label })),
    ...(chosen === "own" ? [{ value: "own" as Preset, label: t`Custom` }] : []),
  ];
  return (
    <SegmentedControl<Preset>
      label={t`Access`}
      value={chosen}
      options={options}
      onChange={(value) => {
        const preset = PRESETS.find((each) => each.value === value);
        if (preset) onChange([...preset.scopes]);
      }}
    />
  );
}

type AreaChoiceProps = { areas: Area[] | null; onChange(next: Area[] | null): void };

/** All areas, or some of them; the last one cannot be taken away. */
export function AreaChoice({ areas, onChange }: AreaChoiceProps) {
  const chosen = areas ?? AREAS.map(({ area }) => area);
  const toggle = (area: Area) => {
    const next = chosen.includes(area) ? chosen.filter((each) => each !== area) : [...chosen, area];
    if (next.length > 0) onChange(next.length === AREAS.length ? null : next);
  };
  return (
    <FieldGroup legend={t`Areas`}>
      <Grid columns="11rem" lineGap={8}>
        {AREAS.map(({ area, label }) => (
          <Row as="label" size="list" key={area} className={styles.area}>
            <input
              type="checkbox"
              className={styles.box}
              checked={chosen.includes(area)}
              onChange={() => toggle(area)}
            />
            {label}
          </Row>
        ))}
      </Grid>
    </FieldGroup>
  );
}
