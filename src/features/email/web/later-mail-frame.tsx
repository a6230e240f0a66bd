import { t } from "#i18n/message.ts";
import { SkeletonText } from "#ui/feedback/skeleton.tsx";
import { laterPart } from "#ui/later-part.tsx";
import type { OpenEmailOnWire } from "../model.ts";

/** Only HTML mail needs sanitising: loaded when the first such mail is likely to be opened. */
const loadFrame = () => import("./reading/mail-frame.tsx");
export const MailFrame = laterPart(
  async () => (await loadFrame()).MailFrame,
  <SkeletonText count={4} label={t`The email is on its way`} />,
);

/** Before the first such mail is opened: its frame needs a process of its own. */
export const prepareFrame = (): void =>
  void Promise.all([loadFrame(), MailFrame.fetch()]).then(
    ([loaded]) => loaded.prepareFrame(),
    () => undefined,
  );

/** Sanitises the HTML of mail that will be opened next. */
export async function prepareBodies(opened: readonly OpenEmailOnWire[]): Promise<void> {
  const pages = opened.flatMap(({ html }) => html || []);
  if (pages.length === 0) return;
  await MailFrame.fetch();
  const { prepareInBackground } = await import("./reading/prepared-mails.ts");
  for (const html of pages) prepareInBackground(html);
}
