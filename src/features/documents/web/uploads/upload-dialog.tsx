import { X } from "lucide-react";
import { type ChangeEvent, useId, useState } from "react";
import { plural, t, term } from "#i18n/message.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { RecordForm } from "#ui/forms/record-form.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { MISSING_FILE_OR_TITLE } from "../../fields.ts";
import { EXTENSIONS, extensionOf, formatSize, MAX_FILE_BYTES } from "../../model.ts";
import { documentForm } from "../document-mutations.ts";
import { FileIcon } from "../list/file-icon.tsx";
import { showDialog } from "../open-dialog.ts";
import styles from "./upload-dialog.module.css";
import { startUploads } from "./uploads.ts";

type Chosen = { key: string; file: File; title: string };

/** The fields shared by all files. */
const { title: _, ...blankShared } = documentForm.blank;

const LIMITS = t`${EXTENSIONS.join(", ")}, up to ${formatSize(MAX_FILE_BYTES).replace(".00", "")} each`;

/** One file or several: each has its title; the other fields hold for all. */
export function UploadDialog({ dropped }: { dropped: readonly File[] }) {
  const { chosen, loneTitle, setLoneTitle, add, changeTitle, remove } = useChosenFiles(dropped);
  const [shared, setShared] = useState(blankShared);
  const [isSubmitted, setSubmitted] = useState(false);
  const close = () => showDialog(null);
  const submit = () => {
    setSubmitted(true);
    const wrong = chosen.find(({ file }) => rejectionReason(file));
    if (wrong) return void toast.failure(t`Failed to upload document`, rejectionReason(wrong.file));
    const uploads = chosen.flatMap(({ file, title }) => {
      const fields = documentForm.valuesOf({ ...shared, title });
      return fields ? { file, fields } : [];
    });
    if (uploads.length === 0 || uploads.length < chosen.length)
      return void toast.failure(MISSING_FILE_OR_TITLE);
    startUploads(uploads);
    close();
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      onSubmit={submit}
      title={t`Upload Document`}
      description={LIMITS}
      footer={
        <>
          <Button variant="default" onClick={close}>
            {t`Cancel`}
          </Button>
          <Button type="submit">{submitLabel(chosen.length)}</Button>
        </>
      }
    >
      <Stack gap={14}>
        <FileField onChoose={add} hasFiles={chosen.length > 0} isSubmitted={isSubmitted} />
        {chosen.length === 0 && (
          <TextInput
            label={t`Title`}
            value={loneTitle}
            maxLength={300}
            onChange={({ target }) => setLoneTitle(target.value)}
          />
        )}
        {chosen.map(({ key, file, title }) => (
          <ChosenFile
            key={key}
            file={file}
            title={title}
            isOnly={chosen.length === 1}
            isSubmitted={isSubmitted}
            onTitle={(next) => changeTitle(key, next)}
            onRemove={() => remove(key)}
          />
        ))}
        <RecordForm fields={documentForm.fields} draft={shared} onChange={setShared} parts={{}} />
      </Stack>
    </Dialog>
  );
}

const submitLabel = (files: number) =>
  files > 1
    ? plural(files, { one: `Upload ${files} Document`, other: `Upload ${files} Documents` })
    : term("Upload", "verb: upload a file");

/** The files that are to be uploaded, each with a title; `loneTitle` is typed before there is a file. */
function useChosenFiles(dropped: readonly File[]) {
  const [chosen, setChosen] = useState<readonly Chosen[]>(() => dropped.map(choose));
  const [loneTitle, setLoneTitle] = useState("");
  const add = (files: readonly File[]) => {
    const [first, ...rest] = files.map(choose);
    if (!first) return;
    // A title typed before choosing a file belongs to the first file.
    const titled = chosen.length === 0 && loneTitle.trim() ? { ...first, title: loneTitle } : first;
    setChosen([...chosen, titled, ...rest]);
  };
  const changeTitle = (key: string, title: string) =>
    setChosen(chosen.map((each) => (each.key === key ? { ...each, title } : each)));
  const remove = (key: string) => setChosen(chosen.filter((each) => each.key !== key));
  return { chosen, loneTitle, setLoneTitle, add, changeTitle, remove };
}

type FileFieldProps = {
  onChoose(files: readonly File[]): void;
  hasFiles: boolean;
  isSubmitted: boolean;
};

/** The browser's own file input, styled; it accepts files dropped onto it as well. */
function FileField({ onChoose, hasFiles, isSubmitted }: FileFieldProps) {
  const id = useId();
  const error = isSubmitted && !hasFiles ? t`Choose a file` : undefined;
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(target.files ?? [])]);
    target.value = "";
  };
  return (
    <div>
      <Text htmlFor={id} as="label" weight="medium" margin="0 0 4px" display="block">
        {t`File`}
      </Text>
      <div className={styles.file} data-compact={hasFiles || undefined}>
        <span>{hasFiles ? t`Add more files` : t`Choose files or drop them here`}</span>
        <input
          id={id}
          type="file"
          multiple
          accept={EXTENSIONS.join(",")}
          className={styles.input}
          {...(error && { "aria-invalid": true, "aria-describedby": `${id}-error` })}
          data-autofocus={!hasFiles || undefined}
          onChange={choose}
        />
      </div>
      {error && (
        <Text id={`${id}-error`} size="label" tone="bad" margin="4px 0 0">
          {error}
        </Text>
      )}
    </div>
  );
}

type ChosenFileProps = {
  file: File;
  title: string;
  isOnly: boolean;
  isSubmitted: boolean;
  onTitle(title: string): void;
  onRemove(): void;
};

function ChosenFile({ file, title, isOnly, isSubmitted, onTitle, onRemove }: ChosenFileProps) {
  const fault = rejectionReason(file);
  return (
    <Stack gap={10} pad="10px 12px 12px" surface="outline">
      <Row gap={10}>
        <FileIcon fileName={file.name} isSmall />
        <Stack as="span" gap={0} size="list" grow>
          <Text as="span" weight="medium" overflow="dots">
            {file.name}
          </Text>
          <span className={fault ? styles.error : styles.size}>{fault ?? formatSize(file.size)}</span>
        </Stack>
        <IconButton label={t`Remove ${file.name}`} icon={X} onClick={onRemove} />
      </Row>
      <TextInput
        label={isOnly ? t`Title` : t`Title of ${file.name}`}
        value={title}
        maxLength={300}
        data-autofocus={isOnly || undefined}
        error={isSubmitted && title.trim() === "" && t`Enter a title`}
        onChange={({ target }) => onTitle(target.value)}
      />
    </Stack>
  );
}

const choose = (file: File): Chosen => ({
  key: crypto.randomUUID(),
  file,
  title: file.name
    .replace(/\.[^.]+$/, "")
    .replaceAll(/[_-]+/g, " ")
    .trim(),
});

/** Why the server would refuse the file, checked before anything is sent. */
function rejectionReason({ name, size }: File): string | undefined {
  if (!extensionOf(name)) return t`This type of file is not accepted`;
  if (size === 0) return t`The file is empty`;
  return size > MAX_FILE_BYTES ? t`${formatSize(size)}: a file may have at most 50 MB` : undefined;
}
