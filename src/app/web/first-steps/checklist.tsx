import { Link } from "@tanstack/react-router";
import { Square, SquareCheckBig, SquareMinus } from "lucide-react";
import { useRef } from "react";
import { t } from "#i18n/message.ts";
import type { FirstStep } from "#platform/auth/first-steps.ts";
import { ownTimeZone } from "#platform/time/own-time-zone.ts";
import { Button } from "#ui/inputs/button.tsx";
import { focusFirstStop, moveAmongStops, rowKeys } from "#ui/keyboard/move-focus.ts";
import { useKeyHints, useShortcut } from "#ui/keyboard/shortcuts.ts";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { ListRow } from "#ui/lists/list-row.tsx";
import { useAuth } from "../session/auth-provider.tsx";
import styles from "./first-steps.module.css";
import { WORDS } from "./step-words.ts";
import type { FirstSteps } from "./use-first-steps.ts";

const KEYS = [{ keys: "h", label: t`Not now` }];
const STATES = {
  open: { icon: Square, word: t`To do` },
  done: { icon: SquareCheckBig, word: t`Done` },
  skipped: { icon: SquareMinus, word: t`Not now` },
} as const;

type Acts = { onOpen(step: FirstStep): void; onSkip(step: FirstStep): void; onResume(step: FirstStep): void };

/** A line for each step: what it is, what it gives, and whether it is done. None of them moves when that changes. */
export function Checklist({ steps, ...props }: FirstSteps & Acts) {
  const list = useRef<HTMLUListElement>(null);
  useKeyHints(KEYS, t`Dashboard`);
  useShortcut("j", t`First step`, t`Dashboard`, () => focusFirstStop(list.current));
  return (
    <Stack ref={list} as="ul" gap={0} onKeyDown={moveAmongStops}>
      {steps.map((each) => (
        <StepRow key={each.step} {...each} {...props} />
      ))}
    </Stack>
  );
}

type StepRowProps = FirstSteps["steps"][number] & Pick<FirstSteps, "canInvite"> & Acts;

function StepRow({ step, state, canInvite, onOpen, onSkip, onResume }: StepRowProps) {
  const { title, gives, hrefBefore, ...words } = WORDS[step];
  const href = hrefBefore && !canInvite ? hrefBefore : words.href;
  const { icon: Icon, word } = STATES[state];
  const name = (
    <>
      {title}
      <span className="visually-hidden">{` ${word}`}</span>
    </>
  );
  return (
    <ListRow
      as="li"
      className={styles.step}
      data-state={state}
      onKeyDown={rowKeys(state === "open" ? { h: () => onSkip(step) } : {})}
      leading={<Icon size={20} strokeWidth={1.75} aria-hidden className={styles.mark} />}
      title={
        href ? (
          <Link to={href} data-stop className={styles.name}>
            {name}
          </Link>
        ) : (
          <button type="button" data-stop className={styles.name} onClick={() => onOpen(step)}>
            {name}
          </button>
        )
      }
      detail={
        <Text as="span" tone="faint" size="label" textWrap="pretty">
          {step === "timeZone" ? <Zone gives={gives} /> : gives}
        </Text>
      }
      actions={
        state !== "done" && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            className={styles.act}
            aria-label={state === "open" ? t`Not now: ${title}` : t`Bring back: ${title}`}
            onClick={() => (state === "open" ? onSkip(step) : onResume(step))}
          >
            {state === "open" ? t`Not now` : t`Bring back`}
          </Button>
        )
      }
    />
  );
}

/** That of this browser until a profile has one, a second after the page. */
function Zone({ gives }: { gives: string }) {
  const { user } = useAuth();
  const own = ownTimeZone();
  const zone = user?.hourCycle ? user.timeZone : own;
  return zone === own ? t`${zone}, from this browser. ${gives}` : `${zone}. ${gives}`;
}
