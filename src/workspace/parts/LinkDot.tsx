import { useAtomValue } from 'jotai';
import { selectAtom } from 'jotai/utils';
import { useMemo } from 'react';
import { coloursOf, link, translate } from '../../kit/index.ts';
import { showLinkMenu } from './menus.tsx';
import './links.css';

const highlight = (element: HTMLElement, colour: string | undefined): void => {
  const { body } = element.ownerDocument;
  if (colour) body.dataset.linkHover = colour;
  else delete body.dataset.linkHover;
};

/** The colour a tab is linked by; hovering shows its peers, a click changes it. */
export function LinkDot({ tabId }: { tabId: string }) {
  const panel = useAtomValue(useMemo(() => selectAtom(link.panelsAtom, (all) => all[tabId]), [tabId]));
  if (!panel) return null;
  const colours = coloursOf(panel);
  const name = colours.map((colour) => translate(`workspace:link.${colour}`)).join(', ');
  const label = translate(panel.paused ? 'workspace:link.pausedOn' : 'workspace:link.on', { name });
  return (
    // No button: it is inside a tab, which is a control itself. The keyboard has the commands of the link.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <span
      role="img"
      className={`ws-dot-button${panel.paused ? ' ws-dot-paused' : ''}`}
      data-link={panel.colour}
      data-links={colours.join(' ')}
      aria-label={label}
      title={label}
      onPointerDown={(event) => event.stopPropagation()}
      onMouseEnter={(event) => highlight(event.currentTarget, panel.colour)}
      onMouseLeave={(event) => highlight(event.currentTarget, undefined)}
      onClick={(event) => {
        event.stopPropagation();
        highlight(event.currentTarget, undefined);
        showLinkMenu(tabId, event.currentTarget);
      }}
    >
      {colours.map((colour) => (
        <i key={colour} className={`ws-dot ws-dot-${colour}`} />
      ))}
    </span>
  );
}
