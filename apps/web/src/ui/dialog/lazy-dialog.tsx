import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../feedback/toast.tsx';
import { whenTranslationsLoaded } from '../i18n/i18n.ts';
import { startOpening, WhenRendered } from './opening-dialogs.tsx';

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
  const endOpening = useRef<() => void>(undefined);
  // The screen may be left before the code is loaded: nothing is being opened then.
  useEffect(() => () => endOpening.current?.(), []);
  const open = (props: Omit<Props, 'onClose'>) => {
    endOpening.current?.();
    const stopOpening = startOpening();
    endOpening.current = stopOpening;
    void load().then(
      async ({ default: Dialog }) => {
        await whenTranslationsLoaded();
        setDialog(
          <WhenRendered onRendered={stopOpening}>
            <Dialog {...({ ...props, onClose: () => setDialog(null) } as Props)} />
          </WhenRendered>,
        );
      },
      () => {
        stopOpening();
        notify('error', t('problem.network'));
      },
    );
  };
  return { open, dialog };
}
