import { Download, EllipsisVertical, Eye, Pencil, Share2, Star, Trash2 } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import type { DocumentOnWire } from "../model.ts";
import styles from "./document-actions.module.css";
import { documentWrites, downloadDocument, toggleFavorite } from "./document-mutations.ts";
import { showDialog } from "./open-dialog.ts";

type DocumentActionsProps = { document: DocumentOnWire; onView(): void };

/** View, download and share; the owner's other actions are in the menu. */
export function DocumentActions({ document, onView }: DocumentActionsProps) {
  const { id, title, ownerName } = document;
  const isOwn = ownerName === null;
  return (
    <Row as="span" gap={0} noShrink>
      <Action
        label={t`View '${title}'`}
        hint={term("View", "verb: look at a document")}
        icon={Eye}
        onClick={onView}
      />
      <Action
        label={t`Download '${title}'`}
        hint={t`Download`}
        icon={Download}
        onClick={() => downloadDocument(document)}
      />
      {isOwn && (
        <>
          <Action
            label={t`Share '${title}'`}
            hint={term("Share", "verb: share a document")}
            icon={Share2}
            onClick={() => showDialog({ kind: "share", id })}
          />
          <MoreMenu document={document} />
        </>
      )}
    </Row>
  );
}

type MoreMenuProps = { document: DocumentOnWire; onDeleted?(): void };

/** The other actions of the owner. */
export function MoreMenu({ document, onDeleted }: MoreMenuProps) {
  const { id, title } = document;
  const remove = () => {
    void documentWrites.delete(document);
    onDeleted?.();
  };
  return (
    <Menu
      label={t`More for '${title}'`}
      items={[
        {
          label: t`Edit details`,
          icon: Pencil,
          onSelect: () => showDialog({ kind: "edit", id }),
          shortcut: "E",
        },
        "line",
        {
          label: t`Delete`,
          icon: Trash2,
          isDestructive: true,
          onSelect: remove,
          shortcut: t`Del`,
        },
      ]}
      trigger={(props) => (
        <PlainButton
          shape="icon"
          aria-label={t`More for '${title}'`}
          title={t`More`}
          onClick={(event) => event.stopPropagation()}
          {...props}
        >
          <EllipsisVertical size={16} strokeWidth={1.75} aria-hidden />
        </PlainButton>
      )}
    />
  );
}

/** The star of one's own document. */
export function FavoriteButton({ document }: { document: DocumentOnWire }) {
  const { title, isFavorite, ownerName } = document;
  if (ownerName !== null) return null;
  return (
    <PlainButton
      shape="icon"
      className={styles.favorite}
      aria-label={t`Favorite '${title}'`}
      aria-pressed={isFavorite}
      title={isFavorite ? t`Remove from favorites` : t`Add to favorites`}
      onClick={(event) => {
        event.stopPropagation();
        void toggleFavorite(document);
      }}
    >
      <Star size={16} strokeWidth={1.75} aria-hidden />
    </PlainButton>
  );
}

type ActionProps = { label: string; hint: string; icon: typeof Eye; onClick(): void };

function Action({ label, hint, icon: Icon, onClick }: ActionProps) {
  return (
    <PlainButton
      shape="icon"
      aria-label={label}
      title={hint}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </PlainButton>
  );
}
