import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { useId } from "react";
import { hrefOf } from "#features/commitments/commitment-model.ts";
import type { Today } from "#features/daily-ops/web/api.ts";
import { t } from "#i18n/message.ts";
import { formatShortDay } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { focusNextRow, rowKeys } from "#ui/keyboard/move-focus.ts";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { ListRow } from "#ui/lists/list-row.tsx";
import { type Decision, snoozedFor, useDecide } from "./use-needs-you.ts";

type OwedProps = { title: string; owed: Today["owed"]["me"] };
type Commitment = OwedProps["owed"]["items"][number];

/** How much is owed in one direction, and the most pressing of it; nothing where nothing is. */
export function Owed({ title, owed: { open, late, items } }: OwedProps) {
  const id = useId();
  if (open === 0) return null;
  return (
    <Stack as="section" gap={0} aria-labelledby={id}>
      <Row gap={8}>
        <Text as="h3" id={id} size="list" tone="soft">
          {title}
        </Text>
        <Badge>{open}</Badge>
        {late > 0 && <Badge tone="bad">{t`${late} late`}</Badge>}
      </Row>
      <Stack as="ul" gap={0}>
        {items.map((item) => (
          <OwedRow key={item.id} item={item} />
        ))}
      </Stack>
    </Stack>
  );
}

function OwedRow({ item }: { item: Commitment }) {
  const row = useId();
  const decide = useDecide();
  const { id, what, partyName, party, quote, due, isLate } = item;
  const decideOn = (decision: Omit<Decision, "item">) => {
    const element = document.getElementById(row);
    if (element) focusNextRow(element);
    const kind = kindOf(item);
    decide({
      item: { id: `${kind}:${id}`, kind, title: what, record: { kind: "commitment", id } },
      ...decision,
    });
  };
  const markMet = () => decideOn({ as: "done" });
  return (
    <ListRow
      as="li"
      id={row}
      onKeyDown={rowKeys({ e: markMet, h: () => decideOn(snoozedFor(1)) })}
      title={
        <Link to={hrefOf(item)} data-stop>
          {what}
        </Link>
      }
      detail={
        <Text as="span" tone="faint" size="label" overflow="dots">
          {[partyName || party, quote && `“${quote}”`].filter(Boolean).join(" · ")}
        </Text>
      }
      facts={
        due && (
          <Text as="span" {...(isLate && { tone: "bad" })}>
            {formatShortDay(due)}
          </Text>
        )
      }
      actions={<IconButton icon={Check} label={t`Met: ${what}`} onClick={markMet} />}
    />
  );
}

/** As the list of what needs the person names it. */
function kindOf({ kind, owedBy }: Commitment) {
  if (kind === "request") return "request" as const;
  return owedBy === "me" ? ("promise" as const) : ("waiting" as const);
}
