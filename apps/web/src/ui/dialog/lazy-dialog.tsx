import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../feedback/toast.tsx';
import { whenTranslationsLoaded } from '../i18n/i18n.ts';

/**
 * A dialog whose code is loaded when it is first opened.
 * @param load imports the component, which gets `onClose`
 * @returns `open`, which takes the dialog's own props, and the element to render
 */
export function useLazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): { open: (props: Omit<Props, 'onClose'>) => void; dialog: ReactNode } {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<ReactNode>(null);
  const open = (props: Omit<Props, 'onClose'>) =>
    void load().then(
      async ({ default: Dialog }) => {
        await whenTranslationsLoaded();
        setDialog(<Dialog {...({ ...props, onClose: () => setDialog(null) } as Props)} />);
      },
      () => notify('error', t('problem.network')),
    );
  return { open, dialog };
}
