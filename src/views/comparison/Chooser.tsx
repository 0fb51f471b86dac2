import { useState } from 'react';
import { resourceOf } from '../../../contract/resources/index.ts';
import { formatCount, State, useCaller, useT } from '../../kit/index.ts';
import { wordsOf } from '../../resource/actions/texts.ts';
import { defaultFilters } from '../../resource/filters/model.ts';
import { openModels } from '../../resource/grid/openModels.ts';
import { listsOf } from '../../resource/link/destinations.ts';
import { listTitle } from '../../resource/listTitle.ts';
import { proposedKey, type SideSetup } from './setup.ts';

interface ChooserProps {
  /** What is chosen already. */
  chosen: readonly SideSetup[];
  choose: (side: SideSetup) => void;
}

interface Offer extends SideSetup {
  title: string;
  /** Rows of a list that is open. */
  count?: number;
}

/** Open lists as they are filtered, then every other list; only those that have something to be aligned by. */
function useOffers(chosen: readonly SideSetup[]): { open: Offer[]; all: Offer[] } {
  const caller = useCaller();
  const [open] = useState(() => [...openModels.values()]);
  const lists = chosen.map(({ resource }) => resourceOf(resource));
  const fits = ({ resource }: Offer) => proposedKey([...lists, resourceOf(resource)]).length > 0;
  return {
    open: open
      .map(
        (model): Offer => ({
          resource: model.resource.id,
          filters: model.state().filters,
          title: listTitle(model.resource),
          count: model.state().total,
        }),
      )
      .filter(fits),
    all: listsOf(caller)
      .map(
        ({ resource, title }): Offer => ({ resource: resource.id, filters: defaultFilters(resource), title }),
      )
      .filter(fits),
  };
}

function Offers({
  list,
  choose,
  isFirst,
}: {
  list: readonly Offer[];
  choose: ChooserProps['choose'];
  isFirst: boolean;
}) {
  return (
    <ul className="comparison-offers">
      {list.map(({ title, count, resource, filters }, at) => (
        <li key={`${resource}${at}`}>
          <button
            type="button"
            className="pd-button"
            {...(isFirst && at === 0 && { 'data-focus-first': '' })}
            onClick={() => choose({ resource, filters })}
          >
            <span>
              {title}
              {Object.keys(filters).length > 0 && (
                <span className="pd-muted">
                  {' '}
                  {Object.keys(filters)
                    .map(wordsOf(resourceOf(resource)).field)
                    .join(', ')}
                </span>
              )}
            </span>
            {count !== undefined && <b className="pd-number">{formatCount(count)}</b>}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What a list is compared with. */
export function Chooser({ chosen, choose }: ChooserProps) {
  const t = useT('comparison');
  const { open, all } = useOffers(chosen);
  const [first] = chosen;
  if (all.length === 0) return <State kind="empty" text={t('nothing')} />;
  return (
    <div className="comparison-chooser">
      <h2>{first ? t('with', { title: listTitle(resourceOf(first.resource)) }) : t('which')}</h2>
      {open.length > 0 && (
        <>
          <h3>{t('open')}</h3>
          <Offers list={open} choose={choose} isFirst />
        </>
      )}
      <h3>{t('lists')}</h3>
      <Offers list={all} choose={choose} isFirst={open.length === 0} />
    </div>
  );
}
