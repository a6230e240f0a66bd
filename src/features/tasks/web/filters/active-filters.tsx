import { X } from "lucide-react";
import { t } from "#i18n/message.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { Badge } from "#ui/display/badge.tsx";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { PRIORITY_LABELS, STATUS_LABELS } from "../../fields.ts";
import { projectRecords } from "../records.ts";
import { DUE_LABELS } from "../wording.ts";
import styles from "./active-filters.module.css";
import { filterOf, type TaskAddress, toggled, unfiltered } from "./task-address.ts";

type ActiveFiltersProps = { address: TaskAddress; change(parts: Partial<TaskAddress>): void };

/** The active filters, each with a button to remove it. */
export function ActiveFilters({ address, change }: ActiveFiltersProps) {
  const { status, priority, project, tag, due } = filterOf(address);
  const projectName = useRecord(projectRecords, project ?? "")?.name ?? t`Project`;
  const chips = [
    ...status.map((value) => chip(STATUS_LABELS[value], { status: toggled(address.status, value) })),
    ...priority.map((value) => chip(PRIORITY_LABELS[value], { priority: toggled(address.priority, value) })),
    ...(project ? [chip(projectName, { project: undefined })] : []),
    ...(tag ? [chip(`#${tag}`, { tag: undefined })] : []),
    ...(due ? [chip(DUE_LABELS[due], { due: undefined })] : []),
  ];
  return (
    <Row as="ul" gap={4} lineGap={2} wrap aria-label={t`Filters`}>
      {chips.map(({ label, without }) => (
        <li key={label}>
          <PlainButton
            className={styles.chip}
            aria-label={t`Remove filter ${label}`}
            onClick={() => change(without)}
          >
            <Badge tone="accent">
              {label}
              <X size="0.75rem" strokeWidth={2} aria-hidden />
            </Badge>
          </PlainButton>
        </li>
      ))}
      <li>
        <PlainButton
          className={styles.clear}
          onClick={() => change({ ...unfiltered, search: address.search })}
        >
          {t`Clear all`}
        </PlainButton>
      </li>
    </Row>
  );
}

const chip = (label: string, without: Partial<TaskAddress>) => ({ label, without });
