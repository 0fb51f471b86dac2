import { Component, type ReactNode } from 'react';
import { translate } from '../kit/i18n/i18n.ts';
import { State } from '../kit/ui/State.tsx';

interface Props {
  children: ReactNode;
  /** Told of the fault; nothing is drawn then in the place of what failed. */
  failed?: (error: unknown) => void;
}

/** The last net: a fault in a part shows what happened there and a way on, and never a blank page. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }

  override componentDidCatch(error: unknown): void {
    this.props.failed?.(error);
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    if (this.props.failed) return null;
    return (
      <State
        kind="error"
        text={translate('app:page.crashed')}
        hint={translate('app:page.crashedHint')}
        retry={() => this.setState({ error: undefined })}
      />
    );
  }
}
