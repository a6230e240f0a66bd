import { t } from "#i18n/message.ts";
import { OpenPromises } from "./open-promises.tsx";

type PersonPromisesProps = {
  /** Their addresses and account in lower case, with commas between them. */
  party: string;
  onClose(): void;
};

/** What is open between the person and somebody else. */
export const PersonPromises = ({ party, onClose }: PersonPromisesProps) => (
  <OpenPromises
    among={{ parties: party.split(",") }}
    titles={{ me: t`You owe them`, them: t`They owe you` }}
    onClose={onClose}
  />
);
