import { useMediaQuery } from "@mantine/hooks";
import type { ContactOnWire } from "#features/contacts/model.ts";
import { t } from "#i18n/message.ts";
import { useRecordList } from "#platform/client/use-records.ts";
import { useAddressAction } from "#ui/use-address-action.ts";
import { requestCall } from "./calls/incoming-calls.ts";
import type { ChangeAddress, CommunicationAddress } from "./communication-address.ts";
import { openDirect } from "./conversations/conversation-actions.ts";
import { reportFailure } from "./messages/message-actions.ts";
import { conversationRecords, conversationSource, messageRecords } from "./records.ts";

/**
 * COMM-12: opens the first conversation, and keeps it open while others move to the top. On narrow screens the list is
 * shown first.
 */
export function useFirstConversation(
  { conversation, tab, ...asked }: CommunicationAddress,
  change: ChangeAddress,
): void {
  const isWide = useMediaQuery("(min-width: 48.01em)", undefined, { getInitialValueInEffect: false });
  const { key, source } = conversationSource(false, undefined);
  const first = useRecordList(conversationRecords, key, source).ids[0];
  const hasOtherTarget = Boolean(asked.with || asked.call || asked.message);
  useAddressAction(isWide && !conversation && !hasOtherTarget ? first : undefined, (id) =>
    change({ conversation: id }, { replace: true }),
  );
}

const fetchContact = async (id: string) =>
  (await import("#features/contacts/web/public/contact-records.ts")).contactRecords.fetch(id);

type DialogOfAddress = { kind: "conversation" } | { kind: "contact"; contact?: ContactOnWire };

/** Executes `?with=`, `?call=`, `?message=`, `?contact=` and `?create=` and removes them from the address. */
export function useAddressActions(
  address: CommunicationAddress,
  change: ChangeAddress,
  onDialog: (dialog: DialogOfAddress) => void,
): void {
  const { create, contact, message, conversation } = address;
  useAddressAction(address.call ?? address.with, async (userId) => {
    const opened = await openDirect({ userId });
    change(
      { with: undefined, call: undefined, ...(opened && { conversation: opened.id }) },
      { replace: true },
    );
    if (opened && address.call) requestCall({ conversationId: opened.id, name: opened.name, kind: "video" });
  });
  useAddressAction(conversation === undefined ? message : undefined, async (id) => {
    const found = await messageRecords.fetch(id).catch((error: unknown) => {
      reportFailure(t`Failed to open message`, error);
    });
    if (found === null) reportFailure(t`This message was deleted`, null);
    change(found ? { conversation: found.conversationId, message: id } : { message: undefined }, {
      replace: true,
    });
  });
  useAddressAction(contact, async (id) => {
    const found = await fetchContact(id).catch((error: unknown) => {
      reportFailure(t`Failed to open contact`, error);
    });
    if (found) onDialog({ kind: "contact", contact: found });
    if (found === null) reportFailure(t`This contact was deleted`, null);
    change({ contact: undefined, tab: "contacts" }, { replace: true });
  });
  useAddressAction(create, (kind) => {
    onDialog({ kind });
    change({ create: undefined }, { replace: true });
  });
}
