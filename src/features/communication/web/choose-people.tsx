import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { contacts } from "#features/contacts/web/api.ts";
import { PersonAvatar } from "#features/contacts/web/public/person-avatar.tsx";
import { t } from "#i18n/message.ts";
import { SearchField } from "#ui/inputs/search-field.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { conversations } from "./api.ts";
import styles from "./dialog.module.css";

const MAX_PEOPLE = 100;

type ChoosePeopleProps = {
  legend: string;
  chosen: readonly string[];
  /** People to leave out of the list, because they are already members. */
  without?: readonly string[];
  onChange(chosen: string[]): void;
};

/** A multi-select of the people that the user may write to. */
export function ChoosePeople({ legend, chosen, without = [], onChange }: ChoosePeopleProps) {
  const [text, setText] = useState("");
  const { data, isError } = useQuery({
    ...conversations.reachable.query({ text, limit: MAX_PEOPLE }),
    placeholderData: keepPreviousData,
    meta: { failure: t`Failed to load communication data` },
  });
  const people = data?.people.filter(({ userId }) => !without.includes(userId));
  return (
    <Stack as="fieldset" gap={8} className={styles.group}>
      <legend>{legend}</legend>
      <SearchField label={t`Search people`} text={text} onSearch={(words = "") => setText(words)} isFull />
      <div className={styles.options}>
        {people?.map(({ userId, fullName }) => (
          <label key={userId} className={styles.option}>
            <input
              type="checkbox"
              checked={chosen.includes(userId)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, userId] : chosen.filter((each) => each !== userId))
              }
            />
            <PersonAvatar userId={userId} name={fullName} size="small" />
            <Stack as="span" gap={0} grow>
              <Text as="span" overflow="dots">
                {fullName}
              </Text>
            </Stack>
          </label>
        ))}
        {people?.length === 0 && (
          <Text tone="soft" textWrap="pretty" textAlign="center" pad="24px 16px">
            {text
              ? t`No matching people`
              : t`People of your workspaces and contacts with an account here appear in this list.`}
          </Text>
        )}
        {isError && (
          <Text tone="soft" textWrap="pretty" textAlign="center" pad="24px 16px">
            {t`This list could not be loaded.`}
          </Text>
        )}
      </div>
    </Stack>
  );
}

type ChooseContactProps = {
  chosen: string | null;
  problem: string | null;
  onChange(contactId: string): void;
};

export function ChooseContact({ chosen, problem, onChange }: ChooseContactProps) {
  const [text, setText] = useState("");
  const { data, isError } = useQuery({
    ...contacts.list.query({ limit: MAX_PEOPLE, ...(text && { text }) }),
    placeholderData: keepPreviousData,
    meta: { failure: t`Failed to load communication data` },
  });
  return (
    <Stack as="fieldset" gap={8} className={styles.group}>
      <legend>{t`Contact`}</legend>
      <SearchField
        label={t`Search contacts`}
        text={text}
        onSearch={(words = "") => setText(words)}
        isFull
        isFirst
      />
      <div className={styles.options}>
        {data?.items.map(({ id, contactName, relationship, contactEmail, accountId }) => (
          <label key={id} className={styles.option}>
            <input type="radio" name="contact" checked={chosen === id} onChange={() => onChange(id)} />
            <PersonAvatar userId={accountId} email={contactEmail} name={contactName} size="small" />
            <Stack as="span" gap={0} grow>
              <Text as="span" overflow="dots">
                {contactName}
              </Text>
              <Text as="span" tone="soft" size="label" overflow="dots">
                {[relationship, contactEmail, accountId ? null : t`no account here`]
                  .filter(Boolean)
                  .join(" · ")}
              </Text>
            </Stack>
          </label>
        ))}
        {data?.items.length === 0 && (
          <Text tone="soft" textWrap="pretty" textAlign="center" pad="24px 16px">
            {text ? t`No contact matches` : t`You have no contacts yet`}
          </Text>
        )}
        {isError && (
          <Text tone="soft" textWrap="pretty" textAlign="center" pad="24px 16px">
            {t`This list could not be loaded.`}
          </Text>
        )}
      </div>
      {problem && (
        <Text tone="bad" size="label" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  );
}
