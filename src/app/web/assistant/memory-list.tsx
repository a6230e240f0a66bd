import { useQuery } from "@tanstack/react-query";
import { Check, Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { t } from "#i18n/message.ts";
import { isOwnText } from "#platform/capability/provenance.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { type Memory, memories } from "../api.ts";
import styles from "./assistant-page.module.css";

const WRITTEN_BY: Partial<Record<Memory["provenance"], string>> = {
  agent: t`Written by an agent`,
  model: t`Written by the assistant`,
};

/** The facts that the person asked the assistant to remember, and none that it noted by itself. */
export function MemoryList() {
  const [content, setContent] = useState("");
  const [edited, setEdited] = useState<string | null>(null);
  const list = useQuery({
    ...memories.list.query({ limit: 200 }),
    meta: { failure: t`Failed to load the memory` },
  });
  const items = list.data?.items ?? [];
  const { add, change, forget } = useMemoryActions(items, {
    onAdded: () => setContent(""),
    onChanged: () => setEdited(null),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (content.trim()) add(content.trim());
  };
  return (
    <>
      <form onSubmit={submit}>
        <TextInput
          aria-label={t`Something to remember`}
          placeholder={t`Remember that…`}
          maxLength={500}
          value={content}
          onChange={(event) => setContent(event.currentTarget.value)}
        />
      </form>
      {list.isPending && <SkeletonRows count={3} label={t`Loading the memory`} />}
      {list.isError && !list.data && (
        <ErrorState
          title={t`The memory could not be loaded`}
          message={t`Nothing is lost. Please try again.`}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isSuccess && items.length === 0 && (
        <Text tone="faint" size="list" pad="8px 10px">
          {t`Say 'remember that…', or write it here. You see and change everything.`}
        </Text>
      )}
      <ul className={styles.scroll} aria-label={t`Memory`}>
        {items.map((fact) => (
          <Row as="li" gap={0} key={fact.id} className={styles.item}>
            {fact.id === edited ? (
              <FactEditor
                fact={fact}
                onSave={(words) => change({ ...fact, content: words })}
                onClose={() => setEdited(null)}
              />
            ) : (
              <Fact {...{ fact, forget }} onConfirm={change} onEdit={() => setEdited(fact.id)} />
            )}
          </Row>
        ))}
      </ul>
    </>
  );
}

type MemoryEvents = { onAdded(): void; onChanged(): void };

/** `items`: the facts as they are shown, which an undone change goes back to. */
function useMemoryActions(items: readonly Memory[], { onAdded, onChanged }: MemoryEvents) {
  const invalidates = [["assistantMemories"]];
  const { mutate: add } = useWrite({
    send: (fact: string) => memories.create.call({ content: fact }),
    invalidates,
    failed: t`That was not saved`,
    onDone: onAdded,
  });
  const { mutate: forget } = useWrite({
    send: (id: string) => memories.delete.call({ id }),
    invalidates,
    done: t`Forgotten`,
    undo: ({ id }) => ({ send: () => memories.restore.call({ id }), failed: t`That was not undone` }),
    failed: t`That was not forgotten`,
  });
  const { mutate: change } = useWrite({
    send: ({ id, content: words }: Memory) => memories.update.call({ id, content: words }),
    invalidates,
    done: t`Changed`,
    undo: ({ id }) => {
      const before = items.find((fact) => fact.id === id);
      return before && { send: () => restoreContent(before), failed: t`That was not undone` };
    },
    failed: t`That was not changed`,
    onDone: onChanged,
  });
  return { add, change, forget };
}

const restoreContent = ({ id, content, provenance }: Memory) =>
  memories.update.call({ id, content, ...(!isOwnText(provenance) && { isQuoted: true }) });

type FactProps = {
  fact: Memory;
  onConfirm(fact: Memory): void;
  onEdit(): void;
  forget(id: string): void;
};

const Fact = ({ fact, onConfirm, onEdit, forget }: FactProps) => (
  <>
    <Stack as="span" gap={0} grow overflow="break" pad="8px 10px">
      {fact.content}
      {!isOwnText(fact.provenance) && (
        <Text as="span" tone="warn" size="label">
          {WRITTEN_BY[fact.provenance] ?? t`Not written by you`}
        </Text>
      )}
    </Stack>
    {!isOwnText(fact.provenance) && (
      <IconButton label={t`Confirm ${fact.content}`} icon={Check} onClick={() => onConfirm(fact)} />
    )}
    <IconButton label={t`Change ${fact.content}`} icon={Pencil} onClick={onEdit} />
    <IconButton label={t`Forget ${fact.content}`} icon={Trash2} onClick={() => forget(fact.id)} />
  </>
);

type FactEditorProps = { fact: Memory; onSave(content: string): void; onClose(): void };

/** Enter saves the text, Escape discards the changes. */
function FactEditor({ fact, onSave, onClose: onLeave }: FactEditorProps) {
  const [content, setContent] = useState(fact.content);
  return (
    <Box
      as="form"
      grow
      pad="2px 0"
      onSubmit={(event) => {
        event.preventDefault();
        const words = content.trim();
        if (words === "" || words === fact.content) onLeave();
        else onSave(words);
      }}
    >
      <TextInput
        autoFocus
        aria-label={t`Change ${fact.content}`}
        maxLength={500}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onLeave();
        }}
      />
    </Box>
  );
}
