import { toast } from "#ui/overlays/toast.ts";

export const reportReadFailure = (): void =>
  void toast.failure("Failed to fetch emails: they cannot be read right now");
