import { LayoutTemplate, Pencil, Plus, Trash2 } from "lucide-react";
import { plural, t } from "#i18n/message.ts";
import { useRecord, useRecordList } from "#platform/client/use-records.ts";
import { Badge } from "#ui/display/badge.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { SkeletonCards } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { LoadedList, ShowMore } from "#ui/lists/loaded-list.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { openTemplate } from "../open-dialog.ts";
import { allTemplates, templateRecords } from "../records.ts";
import { templateWrites, writeFromTemplate } from "./template-actions.ts";

export function TemplatesPanel({ onTrash }: { onTrash(): void }) {
  return (
    <Stack aria-labelledby="templates" as="section" gap={12}>
      <Row as="header" gap={0} justify="space-between">
        <Text id="templates" as="h2" size="section">
          {t`Email Templates`}
        </Text>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onTrash}
        >
          {t`Trash`}
        </Button>
      </Row>
      <Templates />
    </Stack>
  );
}

function Templates() {
  const list = useRecordList(templateRecords, allTemplates.key, allTemplates.source);
  return (
    <LoadedList
      list={list}
      failure={t`Failed to fetch templates`}
      onFailure={() => toast.failure(t`Failed to fetch templates: they cannot be read right now`)}
      loading={<SkeletonCards count={3} label={t`Loading templates`} />}
      empty={<NoneYet />}
    >
      <Grid as="ul" columns="20rem">
        {list.ids.map((id) => (
          <TemplateCard key={id} id={id} />
        ))}
      </Grid>
      <ShowMore list={list} noun="templates" />
    </LoadedList>
  );
}

const NoneYet = () => (
  <EmptyState
    icon={LayoutTemplate}
    title={t`No templates found`}
    message={t`Save text that you often send as a template.`}
    action={
      <Button
        variant="default"
        leftSection={<Plus size={16} aria-hidden />}
        onClick={() => openTemplate(null)}
      >
        {t`Create Template`}
      </Button>
    }
  />
);

function TemplateCard({ id }: { id: string }) {
  const template = useRecord(templateRecords, id);
  if (!template) return null;
  const { name, category, subject, body, usageCount } = template;
  return (
    <Stack as="li" gap={6} surface="card" pad="10px 10px 14px 16px" aria-label={name}>
      <Row as="header">
        <Text as="h3" weight="strong" overflow="dots">
          {name}
        </Text>
        {category && <Badge>{category}</Badge>}
        <Row as="span" gap={0} noShrink margin="0 0 0 auto">
          <IconButton label={t`Edit '${name}'`} icon={Pencil} onClick={() => openTemplate(template)} />
          <IconButton
            label={t`Delete '${name}'`}
            icon={Trash2}
            onClick={() => void templateWrites.delete(template)}
          />
        </Row>
      </Row>
      <Text size="list" overflow="dots">
        {subject}
      </Text>
      <Text size="list" tone="soft" lines={3}>
        {body}
      </Text>
      <Row as="footer" gap={12} justify="space-between" pad="8px 6px 0px 0px" margin="auto 0 0">
        <Text as="span" tone="faint" size="label" isTabular>
          {plural(usageCount, { one: `Used ${usageCount} times`, other: `Used ${usageCount} times` })}
        </Text>
        <Button variant="default" size="compact-md" onClick={() => void writeFromTemplate(template)}>
          {t`Use Template`}
        </Button>
      </Row>
    </Stack>
  );
}
