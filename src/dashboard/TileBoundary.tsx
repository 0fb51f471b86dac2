import { Component, type ReactNode } from 'react';
import { State, translate } from '../kit/index.ts';

interface Props {
  name: string;
  children: ReactNode;
  reload: () => void;
}

/** A widget that throws fails in its own tile. */
export class TileBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    // oxlint-disable-next-line no-console -- a fault must be findable
    console.error(this.props.name, error);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <State
        kind="error"
        text={translate('widgets:tile.failed', { name: this.props.name })}
        retry={this.props.reload}
      />
    );
  }
}
