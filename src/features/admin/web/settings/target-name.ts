import { t } from "#i18n/message.ts";
import type { ConnectionTarget } from "../../model.ts";

/** The others are names of services. */
const NAMES: Partial<Record<ConnectionTarget, string>> = { Model: t`Model`, Database: t`Database` };

export const targetName = (target: ConnectionTarget): string => NAMES[target] ?? target;
