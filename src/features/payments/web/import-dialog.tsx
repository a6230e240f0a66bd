import { FileSpreadsheet } from "lucide-react";
import { plural, t } from "#i18n/message.ts";
import { oneOf } from "#platform/client/read-params.ts";
import { formatNumber } from "#platform/numbers/format-number.ts";
import { Badge } from "#ui/display/badge.tsx";
import { FileInput } from "#ui/fields/file-input.tsx";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { DAY_ORDERS, IMPORT_FIELDS, type ImportField, REQUIRED_FIELDS } from "../model.ts";
import styles from "./import-dialog.module.css";
import { type ImportCount, type ImportFile, useImport } from "./use-import.ts";

const LABELS: Record<ImportField, string> = {
  date: t`Date`,
  amount: t`Amount`,
  email: t`Email`,
  id: t`Transaction ID`,
  name: t`Customer`,
  currency: t`Currency`,
  status: t`Status`,
  paymentMethod: t`Payment method`,
  plan: t`Plan`,
  description: t`Description`,
  subscription: t`Subscription`,
  refunded: t`Refunded`,
};
const NO_COLUMN = "";

/** Choose a file, say what its columns are, see what would come of it, import. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const form = useImport(onClose);
  const { file, trial, progress } = form;
  const isBusy = progress !== undefined;
  const isReady = trial !== undefined && trial.added > 0;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Import payments`}
      description={t`A CSV file from your payment service or your books. Every line is checked before anything is stored.`}
      size="large"
      onSubmit={() => void (isReady ? form.run() : form.check())}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" disabled={!file || form.missing.length > 0} loading={isBusy}>
            {isReady
              ? plural(trial.added, {
                  one: `Import ${formatNumber(trial.added)} payments`,
                  other: `Import ${formatNumber(trial.added)} payments`,
                })
              : t`Check the file`}
          </Button>
        </>
      }
    >
      <Stack>
        <FileInput
          label={t`File`}
          placeholder={t`Choose a CSV file`}
          accept=".csv,.tsv,.txt,text/csv"
          leftSection={<FileSpreadsheet size={16} strokeWidth={1.75} aria-hidden />}
          error={form.problem}
          data-autofocus
          onChange={(given) => given && void form.choose(given)}
        />
        {file && <Columns file={file} form={form} />}
        {isBusy && (
          <progress className={styles.progress} value={progress} aria-label={t`Rows that were read`} />
        )}
        {trial && <Trial count={trial} />}
      </Stack>
    </Dialog>
  );
}

function Columns({ file, form }: { file: ImportFile; form: ReturnType<typeof useImport> }) {
  const { choice, change, missing } = form;
  const columns = file.head.map((name, index) => ({
    value: String(index),
    label: name.trim() || t`Column ${index + 1}`,
  }));
  const example = (field: ImportField) => {
    const column = choice.mapping[field];
    return column === undefined ? undefined : file.rows[0]?.cells[column]?.slice(0, 40);
  };
  return (
    <Grid as="fieldset" columns="11rem" gap={16} lineGap={12} align="start">
      <legend className={styles.legend}>
        {plural(file.rows.length, {
          one: `${formatNumber(file.rows.length)} lines. Which column is what?`,
          other: `${formatNumber(file.rows.length)} lines. Which column is what?`,
        })}
      </legend>
      {IMPORT_FIELDS.map((field) => (
        <NativeSelect
          key={field}
          label={LABELS[field]}
          required={REQUIRED_FIELDS.includes(field)}
          description={example(field) || " "}
          value={choice.mapping[field] === undefined ? NO_COLUMN : String(choice.mapping[field])}
          error={missing.includes(field) ? t`Please choose its column` : undefined}
          onChange={({ target }) => {
            const { [field]: _, ...others } = choice.mapping;
            change({
              mapping: target.value === NO_COLUMN ? others : { ...others, [field]: Number(target.value) },
            });
          }}
          data={[{ value: NO_COLUMN, label: t`Not in the file` }, ...columns]}
        />
      ))}
      <NativeSelect
        label={t`Days are written`}
        description={t`ISO dates are always understood`}
        value={choice.dayOrder}
        onChange={({ target }) => change({ dayOrder: oneOf(DAY_ORDERS)(target.value) ?? choice.dayOrder })}
        data={[
          { value: "dmy", label: "31.12.2026" },
          { value: "mdy", label: "12/31/2026" },
        ]}
      />
      {choice.mapping.currency === undefined && (
        <TextInput
          label={t`Currency of all rows`}
          description={t`Three letters`}
          maxLength={3}
          value={choice.currency}
          error={/^[a-z]{3}$/i.test(choice.currency) ? undefined : t`Such as USD`}
          onChange={({ target }) => change({ currency: target.value })}
        />
      )}
    </Grid>
  );
}

/** Scrolls the section into view when it appears below many fields. */
const show = (section: HTMLElement | null) => section?.scrollIntoView({ block: "nearest" });

const Trial = ({ count }: { count: ImportCount }) => (
  <Stack as="section" gap={8} ref={show} aria-label={t`What would be imported`}>
    <Row as="p" align="stretch" wrap role="status">
      <Badge tone="good" dot>
        {plural(count.added, {
          one: `${formatNumber(count.added)} new`,
          other: `${formatNumber(count.added)} new`,
        })}
      </Badge>
      <Badge dot>{t`${formatNumber(count.known)} known already`}</Badge>
      <Badge tone={count.invalid > 0 ? "bad" : "neutral"} dot>
        {t`${formatNumber(count.invalid)} with a fault`}
      </Badge>
    </Row>
    {count.invalid > 0 && (
      <>
        <Text tone="soft" size="list">
          {t`Lines with a fault are left out. Mend them and import the file again.`}
        </Text>
        <Text as="ul" size="list" className={styles.problems} tabIndex={0}>
          {count.problems.map(({ line, problem }) => (
            <li key={line}>
              <Text as="span" tone="soft" isTabular className={styles.line}>
                {t`Line ${formatNumber(line)}`}
              </Text>{" "}
              {problem}
            </li>
          ))}
        </Text>
      </>
    )}
  </Stack>
);
