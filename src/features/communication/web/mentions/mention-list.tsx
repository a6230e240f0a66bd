import { PersonAvatar } from "#features/contacts/web/public/person-avatar.tsx";
import { t } from "#i18n/message.ts";
import { Option } from "#ui/fields/option.tsx";
import styles from "./mention-list.module.css";

export type Person = { userId: string; fullName: string };
type MentionListProps = {
  listId: string;
  people: readonly Person[];
  chosen: number;
  take(person: Person): void;
};

/** The participants that an @ may name. */
export function MentionList({ listId, people, chosen, take }: MentionListProps) {
  return (
    <div id={listId} role="listbox" aria-label={t`People to mention`} className={styles.list}>
      {people.map((person, index) => (
        <Option
          key={person.userId}
          id={`${listId}-${index}`}
          isActive={index === chosen}
          className={styles.person}
          onClick={() => take(person)}
        >
          <PersonAvatar userId={person.userId} name={person.fullName} size="small" />
          {person.fullName}
        </Option>
      ))}
    </div>
  );
}
