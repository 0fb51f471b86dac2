import { useT } from '../i18n/i18n.ts';
import { State } from '../ui/State.tsx';
import { resourceTitle } from './measureText.ts';
import type { FigureScope } from './useFigureScope.ts';

interface NoFiguresProps {
  /** Whose rows there are none of. */
  resource: string;
  /** Empty where it was not asked for. */
  currency: string;
  scope: Pick<FigureScope, 'span' | 'where'>;
}

/** In the place of figures where no row answers: of what there is none, and what would bring some. */
export function NoFigures({ resource, currency, scope: { span, where } }: NoFiguresProps) {
  const t = useT('widgets');
  const among = [currency, span].filter(Boolean).join(' · ');
  const isNarrowed = Object.keys(where).length > 0;
  return (
    <State
      kind="empty"
      text={t('nothing.text', { list: resourceTitle(resource), among })}
      hint={t(isNarrowed ? 'nothing.narrowed' : 'nothing.hint')}
    />
  );
}
