import {
  CalendarClock,
  CalendarPlus,
  Download,
  FileJson,
  FileText,
  ListPlus,
  Mail,
  MessageSquare,
  Table,
} from "lucide-react";
import { t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Menu, type MenuItem } from "#ui/overlays/menu.tsx";
import type { DecisionOnWire } from "../../model.ts";
import { draftMail, makeEvent, makeTask, messageWorkspace, setReview } from "./follow-up.ts";

const REVIEWS = [
  { label: t`In a month`, months: 1 },
  { label: t`In three months`, months: 3 },
  { label: t`In a year`, months: 12 },
];

/** Follow-ups of a decision (task, event, mail, message, review) and its exports. */
export function DecisionActions({ decision }: { decision: DecisionOnWire }) {
  const { id, status } = decision;
  const download = (file: string) => window.location.assign(`/files/decisions/${id}/${file}`);
  const exports: MenuItem[] = [
    { label: "PDF", icon: FileText, onSelect: () => download("decision.pdf") },
    { label: "CSV", icon: Table, onSelect: () => download("log.csv") },
    { label: t`Log to verify (JSON)`, icon: FileJson, onSelect: () => download("log.json") },
  ];
  return (
    <Row align="stretch" wrap>
      {status === "completed" && (
        <>
          <Action icon={ListPlus} label={t`Create task`} onClick={() => void makeTask(decision)} />
          <Action icon={CalendarPlus} label={t`Create event`} onClick={() => void makeEvent(decision)} />
          <Action icon={Mail} label={t`Draft email`} onClick={() => void draftMail(decision)} />
          <Action
            icon={MessageSquare}
            label={t`Tell the workspace`}
            onClick={() => void messageWorkspace(decision)}
          />
          <Menu
            label={t`Review`}
            items={REVIEWS.map(({ label, months }) => ({
              label,
              onSelect: () => void setReview(decision, months),
            }))}
            trigger={(props) => (
              <Button
                {...props}
                variant="default"
                size="xs"
                leftSection={<CalendarClock size={14} strokeWidth={1.75} aria-hidden />}
              >
                {t`Set a review`}
              </Button>
            )}
          />
        </>
      )}
      <Menu
        label={t`Export`}
        items={exports}
        trigger={(props) => (
          <Button
            {...props}
            variant="default"
            size="xs"
            leftSection={<Download size={14} strokeWidth={1.75} aria-hidden />}
          >
            {t`Export`}
          </Button>
        )}
      />
    </Row>
  );
}

type ActionProps = { icon: typeof ListPlus; label: string; onClick(): void };

const Action = ({ icon: Icon, label, onClick }: ActionProps) => (
  <Button
    variant="default"
    size="xs"
    leftSection={<Icon size={14} strokeWidth={1.75} aria-hidden />}
    onClick={onClick}
  >
    {label}
  </Button>
);
