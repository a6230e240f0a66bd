import { t } from "#i18n/message.ts";
import type { ListOfRecords } from "#platform/client/use-records.ts";
import { recordRows } from "#ui/lists/record-rows.ts";
import { RowList } from "#ui/lists/row-list.tsx";
import { PageRows } from "#ui/lists/virtual-rows.tsx";
import { useFirstTouch } from "#ui/swipe/use-first-touch.ts";
import { EmailCard } from "./email-card.tsx";
import { MailSwipes } from "./mail-swipes.tsx";
import { useEmailKeys } from "./use-email-keys.ts";

/** An estimate; every card is measured, because some have a summary or a note. */
const CARD_HEIGHT = 128;

export function EmailList({ list }: { list: ListOfRecords }) {
  const { ids } = list;
  const { activeId, scroller, onKeyDown, onFocus } = useEmailKeys(ids);
  const { firstTouch, onPointerDown } = useFirstTouch();
  return (
    <RowList aria-label={t`Emails`} onKeyDown={onKeyDown} onFocus={onFocus} onPointerDown={onPointerDown}>
      <PageRows
        isMeasured
        rowHeight={CARD_HEIGHT}
        scroller={scroller}
        {...recordRows(list, (id, place) => (
          <EmailCard key={id} id={id} isActive={id === activeId} {...place} />
        ))}
      />
      {firstTouch && <MailSwipes firstTouch={firstTouch} />}
    </RowList>
  );
}
