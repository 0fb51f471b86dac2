import { localisedTitle } from '../../kit/data/menu.ts';
import { Avatar } from '../../kit/index.ts';
import { Fact } from '../../resource/ui/Fact.tsx';
import { type PeekProps, RowPeek } from '../../resource/RowPeek.tsx';

const SIZE = 56;

/** What the roles of a person are called. */
export const rolesText = (names: unknown): string =>
  Array.isArray(names) ? names.map(localisedTitle).join(', ') : '';

/** What is known of a person, below their picture. */
export function AccountPeek(props: PeekProps) {
  const { row } = props;
  const name = String(row?.realName ?? row?.account ?? '');
  const picture = typeof row?.avatar === 'string' ? row.avatar : undefined;
  const first = (
    <>
      <Avatar name={name} src={picture} size={SIZE} />
      <dl className="facts">
        <Fact label={props.words.field('roleNames')}>{rolesText(row?.roleNames) || '–'}</Fact>
      </dl>
    </>
  );
  return <RowPeek {...props} without={['avatar', 'roleNames']} first={first} />;
}
