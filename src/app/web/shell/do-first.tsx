import { Link } from "@tanstack/react-router";
import { useId } from "react";
import type { Today } from "#features/daily-ops/web/api.ts";
import { t } from "#i18n/message.ts";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { ListRow } from "#ui/lists/list-row.tsx";

type DoFirstProps = { things: Today["first"]; onOpen(): void };

/** What the day asks for first, without what the list of notifications shows: the dashboard has the rest. */
export function DoFirst({ things, onOpen }: DoFirstProps) {
  const heading = useId();
  const shown = things.filter(({ kind }) => kind !== "notification");
  if (shown.length === 0) return null;
  return (
    <Stack as="section" gap={2} pad="10px 16px" line="below" aria-labelledby={heading}>
      <Text as="h3" id={heading} size="label" tone="faint" weight="medium">
        {t`Do first`}
      </Text>
      <Stack as="ol" gap={0}>
        {shown.map(({ id, href, title, why }) => (
          <ListRow
            as="li"
            key={id}
            title={
              <Link to={href} data-stop onClick={onOpen}>
                {title}
              </Link>
            }
            detail={
              <Text as="span" tone="faint" size="label" overflow="dots">
                {why.join(" · ")}
              </Text>
            }
          />
        ))}
      </Stack>
    </Stack>
  );
}
