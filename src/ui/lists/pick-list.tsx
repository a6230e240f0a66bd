import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { TextInput } from "../fields/text-input.tsx";
import { PlainButton } from "../inputs/plain-button.tsx";
import { moveAmongStops } from "../keyboard/move-focus.ts";
import { Stack } from "../layout/stack.tsx";
import { Text } from "../layout/text.tsx";
import styles from "./pick-list.module.css";

type PickSearchProps = { label: string; typed: string; onType(typed: string): void; children: ReactNode };

/** For dialogs: a search field above its results. The arrow keys move from one to the next. */
export const PickSearch = ({ label, typed, onType, children }: PickSearchProps) => (
  <search className={styles.search} onKeyDown={moveAmongStops}>
    <TextInput
      data-autofocus
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={200}
      autoComplete="off"
      onChange={({ target }) => onType(target.value)}
    />
    {children}
  </search>
);

export const PickList = ({ label, children }: { label: string; children: ReactNode }) => (
  <Stack as="ul" gap={2} className={styles.list} aria-label={label}>
    {children}
  </Stack>
);

type PickRowProps = { icon: LucideIcon; title: string; facts?: string; onPick(): void };

export const PickRow = ({ icon: Icon, title, facts, onPick }: PickRowProps) => (
  <li>
    <PlainButton data-stop focusInside className={styles.row} onClick={onPick}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <Text as="span" overflow="dots" grow>
        {title}
      </Text>
      {facts && (
        <Text as="span" size="label" tone="faint" overflow="dots" maxWidth="50%">
          {facts}
        </Text>
      )}
    </PlainButton>
  </li>
);
