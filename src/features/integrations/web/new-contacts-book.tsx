import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { type CardAccount, cardAccounts } from "./api.ts";

const NOWHERE = "";
const choiceOf = ({ id }: CardAccount, url: string) => `${id} ${url}`;

/** Which address book gets the contacts that are created here. */
export function NewContactsBook({ accounts }: { accounts: readonly CardAccount[] }) {
  const chosen = accounts.find(({ newContactsBook }) => newContactsBook !== null);
  const { mutate, isPending, variables } = useWrite({
    send: async (choice: string) => {
      // None on one server is none on all.
      const [id = accounts[0]?.id, url = null] = choice === NOWHERE ? [] : choice.split(" ");
      if (id) await cardAccounts.update.call({ id, newContactsBook: url });
    },
    invalidates: [["cardAccounts"]],
    failed: t`Failed to change the address book`,
  });
  const books = accounts.flatMap((account) =>
    account.books
      .filter(({ isReadOnly }) => !isReadOnly)
      .map(({ url, name }) => ({ value: choiceOf(account, url), label: `${account.name}: ${name}` })),
  );
  if (books.length === 0) return null;
  return (
    <NativeSelect
      label={t`Save new contacts`}
      description={t`The address book for contacts that you create from now on.`}
      value={isPending ? variables : chosen ? choiceOf(chosen, chosen.newContactsBook ?? "") : NOWHERE}
      onChange={(event) => mutate(event.currentTarget.value)}
      data={[{ value: NOWHERE, label: t`Only in Adjutant` }, ...books]}
    />
  );
}
