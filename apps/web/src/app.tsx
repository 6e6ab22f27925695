/** The providers around all screens: text direction, theme, query cache, toasts. */
import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from './api/query-client.ts';
import { isInIframe } from './ui/browser/iframe.ts';
import { ToastArea } from './ui/feedback/toast.tsx';
import { getTextDirection } from './ui/i18n/i18n.ts';
import { createAppTheme, resolveCssVariables } from './ui/styles/theme.ts';

const cspNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// The scroll lock of dialogs inserts a style element and reads the nonce from here.
Object.assign(globalThis, { __webpack_nonce__: cspNonce });

// public/theme.js reads it too, before the first paint.
const storedColorScheme = localStorageColorSchemeManager({ key: 'waypost.theme' });
// `subscribe` fails where storage is not available, as in frames of other sites.
const colorSchemeManager = isInIframe
  ? { ...storedColorScheme, subscribe: () => undefined }
  : storedColorScheme;

/** Wraps the screens in all providers. */
export function App({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation();
  const direction = getTextDirection(i18n.language);
  const theme = useMemo(
    () => createAppTheme({ close: t('action.close'), pickColor: t('action.pickColor') }),
    [t],
  );
  useEffect(() => {
    document.documentElement.lang = i18n.language;
    document.documentElement.dir = direction;
  }, [i18n.language, direction]);
  return (
    // It follows the attribute: a new direction must not remount the screens, which hold what was typed and receipts that are shown once.
    <DirectionProvider initialDirection={direction}>
      <MantineProvider
        theme={theme}
        colorSchemeManager={colorSchemeManager}
        cssVariablesResolver={resolveCssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => cspNonce}
      >
        <QueryClientProvider client={queryClient}>
          {children}
          <ToastArea />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
