import { t } from "#i18n/message.ts";
import { formatNumber } from "#platform/numbers/format-number.ts";
import { ownLocale } from "#platform/time/own-time-zone.ts";
import { formatStyles } from "#ui/dates.ts";
import { Text } from "#ui/layout/text.tsx";
import styles from "../form.module.css";
import { Section } from "../section.tsx";

/** There is only one language; the browser's locale determines date and number formats, which are shown here. */
export function LanguageSection() {
  const locale = ownLocale();
  const named = new Intl.DisplayNames("en", { type: "language" }).of(locale) ?? locale;
  const example = `${formatStyles(new Date())}, ${formatNumber(1234.5)}`;
  return (
    <Section title={t`Language`} text={t`Adjutant speaks English. There is no other language to choose.`}>
      <div className={styles.fields}>
        <div>
          <Text weight="medium" overflow="break">
            {t`English`}
          </Text>
          <Text tone="soft" size="list">
            {t`Where a page leaves it open, dates, times and numbers are written as your browser wants them: ${named} (${example}). The settings of your browser change that.`}
          </Text>
        </div>
      </div>
    </Section>
  );
}
