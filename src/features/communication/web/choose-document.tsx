import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useState } from "react";
import { documents } from "#features/documents/web/api.ts";
import { t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { SearchField } from "#ui/inputs/search-field.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import styles from "./dialog.module.css";
import { enclose } from "./messages/attach-files.ts";
import { describeSize } from "./messages/message-extras.tsx";

/** Attaches one of the user's documents. */
export function ChooseDocument({ conversationId, onClose }: { conversationId: string; onClose(): void }) {
  const [text, setText] = useState("");
  const { data } = useQuery({
    ...documents.list.query({ limit: 50, ...(text && { text }) }),
    placeholderData: keepPreviousData,
    meta: { failure: t`Failed to load documents` },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Attach a document`}
      description={t`Everyone in the conversation will be able to read it.`}
      footer={
        <Button variant="default" onClick={onClose}>
          {t`Cancel`}
        </Button>
      }
    >
      <Stack gap={14}>
        <SearchField
          label={t`Search documents`}
          text={text}
          onSearch={(words = "") => setText(words)}
          isFull
          isFirst
        />
        <div className={styles.options}>
          {data?.items.map((document) => (
            <button
              key={document.id}
              type="button"
              className={styles.pick}
              onClick={() => {
                enclose(conversationId, document);
                onClose();
              }}
            >
              <FileText size={18} strokeWidth={1.75} aria-hidden />
              <Stack as="span" gap={0} grow>
                <Text as="span" overflow="dots">
                  {document.title}
                </Text>
                <Text as="span" tone="soft" size="label" overflow="dots">
                  {`${document.fileName} · ${describeSize(document.fileSize)}`}
                </Text>
              </Stack>
            </button>
          ))}
          {data?.items.length === 0 && (
            <Text tone="soft" textWrap="pretty" textAlign="center" pad="24px 16px">
              {text ? t`No document matches` : t`You have no documents yet`}
            </Text>
          )}
        </div>
      </Stack>
    </Dialog>
  );
}
