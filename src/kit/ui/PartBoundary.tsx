import { getDefaultStore, useAtomValue } from 'jotai';
import { Component, type ReactNode } from 'react';
import { connectionAtom } from '../data/line.ts';
import { NotLoaded, REFUSED_MS } from './part.tsx';
import { State } from './State.tsx';

interface Props {
  /** The text about a fault, in the language of now. */
  text: () => string;
  /** Shows the fault itself too. */
  hinted?: boolean;
  /** Draws the part again. */
  reload: () => void;
  children: ReactNode;
}

function Fault({ fault, text, hinted, reload }: Omit<Props, 'children'> & { fault: Error }) {
  const offline = useAtomValue(connectionAtom) === 'offline';
  // Without a line it is no fault but waits, which that state says.
  if (offline && fault instanceof NotLoaded) return <State kind="loading" />;
  return (
    <State kind="error" text={text()} {...(hinted && { hint: fault.message.slice(0, 200) })} retry={reload} />
  );
}

/** A fault in one part stays in that part; what the line kept from being loaded comes by itself when it is back. */
export class PartBoundary extends Component<Props, { fault: Error | undefined }> {
  override state = { fault: undefined as Error | undefined };
  private leave: (() => void) | undefined;

  static getDerivedStateFromError(error: unknown) {
    return { fault: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: unknown): void {
    // oxlint-disable-next-line no-console -- a fault must be findable
    console.error(this.props.text(), error);
    if (!(error instanceof NotLoaded)) return;
    const store = getDefaultStore();
    let cut = store.get(connectionAtom) !== 'live';
    this.leave?.();
    this.leave = store.sub(connectionAtom, () => {
      if (store.get(connectionAtom) !== 'live') cut = true;
      else if (cut) this.wait();
    });
  }

  private wait(): void {
    this.leave?.();
    const timer = setTimeout(() => this.props.reload(), REFUSED_MS);
    this.leave = () => clearTimeout(timer);
  }

  override componentWillUnmount(): void {
    this.leave?.();
  }

  override render(): ReactNode {
    const { fault } = this.state;
    return fault ? <Fault {...this.props} fault={fault} /> : this.props.children;
  }
}
