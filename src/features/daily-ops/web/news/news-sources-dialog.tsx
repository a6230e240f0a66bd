import { useQuery } from "@tanstack/react-query";
import { Rss, Trash2 } from "lucide-react";
import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { formatAgo } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { MAX_INTERESTS } from "../../model.ts";
import { news, newsFeeds, newsInterests } from "../api.ts";
import styles from "./news-sources-dialog.module.css";

const FEEDS = newsFeeds.list.query({});
const INTERESTS = newsInterests.get.query({});
type Feed = Awaited<ReturnType<typeof newsFeeds.list.call>>["items"][number];

/** Edits the feeds of the news and the interests that make an article relevant. */
export function NewsSourcesDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`News sources`}
      description={t`Your feeds are read every half hour. Without feeds, sample articles are shown.`}
      footer={
        <Button variant="default" onClick={onClose}>
          {term("Done", "button: close the dialog")}
        </Button>
      }
    >
      <Stack gap={24}>
        <FeedPart />
        <InterestPart />
      </Stack>
    </Dialog>
  );
}

function FeedPart() {
  const [url, setUrl] = useState("");
  const { data } = useQuery(FEEDS);
  const { add, remove } = useFeeds(() => setUrl(""));
  const submit = () => {
    if (!add.isPending && url.trim()) add.mutate(url.trim());
  };
  return (
    <Stack as="section" gap={12} aria-label={t`Feeds`}>
      <Row
        as="form"
        align="start"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          data-autofocus
          className={styles.address}
          label={t`Add a feed`}
          placeholder={t`https://example.com or the address of its RSS feed`}
          type="text"
          inputMode="url"
          autoComplete="off"
          maxLength={2000}
          value={url}
          error={add.error?.message}
          onChange={(event) => {
            setUrl(event.currentTarget.value);
            add.reset();
          }}
        />
        <Button type="submit" className={styles.button} disabled={add.isPending || !url.trim()}>
          {add.isPending ? t`Reading...` : t`Add`}
        </Button>
      </Row>
      {!data && <SkeletonRows count={2} label={t`Loading feeds`} />}
      {data && data.items.length > 0 && (
        <Stack as="ul" gap={0} pad={0} surface="outline" aria-label={t`Your feeds`}>
          {data.items.map((feed) => (
            <FeedRow key={feed.id} feed={feed} onRemove={() => remove.mutate(feed)} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function useFeeds(onAdded: () => void) {
  const invalidates = [FEEDS.queryKey, news.list.query({}).queryKey];
  const add = useWrite({
    send: (address: string) => newsFeeds.create.call({ url: address }),
    invalidates,
    done: ({ title }) => t`You now follow '${title}'`,
    failed: null,
    onDone: onAdded,
  });
  const remove = useWrite({
    send: ({ id }: Feed) => newsFeeds.delete.call({ id }),
    invalidates,
    done: (_answer, { title }) => t`You no longer follow '${title}'`,
    undo: (_answer, { id }) => ({
      send: () => newsFeeds.restore.call({ id }).then(() => news.refresh.call({})),
      failed: t`The feed could not be restored`,
    }),
    failed: t`The feed was not removed`,
  });
  return { add, remove };
}

const STATES = { unreachable: term("Unreachable", "a feed"), refused: term("Unreadable", "a feed") } as const;

function FeedRow({ feed, onRemove }: { feed: Feed; onRemove(): void }) {
  const { title, url, state, lastError, lastReadAt } = feed;
  return (
    <Row as="li" gap={12} pad="8px 8px 8px 12px" shrink lined>
      <Rss size={16} strokeWidth={1.75} className={styles.icon} aria-hidden />
      <Text as="div" grow>
        <Row as="p" lineGap={4} wrap weight="medium" overflow="break">
          {title}
          {state !== "ok" && <Badge tone="warn">{STATES[state]}</Badge>}
        </Row>
        <Text tone="soft" size="label" overflow="break">
          {lastError ??
            (lastReadAt ? [hostOf(url), t`read ${formatAgo(lastReadAt)}`].join(" · ") : hostOf(url))}
        </Text>
      </Text>
      <IconButton label={t`Remove ${title}`} icon={Trash2} onClick={onRemove} />
    </Row>
  );
}

const hostOf = (url: string) => URL.parse(url)?.hostname ?? url;

function InterestPart() {
  const { data } = useQuery(INTERESTS);
  const [typed, setTyped] = useState<string>();
  const save = useWrite({
    send: (interests: string[]) => newsInterests.save.call({ interests }),
    stores: INTERESTS.queryKey,
    invalidates: [news.list.query({}).queryKey],
    done: t`Interests saved. Your articles are being re-rated`,
    failed: t`Your interests were not saved`,
    onDone: () => setTyped(undefined),
  });
  const stored = data?.interests.join(", ") ?? "";
  const value = typed ?? stored;
  return (
    <Row
      as="form"
      align="start"
      aria-label={t`Interests`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate(interestsOf(value));
      }}
    >
      <TextInput
        className={styles.address}
        label={t`Your interests`}
        description={t`Articles about these, your open tasks and upcoming events are rated as relevant.`}
        placeholder={t`shipping, interest rates, Aldermoor`}
        autoComplete="off"
        disabled={!data}
        value={value}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        className={styles.button}
        disabled={!data || save.isPending || interestsOf(value).join() === data.interests.join()}
      >
        {save.isPending ? t`Saving...` : t`Save`}
      </Button>
    </Row>
  );
}

const interestsOf = (text: string): string[] =>
  [...new Set(text.split(",").map((each) => each.trim().slice(0, 60)))]
    .filter((each) => each.length > 1)
    .slice(0, MAX_INTERESTS);
