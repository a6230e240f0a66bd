import { plural, t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import type { UnreadableCard } from "./contact-card-actions.ts";

/** What an import could not take, so that the person can correct the file or add these by hand. */
export function UnreadableCards({ cards, onClose }: { cards: readonly UnreadableCard[]; onClose(): void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={plural(cards.length, {
        one: `${cards.length} card was not imported`,
        other: `${cards.length} cards were not imported`,
      })}
      footer={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      <Stack as="ul" gap={8}>
        {cards.map(({ line, name, reason }) => (
          <li key={line}>
            <Text as="span" weight="medium" overflow="break">
              {name || t`No name`}
            </Text>
            <Text as="p" tone="soft" size="list">
              {t`Line ${line}: ${reason}`}
            </Text>
          </li>
        ))}
      </Stack>
    </Dialog>
  );
}
