import { useState } from "react";
import { useRecord } from "#platform/client/use-records.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Textarea } from "#ui/fields/textarea.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { FieldPair } from "#ui/layout/form-grid.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import {
  categoryLabel,
  DOCUMENT_CATEGORIES,
  type DocumentCategory,
  type DocumentOnWire,
  parseTags,
} from "../../model.ts";
import { conflictingDocument, saveDocument } from "../document-mutations.ts";
import { documentRecords } from "../records.ts";
import { showDialog } from "./open-document.ts";

/** 'Edit Document': what is said about the file, not the file. */
export function EditDialog({ id }: { id: string }) {
  const document = useRecord(documentRecords, id);
  return document ? <OpenEditor opened={document} /> : null;
}

function OpenEditor({ opened }: { opened: DocumentOnWire }) {
  const [base, setBase] = useState(opened);
  const [title, setTitle] = useState(base.title);
  const [description, setDescription] = useState(base.description ?? "");
  const [category, setCategory] = useState(base.category as DocumentCategory);
  const [tags, setTags] = useState(base.tags.join(", "));
  const [isSaving, setSaving] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const close = () => showDialog(null);
  const save = async () => {
    if (title.trim() === "") return void toast.failure("Give the document a title");
    setSaving(true);
    const change = {
      title: title.trim(),
      description: description.trim() || null,
      category,
      tags: parseTags(tags),
    };
    try {
      await saveDocument(base, change, `${key} ${base.version}`.replace(" ", "-"));
      close();
    } catch (error) {
      const theirs = conflictingDocument(error);
      if (theirs) {
        setBase(theirs);
        toast.notice(
          "This document was changed elsewhere",
          "Your changes are still here. Review them and save again",
        );
      }
      setSaving(false);
    }
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      onSubmit={() => void save()}
      title="Edit Document"
      description={base.fileName}
      footer={
        <>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            Save
          </Button>
        </>
      }
    >
      <Stack gap={14}>
        <TextInput
          label="Title"
          data-autofocus
          maxLength={300}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        <Textarea
          label="Description"
          rows={3}
          maxLength={2000}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
        <FieldPair>
          <NativeSelect
            label="Category"
            value={category}
            data={DOCUMENT_CATEGORIES.map((each) => ({ value: each, label: categoryLabel(each) }))}
            onChange={({ target }) => setCategory(target.value as DocumentCategory)}
          />
          <TextInput label="Tags" value={tags} onChange={({ target }) => setTags(target.value)} />
        </FieldPair>
      </Stack>
    </Dialog>
  );
}
