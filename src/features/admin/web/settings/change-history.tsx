import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { formatAgo } from "#ui/dates.ts";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { systemSettings } from "../api.ts";
import styles from "./change-history.module.css";
import { labelOf } from "./settings-fields.ts";
import { SETTINGS } from "./use-settings-form.ts";

type Change = Awaited<ReturnType<typeof systemSettings.changes.call>>["items"][number];

/** Who changed which settings when. */
export function ChangeHistory({ onClose }: { onClose(): void }) {
  const list = useInfiniteQuery({
    queryKey: ["systemSettings", "changes", "pages"],
    queryFn: ({ pageParam, signal }) =>
      systemSettings.changes.call({ limit: 20, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
  const revert = useRevert();
  return (
    <Dialog isOpen onClose={onClose} title={t`Change history`} isTextOnly>
      <QueryContent query={list} failure={t`The history could not be loaded`} rows={4}>
        {(changes) => (
          <Stack as="ol" gap={0} className={styles.changes}>
            {changes.length === 0 && (
              <Text as="li" tone="soft">
                {t`Nobody has changed anything yet.`}
              </Text>
            )}
            {changes.map((change) => (
              <SavedChange
                key={change.id}
                change={change}
                isReverting={revert.isPending && revert.variables === change.id}
                onRevert={() => revert.mutate(change.id)}
              />
            ))}
          </Stack>
        )}
      </QueryContent>
      {list.hasNextPage && (
        <Button variant="default" fullWidth onClick={() => void list.fetchNextPage()}>
          {t`Show more`}
        </Button>
      )}
    </Dialog>
  );
}

type SavedChangeProps = {
  change: Awaited<ReturnType<typeof systemSettings.changes.call>>["items"][number];
  isReverting: boolean;
  onRevert(): void;
};

function SavedChange({ change, isReverting, onRevert }: SavedChangeProps) {
  return (
    <li>
      <Row gap={12} justify="space-between">
        <Text weight="medium" className={styles.who}>
          {change.userName} <span>{formatAgo(change.createdAt)}</span>
        </Text>
        {change.changes.some(({ after }) => after !== "set" && after !== "removed") && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Undo2 size={14} strokeWidth={1.75} aria-hidden />}
            loading={isReverting}
            onClick={onRevert}
          >
            {t`Revert`}
          </Button>
        )}
      </Row>
      <Text as="ul" size="list" tone="soft" overflow="break" margin="2px 0 0">
        {change.changes.map((each) => (
          <li key={each.field}>{describe(each)}</li>
        ))}
      </Text>
    </li>
  );
}

/** Reverts one saved change; secrets stay as they are, because old ones are not stored. */
function useRevert() {
  const queries = useQueryClient();
  return useWrite({
    send: async (id: string) => {
      const { version } = await queries.fetchQuery({ ...SETTINGS, staleTime: 0 });
      return systemSettings.revert.call({ id, version });
    },
    stores: SETTINGS.queryKey,
    invalidates: [["systemSettings", "changes"]],
    done: t`Settings Saved`,
    failed: t`Failed to save settings`,
  });
}

function describe({ field, before, after }: Change["changes"][number]): string {
  const label = labelOf(field);
  if (typeof after === "boolean") return after ? t`${label} was switched on` : t`${label} was switched off`;
  if (after === "set") return t`${label} was set`;
  if (after === "removed") return t`${label} was removed`;
  return `${label}: ${words(before)} → ${words(after)}`;
}

const words = (value: string | number | boolean) =>
  value === "" ? term("empty", "a setting without a value") : `“${value}”`;
