import { FileSearch, TriangleAlert } from "lucide-react";
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
        <EmptyState icon={FileSearch} title={`Nothing found for “${searchedFor.trim()}”`} />
      )}
      {isNothingFound && records === "searched" && <SkeletonRows count={3} label="Searching" />}
      {records === "failed" && (
        <EmptyState
          icon={TriangleAlert}
          title="Your records could not be searched"
          message="Pages and actions are still listed."
        />
      )}
      <div id={id} role="listbox" aria-label="Results" className={styles.results}>
        {[...Map.groupBy(numbered, ({ command }) => command.group)].map(([group, members]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a listbox
          <div key={group} role="group" aria-label={group}>
            <Text as="div" tone="faint" size="label" pad="8px 12px 4px" aria-hidden>
              {group}
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
