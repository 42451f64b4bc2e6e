import { Component, type ErrorInfo, type ReactNode } from 'react';
import { RotateCw } from 'lucide-react';
import { Button, ErrorView } from '../../ui/index.ts';

interface Props {
  readonly doing: string;
  readonly reloadLabel: string;
  readonly onReload?: () => void;
  readonly children: ReactNode;
}

interface State {
  readonly thrown: { readonly error: unknown } | null;
  readonly attempt: number;
}

/** Limits a render error to its tab: shows the error with a retry button. */
export class TabErrorBoundary extends Component<Props, State> {
  override state: State = { thrown: null, attempt: 0 };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { thrown: { error } };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    // The component stack is the most useful part of a bug report; the view shows the error's own stack as its
    // detail.
    if (error instanceof Error && info.componentStack)
      error.stack = `${error.stack ?? ''}\n${info.componentStack}`;
  }

  private readonly reload = (): void => {
    this.props.onReload?.();
    this.setState(({ attempt }) => ({ thrown: null, attempt: attempt + 1 }));
  };

  override render(): ReactNode {
    const { thrown, attempt } = this.state;
    if (thrown === null) return <KeyedChildren key={attempt}>{this.props.children}</KeyedChildren>;
    return (
      <ErrorView error={thrown.error} doing={this.props.doing}>
        <Button icon={RotateCw} variant="primary" onClick={this.reload}>
          {this.props.reloadLabel}
        </Button>
      </ErrorView>
    );
  }
}

/** A new key remounts the children. */
function KeyedChildren({ children }: { readonly children: ReactNode }): ReactNode {
  return children;
}
