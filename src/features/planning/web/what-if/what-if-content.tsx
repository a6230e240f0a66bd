import { CircleCheck, RefreshCw, Split } from "lucide-react";
import type { WhatIfPanelProps } from "#features/calendar/web/slots.ts";
import { t } from "#i18n/message.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Notice } from "#ui/feedback/notice.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconText } from "#ui/layout/icon-text.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { AddChange } from "./add-change.tsx";
import { Alternatives } from "./alternatives.tsx";
import { ChangeRows } from "./change-rows.tsx";
import { Effects } from "./effects.tsx";
import type { WhatIfState } from "./use-what-if.ts";
import { summaryOf } from "./what-if-words.ts";

type WhatIfContentProps = WhatIfPanelProps & { state: WhatIfState; isRenewed: boolean };

/** The changes that are asked about, what breaks, and the ways to go on. */
export function WhatIfContent(props: WhatIfContentProps) {
  const { changes, isBeside, onRemove, state, isRenewed } = props;
  return (
    <Stack gap={16}>
      <ChangeRows changes={changes} onRemove={onRemove} />
      <AddChange {...props} />
      {changes.length === 0 && (
        <EmptyState
          icon={Split}
          title={t`What would be different?`}
          message={
            isBeside
              ? t`Add a change, or drag an event to another time. You see what breaks and what you could do. Nothing is written before you choose.`
              : t`Add a change. You see what breaks and what you could do. Nothing is written before you choose.`
          }
        />
      )}
      {changes.length > 0 && <Answer state={state} isRenewed={isRenewed} />}
    </Stack>
  );
}

function Answer({ state, isRenewed }: { state: WhatIfState; isRenewed: boolean }) {
  const { query, answer, isMaking, isStopped, stop, retry } = state;
  if (isStopped) return <Stopped onRetry={retry} />;
  if (query.error && !isMaking)
    return (
      <ErrorState title={t`What breaks could not be found`} message={query.error.message} onRetry={retry} />
    );
  return (
    <Stack gap={16} aria-busy={isMaking}>
      {isMaking && <Making onStop={stop} label={t`Finding what breaks…`} />}
      {!answer && <SkeletonRows isBare count={5} height={64} label={t`Finding what breaks`} />}
      {answer && !isMaking && isRenewed && (
        <Notice icon={RefreshCw} tone="warn" role="alert">
          {t`Your tasks or your calendar changed meanwhile. Nothing was written; this is the new answer.`}
        </Notice>
      )}
      {answer && (
        <>
          <p role="status" className="visually-hidden">
            {isMaking ? "" : summaryOf(answer.effects.length, answer.alternatives.length)}
          </p>
          {answer.effects.length === 0 && (
            <IconText icon={CircleCheck} iconSize={16} size="list" tone="good">
              {t`Nothing breaks`}
            </IconText>
          )}
          <Effects effects={answer.effects} />
          <Alternatives answer={answer} state={state} />
        </>
      )}
    </Stack>
  );
}

export const Making = ({ onStop, label }: { onStop(): void; label: string }) => (
  <Row justify="space-between" gap={8} className="after-a-moment">
    <Text size="label" tone="soft" role="status">
      {label}
    </Text>
    <Button variant="subtle" size="compact-sm" onClick={onStop}>
      {t`Stop`}
    </Button>
  </Row>
);

export const Stopped = ({ onRetry }: { onRetry(): void }) => (
  <Notice
    actions={
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        {t`Ask again`}
      </Button>
    }
  >
    {t`Stopped. Nothing was written.`}
  </Notice>
);
