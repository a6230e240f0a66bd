import type { ComponentProps, ReactNode } from "react";
import { t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { formatAgo } from "#ui/dates.ts";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import panel from "./panel.module.css";
import { ReadingBadge } from "./reading-badge.tsx";

type ReadingCardProps = ComponentProps<typeof ReadingBadge> & {
  title: string;
  /** The main value, in large type. */
  figure: ReactNode;
  children: ReactNode;
  note?: string | null | undefined;
  lastUpdated: string;
};

/** The weather or traffic of one place, with the origin and age of the values. */
export const ReadingCard = ({ title, kind, figure, children, note, lastUpdated }: ReadingCardProps) => (
  <Stack as="li" gap={12} pad={16} surface="card" shrink className={panel.card} aria-label={title}>
    <Row gap={12} align="start" justify="space-between">
      <h3 className={panel.cardTitle}>{title}</h3>
      <ReadingBadge kind={kind} />
    </Row>
    <Row gap={12} className={panel.figure}>
      {figure}
    </Row>
    {children}
    <Text tone="faint" size="label">
      {rich(t`Updated <0/>`, () => (
        <time dateTime={lastUpdated}>{formatAgo(lastUpdated)}</time>
      ))}
      {note && ` · ${note}`}
    </Text>
  </Stack>
);
