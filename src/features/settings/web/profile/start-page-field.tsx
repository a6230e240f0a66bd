import { NativeSelect } from "#ui/fields/native-select.tsx";
import type { Profile } from "./profile-edits.ts";

type StartPage = Profile["startPage"];

export const START_PAGE_NAMES: Record<StartPage, string> = {
  "/": "Dashboard",
  "/daily-ops": "Daily Ops",
  "/email": "Email",
  "/calendar": "Calendar",
  "/tasks": "Tasks",
};

type StartPageFieldProps = { value: StartPage; onChange(page: StartPage): void };

export const StartPageField = ({ value, onChange }: StartPageFieldProps) => (
  <NativeSelect
    label="After signing in, open"
    value={value}
    onChange={({ target }) => onChange(target.value as StartPage)}
    data={Object.entries(START_PAGE_NAMES).map(([page, label]) => ({ value: page, label }))}
  />
);
