import { useT } from '../../kit/index.ts';
import type { Mentioning } from './useMention.ts';

export const optionId = (listId: string, at: number): string => `${listId}-${at}`;

/** Who may be mentioned, below the field in which the @ was typed. */
export function MentionList({ listId, people, active, choose }: Mentioning) {
  const t = useT('orders');
  if (people.length === 0) return null;
  return (
    <div id={listId} className="note-people" role="listbox" aria-label={t('notes.people')}>
      {people.map((person, at) => (
        // The field has the focus and the keys; aria-activedescendant names the option.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={person.id}
          id={optionId(listId, at)}
          role="option"
          aria-selected={at === active}
          tabIndex={-1}
          // The field would lose the focus before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(person)}
        >
          <b>{person.realName || person.account}</b> <span className="pd-muted">@{person.account}</span>
        </div>
      ))}
    </div>
  );
}
