import { hrefOf, type RecordLink } from "../../model.ts";
import { splitByTitles } from "../../split-by-titles.ts";
import { InnerLink } from "../inner-link.tsx";
import styles from "../panel.module.css";

/** A sentence of a briefing: quoted titles link to their records, or the whole sentence to its only record. */
export function LinkedText({ text, records }: { text: string; records: readonly RecordLink[] }) {
  const parts = splitByTitles(text, records);
  const [only] = records;
  if (only && parts.every(({ record }) => !record))
    return (
      <InnerLink href={hrefOf(only)} className={styles.link}>
        {text}
      </InnerLink>
    );
  return parts.map(({ text: words, record, at }) =>
    record ? (
      <InnerLink key={at} href={hrefOf(record)} className={styles.link}>
        {words}
      </InnerLink>
    ) : (
      <span key={at}>{words}</span>
    ),
  );
}
