import { FileText, Paperclip, X } from "lucide-react";
import { useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { type Attachment, tooManyBytes } from "../../model.ts";
import { formatBytes } from "../format-bytes.ts";
import { documentPicker, type PickedDocument } from "../slots.ts";
import styles from "./compose-files.module.css";
import { sendAttachment, sendDocument } from "./send-attachment.ts";

const DocumentPicker = laterPart(() => documentPicker.get()());

type ComposeFilesProps = {
  files: readonly Attachment[];
  /** Total bytes that the sending account's server takes. */
  limit: number;
  onChange(change: (files: readonly Attachment[]) => readonly Attachment[]): void;
};

/** The files of a message that is being written. They are stored as soon as they are chosen. */
export function ComposeFiles({ files, limit, onChange }: ComposeFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isPicking, setPicking] = useState(false);
  const { isStoring, add, addDocument } = useAttaching(files, limit, onChange);
  return (
    <Row wrap>
      <input
        ref={input}
        hidden
        multiple
        type="file"
        aria-label={t`Choose files`}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])];
          target.value = "";
          void add(chosen);
        }}
      />
      <Button
        variant="default"
        size="compact-md"
        loading={isStoring}
        leftSection={<Paperclip size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t`Attach files`}
      </Button>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<FileText size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => setPicking(true)}
      >
        {t`From Documents`}
      </Button>
      {isPicking && <DocumentPicker onPick={addDocument} onClose={() => setPicking(false)} />}
      {files.map((file) => (
        <FileChip
          key={file.id}
          file={file}
          onRemove={() => onChange((before) => before.filter(({ id }) => id !== file.id))}
        />
      ))}
    </Row>
  );
}

/**
 * Stores what is chosen, the files one after the other, and adds it to the message as soon as it is stored. What the
 * server would not take is refused before it is uploaded.
 */
function useAttaching(files: readonly Attachment[], limit: number, onChange: ComposeFilesProps["onChange"]) {
  const [underWay, setUnderWay] = useState(0);
  /** Also of files whose upload has ended since this was drawn. */
  const attached = useRef(0);
  attached.current = files.reduce((sum, { size }) => sum + size, 0);
  const attach = async (name: string, size: number, store: () => Promise<Attachment>) => {
    try {
      if (attached.current + size > limit) throw new Error(tooManyBytes(limit));
      const stored = await store();
      attached.current += stored.size;
      onChange((before) => [...before, stored]);
    } catch (error) {
      toast.failure(t`'${name}' was not attached`, (error as Error).message);
    }
    setUnderWay((count) => count - 1);
  };
  const add = async (chosen: readonly File[]) => {
    setUnderWay((count) => count + chosen.length);
    for (const file of chosen) await attach(file.name, file.size, () => sendAttachment(file));
  };
  const addDocument = (document: PickedDocument) => {
    setUnderWay((count) => count + 1);
    void attach(document.title, document.fileSize, () => sendDocument(document));
  };
  return { isStoring: underWay > 0, add, addDocument };
}

const FileChip = ({ file: { filename, size }, onRemove }: { file: Attachment; onRemove(): void }) => (
  <span className={styles.file}>
    <Text as="span" overflow="dots">
      {filename}
    </Text>
    <Text as="span" size="label" tone="faint" noShrink>
      {formatBytes(size)}
    </Text>
    <IconButton label={t`Remove '${filename}'`} icon={X} onClick={onRemove} />
  </span>
);
