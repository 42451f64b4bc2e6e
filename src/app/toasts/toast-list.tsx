import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { Button, classNames, IconButton } from '../../ui/index.ts';
import { dismissToast, toastLifetime, toastStore, type ShownToast } from './toast-store.ts';
import styles from './toasts.module.css';

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert } as const;

export function ToastList(): ReactNode {
  const toasts = useStore(toastStore, (state) => state.toasts);
  return (
    <section className={styles.toasts} aria-label="Messages">
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastItem({ toast }: { readonly toast: ShownToast }): ReactNode {
  const [held, setHeld] = useState(false);
  const lifetime = toastLifetime(toast);
  useEffect(() => {
    // Hover and focus pause the timer.
    if (lifetime === null || held) return;
    const timer = setTimeout(() => dismissToast(toast.id), lifetime);
    return () => clearTimeout(timer);
  }, [toast.id, lifetime, held]);
  const Icon = icons[toast.kind];
  const { action } = toast;
  return (
    <div
      role={toast.kind === 'error' ? 'alert' : 'status'}
      className={classNames(styles.toast, styles[toast.kind])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={16} aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>
        <p className={styles.message}>{toast.message}</p>
        {toast.detail !== undefined && <p className={styles.detail}>{toast.detail}</p>}
        {action && (
          <div className={styles.action}>
            <Button
              onClick={() => {
                dismissToast(toast.id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          </div>
        )}
      </div>
      <IconButton label="Dismiss" icon={X} onClick={() => dismissToast(toast.id)} />
    </div>
  );
}
