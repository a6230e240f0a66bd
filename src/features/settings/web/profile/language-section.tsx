import styles from "../form.module.css";
import { Section } from "../section.tsx";

/** There is one language; how dates and numbers are written is the browser's to say, and can be seen here. */
export function LanguageSection() {
  const locale = new Intl.DateTimeFormat().resolvedOptions().locale;
  const named = new Intl.DisplayNames("en", { type: "language" }).of(locale) ?? locale;
  const now = new Date();
  const example = `${now.toLocaleDateString(undefined, { dateStyle: "long" })}, ${now.toLocaleTimeString(undefined, { timeStyle: "short" })}, ${(1234.5).toLocaleString()}`;
  return (
    <Section title="Language" text="Adjutant speaks English. There is no other language to choose.">
      <div className={styles.fields}>
        <div>
          <p className={styles.value}>English</p>
          <p className={styles.words}>
            {`Where a page leaves it open, dates, times and numbers are written as your browser wants them: ${named} (${example}). The settings of your browser change that.`}
          </p>
        </div>
      </div>
    </Section>
  );
}
