import { Check, X } from "lucide-react";
import { t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { useMedia } from "#ui/layout/use-media.ts";
import type { CommitmentOnWire } from "../../commitment-model.ts";
import { titleOf } from "../describe-promise.ts";
import { act } from "../promise-actions.ts";
import { PromiseRow, Quote } from "./promise-row.tsx";
import { focusBeyond } from "./use-promise-keys.ts";

type ProposalsProps = { ids: readonly string[]; now: Date; onEdit(promise: CommitmentOnWire): void };

/** What was found without certainty, for the person to decide. */
export function Proposals({ ids, now, onEdit }: ProposalsProps) {
  if (ids.length === 0) return null;
  return (
    <Stack as="section" gap={8} aria-labelledby="proposals">
      <Text as="h2" id="proposals" size="list" weight="strong" tone="accent">
        {t`Found in your mail, chats, decisions and documents: are these promises?`}
      </Text>
      <Box as="ul" surface="card" pad="0 12px">
        {ids.map((id) => (
          <PromiseRow
            key={id}
            id={id}
            now={now}
            onEdit={onEdit}
            detail={(promise) => (
              <>
                {`${t`${Math.round(promise.confidence * 100)}% sure`} · `}
                <Quote promise={promise} />
              </>
            )}
            actions={(promise) => <Decide promise={promise} />}
          />
        ))}
      </Box>
    </Stack>
  );
}

function Decide({ promise }: { promise: CommitmentOnWire }) {
  const title = titleOf(promise);
  const decide = (name: "accept" | "refuse") => () => {
    focusBeyond(promise.id);
    void act(name, promise);
  };
  const isNarrow = useMedia("(max-width: 48em)");
  if (isNarrow)
    return (
      <>
        <IconButton label={t`Accept: ${title}`} icon={Check} onClick={decide("accept")} />
        <IconButton label={t`Refuse: ${title}`} icon={X} onClick={decide("refuse")} />
      </>
    );
  return (
    <Row as="span" gap={4}>
      <Button size="compact-sm" variant="light" aria-label={t`Accept: ${title}`} onClick={decide("accept")}>
        {t`Accept`}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={t`Refuse: ${title}`}
        onClick={decide("refuse")}
      >
        {t`Refuse`}
      </Button>
    </Row>
  );
}
