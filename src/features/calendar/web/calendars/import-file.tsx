import { useId, useState } from "react";
import { formatDate } from "#ui/dates.ts";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { calendarFiles } from "../api.ts";
import styles from "./calendars-dialog.module.css";
import { useActOnCalendars } from "./use-calendars.ts";

type Preview = Awaited<ReturnType<typeof calendarFiles.preview.call>>;
type Chosen = { fileName: string; text: string; preview: Preview };

/** Imports a file of events after a preview; exports all events as one file. */
export function ImportFile() {
  const { chosen, problem, isBusy, loadFile, importEvents } = useFileImport();
  const id = useId();
  return (
    <details className={styles.section}>
      <summary>Import or export a file</summary>
      <Stack pad="12px 0 0" gap={12} align="start" className={styles.form}>
        <Text htmlFor={id} as="label" tone="soft" size="list">
          Calendar file (.ics)
        </Text>
        <input
          id={id}
          type="file"
          accept=".ics,text/calendar"
          onChange={({ target }) => void loadFile(target.files?.[0])}
        />
        {problem && (
          <Text role="alert" tone="soft" size="list">
            {problem}
          </Text>
        )}
        {chosen && <PreviewSummary preview={chosen.preview} />}
        {chosen && (
          <BusyButton isBusy={isBusy} onClick={() => void importEvents(chosen)}>
            Import
          </BusyButton>
        )}
        <Button variant="default" onClick={() => void download()}>
          Export all events
        </Button>
      </Stack>
    </details>
  );
}

function useFileImport() {
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const act = useActOnCalendars();
  const loadFile = async (file: File | undefined) => {
    setChosen(undefined);
    setProblem("");
    if (!file) return;
    setBusy(true);
    try {
      const text = await file.text();
      setChosen({ fileName: file.name, text, preview: await calendarFiles.preview.call({ text }) });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  const importEvents = async ({ text, preview, fileName }: Chosen) => {
    setBusy(true);
    const newCalendar = (preview.name || fileName.replace(/\.ics$/i, "")).slice(0, 200) || "Imported";
    const done = await act("Failed to import the file", () =>
      calendarFiles.import.call({ text, newCalendar }),
    );
    setBusy(false);
    if (!done) return;
    setChosen(undefined);
    toast.success(`${counted(done.added)} imported`);
  };
  return { chosen, problem, isBusy, loadFile, importEvents };
}

const PreviewSummary = ({ preview: { events, series, existing, from, to, first } }: { preview: Preview }) => (
  <Text role="status" as="div" tone="soft" size="list">
    <p>
      {counted(events)}
      {series > 0 && `, ${series} of them repeat`}
      {existing > 0 && `, ${existing} already in your calendar`}
      {from && to && `, ${formatDate(from)} – ${formatDate(to)}`}
    </p>
    <p>
      {first
        .slice(0, 4)
        .map(({ title }) => title || "(No title)")
        .join(" · ")}
    </p>
  </Text>
);

const counted = (events: number) => (events === 1 ? "1 event" : `${events} events`);

async function download(): Promise<void> {
  try {
    const { fileName, text } = await calendarFiles.export.call({});
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/calendar" }));
    link.download = fileName;
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    toast.failure("Failed to export events", error instanceof Error ? error.message : String(error));
  }
}
