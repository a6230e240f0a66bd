import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Printer, Sparkles, Sunrise } from "lucide-react";
import type { ReactNode } from "react";
import { dailyOpsSettings } from "#features/settings/web/api.ts";
import { LANGUAGE, t, term } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { formatWeekday } from "#platform/time/format-in-zone.ts";
import { formatAgo } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonCards } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { type BriefingLine, type BriefingOnWire, PART_LABELS } from "../../model.ts";
import { formatDay } from "../format-day.ts";
import { InnerLink } from "../inner-link.tsx";
import panel from "../panel.module.css";
import { DepartureCards } from "../traffic/departure-cards.tsx";
import { BriefingFigures } from "./briefing-figures.tsx";
import { BriefingHistory } from "./briefing-history.tsx";
import styles from "./briefing-panel.module.css";
import { LinkedText } from "./linked-text.tsx";
import { useBriefing } from "./use-briefing.ts";

export function BriefingPanel() {
  const { data, error, retry, generate, isGenerating, earlier, later, openDay, history } = useBriefing();
  if (!data && error)
    return <ErrorState title={t`The briefing could not be loaded`} message={error.message} onRetry={retry} />;
  if (!data) return <SkeletonCards count={3} label={t`Loading briefing`} />;
  const { briefing, date, today } = data;
  const isToday = date === today;
  return (
    <Stack>
      <Row as="header" gap={16} lineGap={8} justify="space-between" wrap className={panel.header}>
        <Row gap={4} className={styles.day}>
          {earlier && (
            <IconButton label={t`Earlier briefing`} icon={ChevronLeft} onClick={() => openDay(earlier)} />
          )}
          <Text as="h2" size="section">
            {isToday ? t`Today, ${formatDay(date)}` : formatDay(date)}
          </Text>
          {later && (
            <IconButton label={t`Later briefing`} icon={ChevronRight} onClick={() => openDay(later)} />
          )}
        </Row>
        <Row wrap className={panel.actions}>
          {briefing && <Written at={briefing.updatedAt} />}
          {briefing && (
            <Button
              variant="default"
              leftSection={<Printer size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => window.print()}
            >
              {t`Print`}
            </Button>
          )}
          {isToday ? (
            <GenerateButton isGenerating={isGenerating} onGenerate={generate} />
          ) : (
            <Button variant="default" onClick={() => openDay(today)}>
              {t`To today`}
            </Button>
          )}
        </Row>
      </Row>
      {isToday && <DepartureCards />}
      {briefing ? (
        <BriefingText briefing={briefing} />
      ) : (
        <EmptyState
          icon={Sunrise}
          title={isToday ? t`No briefing today yet` : t`No briefing on this day`}
          message={isToday && <BriefingSchedule />}
        />
      )}
      <BriefingHistory days={history} openDate={date} onOpen={openDay} />
    </Stack>
  );
}

const Written = ({ at }: { at: string }) => (
  <Text as="span" tone="faint" size="label">
    {rich(t`Written <0/>`, () => (
      <time dateTime={at}>{formatAgo(at)}</time>
    ))}
  </Text>
);

const GenerateButton = ({ isGenerating, onGenerate }: { isGenerating: boolean; onGenerate(): void }) => (
  <Button
    leftSection={<Sparkles size={16} strokeWidth={1.75} aria-hidden />}
    onClick={onGenerate}
    disabled={isGenerating}
  >
    {isGenerating ? t`Generating...` : t`Generate Briefing`}
  </Button>
);

function BriefingSchedule() {
  const { data } = useQuery(dailyOpsSettings.get.query({}));
  if (!data) return null;
  const { briefingTime: time, weekdays = [] } = data;
  const zone = data.timezone.replaceAll("_", " ");
  return weekdays.length < 7
    ? t`It is generated automatically at ${time} (${zone}) on ${namesOf(weekdays)}.`
    : t`It is generated automatically at ${time} (${zone}).`;
}

/** January 1, 2023 was a Sunday, which is day 0. */
const namesOf = (weekdays: readonly number[]) =>
  new Intl.ListFormat(LANGUAGE).format(
    weekdays.map((day) => formatWeekday(new Date(Date.UTC(2023, 0, 1 + day)), "UTC")),
  );

function BriefingText({ briefing }: { briefing: BriefingOnWire }) {
  const lines = linesOf(briefing);
  const partOf = (part: BriefingLine["part"]) => lines.filter((line) => line.part === part);
  const besides = (["meeting", "change", "held"] as const).filter((part) => partOf(part).length > 0);
  const badge = (
    <Badge>
      {briefing.source === "built-in" ? t`Built-in` : term("Model", "written by a language model")}
    </Badge>
  );
  return (
    <>
      <BriefingFigures briefing={briefing} />
      <div className={styles.columns}>
        <Stack shrink>
          <Part part="summary" badge={badge} lines={partOf("summary")} />
          {besides.includes("change") && <Part part="change" lines={partOf("change")} />}
        </Stack>
        <Stack shrink>
          {besides.includes("meeting") && <Part part="meeting" lines={partOf("meeting")} />}
          <Part part="insight" badge={badge} lines={partOf("insight")} />
          {besides.includes("held") && (
            <Part part="held" lines={partOf("held")}>
              <InnerLink href="/daily-ops?tab=notifications&show=held" className={panel.link}>
                {t`Open notifications`}
              </InnerLink>
            </Part>
          )}
        </Stack>
      </div>
    </>
  );
}

type PartProps = {
  part: BriefingLine["part"];
  lines: readonly BriefingLine[];
  badge?: ReactNode;
  children?: ReactNode;
};

const Part = ({ part, lines, badge, children }: PartProps) => (
  <Stack
    as="section"
    gap={12}
    pad={16}
    surface="card"
    shrink
    className={panel.card}
    aria-labelledby={`briefing-${part}`}
  >
    <Row gap={12} align="start" justify="space-between">
      <h3 id={`briefing-${part}`} className={panel.cardTitle}>
        {PART_LABELS[part]}
      </h3>
      {badge}
    </Row>
    {lines.length > 0 ? (
      <Lines lines={lines} />
    ) : (
      <Text tone="soft" size="list" overflow="break">
        {t`Nothing unusual: no overlaps, no long waits.`}
      </Text>
    )}
    {children}
  </Stack>
);

const Lines = ({ lines }: { lines: readonly BriefingLine[] }) => (
  <Stack as="ul" gap={10} maxWidth="75ch" className={styles.lines}>
    {lines.map(({ text, records }) => (
      <li key={text}>
        <LinkedText text={text} records={records} />
      </li>
    ))}
  </Stack>
);

/** Older briefings have no stored lines, only their text. */
function linesOf({ lines, summary, aiInsights }: BriefingOnWire): readonly BriefingLine[] {
  if (lines.length > 0) return lines;
  const plain = (text: string, part: BriefingLine["part"]) =>
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => ({ part, text: line, records: [] }));
  return [...plain(summary, "summary"), ...plain(aiInsights ?? "", "insight")];
}
