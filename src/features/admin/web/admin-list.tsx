import { type LucideIcon, Search } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { t } from "#i18n/message.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { useTypedSearch } from "#ui/inputs/use-typed-search.ts";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { FAILED_TO_LOAD } from "./accounts/counters.tsx";
import styles from "./admin-list.module.css";

export type SearchProps = { text: string; onSearch(text: string): void };

type AdminListProps = SearchProps & {
  /** Label of the search field: `Search users`. */
  searchLabel: string;
  empty: { icon: LucideIcon; title: string };
  /** Undefined until the first page is there. */
  count: number | undefined;
  error: Error | null;
  onRetry(): void;
  /** Absent where everything is shown. */
  onMore?: (() => void) | undefined;
  isReadingMore?: boolean;
  children: ReactNode;
};

/** A searchable list of the admin area, with its loading, error and empty states. */
export function AdminList(props: AdminListProps) {
  const { text, onSearch, searchLabel, count, error, onRetry, onMore, isReadingMore, children } = props;
  return (
    <Stack as="section" gap={12} pad="16px 0 0">
      <SearchField label={searchLabel} text={text} onSearch={onSearch} />
      <Text as="div" surface="card" overflow="hidden">
        {count === undefined ? (
          error ? (
            <ErrorState title={FAILED_TO_LOAD} message={error.message} onRetry={onRetry} />
          ) : (
            <SkeletonRows count={6} />
          )
        ) : count === 0 ? (
          <EmptyList {...props} />
        ) : (
          children
        )}
      </Text>
      {onMore && (
        <Button variant="default" className={styles.more} onClick={onMore} disabled={isReadingMore ?? false}>
          {isReadingMore ? t`Loading...` : t`Show more`}
        </Button>
      )}
    </Stack>
  );
}

function EmptyList({ text, onSearch, empty }: AdminListProps) {
  if (!text) return <EmptyState {...empty} />;
  return (
    <EmptyState
      icon={Search}
      title={t`Nothing found for “${text}”`}
      action={
        <Button variant="default" onClick={() => onSearch("")}>
          {t`Clear search`}
        </Button>
      }
    />
  );
}

const TYPING_MS = 200;

function SearchField({ label, text, onSearch }: { label: string } & SearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useTypedSearch({ text, delayMs: () => TYPING_MS, onSearch });
  useShortcut("f", label, t`Admin`, () => field.current?.focus());
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      className={styles.search}
      leftSection={<Search size={16} strokeWidth={1.75} aria-hidden />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
