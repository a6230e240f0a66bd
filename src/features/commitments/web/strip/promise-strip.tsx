import { Link } from "@tanstack/react-router";
import { t } from "#i18n/message.ts";
import { useRecordList, useRecords } from "#platform/client/use-records.ts";
import { Button } from "#ui/inputs/button.tsx";
import { focusNextRow } from "#ui/keyboard/move-focus.ts";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { CommitmentOnWire } from "../../commitment-model.ts";
import { dueOf, nameOf, titleOf } from "../describe-promise.ts";
import { type Act, act } from "../promise-actions.ts";
import { commitmentRecords, inThread } from "../records.ts";

type PromiseStripProps = {
  threadId: string;
  /** Only those of this message. */
  sourceId?: string;
};

/** In a conversation, so many that are still to be done. */
const SHOWN = 2;

/** What a thread promises or asks for, under its words; nothing where there is none. */
export function PromiseStrip({ threadId, sourceId }: PromiseStripProps) {
  const { key, source } = inThread(threadId, sourceId !== undefined);
  const list = useRecordList(commitmentRecords, key, source);
  const promises = useRecords(commitmentRecords, list.ids).filter(
    (promise) => sourceId === undefined || promise.sourceId === sourceId,
  );
  if (promises.length === 0) return null;
  const active = promises.filter(({ state }) => state !== "met");
  const hidden = sourceId === undefined ? active.slice(SHOWN) : [];
  return (
    <ul aria-label={t`Promises`} style={{ flex: "none", maxHeight: "30vh", overflow: "auto" }}>
      {promises
        .filter((promise) => !hidden.includes(promise))
        .map((promise) => (
          <Strip key={promise.id} promise={promise} />
        ))}
      {hidden.length > 0 && (
        <Row as="li" pad="4px 20px" size="label">
          <Link to="/promises" search={searchOf(active)}>
            {list.hasMore ? t`Show all` : t`Show all ${active.length}`}
          </Link>
        </Row>
      )}
    </ul>
  );
}

/** The side that owes the first one, with the people of the conversation. */
const searchOf = (promises: readonly CommitmentOnWire[]) => ({
  party: [...new Set(promises.flatMap(({ party }) => party ?? []))].slice(0, 20).join(",") || undefined,
  ...(promises[0]?.owedBy === "them" && { tab: "them" }),
});

type Shown = readonly [Act, string, (title: string) => string];
const ACTS: Partial<Record<CommitmentOnWire["state"], readonly Shown[]>> = {
  proposed: [
    ["accept", t`Accept`, (title) => t`Accept: ${title}`],
    ["refuse", t`Refuse`, (title) => t`Refuse: ${title}`],
  ],
  open: [["markMet", t`Met`, (title) => t`Met: ${title}`]],
  met: [["reopen", t`Reopen`, (title) => t`Reopen: ${title}`]],
};

const Strip = ({ promise }: { promise: CommitmentOnWire }) => (
  <Row as="li" pad="6px 20px" lineGap={4} wrap line="above" data-promise-strip={promise.state}>
    <Text as="span" tone="soft" size="list" grow>
      {sentenceOf(promise)}
    </Text>
    <Row as="span" gap={4}>
      {(ACTS[promise.state] ?? []).map(([name, label, nameFor]) => (
        // By its place: what replaces the button that was pressed has its focus.
        <Button
          key={name === "refuse" ? "second" : "first"}
          variant={name === "accept" ? "light" : "subtle"}
          color={name === "accept" ? "accent" : "gray"}
          size="compact-sm"
          aria-label={nameFor(titleOf(promise))}
          data-stop={name === "refuse" ? undefined : true}
          onClick={({ currentTarget }) => {
            if (name === "refuse") leaveRow(currentTarget);
            void act(name, promise);
          }}
        >
          {label}
        </Button>
      ))}
    </Row>
  </Row>
);

/** What is refused is not listed any more: the next line has the focus, after the last one the page around it. */
function leaveRow(button: HTMLElement): void {
  focusNextRow(button);
  if (button === document.activeElement) button.closest<HTMLElement>('[tabindex="-1"]')?.focus();
}

/** 'You promised Anna: send the figures · until Mar 5', 'Anna asks you: sign the lease · met' */
function sentenceOf(promise: CommitmentOnWire): string {
  const { what, kind, owedBy, state } = promise;
  const name = nameOf(promise);
  const matter =
    kind === "request"
      ? t`${name} asks you: ${what}`
      : owedBy === "me"
        ? t`You promised ${name}: ${what}`
        : t`${name} promised you: ${what}`;
  const due = dueOf(promise, new Date());
  const fact = state === "met" ? t`met` : due && t`until ${due}`;
  return fact ? `${matter} · ${fact}` : matter;
}
