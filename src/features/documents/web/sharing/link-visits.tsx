import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { formatDate, formatTime } from "#ui/dates.ts";
import { Text } from "#ui/layout/text.tsx";
import { documents, type Sharing } from "../api.ts";
import styles from "./link-visits.module.css";

type Visit = Awaited<ReturnType<typeof documents.linkVisits.call>>["visits"][number];

function describeVisit({ at, kind, address }: Visit): string {
  const when = `${formatDate(at)}, ${formatTime(new Date(at))}`;
  if (kind === "view") return address ? t`Viewed ${when} from ${address}` : t`Viewed ${when}`;
  if (kind === "download") return address ? t`Downloaded ${when} from ${address}` : t`Downloaded ${when}`;
  return address ? t`Wrong password ${when} from ${address}` : t`Wrong password ${when}`;
}

/** The visits of a link, loaded when they are opened. */
export function LinkVisits({ id, link }: { id: string; link: Sharing["links"][number] }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ["visits of link", link.id, link.viewCount, link.downloadCount],
    queryFn: () => documents.linkVisits.call({ id, linkId: link.id }),
    enabled: isOpen,
  });
  return (
    <details className={styles.log} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className={styles.summary}>{t`Who opened it`}</summary>
      {data?.visits.length === 0 && (
        <Text size="label" tone="soft" overflow="break" lineHeight={1.67}>
          {t`Nobody yet`}
        </Text>
      )}
      <ul className={styles.list}>
        {data?.visits.map((visit) => (
          <Text
            as="li"
            size="label"
            tone="soft"
            overflow="break"
            key={`${visit.at} ${visit.kind}`}
            lineHeight={1.67}
            title={visit.userAgent ?? undefined}
          >
            {describeVisit(visit)}
          </Text>
        ))}
      </ul>
    </details>
  );
}
