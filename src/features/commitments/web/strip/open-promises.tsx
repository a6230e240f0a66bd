import { type QueryClient, useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "#i18n/message.ts";
import { Grid, Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { type CommitmentOnWire, hrefOf, isLateAt, MAX_PARTIES, type OwedBy } from "../../commitment-model.ts";
import { commitments } from "../api.ts";
import { dueOf, nameOf, titleOf } from "../describe-promise.ts";

const SHOWN = 3;
/** The link to all of an event names the people whom these are with. */
const MAX_OF_EVENT = 100;

/** Between the person and these parties, or the other people of an event. */
type Among = { parties: string[] } | { eventId: string };
type OpenPromisesProps = {
  among: Among;
  titles: Record<OwedBy, string>;
  /** With several people each promise names its own. */
  hasNames?: boolean;
  onClose(): void;
};

const OWERS = ["me", "them"] as const;
const queriesOf = (among: Among) => {
  const limit = "eventId" in among ? MAX_OF_EVENT : SHOWN + 1;
  return OWERS.map((owedBy) => commitments.list.query({ ...among, owedBy, states: ["open"], limit }));
};

/** Reads both directions, so that they are shown at once. What fails is read again when it is shown. */
export const fetchOpenPromises = (queries: QueryClient, among: Among): Promise<unknown> =>
  Promise.all(queriesOf(among).map((query) => queries.prefetchQuery(query)));

/** What is open in both directions, due first; nothing where nothing is. */
export function OpenPromises({ among, titles, hasNames = false, onClose }: OpenPromisesProps) {
  const sides = useQueries({ queries: queriesOf(among) });
  if (sides.every(({ data }) => !data?.items.length)) return null;
  return (
    <Grid columns="14rem" gap={24} lineGap={12} margin="0 0 20px">
      {OWERS.map((owedBy, index) => {
        const title = titles[owedBy];
        const promises = sides[index]?.data?.items ?? [];
        const party = "parties" in among ? among.parties.join(",") : partiesOf(promises);
        return (
          <section key={owedBy} aria-label={title}>
            <Row justify="space-between" margin="0 0 6px">
              <Text as="h3" size="list" weight="strong">
                {title}
              </Text>
              {party && (
                <Link
                  to="/promises"
                  search={{ party, ...(owedBy === "them" && { tab: "them" }) }}
                  aria-label={t`All: ${title}`}
                  onClick={onClose}
                >
                  <Text as="span" size="label">{t`Show all`}</Text>
                </Link>
              )}
            </Row>
            <Few promises={promises.slice(0, SHOWN)} hasNames={hasNames} onClose={onClose} />
          </section>
        );
      })}
    </Grid>
  );
}

const partiesOf = (promises: readonly CommitmentOnWire[]): string =>
  [...new Set(promises.flatMap(({ party }) => party ?? []))].slice(0, MAX_PARTIES).join(",");

type FewProps = { promises: readonly CommitmentOnWire[]; hasNames: boolean; onClose(): void };

function Few({ promises, hasNames, onClose }: FewProps) {
  if (promises.length === 0)
    return (
      <Text tone="faint" size="label">
        {t`Nothing`}
      </Text>
    );
  const now = new Date();
  return (
    <ul>
      {promises.map((promise) => (
        <Row as="li" key={promise.id} size="list" justify="space-between" pad="2px 0">
          <Text as="span" overflow="dots" grow>
            <Link to={hrefOf(promise)} onClick={onClose}>
              {hasNames ? `${nameOf(promise)}: ${titleOf(promise)}` : titleOf(promise)}
            </Link>
          </Text>
          <Text as="span" tone={isLateAt(promise, now) ? "bad" : "faint"} size="label" isTabular noShrink>
            {dueOf(promise, now)}
          </Text>
        </Row>
      ))}
    </ul>
  );
}
