import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileText, Paperclip, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { documents } from "#features/documents/web/api.ts";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { SearchField } from "#ui/inputs/search-field.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import styles from "../dialog.module.css";
import { attachFiles, enclose } from "./attach-files.ts";
import { describeSize } from "./message-extras.tsx";

/** Attaches a local file, or one of the user's documents. */
export function AttachMenu({ conversationId }: { conversationId: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <Menu
        label="Attach"
        items={[
          { label: "Upload a file", icon: Upload, onSelect: () => input.current?.click() },
          { label: "From your documents", icon: FileText, onSelect: () => setChoosing(true) },
        ]}
        trigger={(trigger) => <IconButton label="Attach" icon={Paperclip} {...trigger} />}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ target }) => {
          void attachFiles(conversationId, [...(target.files ?? [])]);
          target.value = "";
        }}
      />
      {isChoosing && <ChooseDocument conversationId={conversationId} onClose={() => setChoosing(false)} />}
    </>
  );
}

function ChooseDocument({ conversationId, onClose }: { conversationId: string; onClose(): void }) {
  const [text, setText] = useState("");
  const { data } = useQuery({
    ...documents.list.query({ limit: 50, ...(text && { text }) }),
    placeholderData: keepPreviousData,
    meta: { failure: "Failed to load documents" },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Attach a document"
      description="Everyone in the conversation will be able to read it."
      footer={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <Stack gap={14}>
        <SearchField
          label="Search documents"
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
              {text ? "No document matches" : "You have no documents yet"}
            </Text>
          )}
        </div>
      </Stack>
    </Dialog>
  );
}
