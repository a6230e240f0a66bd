import { plural, t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";

type UnreadableRemoteCardsProps = {
  cards: readonly { href: string; name: string; reason: string; book: string }[];
  onClose(): void;
};

/** The cards of a server that are not among the contacts, so that the person can mend them there. */
export function UnreadableRemoteCards({ cards, onClose }: UnreadableRemoteCardsProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={plural(cards.length, {
        one: `${cards.length} card could not be read`,
        other: `${cards.length} cards could not be read`,
      })}
      footer={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      <Stack as="ul" gap={12}>
        {cards.map(({ href, name, reason, book }) => (
          <li key={href}>
            <Text as="span" weight="medium" overflow="break">
              {name || fileNameOf(href)}
            </Text>
            <Text as="p" tone="soft" size="list" overflow="break">
              {`${book}: ${reason}`}
            </Text>
          </li>
        ))}
      </Stack>
    </Dialog>
  );
}

const fileNameOf = (href: string) => new URL(href).pathname.split("/").at(-1) ?? "";
