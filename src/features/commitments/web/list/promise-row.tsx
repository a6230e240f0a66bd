import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PersonAvatar } from "#features/contacts/web/public/person-avatar.tsx";
import { t } from "#i18n/message.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { ListRow } from "#ui/lists/list-row.tsx";
import { type CommitmentOnWire, isLateAt } from "../../commitment-model.ts";
import { dueOf, nameOf, personOf, placeOf, titleOf } from "../describe-promise.ts";
import { commitmentRecords } from "../records.ts";

type PromiseRowProps = {
  id: string;
  now: Date;
  onEdit(promise: CommitmentOnWire): void;
  /** In place of the quoted sentence. */
  detail?: (promise: CommitmentOnWire) => ReactNode;
  /** Where a click leads, if not to the quoted sentence. */
  place?: (promise: CommitmentOnWire) => string | null;
  actions(promise: CommitmentOnWire): ReactNode;
};

/** One promise or request: what, with whom, in which words, and until when. */
export function PromiseRow({ id, now, onEdit, detail, place = placeOf, actions }: PromiseRowProps) {
  const promise = useRecord(commitmentRecords, id);
  if (!promise) return null;
  const isActive = promise.state === "open" || promise.state === "proposed";
  return (
    <ListRow
      as="li"
      data-promise={id}
      leading={<PersonAvatar name={nameOf(promise) || "?"} size="small" {...personOf(promise)} />}
      title={<Opener promise={promise} place={place(promise)} onEdit={onEdit} />}
      detail={
        <Text as="span" tone="soft" size="label" lines={2}>
          {detail ? detail(promise) : <Quote promise={promise} />}
        </Text>
      }
      facts={
        isActive && (
          <Text as="span" {...(isLateAt(promise, now) && { tone: "bad", weight: "medium" })}>
            {dueOf(promise, now)}
          </Text>
        )
      }
      actions={
        <Row as="span" gap={0} noShrink>
          {actions(promise)}
        </Row>
      }
    />
  );
}

type OpenerProps = {
  promise: CommitmentOnWire;
  place: string | null;
  onEdit(promise: CommitmentOnWire): void;
};

/** Leads to the place of its sentence; what the person wrote down is edited. */
function Opener({ promise, place, onEdit }: OpenerProps) {
  // Its ring is inside: the line cuts off what is beyond.
  const stop = {
    id: `promise-${promise.id}`,
    "data-stop": true,
    style: { display: "block", maxWidth: "100%", outlineOffset: -2 },
  };
  const title = (
    <Text as="span" display="block" overflow="dots">
      {titleOf(promise)}
    </Text>
  );
  return place ? (
    <Link {...stop} to={place}>
      {title}
    </Link>
  ) : (
    <button {...stop} type="button" onClick={() => onEdit(promise)}>
      {title}
    </button>
  );
}

export function Quote({ promise }: { promise: CommitmentOnWire }) {
  const name = nameOf(promise);
  const who = promise.kind === "request" ? t`${name} asks` : name;
  return <>{[who, promise.quote && `“${promise.quote}”`].filter(Boolean).join(" · ")}</>;
}
