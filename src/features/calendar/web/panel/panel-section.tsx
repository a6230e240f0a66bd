import { type ReactNode, useId } from "react";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";

type PanelSectionProps = { title: string; headerEnd?: ReactNode; children: ReactNode };

/** A part of the side panel with its own heading. */
export function PanelSection({ title, headerEnd, children }: PanelSectionProps) {
  const titleId = useId();
  return (
    <Stack as="section" gap={8} pad="16px 14px" shrink aria-labelledby={titleId}>
      <Row as="header" justify="space-between">
        <Text id={titleId} as="h2" size="body">
          {title}
        </Text>
        {headerEnd}
      </Row>
      {children}
    </Stack>
  );
}
