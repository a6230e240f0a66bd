import { Button, FileInput, NativeSelect, TextInput } from "@mantine/core";
import { FileSpreadsheet } from "lucide-react";
import { Badge } from "#ui/display/badge.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { DayOrder, IMPORT_FIELDS, type ImportField, REQUIRED_FIELDS } from "../model.ts";
import styles from "./import-dialog.module.css";
import { type ImportCount, type ImportFile, useImport } from "./use-import.ts";

const LABELS: Record<ImportField, string> = {
  date: "Date",
  amount: "Amount",
  email: "Email",
  id: "Transaction ID",
  name: "Customer",
  currency: "Currency",
  status: "Status",
  paymentMethod: "Payment method",
  plan: "Plan",
  description: "Description",
  subscription: "Subscription",
  refunded: "Refunded",
};
const NO_COLUMN = "";

/** Choose a file, say what its columns are, see what would come of it, import. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const form = useImport(onClose);
  const { file, trial, progress } = form;
  const isBusy = progress !== undefined;
  const isReady = trial !== undefined && trial.fresh > 0;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Import payments"
      description="A CSV file from your payment service or your books. Every line is checked before anything is stored."
      size="large"
      onSubmit={() => void (isReady ? form.run() : form.check())}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!file || form.missing.length > 0} loading={isBusy}>
            {isReady ? `Import ${trial.fresh.toLocaleString()} payments` : "Check the file"}
          </Button>
        </>
      }
    >
      <div className={styles.steps}>
        <FileInput
          label="File"
          placeholder="Choose a CSV file"
          accept=".csv,.tsv,.txt,text/csv"
          leftSection={<FileSpreadsheet size={16} strokeWidth={1.75} aria-hidden />}
          error={form.problem}
          data-autofocus
          onChange={(given) => given && void form.choose(given)}
        />
        {file && <Columns file={file} form={form} />}
        {isBusy && <progress className={styles.progress} value={progress} aria-label="Rows that were read" />}
        {trial && <Trial count={trial} />}
      </div>
    </Dialog>
  );
}

function Columns({ file, form }: { file: ImportFile; form: ReturnType<typeof useImport> }) {
  const { choice, change, missing } = form;
  const columns = file.head.map((name, index) => ({
    value: String(index),
    label: name.trim() || `Column ${index + 1}`,
  }));
  const example = (field: ImportField) => {
    const column = choice.mapping[field];
    return column === undefined ? undefined : file.rows[0]?.cells[column]?.slice(0, 40);
  };
  return (
    <fieldset className={styles.columns}>
      <legend className={styles.legend}>
        {file.rows.length.toLocaleString()} lines. Which column is what?
      </legend>
      {IMPORT_FIELDS.map((field) => (
        <NativeSelect
          key={field}
          label={LABELS[field]}
          required={REQUIRED_FIELDS.includes(field)}
          description={example(field) || " "}
          value={choice.mapping[field] === undefined ? NO_COLUMN : String(choice.mapping[field])}
          error={missing.includes(field) ? "Please choose its column" : undefined}
          onChange={({ target }) => {
            const { [field]: _, ...others } = choice.mapping;
            change({
              mapping: target.value === NO_COLUMN ? others : { ...others, [field]: Number(target.value) },
            });
          }}
          data={[{ value: NO_COLUMN, label: "Not in the file" }, ...columns]}
        />
      ))}
      <NativeSelect
        label="Days are written"
        description="ISO dates are always understood"
        value={choice.dayOrder}
        onChange={({ target }) => change({ dayOrder: DayOrder.parse(target.value) })}
        data={[
          { value: "dmy", label: "31.12.2026" },
          { value: "mdy", label: "12/31/2026" },
        ]}
      />
      {choice.mapping.currency === undefined && (
        <TextInput
          label="Currency of all rows"
          description="Three letters"
          maxLength={3}
          value={choice.currency}
          error={/^[a-z]{3}$/i.test(choice.currency) ? undefined : "Such as USD"}
          onChange={({ target }) => change({ currency: target.value })}
        />
      )}
    </fieldset>
  );
}

/** Below many fields: it moves into view when it is there. */
const show = (section: HTMLElement | null) => section?.scrollIntoView({ block: "nearest" });

const Trial = ({ count }: { count: ImportCount }) => (
  <section ref={show} className={styles.trial} aria-label="What would be imported">
    <p className={styles.counts} role="status">
      <Badge tone="good" dot>
        {count.fresh.toLocaleString()} new
      </Badge>
      <Badge dot>{count.known.toLocaleString()} known already</Badge>
      <Badge tone={count.wrong > 0 ? "bad" : "neutral"} dot>
        {count.wrong.toLocaleString()} with a fault
      </Badge>
    </p>
    {count.wrong > 0 && (
      <>
        <p className={styles.note}>Lines with a fault are left out. Mend them and import the file again.</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, so the keyboard has to reach it */}
        <ul className={styles.problems} tabIndex={0}>
          {count.problems.map(({ line, problem }) => (
            <li key={line}>
              <span className={styles.line}>Line {line.toLocaleString()}</span> {problem}
            </li>
          ))}
        </ul>
      </>
    )}
  </section>
);
