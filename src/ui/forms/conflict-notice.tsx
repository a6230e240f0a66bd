import { GitMerge } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { Button } from "../inputs/button.tsx";
import { Row } from "../layout/stack.tsx";
import { Box } from "../layout/text.tsx";

type ConflictNoticeProps = {
  /** Says who changed the record. */
  title: string;
  /** Fields that both changed, with the stored values. */
  conflicts: readonly { name: string; label: string; stored: ReactNode }[];
  acceptLabel: string;
  onAcceptStored(name: string): void;
  onUseLocal(): void;
};

/** Somebody else changed the record: the user sees the stored values and chooses for each field. */
export const ConflictNotice = ({
  title,
  conflicts,
  acceptLabel,
  onAcceptStored,
  onUseLocal,
}: ConflictNoticeProps) => (
  <Box surface="alert" pad="12px 14px" role="alert">
    <Row as="p" weight="strong">
      <GitMerge size={18} strokeWidth={1.75} color="var(--warn)" aria-hidden />
      {title}
    </Row>
    <Box as="ul" margin="8px 0">
      {conflicts.map(({ name, label, stored }) => (
        <Line key={name} as="li">
          <span>
            {rich(t`${label} is now <0/>`, () => (
              <strong>{stored}</strong>
            ))}
          </span>
          <Button variant="default" size="compact-sm" onClick={() => onAcceptStored(name)}>
            {acceptLabel}
          </Button>
        </Line>
      ))}
    </Box>
    <Line tone="soft" size="list">
      <span>{t`Your changes are still here; saving replaces the above.`}</span>
      <Button variant="subtle" size="compact-sm" onClick={onUseLocal}>
        {t`Keep mine`}
      </Button>
    </Line>
  </Box>
);

const Line = (row: Parameters<typeof Row>[0]) => (
  <Row {...row} gap={12} lineGap={4} justify="space-between" wrap pad="4px 0" overflow="break" />
);
