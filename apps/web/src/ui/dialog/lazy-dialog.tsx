import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../feedback/toast.tsx';
import { whenTranslationsLoaded } from '../i18n/i18n.ts';

/**
 * A dialog that is fetched when it is first wanted.
 * @param load fetches the component that draws it; it is given `onClose`
 * @returns `open` with the dialog's own props, and what to draw
 */
export function useLazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): { open: (props: Omit<Props, 'onClose'>) => void; dialog: ReactNode } {
  const { t } = useTranslation();
  const [shown, setShown] = useState<ReactNode>(null);
  const open = (props: Omit<Props, 'onClose'>) =>
    void load().then(
      async ({ default: Dialog }) => {
        await whenTranslationsLoaded();
        setShown(<Dialog {...({ ...props, onClose: () => setShown(null) } as Props)} />);
      },
      () => notify('error', t('problem.network')),
    );
  return { open, dialog: shown };
}
