import { t } from "#i18n/message.ts";
import type { SystemSecret } from "#platform/system-settings/fields.ts";
import { formatDate } from "#ui/dates.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { environmentNote } from "./environment-note.ts";
import type { Settings } from "./settings-edits.ts";
import type { SettingsForm } from "./use-settings-form.ts";

type SecretFieldProps = {
  name: SystemSecret;
  label: string;
  description: string | undefined;
  form: SettingsForm;
};

/** Write-only: shows that a secret is set and its last four characters; typing replaces it. */
export function SecretField({ name, label, description, form }: SecretFieldProps) {
  const state = form.stored.secrets[name];
  const typed = form.edits[name];
  const isRemoved = typed === null;
  const isGiven = form.stored.given.includes(name);
  return (
    <TextInput
      label={label}
      description={
        isGiven ? (
          environmentNote(name)
        ) : (
          <>
            {isRemoved ? t`Will be removed when you save.` : describe(state)}
            {description && ` ${description}`}
          </>
        )
      }
      name={name}
      type="password"
      autoComplete="new-password"
      maxLength={2000}
      disabled={isGiven}
      placeholder={state && !isRemoved ? `••••••••${state.lastFour}` : t`Not set`}
      error={form.errors[name]}
      value={typed ?? ""}
      onChange={(event) => form.edit(name, event.currentTarget.value)}
      hasWideSection
      rightSection={
        state &&
        !isGiven &&
        !typed && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-label={isRemoved ? t`Keep ${label}` : t`Remove ${label}`}
            onClick={() => form.edit(name, isRemoved ? "" : null)}
          >
            {isRemoved ? t`Keep` : t`Remove`}
          </Button>
        )
      }
    />
  );
}

function describe(state: Settings["secrets"][SystemSecret]): string {
  if (!state) return t`Sealed when you save, and never shown again.`;
  if (!state.isReadable) return t`Set, but the master key it was sealed with is gone: please enter it again.`;
  return state.updatedAt
    ? t`Set on ${formatDate(state.updatedAt)}; typing here replaces it.`
    : t`Set; typing here replaces it.`;
}
