import { FileSearch, TriangleAlert } from "lucide-react";
import { t } from "#i18n/message.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Option } from "#ui/fields/option.tsx";
import { Keys } from "#ui/keyboard/keys.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { Command } from "./commands.ts";
import styles from "./palette.module.css";

/** Whether the records are found, being searched for, or could not be loaded. */
export type RecordsState = "known" | "searched" | "failed";

type CommandListProps = {
  id: string;
  commands: readonly Command[];
  current: number;
  onChoose(index: number): void;
  onPerform(command: Command): void;
  searchedFor: string;
  records: RecordsState;
};

const GROUPS: Record<Command["group"], string> = {
  Recent: t`Recent`,
  Pages: t`Pages`,
  Actions: t`Actions`,
  Records: t`Records`,
  "With these words": t`With these words`,
};

export function CommandList({
  id,
  commands,
  current,
  onChoose,
  onPerform,
  searchedFor,
  records,
}: CommandListProps) {
  const isNothingFound = commands.every(({ group }) => group === "With these words");
  const numbered = commands.map((command, index) => ({ command, index }));
  return (
    <div className={styles.list}>
      {isNothingFound && records === "known" && (
        <EmptyState icon={FileSearch} title={t`Nothing found for “${searchedFor.trim()}”`} />
      )}
      {isNothingFound && records === "searched" && <SkeletonRows count={3} label={t`Searching`} />}
      {records === "failed" && (
        <EmptyState
          icon={TriangleAlert}
          title={t`Your records could not be searched`}
          message={t`Pages and actions are still listed.`}
        />
      )}
      <div id={id} role="listbox" aria-label={t`Results`} className={styles.results}>
        {[...Map.groupBy(numbered, ({ command }) => command.group)].map(([group, members]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a listbox
          <div key={group} role="group" aria-label={GROUPS[group]}>
            <Text as="div" tone="faint" size="label" pad="8px 12px 4px" aria-hidden>
              {GROUPS[group]}
            </Text>
            {members.map(({ command, index }) => (
              <CommandOption
                key={command.id}
                id={`${id}-${index}`}
                command={command}
                isCurrent={index === current}
                onPoint={() => onChoose(index)}
                onPerform={() => onPerform(command)}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

type OptionProps = { id: string; command: Command; isCurrent: boolean; onPoint(): void; onPerform(): void };

function CommandOption({ id, command, isCurrent, onPoint, onPerform }: OptionProps) {
  const { icon: Icon = FileSearch, label, detail, keys } = command;
  return (
    <Option
      id={id}
      isActive={isCurrent}
      className={styles.option}
      ref={(row) => {
        if (isCurrent) row?.scrollIntoView({ block: "nearest" });
      }}
      onPointerMove={isCurrent ? undefined : onPoint}
      onClick={onPerform}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <Text as="span" overflow="dots" className={styles.label}>
        {label}
      </Text>
      {detail && (
        <Text as="span" tone="soft" size="list" overflow="dots" grow className={styles.detail}>
          {detail}
        </Text>
      )}
      {keys && <Keys keys={keys} />}
    </Option>
  );
}
