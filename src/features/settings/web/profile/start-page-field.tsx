import { t } from "#i18n/message.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import type { Profile } from "./profile-edits.ts";

type StartPage = Profile["startPage"];

export const START_PAGE_NAMES: Record<StartPage, string> = {
  "/": t`Dashboard`,
  "/daily-ops": t`Daily Ops`,
  "/email": t`Email`,
  "/calendar": t`Calendar`,
  "/tasks": t`Tasks`,
};

type StartPageFieldProps = { value: StartPage; onChange(page: StartPage): void };

export const StartPageField = ({ value, onChange }: StartPageFieldProps) => (
  <NativeSelect
    label={t`After signing in, open`}
    value={value}
    onChange={({ target }) => onChange(target.value as StartPage)}
    data={Object.entries(START_PAGE_NAMES).map(([page, label]) => ({ value: page, label }))}
  />
);
