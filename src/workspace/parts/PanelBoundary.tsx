import { Component, type ReactNode } from 'react';
import { State, translate } from '../../kit/index.ts';

interface Props {
  name: string;
  children: ReactNode;
  /** Loads the panel anew. */
  reload: () => void;
}

/** A fault in one panel stays in that panel. */
export class PanelBoundary extends Component<Props, { failed: boolean; text: string }> {
  override state = { failed: false, text: '' };

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, text: error instanceof Error ? error.message : String(error) };
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
        text={translate('workspace:panel.failed', { name: this.props.name })}
        hint={this.state.text.slice(0, 200)}
        retry={this.props.reload}
      />
    );
  }
}
