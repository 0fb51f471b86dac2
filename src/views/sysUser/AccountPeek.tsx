import { localisedTitle } from '../../kit/data/menu.ts';
import { Avatar } from '../../kit/index.ts';
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
  return <RowPeek {...props} without={['avatar']} first={<Avatar name={name} src={picture} size={SIZE} />} />;
}
