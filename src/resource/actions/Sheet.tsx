import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { Key, State, useT, useUnfinished } from '../../kit/index.ts';
import { DockHead } from '../ui/DockHead.tsx';
import { FaultBanner } from '../ui/FaultBanner.tsx';
import './sheet.css';

interface SheetProps {
  title: string;
  /** The verb with its object: "Settle 3 orders". */
  verb: string;
  ready: boolean;
  /** What is asked for beside the figures is not typed yet: until then Enter says so. */
  unmet?: boolean;
  /** Nothing can be estimated before something is typed: the first field has the focus at once. */
  asks?: boolean;
  busy: boolean;
  danger?: boolean;
  /** Enter is a new line in something that is asked for: its button names the key that sends from anywhere. */
  lines?: boolean;
  error?: string | undefined;
  /** How many fields it was sent back for. */
  faults?: number;
  /** What the second button says where there is nothing to cancel. */
  closing?: string;
  commit: () => void;
  /** Enter while it is not ready: says what is wrong with what is typed. */
  refuse?: () => void;
  /** Esc, or the cross: what was typed is kept where it can be. */
  close: () => void;
  /** The second button where it does more than `close`: it forgets what was typed. */
  cancel?: () => void;
  /** What is asked for last, in sight beside the verb however long the rest is. */
  last?: readonly ReactNode[];
  children: ReactNode;
}

/** What a sheet asks for, from the first on. */
const ASKED = ':is(.dock-body,.sheet-last) :is(input,textarea,.choice,.sheet-coming)';
const TYPED = ':is(.dock-body,.sheet-last) :is(input,textarea)';

interface FocusPorts {
  asks: boolean;
  ready: boolean;
  /** The verb can be pressed. */
  able: boolean;
  asksNothing: boolean;
}

/** Where the keyboard is in a sheet: on what is asked for first, else on the verb, and never outside of it. */
function useSheetFocus({ asks, ready, able, asksNothing }: FocusPorts) {
  const root = useRef<HTMLElement>(null);
  const go = useRef<HTMLButtonElement>(null);
  /** The field that was given the focus, until the person does anything. */
  const given = useRef<HTMLElement | null>(null);
  useEffect(() => root.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const { current } = root;
    // What is asked for may be known a moment later: by then the person may be elsewhere.
    if (!asks || !current || current !== current.ownerDocument.activeElement) return;
    given.current = current.querySelector<HTMLElement>(ASKED);
    given.current?.focus({ preventScroll: true });
  }, [asks]);
  // Whatever comes above it meanwhile, what the next key changes is in sight.
  useEffect(() => {
    const field = given.current;
    if (field && field === field.ownerDocument.activeElement)
      field.closest('.sheet-field')?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    // Never takes the focus from a field the person is typing in.
    const { current } = root;
    if (!ready || !current || current !== current.ownerDocument.activeElement) return;
    // What is asked for comes first; without a question Enter is next.
    const next = current.querySelector<HTMLElement>(TYPED) ?? go.current;
    // The figures that decide are above it: they give way no further than it takes to see all of the field.
    next?.focus({ preventScroll: true });
    next?.closest('.sheet-field')?.scrollIntoView({ block: 'nearest' });
    // What is in it already gives way to what is typed, as where Tab leads into a field.
    if (next?.tagName === 'INPUT') (next as HTMLInputElement).select();
  }, [ready]);
  useLayoutEffect(() => {
    const { current } = root;
    // With the row its fields may go, and the focus with them: the keys are still the sheet's.
    if (asksNothing && current?.ownerDocument.activeElement === current?.ownerDocument.body)
      current?.focus({ preventScroll: true });
  }, [asksNothing]);
  useLayoutEffect(() => {
    const button = go.current;
    // Disabled it would let the focus fall to the page.
    if (!able && button && button === button.ownerDocument.activeElement)
      root.current?.focus({ preventScroll: true });
  }, [able]);
  const leave = () => {
    given.current = null;
  };
  return { root, go, leave };
}

/** True where Enter sends: with Ctrl from anywhere, alone where it has no meaning of its own. */
function sends(event: KeyboardEvent, go: HTMLElement | null): boolean {
  if (event.key !== 'Enter' || event.shiftKey) return false;
  const field = (event.target as HTMLElement).closest('textarea,button,[role="radiogroup"]');
  return event.ctrlKey || event.metaKey || !field || field === go;
}

interface FootProps
  extends Pick<SheetProps, 'verb' | 'busy' | 'danger' | 'lines' | 'closing' | 'commit' | 'cancel' | 'close'> {
  go: RefObject<HTMLButtonElement | null>;
  able: boolean;
}

function Foot({ go, able, verb, busy, danger, lines, closing, commit, cancel, close }: FootProps) {
  const t = useT('grid');
  return (
    <footer className="dock-foot" data-clear="">
      <button
        ref={go}
        type="button"
        className={`pd-button pd-button-primary${danger ? ' pd-button-danger' : ''}`}
        disabled={!able}
        // Not disabled while it works: that would take the focus from it, and Enter is what a refusal is answered with.
        aria-disabled={busy}
        onClick={() => {
          if (!busy) commit();
        }}
      >
        <span className="dock-verb" title={verb}>
          {verb}
        </span>{' '}
        <Key keys={lines ? 'mod+enter' : 'enter'} />
      </button>
      <button type="button" className="pd-button" onClick={cancel ?? close}>
        {closing ?? t('cancel')} {!cancel && <Key keys="escape" />}
      </button>
    </footer>
  );
}

/** Docked beside the grid, never over it: what will happen, one verb. Enter commits, with Ctrl from anywhere; Esc closes. */
export function Sheet(props: SheetProps) {
  const { title, ready, unmet = false, asks = false, busy, error, faults = 0, last = [] } = props;
  const { commit, refuse, close, children } = props;
  const able = ready && !unmet && error === undefined;
  const { root, go, leave } = useSheetFocus({ asks, ready, able, asksNothing: refuse === undefined });
  useUnfinished(root);
  function key(event: KeyboardEvent) {
    leave();
    // Of an open list Enter picks and Esc shuts; what is picked is drawn later, and would be sent as it was before.
    const list = (event.target as HTMLElement).closest('[role="combobox"][aria-expanded="true"],[popover]');
    if (list && !event.ctrlKey && !event.metaKey) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
    if (!sends(event, go.current)) return;
    event.preventDefault();
    if (busy || event.repeat) return;
    if (ready && !unmet) commit();
    else refuse?.();
  }
  return (
    <section
      ref={root}
      className="dock sheet"
      role="dialog"
      aria-modal="false"
      aria-label={title}
      tabIndex={-1}
      onKeyDown={key}
      onPointerDown={leave}
      onWheel={leave}
    >
      <DockHead title={title} close={close} />
      <FaultBanner count={faults} />
      <div className="dock-body">{error ? <State kind="error" text={error} /> : children}</div>
      {last.length > 0 && error === undefined && <div className="sheet-last">{last}</div>}
      <Foot {...props} go={go} able={able} />
    </section>
  );
}
