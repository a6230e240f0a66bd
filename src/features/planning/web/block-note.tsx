import { Link } from "@tanstack/react-router";
import { RefreshCw } from "lucide-react";
import type { PlannedBlock } from "#features/calendar/web/slots.ts";
import { t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { KINDS } from "./plan-words.ts";

type BlockNoteProps = { block: PlannedBlock; onReplan(): void; onClose(): void };

/** What a block is for, with the way there, and why it is where it is. */
export function BlockNote({ block: { kind, href, reasons }, onReplan, onClose }: BlockNoteProps) {
  const { icon: Icon } = KINDS[kind];
  return (
    <Row
      as="section"
      surface="card"
      gap={10}
      align="start"
      pad="10px 10px 10px 12px"
      margin="0 0 16px"
      aria-label={t`Why it is planned`}
    >
      <Icon size="1rem" strokeWidth={1.75} color="var(--accent)" aria-hidden />
      <Stack gap={6} grow>
        <Text size="list" weight="medium">
          {rich(FOR[kind], (words) => (
            <Text as="span" tone="accent">
              <Link to={href} onClick={onClose}>
                {words}
              </Link>
            </Text>
          ))}
        </Text>
        <Text size="label" tone="soft">
          {reasons.map(({ text }) => text).join(" · ")}
        </Text>
        <div>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<RefreshCw size={14} strokeWidth={1.75} aria-hidden />}
            onClick={onReplan}
          >
            {t`Replan`}
          </Button>
        </div>
      </Stack>
    </Row>
  );
}

const FOR: Record<PlannedBlock["kind"], string> = {
  task: t`Planned for a task. <0>Open the task</0>`,
  preparation: t`Planned to prepare a meeting. <0>Open the meeting</0>`,
  answer: t`Planned for an answer. <0>Open what is answered</0>`,
};
