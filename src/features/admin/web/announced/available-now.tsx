import { t } from "#i18n/message.ts";
import { Card } from "#ui/display/card.tsx";
import { QueryContent, type QueryState } from "#ui/feedback/query-content.tsx";
import { Grid, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { FAILED_TO_LOAD } from "../accounts/counters.tsx";
import { AdminLink, type AdminLinkProps } from "../admin-link.tsx";
import facts from "../operations/database-panel.module.css";

export type Fact = readonly [name: string, value: string];
export type PageLink = Omit<AdminLinkProps, "fact">;

type AvailableNowProps<T> = {
  query: QueryState<T>;
  factsOf(data: T): readonly Fact[];
  /** Where the figures alone would promise more than there is. */
  note?: string;
  links: readonly PageLink[];
};

/** What an announced page can show already: figures of its subject, and the pages that have them. */
export function AvailableNow<T>({ query, factsOf, note, links }: AvailableNowProps<T>) {
  return (
    <Stack>
      <Card title={t`Available now`}>
        {note && (
          <Text tone="soft" maxWidth="75ch" textWrap="pretty" margin="0 0 16px">
            {note}
          </Text>
        )}
        <QueryContent query={query} failure={FAILED_TO_LOAD}>
          {(data) => (
            <Grid as="dl" columns="9rem" gap={16} margin="0 0 4px" className={facts.facts}>
              {factsOf(data).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </Grid>
          )}
        </QueryContent>
      </Card>
      <Stack as="ul" gap={0} surface="card" overflow="hidden" aria-label={t`Pages`}>
        {links.map((link) => (
          <AdminLink key={link.title} {...link} />
        ))}
      </Stack>
    </Stack>
  );
}

/** Two reads as one: complete when both are, failed when one is. */
export function bothOf<A, B>(one: QueryState<A>, other: QueryState<B>): QueryState<[A, B]> {
  return {
    data: one.data === undefined || other.data === undefined ? undefined : [one.data, other.data],
    error: one.error ?? other.error,
    refetch: () => Promise.all([one.refetch(), other.refetch()]),
  };
}
