import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { formatDate, formatTime } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { LinedList } from "#ui/lists/lined-list.tsx";
import type { DecisionOnWire, LogEntry } from "../../model.ts";
import { decisions } from "../api.ts";
import { reportFailure } from "../team-mutations.ts";
import styles from "./decision-log.module.css";
import { describeEntry } from "./describe-entry.ts";
import { type Verdict, verifyInBrowser } from "./verify-in-browser.ts";

/** The log of the decision as a hash chain, which any reader can verify. */
export function DecisionLog({ decision }: { decision: DecisionOnWire }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.log} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.summary}>{t`Log`}</summary>
      {isOpen && <Entries decision={decision} />}
    </details>
  );
}

function Entries({ decision: { id } }: { decision: DecisionOnWire }) {
  const { data, isError } = useQuery(decisions.log.query({ id, limit: 1000 }));
  const [verdict, setVerdict] = useState<Verdict>();
  const [isBusy, setBusy] = useState(false);
  const verify = async () => {
    setBusy(true);
    await verifyInBrowser(id)
      .then(setVerdict)
      .catch((error: unknown) => reportFailure(t`The log could not be checked`, error));
    setBusy(false);
  };
  if (isError)
    return (
      <Text tone="soft" size="label" isTabular>
        {t`The log cannot be read.`}
      </Text>
    );
  if (!data) return <SkeletonRows count={3} label={t`Loading the log`} />;
  return (
    <Stack gap={12} pad="4px 0 0">
      <LinedList as="ol" aria-label={t`Log`}>
        {data.items.map((entry) => (
          <Entry key={entry.sequence} entry={entry} />
        ))}
      </LinedList>
      {data.hasMore && (
        <Text tone="soft" size="label" isTabular>
          {t`The first 1,000 entries are shown.`}
        </Text>
      )}
      <Row gap={12} lineGap={8} wrap>
        <Button
          variant="default"
          leftSection={<ShieldCheck size={16} strokeWidth={1.75} aria-hidden />}
          disabled={isBusy}
          onClick={() => void verify()}
        >
          {isBusy ? t`Verifying...` : t`Verify`}
        </Button>
        <Row role="status" as="span" lineGap={4} wrap shrink>
          {verdict && <VerdictBadge verdict={verdict} />}
        </Row>
      </Row>
    </Stack>
  );
}

function VerdictBadge({ verdict: { entries, brokenAt, votesAgree, isVerifiedHere } }: { verdict: Verdict }) {
  if (brokenAt !== null)
    return (
      <Badge dot tone="bad">
        {t`Entry ${brokenAt} was changed`}
      </Badge>
    );
  if (votesAgree === false)
    return (
      <Badge dot tone="bad">
        {t`The votes do not match the log`}
      </Badge>
    );
  return (
    <>
      <Badge dot tone="good">
        {plural(entries, { one: `Intact: ${entries} entry`, other: `Intact: ${entries} entries` })}
      </Badge>
      <Text as="span" tone="soft" size="label" isTabular>
        {isVerifiedHere ? t`checked by the server and in this browser` : t`checked by the server`}
      </Text>
    </>
  );
}

function Entry({ entry }: { entry: LogEntry }) {
  const { words, at } = describeEntry(entry);
  return (
    <Row as="li" gap={16} lineGap={0} align="baseline" justify="space-between" wrap pad="6px 0">
      <Text as="span" size="list" overflow="break">
        {rich(words, (author) => (
          <strong>{author}</strong>
        ))}
      </Text>
      <Text as="span" tone="soft" size="label" isTabular>
        {at && `${formatDate(at)}, ${formatTime(new Date(at))} · `}
        <code title={entry.hash}>{entry.hash.slice(0, 12)}</code>
      </Text>
    </Row>
  );
}
