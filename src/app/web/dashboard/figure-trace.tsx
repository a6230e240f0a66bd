import { useQuery } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { formatDate } from "#ui/dates.ts";
import { Line } from "#ui/feedback/skeleton.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { type DashboardFigures, dashboard, type FigureName } from "../api.ts";

type FigureTraceProps = { figure: FigureName; figures: DashboardFigures };

/** How a figure is made and the newest rows that it counts. */
export function FigureTrace({ figure, figures }: FigureTraceProps) {
  return (
    <>
      <p>{figures.definitions[figure]}</p>
      {figures.sample ? (
        <p>{t`This is a sample figure: your account has nothing to count yet.`}</p>
      ) : (
        figure !== "briefing" && <NewestRows figure={figure} />
      )}
    </>
  );
}

const MAX_ROWS = 5;

function NewestRows({ figure }: { figure: Exclude<FigureName, "briefing"> }) {
  const { data } = useQuery({
    ...dashboard.rows.query({ figure, timeZone: readerTimeZone(), limit: MAX_ROWS }),
    meta: { failure: t`Failed to load what the figure counts` },
  });
  if (!data) return <Line width="60%" />;
  return (
    <Box as="ul" line="above" margin="10px 0 0" pad="6px 0 0">
      {data.items.map(({ id, title, at, weight }) => (
        <Row as="li" key={id} gap={12} justify="space-between" pad="3px 0">
          <Text as="span" overflow="dots">
            {title}
          </Text>
          <Text as="span" tone="faint" size="label" isTabular noShrink>
            {figure === "hoursSaved" ? t`${weight} min` : formatDate(at)}
          </Text>
        </Row>
      ))}
      {data.nextCursor && (
        <Text as="li" tone="faint" size="label" isTabular noShrink>
          {t`and more`}
        </Text>
      )}
    </Box>
  );
}
