import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";

export const reportReadFailure = (): void =>
  void toast.failure(t`Failed to fetch emails: they cannot be read right now`);
