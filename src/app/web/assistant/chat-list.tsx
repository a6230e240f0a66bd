import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { SearchField } from "#ui/inputs/search-field.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { type Chat, chats } from "../api.ts";
import styles from "./assistant-page.module.css";
import { RenameChat } from "./rename-chat.tsx";
import { useConversation } from "./use-conversation.ts";

/** Earlier chats: search, open, rename and delete. */
export function ChatList() {
  const [text, setText] = useState("");
  const [renamed, setRenamed] = useState<Chat | null>(null);
  const { chatId, open, startNew } = useConversation({ acknowledges: "when slow" });
  const found = useQuery({
    ...chats.list.query({ text, limit: 100 }),
    meta: { failure: t`Failed to load chats` },
  });
  const remove = useWrite({
    send: ({ id }: Chat) => chats.delete.call({ id }),
    invalidates: [["assistantChats"]],
    done: t`Chat deleted`,
    undo: (_, { id }) => ({ send: () => chats.restore.call({ id }), failed: t`The chat was not restored` }),
    failed: t`The chat was not deleted`,
    onDone: (_, { id }) => {
      if (id === chatId) startNew();
    },
  });
  const items = found.data?.items ?? [];
  return (
    <>
      <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={startNew}>
        {t`New chat`}
      </Button>
      <div>
        <SearchField label={t`Search chats`} text={text} onSearch={(words) => setText(words ?? "")} />
      </div>
      {found.isPending && <SkeletonRows count={4} label={t`Loading chats`} />}
      {found.isError && !found.data && (
        <ErrorState
          title={t`The chats could not be loaded`}
          message={t`Nothing is lost. Please try again.`}
          onRetry={() => void found.refetch()}
        />
      )}
      {found.isSuccess && items.length === 0 && (
        <Text tone="faint" size="list" pad="8px 10px">
          {text ? t`No chat contains '${text}'.` : t`Your chats appear here.`}
        </Text>
      )}
      <ul className={styles.scroll} aria-label={t`Chats`}>
        {items.map((chat) => (
          <ChatRow
            key={chat.id}
            chat={chat}
            isOpen={chat.id === chatId}
            onOpen={() => void open(chat.id)}
            onRename={() => setRenamed(chat)}
            onDelete={() => remove.mutate(chat)}
          />
        ))}
      </ul>
      {renamed && <RenameChat chat={renamed} onClose={() => setRenamed(null)} />}
    </>
  );
}

type ChatRowProps = { chat: Chat; isOpen: boolean; onOpen(): void; onRename(): void; onDelete(): void };

const ChatRow = ({ chat: { title }, isOpen, onOpen, onRename, onDelete }: ChatRowProps) => (
  <Row as="li" gap={0} className={styles.item} data-open={isOpen || undefined}>
    <button type="button" className={styles.name} aria-current={isOpen || undefined} onClick={onOpen}>
      {title}
    </button>
    <IconButton label={t`Rename ${title}`} icon={Pencil} onClick={onRename} />
    <IconButton label={t`Delete ${title}`} icon={Trash2} onClick={onDelete} />
  </Row>
);
