import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { t, term } from "#i18n/message.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { useNow } from "#ui/use-now.ts";
import {
  type BriefingLine,
  type BriefingOnWire,
  type BriefingPart,
  isPast,
  OPENING_PARTS,
  PART_LABELS,
} from "../../model.ts";
import { InnerLink } from "../inner-link.tsx";
import panel from "../panel.module.css";
import styles from "./briefing-body.module.css";
import { BriefingFigures } from "./briefing-figures.tsx";
import { LinkedText } from "./linked-text.tsx";

type BriefingBodyProps = { briefing: BriefingOnWire; isToday: boolean };

/** What is read first, then everything else folded away. Of today nothing that is past is shown. */
export function BriefingBody({ briefing, isToday }: BriefingBodyProps) {
  const now = new Date(useNow(60_000));
  const lines = linesOf(briefing).filter((line) => !(isToday && isPast(line, now)));
  const isOpening = ({ part, isFolded }: BriefingLine) => !isFolded && isOpeningPart(part);
  const opening = lines.filter(isOpening);
  const rest = lines.filter((line) => !isOpening(line));
  /** Older briefings have none. */
  const hasOpening = isToday || opening.length > 0;
  return (
    <>
      {opening.length > 0 && <Opening lines={opening} />}
      {isToday && opening.length === 0 && (
        <Text tone="soft">{t`Nothing is planned today, and nothing waits for you.`}</Text>
      )}
      <details className={styles.rest} open={!hasOpening}>
        <summary className={styles.summary}>
          {t`Figures, summary and insights`}
          <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
        </summary>
        <Stack className={styles.restBody}>
          <BriefingFigures briefing={briefing} />
          <Rest lines={rest} source={briefing.source} />
        </Stack>
      </details>
    </>
  );
}

const isOpeningPart = (part: BriefingPart) => OPENING_PARTS.some((each) => each === part);

/** On wide screens what to do and the day stand left, the others right. */
const LEFT: readonly BriefingPart[] = ["first", "day"];

function Opening({ lines }: { lines: readonly BriefingLine[] }) {
  const parts = OPENING_PARTS.filter((part) => lines.some((line) => line.part === part));
  const side = (isLeft: boolean) => {
    const ofSide = parts.filter((part) => LEFT.includes(part) === isLeft);
    return (
      ofSide.length > 0 && (
        <Stack shrink>
          {ofSide.map((part) => (
            <Part key={part} part={part} lines={lines.filter((line) => line.part === part)} />
          ))}
        </Stack>
      )
    );
  };
  return (
    <div className={styles.columns}>
      {side(true)}
      {side(false)}
    </div>
  );
}

type RestProps = { lines: readonly BriefingLine[]; source: BriefingOnWire["source"] };

function Rest({ lines, source }: RestProps) {
  const partOf = (part: BriefingPart) => lines.filter((line) => line.part === part);
  const badge = (
    <Badge>{source === "built-in" ? t`Built-in` : term("Model", "written by a language model")}</Badge>
  );
  const besides = (["meeting", ...OPENING_PARTS] as const).filter((part) => partOf(part).length > 0);
  return (
    <div className={styles.columns}>
      <Stack shrink>
        {partOf("summary").length > 0 && <Part part="summary" badge={badge} lines={partOf("summary")} />}
        {partOf("insight").length > 0 && <Part part="insight" badge={badge} lines={partOf("insight")} />}
      </Stack>
      <Stack shrink>
        {besides.map((part) => (
          <Part key={part} part={part} isMore={part !== "meeting"} lines={partOf(part)} />
        ))}
        {partOf("held").length > 0 && (
          <Part part="held" lines={partOf("held")}>
            <InnerLink href="/daily-ops?tab=notifications&show=held" className={panel.link}>
              {t`Open notifications`}
            </InnerLink>
          </Part>
        )}
      </Stack>
    </div>
  );
}

type PartProps = {
  part: BriefingPart;
  lines: readonly BriefingLine[];
  /** Lines that found no room above. */
  isMore?: boolean;
  badge?: ReactNode;
  children?: ReactNode;
};

const Part = ({ part, lines, isMore = false, badge, children }: PartProps) => (
  <Stack
    as="section"
    gap={12}
    pad={16}
    surface="card"
    shrink
    className={panel.card}
    aria-labelledby={idOf(part, isMore)}
  >
    <Row gap={12} align="start" justify="space-between">
      <h3 id={idOf(part, isMore)} className={panel.cardTitle}>
        {isMore ? t`${PART_LABELS[part]}, continued` : PART_LABELS[part]}
      </h3>
      {badge}
    </Row>
    <Lines part={part} lines={lines} />
    {children}
  </Stack>
);

const idOf = (part: BriefingPart, isMore: boolean) => `briefing-${part}${isMore ? "-more" : ""}`;

const Lines = ({ part, lines }: { part: BriefingPart; lines: readonly BriefingLine[] }) => (
  <Stack
    as={part === "first" ? "ol" : "ul"}
    gap={part === "first" ? 14 : 10}
    maxWidth="75ch"
    className={part === "first" ? styles.first : isOpeningPart(part) ? styles.opening : styles.lines}
  >
    {lines.map(({ time, text, note, records }) => (
      <li key={`${time} ${text} ${records[0]?.id}`}>
        {time && <span className={styles.time}>{time}</span>}
        <span className={styles.words}>
          <LinkedText text={text} records={records} />
          {note && (
            <Text as="span" tone="soft" size="list" className={styles.note}>
              {note}
            </Text>
          )}
        </span>
      </li>
    ))}
  </Stack>
);

/** Older briefings have no stored lines, only their text. */
function linesOf({ lines, summary, aiInsights }: BriefingOnWire): readonly BriefingLine[] {
  if (lines.some(({ part }) => part === "summary")) return lines;
  const plain = (text: string, part: BriefingPart) =>
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => ({ part, text: line, records: [] }));
  return [...lines, ...plain(summary, "summary"), ...plain(aiInsights ?? "", "insight")];
}
