import { FileText } from "lucide-react";
import { t } from "#i18n/message.ts";
import { useRecordList, useRecords } from "#platform/client/use-records.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import type { EmailTemplateOnWire } from "../../writing-model.ts";
import { allTemplates, templateRecords } from "../records.ts";
import { countUse } from "./template-actions.ts";

/** Begins the message from a template (TMPL-07, TMPL-08). */
export function TemplateMenu({ onChoose }: { onChoose(template: EmailTemplateOnWire): void }) {
  const { ids } = useRecordList(templateRecords, allTemplates.key, allTemplates.source);
  const known = useRecords(templateRecords, ids);
  if (known.length === 0) return null;
  return (
    <Menu
      label={t`Templates`}
      items={known.map((template) => ({
        label: template.name,
        icon: FileText,
        onSelect: () => {
          onChoose(template);
          void countUse(template);
        },
      }))}
      trigger={(props) => (
        <Button {...props} variant="default" type="button">
          {t`Template`}
        </Button>
      )}
    />
  );
}
