import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { promiseParts } from "#features/contacts/web/slots.ts";
import { t } from "#i18n/message.ts";
import { conflictingRecord } from "#platform/client/record-writes.ts";
import { FormButtons } from "#ui/forms/form-buttons.tsx";
import { laterDialog, laterPart } from "#ui/later-part.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { useShownRecord } from "#ui/shown-record.ts";
import type { EventOnWire } from "../../model.ts";
import { useDefaultCalendar } from "../calendars/use-calendars.ts";
import { dayAt } from "../days.ts";
import { AttendeeList } from "../invitations/attendees.tsx";
import { WhatIfMenu } from "../planning/ask-what-if.tsx";
import { useBlockOf } from "../planning/planned-blocks.ts";
import { eventRecords } from "../records.ts";
import { askScope } from "../series/ask-scope.ts";
import { planParts } from "../slots.ts";
import { SyncConflict } from "../sync/sync-conflict.tsx";
import { SyncErrorNotice } from "../sync/sync-error-notice.tsx";
import { AiBadge } from "./ai-badge.tsx";
import { EditConflictNotice } from "./edit-conflict-notice.tsx";
import { createEvent, deleteEvent, saveEvent } from "./event-actions.ts";
import { draftAt, draftOf, type EventDraft, fieldsOf, problemOf } from "./event-draft.ts";
import { EventFields } from "./event-fields.tsx";
import { closeEditor, type Editor, openEditor } from "./open-editor.ts";
import { TaskLink } from "./task-link.tsx";

const FocusNote = laterPart(async () => (await planParts.get()()).FocusNote);
const BlockNote = laterPart(async () => (await planParts.get()()).BlockNote);
const EventPromises = laterPart(async () => (await promiseParts.get()()).EventPromises);

/** 'Create Event' (CAL-03). */
export function CreateEventDialog({ editor }: { editor: Extract<Editor, { kind: "new event" }> }) {
  const calendarId = useDefaultCalendar();
  const [draft, setDraft] = useState<EventDraft>(editor.draft ?? { ...draftAt(editor.times), calendarId });
  const [isSubmitted, setSubmitted] = useState(false);
  const submit = () => {
    const problem = problemOf(draft);
    setSubmitted(true);
    if (problem) return void toast.failure(problem);
    closeEditor();
    // With the same key, a retry never creates the event twice.
    createEvent(fieldsOf(draft), editor.idempotencyKey).catch(() =>
      openEditor({ kind: "new event", times: editor.times, draft }, editor.idempotencyKey),
    );
  };
  return (
    <Dialog
      isOpen
      onClose={closeEditor}
      title={t`Create Event`}
      onSubmit={submit}
      footer={<FormButtons submit={t`Create Event`} onCancel={closeEditor} />}
    >
      <EventFields
        draft={draft}
        onChange={setDraft}
        isRequired
        findsTime={editor.findsTime}
        problem={isSubmitted ? problemOf(draft) : null}
      />
    </Dialog>
  );
}

const UnopenedEvent = laterDialog(async () => (await import("./unopened-event.tsx")).UnopenedEvent);

type EventEditor = Extract<Editor, { kind: "event" }>;

/** 'Edit Event' (CAL-08); an event that this page has not loaded is fetched first. */
export function EditEventDialog({ editor }: { editor: EventEditor }) {
  const [base, setBase] = useState(editor.base ?? eventRecords.get(editor.id));
  useShownRecord("event", editor.id);
  return base ? <OpenEvent editor={editor} base={base} /> : <UnopenedEvent id={editor.id} onOpen={setBase} />;
}

function OpenEvent({ editor, base }: { editor: EventEditor; base: EventOnWire }) {
  const { id, current, idempotencyKey } = editor;
  const [draft, setDraft] = useState(editor.draft ?? draftOf(base));
  const navigate = useNavigate();
  // Changes sent by this page before the dialog opened may still be saving: they are not changes by someone else.
  const [opened] = useState(() => eventRecords.whenSaved(id));

  const submit = async () => {
    const changesRule = (base.rrule ?? "") !== draft.repeat;
    const scope = await askScope("change", base, !changesRule);
    if (scope === null) return;
    closeEditor();
    const version = (current ?? (await opened) ?? base).version;
    const from = { ...base, id, version };
    try {
      await saveEvent(from, fieldsOf(draft, base), idempotencyKey, scope);
    } catch (error) {
      const newest = conflictingRecord<EventOnWire>(error);
      if (newest) openEditor({ kind: "event", id, draft, base: from, current: newest });
      else openEditor({ kind: "event", id, draft, base: from }, idempotencyKey);
    }
  };
  const block = useBlockOf(base);
  const replan = () => {
    closeEditor();
    void navigate({ to: "/calendar", search: planOf(base) });
  };
  const remove = async () => {
    if (await deleteEvent(eventRecords.get(id) ?? base)) closeEditor();
  };
  return (
    <Dialog
      isOpen
      onClose={closeEditor}
      title={t`Edit Event`}
      onSubmit={() => void submit()}
      footer={<FormButtons submit={t`Save`} onCancel={closeEditor} onDelete={() => void remove()} />}
    >
      <TaskLink description={draft.description} />
      {base.syncState === "conflict" && <SyncConflict event={base} onDone={closeEditor} />}
      {block && <BlockNote block={block} onReplan={replan} onClose={closeEditor} />}
      {isInvitation(base) && <FocusNote eventId={id} />}
      {block === null && base.createdByAi && <AiBadge event={base} onUndo={() => void remove()} />}
      {base.syncState === "refused" && <SyncErrorNotice event={base} onDone={closeEditor} />}
      {current && <EditConflictNotice base={base} current={current} />}
      <EventFields
        draft={draft}
        onChange={setDraft}
        id={id}
        isException={base.seriesId !== null && base.rrule === null}
      />
      <AttendeeList event={base} onDone={closeEditor} />
      <WhatIfMenu event={base} onAsk={closeEditor} />
      {/* At the end: they come after the dialog, and push nothing down. */}
      {(base.attendees.length > 0 || base.organizer !== null) && (
        <EventPromises eventId={id} onClose={closeEditor} />
      )}
    </Dialog>
  );
}

/** Somebody else organizes it. */
const isInvitation = ({ organizer, invitation, status }: EventOnWire): boolean =>
  organizer !== null && invitation === "none" && status !== "cancelled";

/** The plan of the day of the event, or of the coming days where it is over. */
function planOf({ startTime }: EventOnWire) {
  const day = dayAt(new Date(startTime));
  return day > dayAt(new Date()) ? { plan: "day", from: day, date: day } : { plan: "day" };
}
