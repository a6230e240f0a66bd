import { Link2, Plus } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { t, term } from "#i18n/message.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { FoldButton } from "#ui/inputs/fold-button.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { LinkKind, ProjectLinkOnWire } from "../../project-links/model.ts";
import type { ProjectLinks } from "../api.ts";
import { useProjectLinks } from "./project-links.ts";
import { RecordPicker } from "./record-picker.tsx";
import styles from "./related-records.module.css";
import { LinkRow, PersonRow, RelatedSection } from "./related-rows.tsx";

const SECTIONS: readonly [LinkKind, string][] = [
  ["email", t`Emails`],
  ["event", t`Events`],
  ["document", t`Documents`],
];

type RelatedRecordsProps = { project: { id: string; name: string }; isBeside: boolean };

/** Who and what belongs to a project besides its tasks: beside them, or on a narrow screen folded above them. */
export function RelatedRecords({ project, isBeside }: RelatedRecordsProps) {
  const { links, add, remove } = useProjectLinks(project.id);
  const [isPicking, setPicking] = useState(false);
  const pick = () => setPicking(true);
  useShortcut("l", t`Add to the project`, t`Tasks`, pick);
  const data = links.data;
  const content = (
    <QueryContent
      query={links}
      failure={t`What belongs to the project could not be loaded`}
      loading={t`Loading what belongs to the project`}
      rows={3}
    >
      {(shown) => <Sections data={shown} onAdd={pick} onRemove={remove} />}
    </QueryContent>
  );
  return (
    <>
      <Panel isBeside={isBeside} count={data ? data.items.length + data.people.length : 0} onAdd={pick}>
        {content}
      </Panel>
      {isPicking && (
        <RecordPicker
          name={project.name}
          linked={new Set(data?.items.flatMap((link) => (link.origin === "added" ? link.recordId : [])))}
          onPick={add}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  );
}

type PanelProps = { isBeside: boolean; count: number; onAdd(): void; children: ReactNode };

function Panel({ isBeside, count, onAdd, children }: PanelProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const title = term("Related", "people, emails, events and documents of a project");
  const isShown = isBeside || isOpen;
  return (
    <Stack as="section" aria-label={title} gap={12} surface="card" pad="8px 8px 8px 16px">
      <Row as="header" gap={8} justify="space-between" className={styles.head}>
        {isBeside ? (
          <Text as="h2" size="section">
            {title}
          </Text>
        ) : (
          <h2 className={styles.heading}>
            <FoldButton isOpen={isOpen} controls={id} icon={Link2} onToggle={() => setOpen(!isOpen)}>
              {count > 0 ? t`Related (${count})` : title}
            </FoldButton>
          </h2>
        )}
        {count > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Plus size={14} strokeWidth={1.75} aria-hidden />}
            onClick={onAdd}
          >
            {term("Add", "a record to a project")}
          </Button>
        )}
      </Row>
      <div id={id} hidden={!isShown}>
        {isShown && children}
      </div>
    </Stack>
  );
}

type SectionsProps = { data: ProjectLinks; onAdd(): void; onRemove(link: ProjectLinkOnWire): void };

function Sections({ data: { items, people }, onAdd, onRemove }: SectionsProps) {
  if (items.length + people.length === 0) return <NothingYet onAdd={onAdd} />;
  const ofKind = (kind: LinkKind) => items.filter((link) => link.kind === kind);
  const rows = (links: readonly ProjectLinkOnWire[]) =>
    links.map((link) => <LinkRow key={link.recordId} link={link} onRemove={onRemove} />);
  const contacts = ofKind("contact");
  return (
    <Stack gap={16}>
      {contacts.length + people.length > 0 && (
        <RelatedSection title={t`People`}>
          {rows(contacts)}
          {people.map((person) => (
            <PersonRow key={person.address} person={person} />
          ))}
        </RelatedSection>
      )}
      {SECTIONS.map(([kind, title]) => {
        const links = ofKind(kind);
        return (
          links.length > 0 && (
            <RelatedSection key={kind} title={title}>
              {rows(links)}
            </RelatedSection>
          )
        );
      })}
    </Stack>
  );
}

const NothingYet = ({ onAdd }: { onAdd(): void }) => (
  <EmptyState
    icon={Link2}
    title={t`Keep everything about this project in one place`}
    message={t`Add its people, emails, events and documents. Press L.`}
    action={
      <Button
        variant="default"
        leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />}
        onClick={onAdd}
      >
        {t`Add to the project`}
      </Button>
    }
  />
);
