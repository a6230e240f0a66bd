import { useId, useState } from "react";
import { plural, t, term } from "#i18n/message.ts";
import { formatDate } from "#ui/dates.ts";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { calendarFiles } from "../api.ts";
import styles from "./calendars-dialog.module.css";
import { sendCalendarFile } from "./send-calendar-file.ts";
import { useActOnCalendars } from "./use-calendars.ts";

type Preview = Awaited<ReturnType<typeof calendarFiles.preview.call>>;
type Imported = Awaited<ReturnType<typeof calendarFiles.import.call>>;
type Chosen = { file: File; preview: Preview };

/** Imports a file of events after a preview; exports all events as one file. */
export function ImportFile() {
  const { chosen, problem, isBusy, imported, loadFile, importEvents } = useFileImport();
  const id = useId();
  return (
    <details className={styles.section}>
      <summary>{t`Import or export a file`}</summary>
      <Stack pad="12px 0 0" gap={12} align="start" className={styles.form}>
        <Text htmlFor={id} as="label" tone="soft" size="list">
          {t`Calendar file (.ics)`}
        </Text>
        <input
          id={id}
          type="file"
          accept=".ics,.vcs,.ical,text/calendar,text/x-vcalendar"
          onChange={({ target }) => void loadFile(target.files?.[0])}
        />
        {problem && (
          <Text role="alert" tone="soft" size="list">
            {problem}
          </Text>
        )}
        {chosen && <PreviewSummary preview={chosen.preview} />}
        {chosen && <FileProblems of={chosen.preview} />}
        {chosen && (
          <BusyButton isBusy={isBusy} onClick={() => void importEvents(chosen)}>
            {term("Import", "button")}
          </BusyButton>
        )}
        {imported && imported.problems.length > 0 && <FileProblems of={imported} />}
        <Button variant="default" onClick={() => void download()}>
          {t`Export all events`}
        </Button>
      </Stack>
    </details>
  );
}

function useFileImport() {
  const [chosen, setChosen] = useState<Chosen>();
  const [imported, setImported] = useState<Imported>();
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const act = useActOnCalendars();
  const loadFile = async (file: File | undefined) => {
    setChosen(undefined);
    setImported(undefined);
    setProblem("");
    if (!file) return;
    setBusy(true);
    try {
      setChosen({ file, preview: await sendCalendarFile<Preview>("preview", file) });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  const importEvents = async ({ file, preview }: Chosen) => {
    setBusy(true);
    const newCalendar =
      (preview.name || file.name.replace(/\.\w+$/, "")).slice(0, 200) ||
      term("Imported", "name of a calendar");
    const done = await act(t`Failed to import the file`, () =>
      sendCalendarFile<Imported>("import", file, { newCalendar }),
    );
    setBusy(false);
    if (!done) return;
    setChosen(undefined);
    setImported(done);
    toast.undo(t`${countedEntries(done.added, done.tasks, done.notes)} imported`, () => {
      setImported(undefined);
      void act(t`Failed to undo the import`, () => calendarFiles.removeImport.call(done.records));
    });
  };
  return { chosen, problem, isBusy, imported, loadFile, importEvents };
}

const PreviewSummary = ({
  preview: { events, series, existing, tasks, notes, from, to, first },
}: {
  preview: Preview;
}) => (
  <Text role="status" as="div" tone="soft" size="list">
    <p>
      {[
        countedEntries(events, tasks, notes),
        series > 0 && plural(series, { one: `${series} of them repeat`, other: `${series} of them repeat` }),
        existing > 0 &&
          plural(existing, {
            one: `${existing} already in your calendar`,
            other: `${existing} already in your calendar`,
          }),
        from && to && `${formatDate(from)} – ${formatDate(to)}`,
      ]
        .filter(Boolean)
        .join(", ")}
    </p>
    <p>
      {first
        .slice(0, 4)
        .map(({ title }) => title || t`(No title)`)
        .join(" · ")}
    </p>
    {notes > 0 && (
      <p>
        {notes === 1 ? t`The note is saved as text in Documents.` : t`Notes are saved as text in Documents.`}
      </p>
    )}
  </Text>
);

/** '3 events, 1 task and 2 notes' */
function countedEntries(events: number, tasks: number, notes: number): string {
  const parts = [
    ...(events > 0 || tasks + notes === 0
      ? [plural(events, { one: `${events} event`, other: `${events} events` })]
      : []),
    ...(tasks > 0 ? [plural(tasks, { one: `${tasks} task`, other: `${tasks} tasks` })] : []),
    ...(notes > 0 ? [plural(notes, { one: `${notes} note`, other: `${notes} notes` })] : []),
  ];
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : t`${parts.slice(0, -1).join(", ")} and ${last}`;
}

/** What is left out of the import, or imported in part, each with its line and its reason. */
function FileProblems({
  of: { skipped, problems, isCutOff },
}: {
  of: Pick<Preview, "skipped" | "problems" | "isCutOff">;
}) {
  const partial = problems.length - Math.min(skipped, problems.length);
  if (problems.length === 0 && !isCutOff) return null;
  return (
    <details className={styles.problems} open={problems.length <= 3}>
      <summary>
        {[
          ...(skipped > 0
            ? [
                plural(skipped, {
                  one: `${skipped} entry cannot be imported`,
                  other: `${skipped} entries cannot be imported`,
                }),
              ]
            : []),
          ...(partial > 0
            ? [plural(partial, { one: `${partial} imported in part`, other: `${partial} imported in part` })]
            : []),
          ...(isCutOff ? [t`The file ends in the middle of an entry`] : []),
        ].join(" · ")}
      </summary>
      <ul>
        {problems.map(({ line, title, reason, isImported }) => (
          <li key={`${line} ${reason}`}>
            <strong>{title || t`(No title)`}</strong>
            {isImported && ` ${t`(imported)`}`}: {reason}
            {line > 0 && ` ${t`(line ${line})`}`}
          </li>
        ))}
      </ul>
    </details>
  );
}

async function download(): Promise<void> {
  try {
    const { fileName, text } = await calendarFiles.export.call({});
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/calendar" }));
    link.download = fileName;
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    toast.failure(t`Failed to export events`, error instanceof Error ? error.message : String(error));
  }
}
