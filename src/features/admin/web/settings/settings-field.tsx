import { t } from "#i18n/message.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { SearchSelect } from "#ui/fields/search-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Textarea } from "#ui/fields/textarea.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { ConnectionTest } from "./connection-test.tsx";
import { environmentNote } from "./environment-note.ts";
import type { Field } from "./field-kinds.ts";
import { SecretField } from "./secret-field.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

export function SettingsField({ field, form }: { field: Field; form: SettingsForm }) {
  if (field.kind === "secret")
    return (
      <Stack gap={10}>
        <SecretField name={field.name} label={field.label} description={field.description} form={form} />
        {field.test && <ConnectionTest target={field.test} edits={form.edits} />}
      </Stack>
    );
  return <PlainField field={field} form={form} />;
}

type Plain = Exclude<Field, { kind: "secret" }>;

function PlainField({ field, form }: { field: Plain; form: SettingsForm }) {
  const { name, label } = field;
  const isGiven = form.stored.given.includes(name);
  const description = isGiven ? environmentNote(name) : field.description;
  const shared = { label, description, name, disabled: isGiven, error: form.errors[name] };
  if (field.kind === "switch")
    return (
      <Switch
        label={label}
        description={description}
        isOn={form.value(field.name) === true}
        isDisabled={isGiven}
        onChange={(isOn) => form.edit(field.name, isOn)}
      />
    );
  const value = String(form.value(name));
  if (field.kind === "zone") return <ZoneField name={field.name} {...{ label, description, value, form }} />;
  if (field.kind === "choice")
    return (
      <NativeSelect
        {...shared}
        value={value}
        data={[...field.options]}
        onChange={({ currentTarget }) =>
          form.edit(field.name, field.options.find((option) => option.value === currentTarget.value)?.value)
        }
      />
    );
  if (field.kind === "number")
    return (
      <TextInput
        {...shared}
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        value={value}
        onChange={(event) => form.edit(field.name, event.currentTarget.value)}
      />
    );
  const Input = field.kind === "paragraph" ? Textarea : TextInput;
  return (
    <Input
      {...shared}
      autoComplete="off"
      maxLength={field.longest}
      value={value}
      onChange={(event: { currentTarget: { value: string } }) =>
        form.edit(field.name, event.currentTarget.value)
      }
    />
  );
}

type ZoneFieldProps = {
  name: Extract<Field, { kind: "text" | "paragraph" | "zone" }>["name"];
  label: string;
  description: string | undefined;
  value: string;
  form: SettingsForm;
};

const ZoneField = ({ name, label, description, value, form }: ZoneFieldProps) => (
  <SearchSelect
    label={label}
    {...(description && { description })}
    placeholder={t`Search for a city`}
    nothingFound={t`No time zone with that name`}
    value={value}
    error={form.errors[name]}
    options={zones(value)}
    matches={(zone, search) => zone.toLowerCase().replaceAll("_", " ").includes(search.toLowerCase())}
    onChange={(zone) => form.edit(name, zone)}
  />
);

const zones = (chosen: string) =>
  [...new Set([chosen, "UTC", ...Intl.supportedValuesOf("timeZone")])]
    .sort()
    .map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
