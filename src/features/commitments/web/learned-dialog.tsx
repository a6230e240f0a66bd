import { plural, t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { commitments } from "./api.ts";
import { useLearned } from "./use-learned.ts";

/** Whose promises are only proposed because too many were refused. */
export function LearnedDialog({ onClose }: { onClose(): void }) {
  const { data } = useLearned();
  const reset = useWrite({
    send: (party: string) => commitments.resetLearning.call({ party }),
    invalidates: [["commitments"]],
    done: (_, party) => t`Counts at once again: '${party}'`,
    failed: t`That was not reset`,
    undo: (_, party) => ({
      send: () => commitments.resetLearning.call({ party, isReset: false }),
      failed: t`That was not undone`,
    }),
  });
  const items = data?.items ?? [];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="small"
      title={t`Learned from refusals`}
      description={t`You refused several findings of these people. What they say is only proposed now, until you reset it.`}
    >
      {items.length === 0 && <Text tone="faint">{t`Nothing is learned now.`}</Text>}
      <ul>
        {items.map(({ party, refusals }) => (
          <Row as="li" key={party} lined pad="8px 0" justify="space-between">
            <Text as="span" shrink>
              <Text as="span" overflow="dots" display="block">
                {party}
              </Text>
              <Text as="span" size="label" tone="faint">
                {plural(refusals, { one: `${refusals} refusal`, other: `${refusals} refusals` })}
              </Text>
            </Text>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t`Reset: ${party}`}
              onClick={() => reset.mutate(party)}
            >
              {t`Reset`}
            </Button>
          </Row>
        ))}
      </ul>
    </Dialog>
  );
}
