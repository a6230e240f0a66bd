import { LANGUAGE_NAMES, LANGUAGES } from "#i18n/languages.ts";
import { LANGUAGE, t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { formatNumber } from "#platform/numbers/format-number.ts";
import { formatStyles } from "#ui/dates.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { Text } from "#ui/layout/text.tsx";
import { profile } from "../api.ts";
import form from "../form.module.css";
import { Section } from "../section.tsx";
import type { Profile } from "./profile-edits.ts";

/** The words are in the scripts of a page, so another language is another page: what is being edited would be lost. */
export function LanguageSection({ stored, isEditing }: { stored: Profile; isEditing: boolean }) {
  const { language, version } = stored;
  const save = useWrite({
    send: (language: Profile["language"]) => profile.update.call({ language, version }),
    stores: profile.get.query({}).queryKey,
    failed: t`The language was not saved`,
    onDone: () => window.location.reload(),
  });
  const example = `${formatStyles(new Date())}, ${formatNumber(1234.5)}`;
  return (
    <Section title={t`Language`} text={t`For all pages, on every device where you sign in.`}>
      <div className={form.fields}>
        <NativeSelect
          label={t`Language of the pages`}
          value={language ?? ""}
          disabled={isEditing || save.isPending}
          description={isEditing ? t`Save or discard your changes above first.` : undefined}
          onChange={({ target }) => save.mutate(LANGUAGES.find((each) => each === target.value) ?? null)}
          data={[
            { value: "", label: t`Browser default` },
            ...Object.entries(LANGUAGE_NAMES).map(([value, label]) => ({ value, label })),
          ]}
        />
        <Text tone="soft" size="list">
          {t`Dates, times and numbers look like this: ${example}.`}
        </Text>
        {LANGUAGE !== "en" && (
          <Text tone="soft" size="list">
            {t`Emails, notifications, briefings and the assistant are in English.`}
          </Text>
        )}
      </div>
    </Section>
  );
}
