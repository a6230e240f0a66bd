import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { promiseParts } from "#features/contacts/web/slots.ts";
import { t } from "#i18n/message.ts";
import { conflictingRecord } from "#platform/client/record-writes.ts";
import { FormButtons } from "#ui/forms/form-buttons.tsx";
import { useHeldKeys } from "#ui/keyboard/held-keys.ts";
import { laterPart } from "#ui/later-part.tsx";
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
import { createEvent, deleteEvent, reportFailure, saveEvent } from "./event-actions.ts";
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

type EventEditor = Extract<Editor, { kind: "event" }>;

/** 'Edit Event' (CAL-08); an event that this page has not loaded is fetched first. */
export function EditEventDialog({ editor }: { editor: EventEditor }) {
  const [base, setBase] = useState(editor.base ?? eventRecords.get(editor.id));
  const isUnknown = base === undefined;
  useShownRecord("event", editor.id);
  useEffect(() => {
    if (isUnknown) void findEvent(editor.id).then(setBase);
  }, [isUnknown, editor.id]);
  const promises = usePromisesOf(base);
  return base && promises ? (
    <OpenEvent editor={editor} base={base} knowsPromises={promises.areKnown} />
  ) : null;
}

/** Milliseconds for which the dialog waits for what is open with the people of its event. */
const WAIT_MS = 400;

const hasPeople = ({ attendees, organizer }: EventOnWire) => attendees.length > 0 || organizer !== null;

/** Known before the dialog is shown, or at its end: what comes later would push its fields down. */
function usePromisesOf(event: EventOnWire | undefined): { areKnown: boolean } | undefined {
  const queries = useQueryClient();
  const [promises, setPromises] = useState<{ areKnown: boolean }>();
  const [id, isMeeting] = [event?.id, event && hasPeople(event)];
  useEffect(() => {
    if (!id || !isMeeting) return;
    const timer = setTimeout(() => setPromises({ areKnown: false }), WAIT_MS);
    const show = (areKnown: boolean) => setPromises((before) => before ?? { areKnown });
    Promise.all([EventPromises.fetch(), fetchPromises(queries, id)])
      .then(
        () => show(true),
        // Where they cannot be read, the event opens all the same.
        () => show(false),
      )
      .finally(() => clearTimeout(timer));
    return () => clearTimeout(timer);
  }, [id, isMeeting, queries]);
  useHeldKeys(isMeeting === true && !promises, promises !== undefined);
  return isMeeting === false ? WITHOUT : promises;
}

const WITHOUT = { areKnown: false };
const fetchPromises = async (queries: QueryClient, id: string) =>
  (await promiseParts.get()()).fetchEventPromises(queries, id);

async function findEvent(id: string): Promise<EventOnWire | undefined> {
  try {
    const event = await eventRecords.fetch(id);
    if (event) return event;
    toast.notice(t`This event was deleted`);
  } catch (error) {
    reportFailure(t`Failed to fetch events`, error);
  }
  closeEditor();
  return undefined;
}

type OpenEventProps = { editor: EventEditor; base: EventOnWire; knowsPromises: boolean };

function OpenEvent({ editor, base, knowsPromises }: OpenEventProps) {
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
      {knowsPromises && <EventPromises eventId={id} onClose={closeEditor} />}
      <EventFields
        draft={draft}
        onChange={setDraft}
        id={id}
        isException={base.seriesId !== null && base.rrule === null}
      />
      <AttendeeList event={base} onDone={closeEditor} />
      <WhatIfMenu event={base} onAsk={closeEditor} />
      {!knowsPromises && hasPeople(base) && <EventPromises eventId={id} onClose={closeEditor} />}
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
