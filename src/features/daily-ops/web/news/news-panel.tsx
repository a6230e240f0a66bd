import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Newspaper, Rss } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { formatAgo } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { HIGH_RELEVANCE } from "../../model.ts";
import { LOADED, news } from "../api.ts";
import panel from "../panel.module.css";
import { ReadingBadge } from "../reading-badge.tsx";
import { RefreshButton } from "../refresh-button.tsx";
import { useRefresh } from "../use-refresh.ts";
import styles from "./news-panel.module.css";
import { NewsSourcesDialog } from "./news-sources-dialog.tsx";

const LIST = news.list.query({});
type ListedArticle = Awaited<ReturnType<typeof news.list.call>>["items"][number];

export function NewsPanel() {
  const [isChoosing, setChoosing] = useState(false);
  const list = useQuery({ ...LIST, ...LOADED });
  const { refresh, isRefreshing } = useRefresh({
    label: t`Refresh news`,
    queryKey: LIST.queryKey,
    act: () => news.refresh.call({}),
    failure: t`Failed to refresh news`,
  });
  return (
    <Stack>
      <Row as="header" gap={16} lineGap={8} justify="space-between" wrap className={panel.header}>
        <Text as="h2" size="section">
          {t`News`}
        </Text>
        <Row wrap className={panel.actions}>
          <Button
            variant="default"
            leftSection={<Rss size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => setChoosing(true)}
          >
            {t`Sources`}
          </Button>
          <RefreshButton label={t`Refresh News`} isBusy={isRefreshing} onClick={refresh} />
        </Row>
      </Row>
      <QueryContent query={list} failure={t`The news could not be loaded`} rows={5} loading={t`Loading news`}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              icon={Newspaper}
              title={t`News for your work appears here`}
              message={t`Refresh to fetch them.`}
            />
          ) : (
            <Box as="ul" surface="card" className={panel.list} aria-label={t`Articles`}>
              {items.map((article) => (
                <ArticleRow key={article.id} article={article} />
              ))}
            </Box>
          )
        }
      </QueryContent>
      {isChoosing && <NewsSourcesDialog onClose={() => setChoosing(false)} />}
    </Stack>
  );
}

function describeRelevance({ relevanceScore, reason }: ListedArticle): string {
  const relevance = Math.round(relevanceScore * 100);
  return reason ? t`Relevance ${relevance}%: ${reason}` : t`Relevance ${relevance}%`;
}

/** Opens in place: a simulated article has no page of its own to go to. */
function ArticleRow({ article }: { article: ListedArticle }) {
  const { title, summary, content, category, tags, relevanceScore, source, publishedAt, kind, url } = article;
  return (
    <li>
      <details className={styles.article}>
        <summary className={styles.head}>
          <Stack as="span" gap={4} grow>
            <Text as="span" weight="medium">
              {title}
            </Text>
            <Text as="span" tone="soft" size="list" overflow="break">
              {summary}
            </Text>
            <Row as="span" gap={6} wrap margin="4px 0 0">
              <Badge>{category}</Badge>
              {relevanceScore > HIGH_RELEVANCE && <Badge tone="accent">{t`High Relevance`}</Badge>}
              {kind === "live" ? (
                <Text as="span" tone="faint" size="label">
                  {source}
                </Text>
              ) : (
                <ReadingBadge kind={kind} />
              )}
              <Text as="time" tone="faint" size="label" dateTime={publishedAt}>
                {formatAgo(publishedAt)}
              </Text>
            </Row>
          </Stack>
          <ChevronDown size={18} strokeWidth={1.75} className={styles.chevron} aria-hidden />
        </summary>
        <Stack gap={8} align="start" pad="0px 16px 16px" maxWidth="75ch">
          {content !== summary && <p>{content}</p>}
          <Text tone="faint" size="label">
            {[describeRelevance(article), tags.join(", ")].filter(Boolean).join(" · ")}
          </Text>
          {kind === "live" && (
            <a className={panel.link} href={url} target="_blank" rel="noreferrer">
              {t`Open the article`}
            </a>
          )}
        </Stack>
      </details>
    </li>
  );
}
