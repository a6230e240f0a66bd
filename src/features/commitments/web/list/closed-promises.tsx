import { RotateCcw } from "lucide-react";
import { useId, useState } from "react";
import { t } from "#i18n/message.ts";
import { useRecordList } from "#platform/client/use-records.ts";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { FoldButton } from "#ui/inputs/fold-button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { LoadedList } from "#ui/lists/loaded-list.tsx";
import type { CommitmentOnWire, OwedBy } from "../../commitment-model.ts";
import { endingOf, nameOf, placeOf, placeOfEvidence, titleOf } from "../describe-promise.ts";
import { act } from "../promise-actions.ts";
import { closedOf, commitmentRecords } from "../records.ts";
import { PromiseRow } from "./promise-row.tsx";
import { focusBeyond } from "./use-promise-keys.ts";

type ClosedProps = { owedBy: OwedBy; party: string | undefined; onEdit(promise: CommitmentOnWire): void };

/** What is met, dropped, refused or replaced, below a fold that reads it when it is opened. */
export function ClosedPromises(props: ClosedProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Box margin="24px 0 0">
      <FoldButton isOpen={isOpen} controls={id} onToggle={() => setOpen(!isOpen)}>
        {t`Met, dropped and refused`}
      </FoldButton>
      <Box id={id} margin="8px 0 0">
        {isOpen && <ClosedList {...props} />}
      </Box>
    </Box>
  );
}

function ClosedList({ owedBy, party, onEdit }: ClosedProps) {
  const { key, source } = closedOf({ owedBy, party });
  const list = useRecordList(commitmentRecords, key, source);
  return (
    <LoadedList
      list={list}
      failure={t`The promises could not be loaded`}
      loading={<SkeletonRows count={3} height={56} label={t`Loading promises`} />}
      empty={
        <Text tone="faint" size="list">
          {t`Nothing is met, dropped or refused yet.`}
        </Text>
      }
    >
      <Stack gap={12}>
        <Box as="ul" surface="card" pad="0 12px" aria-label={t`Met, dropped and refused`}>
          {list.ids.map((id) => (
            <PromiseRow
              key={id}
              id={id}
              now={new Date()}
              onEdit={onEdit}
              place={(promise) => placeOfEvidence(promise) ?? placeOf(promise)}
              detail={(promise) => [nameOf(promise), endingOf(promise)].filter(Boolean).join(" · ")}
              actions={(promise) => (
                <IconButton
                  label={t`Reopen: ${titleOf(promise)}`}
                  icon={RotateCcw}
                  onClick={() => {
                    focusBeyond(id);
                    void act("reopen", promise);
                  }}
                />
              )}
            />
          ))}
        </Box>
        {list.hasMore && (
          <Text textAlign="center">
            <Button variant="default" onClick={() => void list.more()}>
              {t`Show more promises`}
            </Button>
          </Text>
        )}
      </Stack>
    </LoadedList>
  );
}
