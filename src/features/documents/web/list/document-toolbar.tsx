import { ArrowDownUp, Check, Tag } from "lucide-react";
import { t } from "#i18n/message.ts";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { SearchField } from "#ui/inputs/search-field.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import { categoryLabel, DOCUMENT_CATEGORIES } from "../../fields.ts";
import { DOCUMENT_SORTS, SORT_LABELS } from "../../model.ts";
import { type DocumentAddress, filterOf } from "./document-address.ts";
import styles from "./document-toolbar.module.css";
import type { ChangeAddress } from "./use-document-address.ts";

type ToolbarProps = { address: DocumentAddress; change: ChangeAddress };

const ALL = t`All Categories`;

export function DocumentToolbar({ address, change }: ToolbarProps) {
  const { category, sort, search } = filterOf(address);
  const categoryName = category ? categoryLabel(category) : ALL;
  return (
    <Row className={styles.line}>
      <SearchField
        label={t`Search documents`}
        text={search ?? ""}
        onSearch={(text) => change({ search: text }, { replace: true })}
      />
      <Menu
        label={t`Category`}
        items={[undefined, ...DOCUMENT_CATEGORIES].map((each) => ({
          label: each ? categoryLabel(each) : ALL,
          ...(each === category ? { icon: Check } : {}),
          onSelect: () => change({ category: each }),
        }))}
        trigger={(props) => (
          <PlainButton
            shape="quiet"
            className={styles.category}
            aria-label={t`Category: ${categoryName}`}
            data-set={category !== undefined || undefined}
            {...props}
          >
            <Tag size={16} strokeWidth={1.75} aria-hidden />
            <span className={category ? undefined : styles.word}>{categoryName}</span>
          </PlainButton>
        )}
      />
      <Menu
        label={t`Sort documents`}
        items={DOCUMENT_SORTS.map((each) => ({
          label: SORT_LABELS[each],
          ...(each === sort ? { icon: Check } : {}),
          onSelect: () => change({ sort: each === "created_at" ? undefined : each }),
        }))}
        trigger={(props) => (
          <PlainButton shape="quiet" aria-label={t`Sort: ${SORT_LABELS[sort]}`} {...props}>
            <ArrowDownUp size={16} strokeWidth={1.75} aria-hidden />
            <span className={styles.word}>{SORT_LABELS[sort]}</span>
          </PlainButton>
        )}
      />
    </Row>
  );
}
