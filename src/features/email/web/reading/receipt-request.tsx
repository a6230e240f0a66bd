import { MailCheck, MailQuestionMark } from "lucide-react";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { Button } from "#ui/inputs/button.tsx";
import { IconText } from "#ui/layout/icon-text.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import type { OpenEmailOnWire } from "../../model.ts";
import { emails } from "../api.ts";
import { addressOf } from "./format-people.ts";
import { openedQuery } from "./thread-queries.ts";

/** Whether the sender gets the read receipt that they ask for; nothing is sent unless the reader decides it. */
export function ReceiptRequest({ email }: { email: OpenEmailOnWire }) {
  const { id, sender, receiptRequest } = email;
  const { mutate, isPending } = useWrite({
    send: (answer: "sent" | "declined") => emails.answerReceiptRequest.call({ id, answer }),
    stores: openedQuery(id).queryKey,
    failed: t`The request for a read receipt was not answered`,
  });
  if (!receiptRequest || receiptRequest.answer === "declined") return null;
  if (receiptRequest.answer === "sent")
    return (
      <IconText icon={MailCheck} size="list" tone="faint">
        {t`You sent a read receipt`}
      </IconText>
    );
  return (
    <Stack as="section" gap={8} aria-label={t`Read receipt`}>
      <IconText icon={MailQuestionMark} size="list" tone="soft" overflow="break">
        {`${t`The sender asks for a read receipt.`} ${whereTo(receiptRequest.to, addressOf(sender))}`}
      </IconText>
      <Row gap={8} margin="0 0 0 24px" wrap>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t`Send the read receipt`}
          disabled={isPending}
          onClick={() => mutate("sent")}
        >
          {t`Send`}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={t`Don't send a read receipt`}
          disabled={isPending}
          onClick={() => mutate("declined")}
        >
          {t`Don't send`}
        </Button>
      </Row>
    </Stack>
  );
}

/** A stranger who gets a receipt learns that this address is read: the reader should see who gets it. */
function whereTo(to: readonly string[], sender: string): string {
  const others = to.filter((address) => address.toLowerCase() !== sender);
  const people = to.join(", ");
  if (others.length === 0) return t`It goes to ${people}.`;
  return others.length === to.length
    ? t`It goes to ${people}, not to the address that the message is from.`
    : t`It goes to ${people}, not only to the address that the message is from.`;
}
